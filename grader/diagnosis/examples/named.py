"""Names a cause that no edit has named: what became of a contribution in the example may show the fault.

An example that shows a wrong sign, or a line that replaces a number, has shown the student the cause.
"""

from collections.abc import Iterator
from typing import NamedTuple

from grader.compare import Quantity
from grader.diagnosis.arbiter import UNKNOWN, FaultClaim, Strength
from grader.diagnosis.examples.writes import refutes
from grader.explanation.events import same
from grader.explanation.passes import ContributionOutcome, Fate, Passes
from grader.faults import FaultSign, first
from grader.finding import Certainty, Explained, Finding, Where
from grader.records import replace
from suites import PRIMITIVES

_METHODS = {primitive.method: op for op, primitive in PRIMITIVES.items()}
"""An operation that writes a gradient of its operand writes over what an earlier use of that stored there."""


class _FaultAt(NamedTuple):
    """A fault that an example shows, and its place."""

    fault: str
    where: Where = Where()


def named_by_example(finding: Finding) -> Finding:
    """Return the same finding; one that is unknown with the name of what became of a contribution, if any.

    A missing factor that no contribution of the example lacks is unknown.
    """
    if finding.certainty is Certainty.LIKELY and refutes(finding.explained, finding.fault):
        claim = FaultClaim(Strength.UNKNOWN)
        finding = replace(
            finding, fault=claim.fault, certainty=claim.certainty, where=Where(), also=(), everywhere=False,
            alternatives=(),
        )  # fmt: skip
    if finding.fault != UNKNOWN or finding.explained is None or finding.explained.stopped:
        return finding
    found = next(_faults_shown(finding.explained), None)
    if found is None:
        return finding
    claim = FaultClaim(Strength.LIKELY, (found.fault,))
    place = found.where if finding.where == Where() else finding.where
    return replace(finding, fault=found.fault, certainty=claim.certainty, where=place)


def _writing_methods(explained: Explained) -> Iterator[Where]:
    """Yield where methods of operations change gradients, which is for rules to do."""
    for write in explained.writes:
        if write.quantity is Quantity.GRADIENT and write.function in _METHODS and write.old != write.new:
            yield Where(operation=_METHODS[write.function], line=write.line, cell=write.cell)


def _faults_shown(explained: Explained) -> Iterator[_FaultAt]:
    """Yield the faults that an example shows; what may cause others comes first."""
    # With wrong data, gradients are wrong for a reason that they do not show.
    if any(node.wrong_data for node in explained.nodes):
        return
    for place in _writing_methods(explained):
        yield _FaultAt(first(FaultSign.REPLACED), place)
    passes = Passes(explained)
    if passes.lacks_its_seed:
        yield _FaultAt(first(FaultSign.NO_SEED))
    outcomes = [outcome for outcome in passes.outcomes if passes.nodes[outcome.use.node].wrong_gradient]
    for outcome in _with_fate(outcomes, Fate.REPEATED):
        yield _fault_of_repetition(outcome, passes)
    for _ in _with_fate(outcomes, Fate.EARLY):
        yield _FaultAt(first(FaultSign.RUNS_EARLY))
    told_by = {
        Fate.LOST: _fault_of_replacement,
        Fate.WRONG: _fault_of_number,
        Fate.MISSING: _fault_of_absence,
    }
    for fate, tell in told_by.items():
        for outcome in _with_fate(outcomes, fate):
            yield from tell(outcome, passes)


def _with_fate(outcomes: list[ContributionOutcome], fate: Fate) -> Iterator[ContributionOutcome]:
    """Return the outcomes of contributions with this fate."""
    return (outcome for outcome in outcomes if outcome.fate is fate)


def _fault_of_repetition(outcome: ContributionOutcome, passes: Passes) -> _FaultAt:
    """Return the fault of a rule that ran again, or that sent the same twice in one run."""
    runs = [event for event in passes.events if any(sent.use == outcome.use for sent in event.sent)]
    if len(runs) > 1:
        return _FaultAt(first(FaultSign.RUNS_AGAIN))
    return _FaultAt(first(FaultSign.SENDS_TWICE), _place_of_write(outcome, passes, len(outcome.sent) - 1))


def _fault_of_replacement(outcome: ContributionOutcome, passes: Passes) -> Iterator[_FaultAt]:
    """Yield the fault of the rule whose write replaced what was sent before, if one did."""
    sent = [each for event in passes.events for each in event.sent if each.use.node == outcome.use.node]
    place = sent.index(outcome.sent[0]) if outcome.sent else len(sent)
    for each in sent[place + 1 :]:
        write = each.write
        if write.old and write.new is not None and not same(write.old, write.new):
            operation = passes.nodes[each.use.consumer].op
            where = Where(operation=operation, line=write.line, cell=write.cell)
            yield _FaultAt(first(FaultSign.REPLACED), where)
            return


def _fault_of_number(outcome: ContributionOutcome, passes: Passes) -> Iterator[_FaultAt]:
    """Yield the fault of a contribution that is a wrong number, where the number shows it."""
    local, value, had = passes.locals[outcome.use], outcome.value, outcome.had
    if value is None or had is None:
        return
    if same(value, -outcome.right):
        yield _FaultAt(first(FaultSign.NEGATED), _place_of_write(outcome, passes, 0))
    elif same(value, local) and not same(had, 1.0):
        yield _FaultAt(first(FaultSign.LOCAL_ALONE), _place_of_write(outcome, passes, 0))


def _fault_of_absence(outcome: ContributionOutcome, passes: Passes) -> Iterator[_FaultAt]:
    """Yield the fault of a pass, where the rule that should send it did not run, and one like it did."""
    consumer, ran = outcome.use.consumer, passes.ranks
    is_of_pass = passes.nodes[consumer].op in {passes.nodes[each].op for each in ran}
    if passes.is_traced and consumer not in ran and is_of_pass:
        yield _FaultAt(first(FaultSign.NOT_REACHED))


def _place_of_write(outcome: ContributionOutcome, passes: Passes, number: int) -> Where:
    """Return the place of one of the writes of a contribution."""
    operation = passes.nodes[outcome.use.consumer].op
    if not outcome.sent:
        return Where(operation=operation)
    write = outcome.sent[number].write
    return Where(operation=operation, line=write.line, cell=write.cell)
