"""Names a cause that no edit has named: an example with a wrong sign has shown the student the cause."""

from collections.abc import Iterator

from grader.diagnosis.arbiter import UNKNOWN, FaultClaim, Strength
from grader.explanation.events import same
from grader.explanation.passes import Fate, Passes
from grader.faults import FaultSign, first, has_sign
from grader.finding import Certainty, Explained, Finding, Where
from grader.records import replace


def named_by_example(finding: Finding) -> Finding:
    """Return the same finding; one that is unknown with the name of what became of a contribution, if any.

    A missing factor that no contribution of the example lacks is unknown.
    """
    if _is_refuted(finding):
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
    fault, where = found
    claim = FaultClaim(Strength.LIKELY, (fault,))
    place = where if finding.where == Where() else finding.where
    return replace(finding, fault=fault, certainty=claim.certainty, where=place)


def _is_refuted(finding: Finding) -> bool:
    """Whether numbers alone say that a factor is missing, all writes are seen, and none lacks it."""
    explained, is_of_numbers = finding.explained, finding.certainty is Certainty.LIKELY
    if not is_of_numbers or not has_sign(finding.fault, FaultSign.LOCAL_ALONE) or explained is None:
        return False
    passes = Passes(explained)
    is_seen = bool(explained.writes) and not explained.stopped and passes.sees_every_write
    return is_seen and all(outcome.fate is not Fate.WRONG for outcome in passes.outcomes)


def _faults_shown(explained: Explained) -> Iterator[tuple[str, Where]]:
    """Yield the faults that an example shows, with places: a missing seed, a wrong sign."""
    # With wrong data, gradients are wrong for a reason that they do not show.
    if any(node.wrong_data for node in explained.nodes):
        return
    passes = Passes(explained)
    if passes.lacks_its_seed:
        yield first(FaultSign.NO_SEED), Where()
    for outcome in passes.outcomes:
        is_wrong = outcome.fate is Fate.WRONG and passes.nodes[outcome.use.node].wrong_gradient
        if is_wrong and outcome.sent and outcome.value is not None and same(outcome.value, -outcome.right):
            operation, write = passes.nodes[outcome.use.consumer].op, outcome.sent[0].write
            yield first(FaultSign.NEGATED), Where(operation=operation, line=write.line, cell=write.cell)
