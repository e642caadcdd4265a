"""What is said of a class that is half done, beside what the class has."""

from collections.abc import Iterator

from grader.report import ToWrite
from grader.unfinished import REFLECTED, RULE
from suites import PRIMITIVES
from tests.truth.claims import enclosing
from tests.truth.witness import WitnessedFile


def parts(graded: WitnessedFile) -> Iterator[str]:
    """What is not so of the parts that it has, and of those to write."""
    told = graded.report.unfinished
    if told is None or graded.report.found is None:
        return
    for part in (*told.right, *told.untried):
        method = _method(part)
        if method.startswith("__") and method not in graded.has:
            yield f"{part} is said to be written, and there is no {method}"
    for entry in told.to_write:
        if entry.operation in (*told.right, *told.untried):
            yield f"{entry.operation} is said to be written, and to be written next"
        yield from _to_write(graded, entry)


def _to_write(graded: WitnessedFile, entry: ToWrite) -> Iterator[str]:
    method = _method(entry.operation)
    is_bare = not entry.method and not entry.operation.startswith(RULE)
    if is_bare and method.startswith("__") and method in graded.has:
        yield f"{entry.operation}: the class has {method}"
    if entry.line is not None and entry.method:
        chain = list(enclosing(graded.tree, entry.line))
        if entry.method not in chain:
            yield f"{entry.operation}: line {entry.line} is in {chain}, and not in {entry.method}"


def _method(part: str) -> str:
    """The method of a part; empty where it is none."""
    primitive = PRIMITIVES.get(part.removeprefix(REFLECTED))
    if primitive is None:
        return ""
    return primitive.reflected if part.startswith(REFLECTED) else primitive.method
