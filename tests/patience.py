"""How long tests wait: limits grow with how slow this machine is, and how busy just now."""

import os
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from grader.errors import MachineTooBusy
from grader.sandbox.limits import Limits
from submissions.storage.timeouts import Patience

DATABASE = Patience(connection=60, lock=60, answer=60, silence=60)
"""For tests about something else: a request gives up after 5 s, which on a busy machine others may take."""

T = TypeVar("T")

_ATTEMPTS = 3
_WORK = 20_000
_REFERENCE = 0.001
"""Seconds of a processor of 2023 for that much work."""
_MOST = 20.0
_LOOKS = 0.02
"""Seconds between two looks at what is waited for."""


def slowness() -> float:
    """How many times the processor time of one of 2023 work takes here; never less than 1."""
    began = time.process_time()
    sum(number * number % 7 for number in range(_WORK))
    return min(max(1.0, (time.process_time() - began) / _REFERENCE), _MOST)


def crowd() -> float:
    """How many share a processor just now; never less than 1."""
    return min(max(1.0, _waiting() / (os.cpu_count() or 1)), _MOST)


def scaled(seconds: float) -> float:
    """As long as that takes here and now."""
    return seconds * min(slowness() * crowd(), _MOST)


def limits(of: Limits) -> Limits:
    """The same limits for what is to be stopped, and not because others keep the machine busy."""
    return of._replace(
        step_cpu=of.step_cpu * slowness(),
        step_wall=scaled(of.step_wall),
        total=scaled(of.total),
    )


def attempted(work: Callable[[], T]) -> T:
    """What comes of grading, tried again as a service does where the machine was too busy."""
    for _ in range(_ATTEMPTS - 1):
        with suppress(MachineTooBusy):
            return work()
    return work()


def until(happened: Callable[[], object], seconds: float = 60.0) -> None:
    """Wait for an event; `seconds` are those of an idle machine."""
    end = time.monotonic() + scaled(seconds)
    while not happened():
        assert time.monotonic() < end
        time.sleep(_LOOKS)


def _waiting() -> float:
    """Threads that compute or want to: in the last minute, or just now where those are more."""
    fields = Path("/proc/loadavg").read_text(encoding="ascii").split()
    return max(float(fields[0]), float(fields[3].partition("/")[0]))
