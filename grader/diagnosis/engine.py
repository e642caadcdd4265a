"""The diagnosis of a submission that failed: edits are looked for, proven on fresh inputs, and named."""

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple, TypeVar

from grader.diagnosis import exceptions, lacking, naming
from grader.diagnosis.attribution import attributed
from grader.diagnosis.decision import Name, named
from grader.diagnosis.evidence import Example, example
from grader.diagnosis.measured import Measured, judged_by_numbers
from grader.diagnosis.panel import guards, operations, panel
from grader.diagnosis.prediction import agreement
from grader.diagnosis.search import Search
from grader.diagnosis.suspicion import Suspicion
from grader.diagnosis.symptoms import Symptoms, layer_of
from grader.finding import Alternative, Certainty, Diagnosis, Edit, Evidence, Explained, Finding, Where
from grader.judge import Judged, ends_alike, judge, verdict_on
from grader.report import Verdict
from grader.sandbox.base import AppliedEdit, Observation, Offer, Play, RuleLine, SourcePlace
from grader.session import Session, Trial
from suites import Drive, load

_Thing = TypeVar("_Thing")

_MADE_ANEW = "fresh-state"
_MOST_ROUNDS = 4
_MOST_PROOFS = 6
_PREDICTED = 0.8
_BELIEVED = 0.5
"""The part of the graphs about its operation that an edit must make right, where it does not all."""
_NEARLY_ALL = 0.8
"""The part that speaks for itself."""

Battery = Callable[[Trial], tuple[list[Judged], tuple[AppliedEdit, ...]] | None]
"""Plays everything anew on fresh inputs with edits carried out: what is not right, one play a graph, and
the edits as text; None where it came to nothing."""


class Proof(NamedTuple):
    """What a set of edits made of everything that was played."""

    edits: Trial
    failed: Sequence[Judged]
    shown: tuple[AppliedEdit, ...] = ()
    examples: Mapping["EditSet", Example] = {}


class EditSet(NamedTuple):
    """Edits that undo one cause."""

    fault: str
    numbers: Trial
    offers: tuple[Offer, ...]

    @property
    def operations(self) -> tuple[str | None, ...]:
        """Those it is in; None stands for all."""
        return tuple(dict.fromkeys(offer.operation for offer in self.offers))

    @property
    def operation(self) -> str | None:
        """The one operation it is in."""
        return _only(self.operations)

    def is_about(self, judged: Judged) -> bool:
        """Whether a play has an operation that it is in."""
        program = judged.planned.play.graph.program
        return any(operation is None or program.uses(operation) for operation in self.operations)


