"""Claims of a finding that are no sentence about its graph: its places, exception, edits, and name."""

import ast
from collections.abc import Iterator, Sequence

from grader.finding import LONGEST_MESSAGE, Certainty, Edit, Finding, Raised, Where
from grader.sandbox.replies import printable
from suites import PRIMITIVES
from tests.truth.edited import stands_there
from tests.truth.plain import PlainRun
from tests.truth.witness import WitnessedFile, lines_of, same

_METHODS = {primitive.method: op for op, primitive in PRIMITIVES.items()} | {
    primitive.reflected: op for op, primitive in PRIMITIVES.items() if primitive.reflected
}
_LACKING = ("missing_method", "reflected_missing")
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


def claims(graded: WitnessedFile) -> Iterator[str]:
    """What is not so of each finding, and of all of them together."""
    told = [(each.fault, each.where) for each in graded.findings]
    for number, finding in enumerate(graded.findings):
        begin = f"finding {number + 1} ({finding.fault})"
        yield from (f"{begin}, {each}" for each in _of(graded, finding))
        rivals = [(each.fault, each.where) for each in finding.alternatives]
        if {*rivals} & {*told}:
            yield f"{begin}: a rival is another finding: {rivals}"
        if told.index((finding.fault, finding.where)) != number:
            yield f"{begin}: the same as another finding"
        yield from (f"{begin}, {each}" for each in _runs(finding, graded.runs.get(number, ())))


def _of(graded: WitnessedFile, finding: Finding) -> Iterator[str]:
    for where in (finding.where, *finding.also):
        yield from (f"place: {each}" for each in _place(graded, where))
    lines = [(each.line, each.cell, each.operation, each.operand) for each in (finding.where, *finding.also)]
    if len({*lines}) != len(lines):
        yield f"place: the same is told twice: {lines}"
    for edit in finding.repair:
        yield from (f"repair: {each}" for each in _edit(graded, edit))
    if finding.certainty is Certainty.PROVEN and not finding.repair and not finding.evidence.loop:
        yield "proven, and no edit"
    if finding.evidence.raised is not None:
        yield from (f"raised: {each}" for each in _raised(graded, finding, finding.evidence.raised))
    yield from _missing(graded, finding)
    yield from _alternatives(finding)


def _missing(graded: WitnessedFile, finding: Finding) -> Iterator[str]:
    """Whether the class lacks the method that is said to be missing."""
    if finding.fault in _LACKING and finding.where.operation in PRIMITIVES:
        primitive = PRIMITIVES[finding.where.operation]
        method = primitive.reflected if finding.fault == "reflected_missing" else primitive.method
        if method and method in graded.has:
            yield f"missing: the class has {method}"


def _alternatives(finding: Finding) -> Iterator[str]:
    names = [other.fault for other in finding.alternatives]
    if finding.fault in names:
        yield "alternatives: the finding itself"
    places = [(other.fault, other.where) for other in finding.alternatives]
    if len({*places}) != len(places):
        yield "alternatives: one twice"


def _place(graded: WitnessedFile, where: Where) -> Iterator[str]:
    if where.line is None or where.cell is not None:
        return
    if not 0 < where.line < len(graded.lines) or not graded.lines[where.line].strip():
        yield f"line {where.line} is empty, or not there"
        return
    chain = list(enclosing(graded.tree, where.line))
    if (
        where.function
        and where.function not in [*chain, "<module>"]
        and f"class {where.function}" not in chain
    ):
        yield f"line {where.line} is in {chain}, and not in {where.function}"
    operations = [_METHODS[name] for name in chain if name in _METHODS]
    if where.operation in PRIMITIVES and operations and where.operation not in operations:
        yield f"line {where.line} is in {operations}, and not in {where.operation}"


def enclosing(tree: ast.Module, line: int) -> Iterator[str]:
    """The functions that a line is in, and the classes."""
    for node in ast.walk(tree):
        first = min([getattr(node, "lineno", 0), *(d.lineno for d in getattr(node, "decorator_list", ()))])
        if first <= line <= (getattr(node, "end_lineno", 0) or 0):
            if isinstance(node, ast.ClassDef):
                yield f"class {node.name}"
            elif isinstance(node, _FUNCTIONS):
                yield getattr(node, "name", "<lambda>")


def _edit(graded: WitnessedFile, edit: Edit) -> Iterator[str]:
    if edit.was == edit.now:
        yield "an edit changes nothing"
    if edit.line is None or edit.cell is not None or not edit.was:
        return
    if not stands_there(graded.lines, edit):
        yield f"line {edit.line} does not have {edit.was!r}"


def _raised(graded: WitnessedFile, finding: Finding, raised: Raised) -> Iterator[str]:
    for seen in graded.raised_by(finding):
        message = printable(seen["message"])[:LONGEST_MESSAGE]
        if (raised.type, raised.message) != (seen["type"], message):
            yield f"Python says {seen['type']}: {message}, and not {raised.type}: {raised.message}"
        line, function = (seen["places"] or [[None, None]])[0]
        if raised.line is not None and (raised.line, raised.function) != (line, function):
            yield f"raised on line {line} in {function}, and not on {raised.line} in {raised.function}"


def _runs(finding: Finding, runs: Sequence[PlainRun]) -> Iterator[str]:
    """Each prints what is said; where they differ, that is said."""
    for run in runs:
        yield from _printed(finding, run.printed)
    varies = finding.explained is not None and finding.explained.varies
    if not varies and len({repr(run.held) for run in runs}) > 1:
        yield "runs differ, and that is not said"


def _printed(finding: Finding, printed: str) -> Iterator[str]:
    claim = lines_of(finding).rpartition("# ")[2].partition(", should be ")
    if claim[1]:
        try:
            held = float(printed.strip("[] "))
        except ValueError:
            yield f"prints {printed!r}, and not {claim[0]}"
            return
        if not same(held, float(claim[0])):
            yield f"prints {held}, and not {claim[0]}"
