"""Files a second of one core: all processes' processor time, full battery, embedded sandbox.

Bars: at least 60 correct files a second and core; at least 25 where half of the files fail.
"""

import gc
import resource
import time
from collections.abc import Sequence
from itertools import cycle, islice

from bench._corpus import correct, wrong
from grader.assignment import assignment
from grader.grade import grade
from grader.sandbox.embedded import Embedded
from grader.sandbox.plays import Source

_FILES = 300


def main() -> None:
    """Print both figures."""
    right = [source for source in correct() if b"numpy" not in source.content]
    halves = [source for pair in zip(cycle(right), wrong(), strict=False) for source in pair]
    _measure("correct", right, 60)
    _measure("half of them wrong", halves, 25)


def _measure(name: str, sources: Sequence[Source], bar: int) -> None:
    sandbox, full = Embedded(), assignment("full")
    grade(sources[0], full, sandbox)
    gc.collect()
    gc.freeze()
    before, started = _processor_time(), time.perf_counter()
    for source in islice(cycle(sources), _FILES):
        grade(source, full, sandbox)
    wall = time.perf_counter() - started
    sandbox.close()
    used = _processor_time() - before
    print(
        f"  {name}: {_FILES / used:.0f} files a second and core (bar {bar}); "
        f"{used / _FILES * 1e3:.1f} ms of processor, {wall / _FILES * 1e3:.1f} ms of wall time a file"
    )


def _processor_time() -> float:
    """Seconds of this process and of all it has waited for; the zygotes count once they are closed."""
    own, children = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime
