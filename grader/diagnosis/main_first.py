"""Tells which finding comes first: the one whose repair alone makes the most answers right."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from grader.diagnosis.arbiter import UNKNOWN
from grader.diagnosis.causes import Causes
from grader.diagnosis.edits.edit_set import EditSet
from grader.diagnosis.edits.panel import operations
from grader.faults import FaultSign, Layer, has_sign, load
from grader.finding import Certainty, Finding, Raised
from grader.judge import Judged, judge
from grader.records import replace
from grader.sandbox.replies import array_attribute
from grader.sandbox_session import SandboxSession
from suites import PRIMITIVES

_UNNAMED_LAYER = 99
_SILENT = (FaultSign.NO_RULE, FaultSign.NOTHING_ARRIVES)


def earned_alone(
    believed: Collection[EditSet], causes: Causes, session: SandboxSession
) -> Mapping[EditSet, int]:
    """Return the points of the graphs that come out right with the edits of each cause and no other.

    A cause that another one hides earns nothing alone: its graphs stop at the other one. Of a single cause
    it is known already what its edits mend.
    """
    if len(believed) <= 1:
        return {cause: points_of(causes.own[cause]) for cause in believed}
    plays = [judged.planned.play for judged in causes.failed]
    seen = session.try_edits([cause.numbers for cause in believed], plays)
    return {
        cause: points_of(
            judged
            for judged, observation in zip(causes.failed, seen.get(cause.numbers, ()), strict=False)
            if judge(judged.planned, observation).right
        )
        for cause in believed
    }


def points_of(graphs: Iterable[Judged]) -> int:
    """Return the points of the graphs that were judged."""
    return sum(judged.planned.play.graph.points for judged in graphs)


def points_left_to(finding: Finding, left: Iterable[Judged], others: Collection[int]) -> int:
    """Return the points of graphs that a finding explains, with its operations, and no cause of an edit.

    Args:
        finding: A finding without an edit, so nothing can be played without it.
        left: What fails with all edits in force.
        others: The identities of the graphs that fail for some other cause.
    """
    return points_of(
        judged
        for judged in left
        if judged.planned.play.suite.slug in finding.explains
        and _is_about(finding, judged)
        and id(judged.planned.play.graph) not in others
    )


def _is_about(finding: Finding, judged: Judged) -> bool:
    """Whether a graph has an operation that a finding is in; what raises may do so inside of others."""
    if finding.evidence.raised is not None:
        return True
    found_in = {where.operation for where in (finding.where, *finding.also)} & PRIMITIVES.keys()
    return not found_in or bool(found_in & operations([judged]))


def main_first(earned: Sequence[tuple[Finding, int]], *, seeded_by_us: bool) -> list[Finding]:
    """Return the findings, the one that earns most first; of equals the one to begin with.

    A missing seed is before all others if graphs came out right only because we set it: without it, no
    other repair moves a gradient. What has no name comes last: there is nothing to begin with.
    """
    raising = {finding.where.operation for finding, _ in earned if finding.evidence.raised is not None}
    ranked = sorted(earned, key=lambda pair: _rank(pair[0], pair[1], raising))
    if seeded_by_us:
        ranked.sort(key=lambda pair: not has_sign(pair[0].fault, FaultSign.NO_SEED))
    return [finding for finding, _ in ranked]


def without_echoes(earned: Sequence[tuple[Finding, int]]) -> list[tuple[Finding, int]]:
    """Return the findings without those of an exception that another one explains, raised at the same place.

    Nor is one fault at one line told twice. What they explain, the other one does.
    """
    found: list[tuple[Finding, int]] = []
    for finding, points in earned:
        alike = (n for n, (first, _) in enumerate(found) if _says_the_same(first, finding))
        number = next(alike, None)
        if number is None:
            found.append((finding, points))
            continue
        first, own = found[number]
        suites = tuple(dict.fromkeys([*first.explains, *finding.explains]))
        also_mended = 0 if finding.fault == UNKNOWN else points
        found[number] = replace(first, explains=suites), own + also_mended
    return found


def _says_the_same(first: Finding, other: Finding) -> bool:
    """Whether the other one has the fault of the first at its line, or raises what it does."""
    is_placed = other.where.line is not None and other.evidence.raised is None
    is_told = is_placed and (first.fault, first.where) == (other.fault, other.where)
    echoes = (_says_less, _raises_the_same, _is_silent_alike, _shows_that_nothing_runs, _is_mended_there)
    return is_told or any(is_echo(first, other) for is_echo in echoes)


def _is_mended_there(first: Finding, other: Finding) -> bool:
    """Whether an edit of the first mends its fault in the operation of the other one, which has no edit."""
    mended = {where.operation for where in (first.where, *first.also)} - {None}
    is_mended = bool(first.repair) and first.fault == other.fault
    return is_mended and not other.repair and other.where.operation in mended


def _shows_that_nothing_runs(first: Finding, other: Finding) -> bool:
    """Whether the other one names what the numbers of a pass look like that, by an edit, runs no rule."""
    known = load().get(other.fault)
    is_of_a_pass = known is not None and known.layer in (Layer.SEED, Layer.TRAVERSAL)
    is_shown = first.repair and has_sign(first.fault, FaultSign.NOTHING_RUNS)
    return bool(is_shown) and is_of_a_pass and not other.repair


def _says_less(first: Finding, other: Finding) -> bool:
    """Whether the other one has the fault of the first, and the text that Python prints, without a line."""
    if other.where.line is not None or first.fault != other.fault:
        return False
    one, two = first.evidence.raised, other.evidence.raised
    return one is not None and two is not None and (one.type, one.message) == (two.type, two.message)


def _is_silent_alike(first: Finding, other: Finding) -> bool:
    """Whether the other one has no name, and shows an operation of which the first says that it is silent."""
    shown = other.explained
    if other.fault != UNKNOWN or shown is None or not any(has_sign(first.fault, sign) for sign in _SILENT):
        return False
    silent = all(not node.gradient_got for node in shown.nodes if node.wrong_gradient)
    return silent and {node.op for node in shown.nodes if node.op} == {first.where.operation}


def _raises_the_same(first: Finding, other: Finding) -> bool:
    """Whether both stopped with the same exception at one place, and only the first one has more to say.

    A class for arrays stops at many places, for one reason.
    """
    one, two = first.evidence.raised, other.evidence.raised
    asked = [array_attribute(each.message) for each in (one, two) if each is not None]
    if first.fault == other.fault and len(asked) == 2 and all(asked):  # noqa: PLR2004 - both
        return True
    if one is None or two is None or other.repair or one.line is None:
        return False
    return _reason_of(one) == _reason_of(two)


def _reason_of(raised: Raised) -> tuple[object, ...]:
    """Return the key of exceptions for one reason: a name without a value is one at all its lines."""
    place = () if raised.type == NameError.__name__ else (raised.line, raised.cell)
    return raised.type, raised.message, *place


def _rank(
    finding: Finding, points: int, raising: Collection[str | None]
) -> tuple[bool, int, bool, bool, int]:
    """Sort named findings first, then those of most points, of wrong data, of early layers.

    What no exception shows in an operation that raises one comes behind that: the exception hides it.
    """
    fault = load().get(finding.fault)
    layer = _UNNAMED_LAYER if fault is None else fault.layer
    is_hidden = finding.evidence.raised is None and finding.where.operation in raising
    return finding.certainty is Certainty.UNKNOWN, -points, is_hidden, not _has_wrong_data(finding), layer


def _has_wrong_data(finding: Finding) -> bool:
    """Whether its example goes wrong in the forward pass: a person begins there."""
    return finding.explained is not None and any(node.wrong_data for node in finding.explained.nodes)
