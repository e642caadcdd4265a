"""A warm check where each child has its own supervisor, against one supervisor for all. Bar: at most 1.15.

The latter is how it once was: a file could then read the one before it. Also a failing file with its
diagnosis, which takes several children.
"""

import tempfile
import time
from contextlib import closing
from pathlib import Path
from statistics import median

from bench._corpus import correct, wrong
from grader.assignment import assignment
from grader.grade import grade
from grader.sandbox import embedded
from grader.sandbox.embedded import Embedded
from grader.sandbox.plays import Source
from tests.leaky_harness import leaky_harness

_PAIRS = 40
_PAUSE = 0.02
"""Between two checks, as between two students; and none, as with a full queue."""


def main() -> None:
    """Print the ratios and medians."""
    with (
        tempfile.TemporaryDirectory() as folder,
        closing(_started(embedded._HARNESS)) as own,  # noqa: SLF001 - the harness that serves is not to be chosen otherwise
        closing(_started(leaky_harness(Path(folder)))) as shared,
    ):
        for what, source in (("correct file", correct()[0]), ("failing file", wrong()[0])):
            for pause in (_PAUSE, 0.0):
                _print_ratio(f"{what}, {pause * 1e3:.0f} ms apart", source, own, shared, pause)


def _started(harness: Path) -> Embedded:
    """A sandbox with that harness, started and proven."""
    usual = embedded._HARNESS  # noqa: SLF001
    sandbox = Embedded()
    try:
        embedded._HARNESS = harness  # noqa: SLF001
        _ = sandbox.level
    finally:
        embedded._HARNESS = usual  # noqa: SLF001
    return sandbox


def _print_ratio(what: str, source: Source, own: Embedded, shared: Embedded, pause: float) -> None:
    """In turns, each of the two first in every second pair."""
    pairs = []
    for number in range(_PAIRS):
        order = (own, shared) if number % 2 else (shared, own)
        seconds = {sandbox: _seconds(source, sandbox, pause) for sandbox in order}
        pairs.append((seconds[own], seconds[shared]))
    ratio = median(here / there for here, there in pairs)
    here, there = (median(column) * 1e3 for column in zip(*pairs, strict=True))
    print(f"  {what}: {ratio:.2f}   ({here:.1f} ms / {there:.1f} ms, {_PAIRS} pairs; bar 1.15)")


def _seconds(source: Source, sandbox: Embedded, pause: float) -> float:
    time.sleep(pause)
    started = time.perf_counter()
    grade(source, assignment("full"), sandbox)
    return time.perf_counter() - started
