"""The causes that edits have undone: what fails for each alone, and which of them are believed."""

from collections import Counter
from collections.abc import Iterator, Sequence

from grader.diagnosis.edits.edit_set import EditSet, edit_sets
from grader.diagnosis.edits.panel import is_usable, operations
from grader.diagnosis.edits.proving import Proof
from grader.diagnosis.numbers.prediction import agreement
from grader.faults import FaultSign, has_sign
from grader.judge import Judged, ends_alike, judge
from grader.records import Frozen
from grader.sandbox.plays import Observation
from grader.sandbox.replies import Offer
from grader.sandbox_session import EditNumbers, SandboxSession

_PREDICTED = 0.8
_BELIEVED = 0.5
"""The part of the graphs about its operation that an edit must make right, where it does not all."""
_NEARLY_ALL = 0.8
"""The part that speaks for itself."""


class Causes(Frozen):
    """The causes that a proof has undone, and what failed for each alone."""

    failed: Sequence[Judged]
    """The failed plays without any edit."""
    passed: Sequence[Judged]
    proof: Proof
    own: dict[EditSet, list[Judged]]
    """The plays that fail for a cause with all others undone, as they were played then."""
    companions: EditNumbers = ()
    """Edits without which others raise what the file itself never does: parts of a repair, and no causes."""

    @classmethod
    def of(
        cls,
        proof: Proof,
        failed: Sequence[Judged],
        passed: Sequence[Judged],
        offers: Sequence[Offer],
        session: SandboxSession,
    ) -> "Causes":
        """Leave in one cause at a time.

        What was not played so, or fails for no cause alone, belongs to every cause that it may be about.
        """
        causes, explained = edit_sets(proof.edits, offers), _explained_by(proof, failed)
        if len(causes) <= 1:
            return cls(failed, passed, proof, dict.fromkeys(causes, explained))
        own = _failing_alone(causes, explained, proof, session)
        needed = [cause for cause, plays in own.items() if _only_raise_without(cause, plays, failed)]
        companions = tuple(sorted(number for cause in needed for number in cause.numbers))
        real = {cause: plays for cause, plays in own.items() if cause not in needed}
        return cls(failed, passed, proof, real or own, companions if real else ())

    def believed(self) -> list[EditSet]:
        """Return the causes that are told."""
        return [cause for cause in self.own if self._is_believed(cause)]

    def kept_with(self, believed: Sequence[EditSet]) -> EditNumbers:
        """Return the edits of these causes with those that they need; none of no cause."""
        companions = self.companions if believed else ()
        return tuple(sorted({*companions, *(number for cause in believed for number in cause.numbers)}))

    def is_sure(self, cause: EditSet) -> bool:
        """Whether nothing is left that speaks against it, nor any edit that it was tried with."""
        return self._have_other_causes(self.proof.failed, cause) and all(map(self._is_believed, self.own))

    def as_played(self, cause: EditSet) -> list[Judged]:
        """Return the plays that fail for it alone, with no cause undone, where they ended in the same way.

        Where none did, those that the file itself stops at the cause's place.
        """
        return list(_as_played(self.own[cause], self.failed)) or self.stopped_in_another_way(cause)

    def stopped_in_another_way(self, cause: EditSet) -> list[Judged]:
        """Return the plays that the file stops at its place, if none ends so with other causes undone."""
        is_alike = any(_as_played(self.own[cause], self.failed))
        return [] if is_alike else list(_stopped_at(cause, self.failed))

    def _is_believed(self, cause: EditSet) -> bool:
        """Whether something fails for it alone; else it only undoes what another edit does.

        If anything is left that it may be about, and that has no other cause, it must mend nearly all that is
        about its operation; or half of it, and what it predicts must be what was seen.
        """
        if not self.own[cause] or self._is_needless_method(cause):
            return False
        left = [each for each in self.proof.failed if cause.is_about(each) and not self._stopped_before(each)]
        if self._have_other_causes(left, cause):
            return True
        about = list(filter(cause.is_about, self.failed))
        repaired = list(filter(cause.is_about, _explained_by(self.proof, self.failed)))
        if not repaired or len(repaired) < _BELIEVED * len(about):
            return False
        if len(repaired) >= max(2, _NEARLY_ALL * len(about)):
            return True
        predicted = agreement(cause.fault, cause.operation, repaired)
        return predicted is not None and predicted.agreed >= _PREDICTED * predicted.of

    def _is_needless_method(self, cause: EditSet) -> bool:
        """Whether a reflected method was added, and graphs only wait for another operation with it."""
        is_method = has_sign(cause.fault, FaultSign.NO_REFLECTED_METHOD)
        return is_method and not self.proof.passing(self.own[cause])

    def _stopped_before(self, judged: Judged) -> bool:
        """Whether a play stops at the same problem without any edit: it shows nothing of what edits mend."""
        return judged.observation.problem is not None and any(
            played.planned.play.graph is judged.planned.play.graph and ends_alike(played, judged)
            for played in self.failed
        )

    def _have_other_causes(self, left: Sequence[Judged], cause: EditSet) -> bool:
        """Whether each play has an operation that is mostly wrong, and no play that this cause explains."""
        wrong = Counter(op for judged in self.proof.failed for op in operations([judged]))
        right = [*self.passed, *_explained_by(self.proof, self.failed)]
        wrong.subtract(op for judged in right for op in operations([judged]))
        broken = {op for op, more in wrong.items() if more > 0} - operations(self.own[cause])
        return all(operations([judged]) & broken for judged in left)


