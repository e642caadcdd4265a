"""The same report at every load: files graded idle, beside busy loops, and with children that are stopped.

    python -m bench steady
    python -m bench steady --files 6 --times 2

Bar: no report differs, but for what the file prints. Slow files come first, then others by hash.
"""

import argparse
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext, suppress
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from pathlib import Path
from random import Random

from bench._corpus import correct, wrong
from bench._walkers import EXPONENTIAL, POLYNOMIAL, walker
from grader.assignment import SuiteSelection, assignment
from grader.grade import grade
from grader.records import replace, to_json
from grader.sandbox.embedded import Embedded
from grader.sandbox.plays import Source
from tests.endless_files import slow

_OTHERS = 100
_TIMES = 6
_STOPPED = 3.0
"""Seconds for which a child is stopped."""
_BETWEEN = 1.0
"""Seconds, at most, until the next one is."""


def main(options: Sequence[str] = ()) -> None:
    """Print which reports differ, and under which load."""
    parser = argparse.ArgumentParser("python -m bench steady", description=__doc__)
    parser.add_argument("--files", type=int, default=None, help="only so many of them")
    parser.add_argument("--times", type=int, default=_TIMES, help="how often under each load")
    asked = parser.parse_args(options)
    files = chosen()[: asked.files]
    found = differing(files, times=asked.times, tell=partial(print, flush=True))
    print(f"  {len(files)} files, {asked.times} times under each load: {len(found)} reports differ; bar 0")
    if found:
        sys.exit(1)


def chosen() -> list[Source]:
    """Files that are slow, and others, right and wrong."""
    others = sorted((*correct(), *wrong()), key=lambda source: sha256(source.content).digest())
    return [*walkers(), *(found.submission for found in slow()), *others[:_OTHERS]]


def walkers() -> list[Source]:
    """Wrong classes whose pass takes too many steps, and which have another mistake to be found."""
    return [walker(name, overwrites=True) for name in (*EXPONENTIAL, *POLYNOMIAL)]


def differing(
    files: Sequence[Source],
    *,
    times: int,
    loads: Collection[str] | None = None,
    tell: Callable[[str], None] = lambda _: None,
) -> list[str]:
    """The files whose report is not always the same, each with one of the loads at which it was another."""
    full = assignment("full")
    with closing(Embedded()) as sandbox:
        first = [_report(source, full, sandbox) for source in files]
        found: dict[str, str] = {}
        for load in loads or _LOADS:
            with _LOADS[load]():
                for _ in range(times):
                    for source, report in zip(files, first, strict=True):
                        if _report(source, full, sandbox) != report and source.name not in found:
                            found[source.name] = load
                            tell(f"  another report {load}: {source.name}")
    return [f"{name}, {load}" for name, load in found.items()]


def _report(source: Source, asked: SuiteSelection, sandbox: Embedded) -> str:
    """The report as JSON, without what the file prints."""
    report = replace(grade(source, asked, sandbox), printed="")
    return to_json(report)


@contextmanager
def _busy(loops: int) -> Iterator[None]:
    """So many programs that compute meanwhile."""
    programs = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(loops)]
    try:
        yield
    finally:
        for program in programs:
            program.kill()
            program.wait()


@dataclass
class _Stopping:
    """Stops a child of a sandbox for some seconds, at random moments, until it is left."""

    rng: Random = field(default_factory=lambda: Random(0))
    _over: threading.Event = field(default_factory=threading.Event)
    _thread: threading.Thread = field(init=False)

    def __enter__(self) -> None:
        self._thread = threading.Thread(target=self._go_on)
        self._thread.start()

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def _go_on(self) -> None:
        while not self._over.wait(self.rng.random() * _BETWEEN):
            child = _youngest(os.getpid())
            if child is None:
                continue
            with suppress(ProcessLookupError):
                os.kill(child, signal.SIGSTOP)
                time.sleep(_STOPPED)
                os.kill(child, signal.SIGCONT)


def _youngest(pid: int) -> int | None:
    """The last descendant that was started: the child that runs a submission, or waits for one."""
    children: dict[int, list[int]] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            parent = stat.read_text(encoding="utf-8").rpartition(")")[2].split()[1]
            children.setdefault(int(parent), []).append(int(stat.parent.name))
    found, waiting = [], [pid]
    while waiting:
        below = children.get(waiting.pop(), [])
        found += below
        waiting += below
    return max(found, default=None)


AS_IT_IS, STOPPED = "on the machine as it is", "with a child that is stopped for 3 s"
_LOADS: dict[str, Callable[[], AbstractContextManager[None]]] = {
    AS_IT_IS: nullcontext,
    "beside 4 busy loops": partial(_busy, 4),
    "beside 16 busy loops": partial(_busy, 16),
    STOPPED: _Stopping,
}