@dataclass
class DiagnosisEngine:
    """One diagnosis."""

    session: Session
    failed: Sequence[Judged]
    """One play of each graph that failed."""
    missing: Sequence[Judged]
    passed: Sequence[Judged]
    battery: Battery
    offers: tuple[Offer, ...] = ()
    class_place: SourcePlace | None = None
    order_place: SourcePlace | None = None
    rules: tuple[RuleLine, ...] = ()
    lacked: Sequence[Judged] = ()
    """Of those that are missing, those that were meant to be there."""
    own: dict[EditSet, list[Judged]] = field(default_factory=dict)
    """What fails for a cause alone, as it was played with all others undone."""

    def diagnose(self) -> Diagnosis:
        """Every cause that could be found."""
        if not self.failed and not lacking.may_be_mistakes(self.missing):
            return Diagnosis(status="nothing")
        if panel([*self.failed, *self.missing]):
            surveyed = self.session.survey()
            self.offers, self.rules = surveyed.offers, surveyed.rules
            self.class_place, self.order_place = surveyed.defined, surveyed.orders
        self.lacked = lacking.by_a_mistake(self.missing, self.passed, self.offers)
        self.failed = [*self.failed, *self.lacked]
        if not self.failed:
            return Diagnosis(status="nothing")
        proof = Proof((), self.failed)
        if panel(self.failed):
            proof = self._repaired(proof)
        self.own = self._attributed(proof)
        edit_sets = [each for each in self.own if self._holds(each, proof)]
        findings = [self._finding(each, proof) for each in edit_sets]
        kept = tuple(sorted(number for each in edit_sets for number in each.numbers))
        unexplained = self._of_the_submission(proof.failed if kept == proof.edits else self._unrepaired(kept))
        has_cause = {each.operation for each in edit_sets}
        shown = partial(self._explained, without=kept)
        by_numbers = Measured(unexplained, self.session, kept, shown, self.rules, has_cause)
        findings += by_numbers.findings()
        findings.sort(key=layer_of)
        problems = [judged.observation.problem for judged in self.missing]
        absent = {problem.operation for problem in problems if problem}
        explained = partial(shown, only=not findings)
        left = Symptoms(
            by_numbers.unexplained(),
            self.passed,
            absent,
            explained,
            self.class_place,
            self.order_place,
            partial(self._played, kept),
        )
        findings += sorted(left.findings(), key=layer_of)
        return Diagnosis(findings=tuple(findings))

    def _repaired(self, best: Proof) -> Proof:
        """The set of edits after which least is wrong."""
        plays: list[Judged] = guards(self.passed, self.failed)
        for _ in range(_MOST_ROUNDS):
            plays = panel(best.failed) + plays
            suspicion = Suspicion(best.failed, self.passed)
            search = Search(self.session, self.offers, plays, suspicion)
            better = self._first_better(search.repairs(best.edits) or [search.best_part()], best)
            if better is None:
                return best
            best = better
            if not best.failed:
                return best
        return best

    def _unrepaired(self, kept: Trial) -> list[Judged]:
        """What is still wrong with these edits alone: those beside them are not believed."""
        if not kept:
            return list(self.failed)
        played = self.battery(kept)
        return [judged for judged in played[0] if self._counts(judged)] if played else list(self.failed)

    def _of_the_submission(self, unexplained: Sequence[Judged]) -> list[Judged]:
        """The same but for what an edit of ours did: a graph that was right, or stopped at something else."""
        as_played = {id(judged.planned.play.graph): judged for judged in self.failed}
        pairs = [(judged, as_played.get(id(judged.planned.play.graph))) for judged in unexplained]
        return [
            played if judged.observation.problem and not ends_alike(judged, played) else judged
            for judged, played in pairs
            if played is not None
        ]

    def _first_better(self, repairs: Sequence[Trial], best: Proof) -> Proof | None:
        """The first set with which less fails, preferably nothing."""
        better: Proof | None = None
        for edits in repairs[:_MOST_PROOFS]:
            proof = self._proof(edits)
            if len(proof.failed) < len((better or best).failed):
                better = proof
            if better is not None and not better.failed:
                break
        return better

    def _proof(self, edits: Trial) -> Proof:
        """The whole battery with these edits; before it, examples are played while the child is warm."""
        if not edits:
            return Proof((), self.failed)
        examples = {each: self._example(each, edits) for each in self._edit_sets(edits)}
        played = self.battery(edits)
        if played is None:
            return Proof(edits, self.failed, examples=examples)
        wrong, shown = played
        return Proof(edits, [judged for judged in wrong if self._counts(judged)], shown, examples)

    def _example(self, edit_set: EditSet, edits: Trial) -> Example:
        """A graph that fails for this one of the causes that the edits undo."""
        shown, others = self._shown_by(edit_set, edits), _without(edits, edit_set)
        return example(shown, self.session, others, edits, keeps=self._keeps_something)

    def _counts(self, judged: Judged) -> bool:
        """Whether it failed; what is missing only where it was meant to be there."""
        graphs = {id(each.planned.play.graph) for each in self.lacked}
        return verdict_on(judged) is Verdict.FAILED or id(judged.planned.play.graph) in graphs

    def _shown_by(self, edit_set: EditSet, edits: Trial) -> Judged:
        """A play that fails for it, with its operation: a whole pass, and for it alone, if there is one."""
        plays, others = panel(self.failed), _without(edits, edit_set)
        alone, mended = self._with_edits(others, plays), self._with_edits(edits, plays)
        pairs = [
            (judged, again)
            for judged, again, after in zip(plays, alone, mended, strict=False)
            if after.right and not again.right
        ] or [(judged, judged) for judged in plays]
        about = [pair for pair in pairs if edit_set.is_about(pair[0])]
        return min(about or pairs, key=lambda pair: _hardly_shown(*pair))[0]

    def _with_edits(self, edits: Trial, plays: Sequence[Judged]) -> list[Judged]:
        """The same plays with edits carried out, as far as they were answered."""
        seen = self.session.try_edits([edits], [judged.planned.play for judged in plays]).get(edits, [])
        return [judge(judged.planned, each) for judged, each in zip(plays, seen, strict=False)]

    def _played(self, edits: Trial, plays: Sequence[Play]) -> list[Observation]:
        return self.session.try_edits([edits], plays).get(edits, [])

    def _edit_sets(self, edits: Trial) -> list[EditSet]:
        edit_sets: dict[tuple[str, object], list[int]] = {}
        for number in edits:
            offer = self.offers[number]
            key = naming.slip_of(offer) or offer.operation or number
            edit_sets.setdefault((naming.fault_of(offer), key), []).append(number)
        return [
            EditSet(fault, tuple(numbers), tuple(self.offers[number] for number in numbers))
            for (fault, _), numbers in edit_sets.items()
        ]

    def _holds(self, edit_set: EditSet, proof: Proof) -> bool:
        """Whether it is to be believed.

        If something is left that it may be about, and that has no other cause, it must mend nearly all that
        is about its operation; or half of it, and what it predicts, if anything, must be what was seen.
        """
        left = [each for each in proof.failed if edit_set.is_about(each) and not self._stopped_before(each)]
        if self._has_other_causes(left, edit_set, proof):
            return True
        about = [judged for judged in self.failed if edit_set.is_about(judged)]
        repaired = [judged for judged in self._explained_by(proof) if edit_set.is_about(judged)]
        if not repaired or len(repaired) < _BELIEVED * len(about):
            return False
        if len(repaired) >= max(2, _NEARLY_ALL * len(about)):
            return True
        predicted = agreement(edit_set.fault, edit_set.operation, repaired)
        return predicted is None or predicted.agreed >= _PREDICTED * predicted.of

    def _name(self, edit_set: EditSet, proof: Proof) -> Name:
        others = _without(proof.edits, edit_set)
        seen = self.own[edit_set]
        mended = [judged for judged in seen if edit_set.is_about(judged)]
        name = named(
            edit_set.fault, edit_set.offers[0], mended, seen, self.passed, partial(self._played, others)
        )
        in_numbers = Measured(mended, self.session, others, self._explained, self.rules)
        is_sure = all(self._holds(each, proof) for each in self.own) and self._has_other_causes(
            proof.failed, edit_set, proof
        )
        name = name._replace(is_decided=name.is_decided and is_sure)
        return judged_by_numbers(name, edit_set.operation, lambda: in_numbers.told)

    def _stopped_before(self, judged: Judged) -> bool:
        """Whether it stops at the same problem without any edit: it shows nothing of what edits mend."""
        problem = judged.observation.problem
        return problem is not None and any(
            played.planned.play.graph is judged.planned.play.graph and ends_alike(played, judged)
            for played in self.failed
        )

    def _has_other_causes(self, left: Sequence[Judged], edit_set: EditSet, proof: Proof) -> bool:
        """Whether each has an operation with which most is wrong, and that nothing mended here has."""
        wrong = Counter(op for judged in proof.failed for op in operations([judged]))
        right = [*self.passed, *self._explained_by(proof)]
        wrong.subtract(op for judged in right for op in operations([judged]))
        broken = {op for op, more in wrong.items() if more > 0} - operations(self.own[edit_set])
        return all(operations([judged]) & broken for judged in left)

    def _attributed(self, proof: Proof) -> dict[EditSet, list[Judged]]:
        """What fails for each cause: with all others undone, it still fails."""
        edit_sets, explained = self._edit_sets(proof.edits), self._explained_by(proof)
        if len(edit_sets) <= 1:
            return dict.fromkeys(edit_sets, explained)
        trials = {each: _without(proof.edits, each) for each in edit_sets}
        return attributed(explained, trials, EditSet.is_about, self.session)

    def _as_played(self, seen: Sequence[Judged]) -> list[Judged]:
        """The same plays with no cause undone, where they ended in the same way."""
        alone = {id(judged.planned): judged for judged in seen}
        return [j for j in self.failed if (one := alone.get(id(j.planned))) and ends_alike(j, one)]

    def _finding(self, edit_set: EditSet, proof: Proof) -> Finding:
        name = self._name(edit_set, proof)
        everywhere = self._is_everywhere(edit_set)
        where = self._of_class(name.missing) if name.missing else _where(edit_set, everywhere=everywhere)
        alone = edit_set.numbers == proof.edits
        explained = self.own[edit_set]
        shown = proof.examples[edit_set]
        return Finding(
            fault=name.fault or "unknown",
            certainty=_certainty(name),
            where=where,
            also=() if name.missing or everywhere else _also(edit_set),
            everywhere=everywhere,
            evidence=Evidence(
                writes=shown.writes_at(edit_set.offers) if name.fault == "overwritten_gradient" else (),
                predicted=agreement(name.fault, edit_set.operation, explained) if alone else None,
                source=True,
                repaired=len(explained),
                raised=exceptions.raised_by(self._as_played(explained)),
            ),
            repair=tuple(self._edit(number, proof) for number in edit_set.numbers if not name.missing),
            explains=tuple(dict.fromkeys(judged.planned.play.suite.slug for judged in explained)),
            alternatives=tuple(Alternative(fault=other, where=where) for other in name.others),
            explained=shown.explained,
        )

    def _is_everywhere(self, edit_set: EditSet) -> bool:
        """Whether it is in every operation whose shares can be read, and in more than one."""
        operations = {offer.operation for offer in edit_set.offers}
        readable = {offer.operation for offer in self.offers if offer.operand is not None}
        return len(operations) > 1 and operations >= readable - {None}

    def _of_class(self, operation: str) -> Where:
        """The place of what the class lacks."""
        place = self.class_place
        line, cell = (place.line, place.cell) if place is not None else (None, None)
        return Where(operation=operation, line=line, cell=cell)

    def _explained_by(self, proof: Proof) -> list[Judged]:
        left = {id(judged.planned.play.graph) for judged in proof.failed}
        return [judged for judged in self.failed if id(judged.planned.play.graph) not in left]

    def _explained(self, judged: Judged, *, without: Trial = (), only: bool = False) -> Explained | None:
        """An example that fails also without the causes that are found already."""
        return example(judged, self.session, without, keeps=self._keeps_something, only=only).explained

    @property
    def _keeps_something(self) -> bool:
        """Whether one pass may leave something for the next: then there is an edit that makes it anew."""
        return any(offer.rewrite == _MADE_ANEW for offer in self.offers)

    def _edit(self, number: int, proof: Proof) -> Edit:
        offer, shown = self.offers[number], proof.shown[proof.edits.index(number)]
        return Edit(line=offer.line, cell=offer.cell, was=shown.was, now=shown.now)