def _failing_alone(
    causes: Sequence[EditSet], explained: Sequence[Judged], proof: Proof, session: SandboxSession
) -> dict[EditSet, list[Judged]]:
    """Return the plays that fail for each cause with all others undone, as they were played then."""
    small = [judged for judged in explained if is_usable(judged)]
    candidates = {cause: cause.others_of(proof.edits) for cause in causes}
    seen = session.try_edits(list(candidates.values()), [judged.planned.play for judged in small])
    alone = {cause: _still_wrong(small, seen.get(candidate, ())) for cause, candidate in candidates.items()}
    # A play may fail only where two causes meet: then it belongs to each that it may be about.
    placed = {id(judged.planned) for plays in alone.values() for judged in plays}
    left = [judged for judged in explained if id(judged.planned) not in placed]
    return {cause: [*plays, *filter(cause.is_about, left)] for cause, plays in alone.items()}


def _still_wrong(plays: Sequence[Judged], seen: Sequence[Observation]) -> list[Judged]:
    """Return the plays that are wrong by new observations; a play without an answer is left out."""
    judged = (judge(play.planned, each) for play, each in zip(plays, seen, strict=False))
    return [each for each in judged if not each.right]


def _only_raise_without(cause: EditSet, alone: Sequence[Judged], failed: Sequence[Judged]) -> bool:
    """Whether each play that fails for this cause alone raises, none as the file does, most elsewhere.

    What is raised at the place of the cause, the file would raise too, had it come so far. And where the file
    itself stops there, with whatever exception, the edit is more than a part of a repair.
    """
    is_of_file = any(_as_played(alone, failed))
    problems = [judged.observation.problem for judged in alone]
    own = list(_stopped_at(cause, alone))
    if not alone or is_of_file or not all(problems) or 2 * len(own) >= len(problems):
        return False
    played = {id(judged.planned) for judged in alone}
    return not any(id(judged.planned) in played for judged in _stopped_at(cause, failed))


def _stopped_at(cause: EditSet, plays: Sequence[Judged]) -> Iterator[Judged]:
    """Yield the plays that raised at the place of a cause."""
    places = {(offer.line, offer.cell) for offer in cause.offers}
    for judged in plays:
        problem = judged.observation.problem
        if problem is not None and (problem.line, problem.cell) in places:
            yield judged


def _as_played(alone: Sequence[Judged], failed: Sequence[Judged]) -> Iterator[Judged]:
    """Yield what failed without any edit, where it ended as it did with some."""
    ended = {id(judged.planned): judged for judged in alone}
    yield from (each for each in failed if (one := ended.get(id(each.planned))) and ends_alike(each, one))


def _explained_by(proof: Proof, failed: Sequence[Judged]) -> list[Judged]:
    """Return the failed plays whose graphs fail no more with the proof's edits."""
    left = {id(judged.planned.play.graph) for judged in proof.failed}
    return [judged for judged in failed if id(judged.planned.play.graph) not in left]
