"""What a report says of each graph that failed: its wrong numbers, or the exception that ended it."""

import ast
import math
from collections.abc import Iterator

from grader.compare import Quantity, Reason
from grader.finding import LONGEST_MESSAGE
from grader.report import GraphResult
from grader.sandbox.replies import ProblemKind, printable
from suites import Graph, Operation
from tests.truth.plain import PlainRun
from tests.truth.witness import WitnessedFile, same

_NUMBERS = (Reason.DIFFERENT, Reason.CHANGED, Reason.NAN)
_TURNED = {"numbers-wrapped", "number-wrapped"}
"""Notes that plain numbers were made nodes."""
_OTHERWISE = {
    "worked-around", "method", "function", "leaf-class", "recording-flag", "recording-switch", "caller-seeds",
    "computed",
}  # fmt: skip
"""Notes that a graph was built in another way than anybody pastes it."""


def rows(graded: WitnessedFile) -> Iterator[str]:
    """What is not so."""
    kinds = {note.kind for note in graded.report.notes}
    for result, graph, run in graded.failed if kinds.isdisjoint(_OTHERWISE) and not _has_sets(graded) else ():
        if not kinds.isdisjoint(_TURNED) and not all(map(_is_of_nodes, graph.program.operations)):
            continue
        if result.orders is None and not result.unrepeatable:
            yield from (f"graph `{graph.text}`: {each}" for each in _row(result, graph, run))


def _has_sets(graded: WitnessedFile) -> bool:
    """Whether its numbers may depend on the order of a set, of which plain Python shows one."""
    return any(
        isinstance(each, ast.Set | ast.SetComp) or (isinstance(each, ast.Name) and "set" in each.id)
        for each in ast.walk(graded.tree)
    )


def _is_of_nodes(operation: Operation) -> bool:
    return all(isinstance(each, str) for each in operation.operands)


def _row(result: GraphResult, graph: Graph, run: PlainRun) -> Iterator[str]:
    problem = result.problem
    if problem is not None:
        if problem.kind is ProblemKind.EXCEPTION:
            yield from _raised(result, run)
        return
    if run.raised:
        yield f"Python stops: {run.raised['printed']}"
        return
    texts = graph.program.texts
    for wrong in result.wrong:
        held = run.held.get((f"n{texts.index(wrong.node)}", wrong.quantity is Quantity.GRADIENT))
        if wrong.reason in _NUMBERS and not same(held, wrong.got):
            yield f"{wrong.node} ({wrong.quantity}) holds {held}, and not {wrong.got}"
        if held is not None and math.isclose(held, wrong.expected, rel_tol=1e-9):
            yield f"{wrong.node} ({wrong.quantity}) is right"


def _raised(result: GraphResult, run: PlainRun) -> Iterator[str]:
    problem = result.problem
    assert problem is not None
    seen = run.raised
    if seen is None:
        yield f"Python raises nothing, and not {problem.type}: {problem.message}"
        return
    message = printable(seen["message"])[:LONGEST_MESSAGE]
    if problem.type != seen["type"] or printable(problem.message or "")[:LONGEST_MESSAGE] != message:
        yield f"Python says {seen['printed']}, and not {problem.type}: {problem.message}"
    places = seen["places"] or [[None, None]]
    if problem.line is not None and [problem.line, problem.function] != places[0]:
        yield f"raised on {places[0]}, and not on line {problem.line} in {problem.function}"
