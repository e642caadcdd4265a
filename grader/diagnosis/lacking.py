"""What a class lacks by a slip, not because a course has not come to it: misspelt, or one of two left out.

A class without `tanh` is a class without `tanh`, and no fault. One without `*` cannot begin; one that
has `2 + a` and not `2 * a`, or a method `__mult__`, meant to have it.
"""

from collections.abc import Collection, Sequence

from grader.harness.loading.parts import REFLECTED
from grader.judge import Judged
from grader.sandbox.base import Offer
from suites import BINARY, PRIMITIVES

_SYMMETRIC = {"+", "*"}
"""The first two of every course: no class is without them."""
_MEANT = (("rename", "method"), ("define", "indented"), ("define-reflected", "indented"))


def by_a_mistake(
    missing: Sequence[Judged], passed: Sequence[Judged], offers: Sequence[Offer], unwritten: Collection[str]
) -> list[Judged]:
    """The plays that are missing for something that was meant to be there, and is not `unwritten` yet."""
    missing = [judged for judged in missing if _operation(judged) not in unwritten]
    meant = {offer.operation for offer in offers if (offer.rewrite, offer.detail) in _MEANT}
    needed = _forgotten(missing, passed) | _SYMMETRIC
    slips = [judged for judged in missing if _operation(judged) in needed or _plain(judged) in meant]
    absent = {_plain(judged) for judged in missing} - {_plain(judged) for judged in slips}
    return [judged for judged in slips if not _used(judged) & absent]


def may_be_mistakes(missing: Sequence[Judged]) -> bool:
    """Whether it is worth looking at the source: functions such as `tanh` have the name they have."""
    return any(_is_operator(_plain(judged)) for judged in missing)


def _is_operator(operation: str) -> bool:
    return operation in PRIMITIVES and PRIMITIVES[operation].is_operator


def _operation(judged: Judged) -> str:
    problem = judged.observation.problem
    return "" if problem is None else problem.operation or ""


def _plain(judged: Judged) -> str:
    return _operation(judged).removeprefix(REFLECTED)


def _used(judged: Judged) -> set[str]:
    return {operation.op for operation in judged.planned.play.graph.program.operations}


def _forgotten(missing: Sequence[Judged], passed: Sequence[Judged]) -> set[str]:
    """Reflected operators that the class's others show to be forgotten: they have the operator itself."""
    absent = {_plain(judged) for judged in missing if _operation(judged).startswith(REFLECTED)}
    absent -= {"**", *map(_operation, missing)}
    present = {op for judged in passed for op in _reflected_in(judged)}
    return {REFLECTED + op for op in absent & _SYMMETRIC} if present & _SYMMETRIC else set()


def _reflected_in(judged: Judged) -> set[str]:
    """Operators of a graph that have a plain number on their left."""
    operations = judged.planned.play.graph.program.operations
    return {
        operation.op
        for operation in operations
        if operation.op in BINARY and not isinstance(operation.operands[0], str)
    }
