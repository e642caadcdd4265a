"""Which variants of the known faults cost points in which suites: measured by grading each, and committed.

Every variant is the reference with an edit. It is graded on every suite, several times with other inputs;
a suite sees it if it takes points off every time. The result is data, because measuring takes minutes.
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import NamedTuple

import suites
from grader import faults
from grader.assignment import GradientPolicy, SuiteSelection
from grader.errors import GraderError
from grader.faults import Replace
from grader.grade import grade
from grader.records import Record, UnreadableRecord, from_json, to_json
from grader.reference import edited
from grader.sandbox.base import Sandbox, Source
from suites import Graph, Suite

FORMAT = 1
FILE = Path(__file__).with_name("fault_matrix.json")

_SEEN, _UNSEEN = "#", "."
_SEEDS = (1, 2)
"""The seeds of the two gradings that must agree: a busy machine must not make another matrix."""
_HEAD = "from __future__ import annotations\n\nimport math\n\n\n"
_DIGITS = 16

_Edits = tuple[Replace, ...]
_Map = Callable[[Callable[[_Edits], str], Iterable[_Edits]], Iterable[str]]


class Variant(NamedTuple):
    """One way to make a mistake in the reference."""

    fault: str
    """The slug of the fault."""
    name: str
    """The name that the fault's `examples` give it."""


class MatrixRow(Record):
    """One variant, and the suites that see it."""

    source: str
    """A digest of the edited source text."""
    seen: str
    """A sign for each suite, in the order of the matrix: whether it takes points off."""


class FaultMatrix(Record):
    """Variants by suites."""

    format: int
    suites: dict[str, str]
    """The digest by slug of all that a suite asks."""
    faults: dict[str, dict[str, MatrixRow]]

    def rows(self) -> Iterator[tuple[Variant, frozenset[str]]]:
        """Each variant with the slugs of the suites that see it."""
        for fault, variants in self.faults.items():
            for name, row in variants.items():
                marks = zip(self.suites, row.seen, strict=True)
                yield Variant(fault, name), frozenset(slug for slug, mark in marks if mark == _SEEN)


@cache
def committed() -> FaultMatrix:
    """The matrix as it was measured last.

    Raises:
        OSError, UnreadableRecord: if the file is not there or cannot be read.
    """
    return from_json(FaultMatrix, FILE.read_bytes())


def variants() -> dict[Variant, _Edits]:
    """All variants of the catalogue, with their edits."""
    return {
        Variant(slug, name): edits
        for slug, fault in faults.load().items()
        for name, edits in fault.examples.items()
    }


def measure(sandbox: Sandbox, each: _Map = map) -> FaultMatrix:
    """The matrix, measured. `each` is `map`, or one that works on several at once.

    Raises:
        GraderError: if the sandbox fails, or the reference without an edit loses points.
    """
    if _SEEN in seen(sandbox, ()):
        raise GraderError("the reference loses points")
    known = variants()
    found: dict[str, dict[str, MatrixRow]] = {variant.fault: {} for variant in known}
    rows = each(lambda edits: seen(sandbox, edits), known.values())
    for (variant, edits), marks in zip(known.items(), rows, strict=True):
        found[variant.fault][variant.name] = MatrixRow(source=_digest(edited(edits)), seen=marks)
    return FaultMatrix(format=FORMAT, suites=_suite_digests(), faults=found)


def seen(sandbox: Sandbox, edits: _Edits) -> str:
    """The row of one variant: a mark for each suite.

    Raises:
        GraderError: if the sandbox fails.
    """
    rows = [_losing(sandbox, edits, seed) for seed in _SEEDS]
    losing = frozenset.intersection(*rows)
    return "".join(_SEEN if slug in losing else _UNSEEN for slug in suites.load())


def dumps(matrix: FaultMatrix) -> str:
    """The text of the committed file."""
    return to_json(matrix, indent=1) + "\n"


def stale() -> list[str]:
    """Why the committed matrix does not fit the faults and suites; nothing if it does."""
    try:
        matrix = committed()
    except FileNotFoundError:
        return ["there is no matrix"]
    except UnreadableRecord as error:
        return [f"the matrix cannot be read: {error}"]
    return list(_differences(matrix))


def _differences(matrix: FaultMatrix) -> Iterator[str]:
    if matrix.format != FORMAT:
        yield f"its format is {matrix.format}, not {FORMAT}"
    if list(matrix.suites.items()) != list(_suite_digests().items()):
        yield "it was measured on other suites"
    was = {
        Variant(slug, name): row.source for slug, rows in matrix.faults.items() for name, row in rows.items()
    }
    now = {variant: _digest(edited(edits)) for variant, edits in variants().items()}
    for variant in sorted({*was, *now}):
        if was.get(variant) != now.get(variant):
            yield f"{variant.fault}, {variant.name}: the variant has changed"


def _losing(sandbox: Sandbox, edits: _Edits, seed: int) -> frozenset[str]:
    source = Source("value.py", (_HEAD + edited(edits)).encode())
    report = grade(source, _all_suites(), sandbox, seed=seed, diagnose=False)
    return frozenset(suite.slug for suite in report.suites if suite.earned < suite.possible)


@cache
def _all_suites() -> SuiteSelection:
    """Every suite for itself: none waits for another that it needs."""
    alone: tuple[Suite, ...] = tuple(replace(suite, needs=()) for suite in suites.load().values())
    return SuiteSelection("all", alone, GradientPolicy.ANY)


@cache
def _suite_digests() -> dict[str, str]:
    return {slug: _digest(_asked(suite)) for slug, suite in suites.load().items()}


def _asked(suite: Suite) -> str:
    """All of a suite that decides on points, as text."""
    settings = (suite.drive, suite.judges_every_node, suite.layouts, suite.rtol, suite.atol, suite.core)
    return repr((*settings, suite.about, suite.optional, [_graph(graph) for graph in suite.graphs]))


def _graph(graph: Graph) -> tuple[object, ...]:
    played = [dict(inputs) for inputs in graph.textbook]
    drawn = (graph.fresh, graph.telling, graph.equal, graph.far)
    return (graph.text, played, graph.points, drawn, graph.tolerates, graph.seeds_itself)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:_DIGITS]
