"""Wrong classes that keep all points: slips anywhere in right classes, which no fault of ours has chosen.

    python -m bench holes [--of FILE ...] [--most N] [--seed TEXT] [--workers N]

Each slip is graded without a diagnosis. Where it keeps all points, random graphs of the class's own
operations decide if a user could see it: a hole is a slip that is wrong on one where the class was right.
Conventions are accepted, and so is what is not written. Bar: 0 holes.
"""

import argparse
import difflib
from collections.abc import Iterator, Sequence
from contextlib import suppress
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

from bench._slips import Slip, slips
from bench._user_graphs import UserGraphs
from bench.mutants import Reference, reference
from grader.assignment import assignment
from grader.errors import MachineTooBusy
from grader.grade import grade
from grader.report import Report, Verdict
from grader.sandbox.embedded import Embedded
from grader.sandbox.plays import Source

_MOST = 80
"""Slips of a file."""
_WORKERS = 2
_CLASSES = (
    "closures_set", "dataclass_nodes", "edge_lists", "explicit_stack", "functional", "global_tape",
    "kahn_order", "local_gradients", "method_dispatch", "numpy_arrays", "operation_objects", "path_recursion",
    "class_per_operation", "derived_operations", "forward_partials", "function_with_ctx", "lambda_closures",
    "match_backward", "recorded_exponent", "table_of_rules", "topological_sorter", "zero_grad_walks",
    "entrega_semana4", "scalar_match", "registro_con_decoratori",
)  # fmt: skip
"""Right classes of as many styles."""


class _GradedSlip(NamedTuple):
    """A slip, and what grading and random graphs say of it."""

    slip: Slip
    is_detected: bool
    seen_on: str = ""
    """A graph that shows what was not detected."""


def main(options: Sequence[str] = ()) -> None:
    """Print the figures of each class, and its holes."""
    asked = _options(options)
    rights = [_right(name) for name in asked.of]
    total = [0, 0, 0, 0]
    with get_context("spawn").Pool(asked.workers, _begin) as pool:
        for right in rights:
            made = slips(right.text, asked.most, f"{asked.seed}{right.name}")
            graded = list(pool.imap(_graded, [(right, slip) for slip in made], chunksize=4))
            holes = [each for each in graded if each.seen_on]
            detected = sum(each.is_detected for each in graded)
            counts = (len(graded), detected + len(holes), detected, len(holes))
            total = [one + other for one, other in zip(total, counts, strict=True)]
            print(f"  {right.name}: {_told(counts)}", flush=True)
            for hole in holes:
                print("\n".join(_shown(right, hole)), flush=True)
    print(f"  {len(rights)} classes: {_told(total)}; bar 0 holes")


def _options(options: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench holes", description=__doc__)
    parser.add_argument(
        "--of",
        nargs="+",
        default=_CLASSES,
        metavar="FILE",
        help="right files, or names of classes of the corpus",
    )
    parser.add_argument("--most", type=int, default=_MOST, metavar="N", help="slips of a file")
    parser.add_argument("--seed", default="", help="draws other slips")
    parser.add_argument("--workers", type=int, default=_WORKERS, metavar="N")
    return parser.parse_args(list(options))


def _right(name: str) -> Reference:
    path = Path(name)
    return Reference(path.stem, path.read_bytes()) if path.suffix else reference(name)


def _told(counts: Sequence[int]) -> str:
    tried, observable, detected, holes = counts
    return f"{tried} slips, {observable} observable, {detected} detected, {holes} holes"


def _shown(right: Reference, hole: _GradedSlip) -> Iterator[str]:
    slip = hole.slip
    yield f"    line {slip.line}, {slip.kind}; seen on: {hole.seen_on}"
    lines = difflib.unified_diff(right.text.splitlines(), slip.source.splitlines(), n=0, lineterm="")
    yield from (f"      {line}" for line in lines if not line.startswith(("---", "+++", "@@")))


# --- one slip, in a worker ------------------------------------------------------------------------------


class _Grader:
    """A sandbox, and what it said of right classes."""

    def __init__(self) -> None:
        self.sandbox = Embedded()
        self.observer = UserGraphs(self.sandbox)
        self.missing: dict[str, float] = {}

    def graded(self, right: Reference, slip: Slip) -> _GradedSlip:
        """The slip, and where it is not detected the first graph on which it is wrong."""
        content = slip.source.encode()
        if self.missing_of(right.name, content) > self.missing_of_right(right):
            return _GradedSlip(slip, is_detected=True)
        return _GradedSlip(slip, is_detected=False, seen_on=self.observer.seen_on(right, content))

    def missing_of_right(self, right: Reference) -> float:
        """The points that the right class does not earn, for it lacks operations."""
        if right.name not in self.missing:
            self.missing[right.name] = self.missing_of(right.name, right.content)
        return self.missing[right.name]

    def missing_of(self, name: str, content: bytes) -> float:
        """The points that a class does not earn of those that were asked; no end of them where it fails."""
        report = self._report(Source(f"{name}.py", content))
        if report.problem or any(suite.verdict is Verdict.FAILED for suite in report.suites):
            return float("inf")
        return report.score.possible - report.score.earned

    def _report(self, source: Source) -> Report:
        full = assignment("full")
        with suppress(MachineTooBusy):
            return grade(source, full, self.sandbox, diagnose=False)
        return grade(source, full, self.sandbox, diagnose=False)


_worker: list[_Grader] = []


def _begin() -> None:
    _worker.append(_Grader())


def _graded(asked: tuple[Reference, Slip]) -> _GradedSlip:
    return _worker[0].graded(*asked)