def _certainty(name: Name) -> Certainty:
    if not name.fault:
        return Certainty.UNKNOWN
    return Certainty.PROVEN if name.is_decided else Certainty.LIKELY


def _hardly_shown(judged: Judged, alone: Judged) -> tuple[bool, ...]:
    """Whole passes first, then what one cause explains, then graphs of the catalogue.

    A teacher's own may be hidden.
    """
    suite = judged.planned.play.suite
    return (
        not ends_alike(judged, alone),
        suite.drive is not Drive.BACKWARD,
        judged.wrong != alone.wrong,
        suite.slug not in load(),
    )


def _where(edit_set: EditSet, *, everywhere: bool) -> Where:
    """The first place; of no one operation where it is in all."""
    first = edit_set.offers[0]
    alike = [offer for offer in edit_set.offers if everywhere or offer.operation == first.operation]
    return Where(
        operation=None if everywhere else first.operation,
        operand=_only({offer.operand for offer in alike}),
        function=first.function,
        line=first.line,
        cell=first.cell,
        column=first.column,
        end_column=first.end_column,
    )


def _also(edit_set: EditSet) -> tuple[Where, ...]:
    """The first place in each further operation."""
    by_operation = {offer.operation: offer for offer in reversed(edit_set.offers)}
    return tuple(
        Where(operation=operation, line=by_operation[operation].line, cell=by_operation[operation].cell)
        for operation in edit_set.operations[1:]
    )


def _without(edits: Trial, edit_set: EditSet) -> Trial:
    """All edits but those of one cause."""
    return tuple(number for number in edits if number not in edit_set.numbers)


def _only(things: Collection[_Thing]) -> _Thing | None:
    return next(iter(things)) if len(things) == 1 else None
