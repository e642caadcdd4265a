"""Tells which graphs no edit can mend: those of operations that send nothing, and that no edit gives a rule.

What is still to be written shows nothing of what is written, and speaks against no repair of it.
"""

from collections.abc import Iterable, Iterator, Sequence

from grader.compare import Quantity
from grader.diagnosis.edits.panel import operations
from grader.diagnosis.numbers.local import made_of
from grader.judge import Judged
from grader.sandbox.replies import Offers
from suites import Drive


def waiting_for_rules(left: Sequence[Judged], right: Iterable[Judged], surveyed: Offers) -> list[Judged]:
    """Return the graphs that have an operation without a rule, or one that is made of such.

    Args:
        left: What fails with all edits in force.
        right: What is right then. If no operation alone sends anything, it is no matter of rules.
        surveyed: The edits that there are, and what each operation is made of.
    """
    silent = {op for judged in left for op in _alone(judged) if _sends_nothing(judged)}
    silent -= {offer.operation for offer in surveyed.offers}
    if not any(op not in silent for judged in right for op in _alone(judged)):
        return []
    parts = made_of(surveyed)
    return [
        judged
        for judged in left
        if any(not silent.isdisjoint({op, *parts[op]}) for op in operations([judged]))
    ]


def holds_a_rule(operation: str | None, surveyed: Offers) -> bool:
    """Whether the source has a rule of the operation that could be attached: then it is not missing."""
    return any(each.rewrite == "attach" and each.operation == operation for each in surveyed.offers)


def _alone(judged: Judged) -> Iterator[str]:
    """Yield the operation of a graph that is one operation and a whole pass."""
    play = judged.planned.play
    if play.suite.drive is Drive.BACKWARD and len(play.graph.program.operations) == 1:
        yield play.graph.program.operations[0].op


def _sends_nothing(judged: Judged) -> bool:
    """Whether the result is right and has its gradient, and each operand has none."""
    inputs = {*range(len(judged.planned.play.inputs))}
    return {each.node for each in judged.wrong} == inputs and all(
        each.quantity is Quantity.GRADIENT and not each.got for each in judged.wrong
    )
