"""Which variants of the known faults cost points in which suites: whether the committed matrix still says so.

    python -m bench fault_matrix [--write]

Every variant is the reference with an edit. It is graded on every suite, several times with other inputs;
a suite sees it if it takes points off every time. `--write` measures all of them, which takes minutes.
"""

import hashlib
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import cache

import suites
from api.process.sandboxes import started
from grader import faults
from grader.assignment import GradientPolicy, SuiteSelection
from grader.errors import GraderError
from grader.fault_matrix import FILE, SEEN, UNSEEN, FaultMatrix, MatrixRow, Variant, committed
from grader.faults import Replace
from grader.grade import grade
from grader.records import UnreadableRecord, replace, to_json
from grader.reference import edited
from grader.sandbox.plays import Source
from grader.sandbox.protocol import Sandbox
from suites import Graph, Suite

FORMAT = 1

_SEEDS = (1, 2)
"""The seeds of the two gradings that must agree: a busy machine must not make another matrix."""
_HEAD = "from __future__ import annotations\n\nimport math\n\n\n"
_DIGITS = 16

_Edits = tuple[Replace, ...]
_Map = Callable[[Callable[[_Edits], str], Iterable[_Edits]], Iterable[str]]


def main(options: Sequence[str] = ()) -> None:
    """Print why the matrix does not fit, or replace it. Variants are graded several at a time."""
    if "--write" in options:
        at_once = os.cpu_count() or 1
        with (
            closing(started(os.environ, threads=at_once).sandbox) as sandbox,
            ThreadPoolExecutor(at_once) as threads,
        ):
            FILE.write_text(dumps(measure(sandbox, threads.map)), encoding="utf-8")
    for reason in stale():
        print(f"    {reason}")
    print(f"  {len(list(committed().rows()))} variants, {len(committed().suites)} suites")


def variants() -> dict[Variant, _Edits]:
    """All variants of the catalogue, with their edits."""
    return {
        Variant(slug, name): edits
        for slug, fault in faults.load().items()
        for name, edits in fault.examples.items()
    }


def measure(sandbox: Sandbox, each: _Map = map) -> FaultMatrix:
    """The matrix, measured. `each` is `map`, or one that works on several at once.

    Raises `GraderError` if the sandbox fails, or the reference without an edit loses points.
    """
    if SEEN in seen(sandbox, ()):
        raise GraderError("the reference loses points")
    known = variants()
    found: dict[str, dict[str, MatrixRow]] = {variant.fault: {} for variant in known}
    rows = each(lambda edits: seen(sandbox, edits), known.values())
    for (variant, edits), marks in zip(known.items(), rows, strict=True):
        found[variant.fault][variant.name] = MatrixRow(source=_digest(edited(edits)), seen=marks)
    return FaultMatrix(format=FORMAT, suites=_suite_digests(), faults=found)


def seen(sandbox: Sandbox, edits: _Edits) -> str:
    """The row of one variant: a mark for each suite.

    Raises `GraderError` if the sandbox fails.
    """
    rows = [_losing(sandbox, edits, seed) for seed in _SEEDS]
    losing = frozenset.intersection(*rows)
    return "".join(SEEN if slug in losing else UNSEEN for slug in suites.load())


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
