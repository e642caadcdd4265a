"""Tells what a class lacks by a slip, not because a course has not come to it: misspelt, or left out.

A class without `tanh` is a class without `tanh`, and no fault. One without `*` cannot begin; one that
has `2 + a` and not `2 * a`, or a method `__mult__`, meant to have it.
"""

from collections.abc import Collection, Sequence

from grader.harness.loading.parts import REFLECTED
from grader.judge import Judged
from grader.sandbox.replies import Offer
from suites import BINARY, PRIMITIVES

_SYMMETRIC = {"+", "*"}
"""The first two of every course: no class is without them."""
_MEANT = (("rename", "method"), ("define", "indented"), ("define-reflected", "indented"))


def by_a_mistake(
    missing: Sequence[Judged], passed: Sequence[Judged], offers: Sequence[Offer], unwritten: Collection[str]
) -> list[Judged]:
    """Return the plays that lack an operation which the class was meant to have, and is not `unwritten` yet.

    None whose graph also needs an operation that is absent for a good reason.
    """
    missing = [judged for judged in missing if missing_operation(judged) not in unwritten]
    meant = {offer.operation for offer in offers if (offer.rewrite, offer.detail) in _MEANT}
    needed = _forgotten(missing, passed) | _SYMMETRIC
    mistaken = [
        judged for judged in missing if missing_operation(judged) in needed or _unreflected(judged) in meant
    ]
    absent = {_unreflected(judged) for judged in missing} - {_unreflected(judged) for judged in mistaken}
    return [judged for judged in mistaken if not judged.planned.play.graph.program.ops & absent]


def may_be_mistakes(missing: Sequence[Judged]) -> bool:
    """Whether the source may show why these graphs lack something: functions such as `tanh` have one name."""
    return any(_is_operator(_unreflected(judged)) for judged in missing)


def is_of_plain_numbers(judged: Judged) -> bool:
    """Whether a play waits for an operation of a node and a plain number."""
    return missing_operation(judged) == "constants"


def missing_operation(judged: Judged) -> str:
    """Return the operation that a play waits for; empty if it waits for none."""
    problem = judged.observation.problem
    return "" if problem is None else problem.operation or ""


def _is_operator(operation: str) -> bool:
    """Whether Python writes an operation as an operator."""
    return operation in PRIMITIVES and PRIMITIVES[operation].is_operator


def _unreflected(judged: Judged) -> str:
    """Return the operation that a play waits for, without saying that it is reflected."""
    return missing_operation(judged).removeprefix(REFLECTED)


def _forgotten(missing: Sequence[Judged], passed: Sequence[Judged]) -> set[str]:
    """Return reflected operators that others of the class show to be forgotten."""
    absent = {_unreflected(judged) for judged in missing if missing_operation(judged).startswith(REFLECTED)}
    absent -= {"**", *map(missing_operation, missing)}
    present = {op for judged in passed for op in reflected_in(judged)}
    return {REFLECTED + op for op in absent & _SYMMETRIC} if present & _SYMMETRIC else set()


def reflected_in(judged: Judged) -> set[str]:
    """Return the operators of a graph that have a plain number on their left."""
    operations = judged.planned.play.graph.program.operations
    return {
        operation.op
        for operation in operations
        if operation.op in BINARY and not isinstance(operation.operands[0], str)
    }
