"""Diagnoses a submission that failed: edits are looked for, proven on fresh inputs, and named."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

from grader.diagnosis import exceptions, lacking
from grader.diagnosis.arbiter import FaultClaim, arbitrate
from grader.diagnosis.causes import Causes
from grader.diagnosis.decision import claim_of
from grader.diagnosis.edits.edit_set import EditSet, edit_of
from grader.diagnosis.edits.panel import panel
from grader.diagnosis.edits.proving import PlayEdited, Proof, Prover
from grader.diagnosis.examples.evidence import Example, example
from grader.diagnosis.examples.named import named_by_example
from grader.diagnosis.main_first import (
    earned_alone,
    main_first,
    points_left_to,
    points_of,
    without_echoes,
)
from grader.diagnosis.measured import Measured, claims_of_numbers
from grader.diagnosis.numbers.prediction import agreement
from grader.diagnosis.symptoms import Symptoms, place_in_pass
from grader.diagnosis.tried import what_was_tried
from grader.diagnosis.without_rules import waiting_for_rules
from grader.faults import FaultSign, has_sign
from grader.finding import Diagnosis, Edit, Evidence, Finding, Raised, Where
from grader.harness.loading.parts import REFLECTED
from grader.judge import Judged
from grader.records import replace
from grader.sandbox.plays import Observation, Play
from grader.sandbox.replies import Offers
from grader.sandbox_session import EditNumbers, SandboxSession


@dataclass
class DiagnosisEngine:
    """One diagnosis."""

    session: SandboxSession
    failed: Sequence[Judged]
    """One play of each graph that failed."""
    missing: Sequence[Judged]
    passed: Sequence[Judged]
    play_edited: PlayEdited
    unwritten: Collection[str] = ()
    """Operations whose method has no body yet: they are to be written, not wrong."""
    surveyed: Offers = field(default_factory=Offers)
    keeps_something: bool = False
    """Whether one pass may leave something for the next."""

    def diagnose(self) -> Diagnosis:
        """Return every cause that could be found."""
        if not self.failed and not lacking.may_be_mistakes(self.missing):
            return Diagnosis(status="nothing")
        if panel([*self.failed, *self.missing]):
            self.surveyed = self.session.survey()
        offers = self.surveyed.offers
        lacked = lacking.by_a_mistake(self.missing, self.passed, offers, self.unwritten)
        self.failed = [*self.failed, *lacked]
        if not self.failed:
            return Diagnosis(status="nothing")
        prover = Prover(
            self.session, self.play_edited, offers, self.failed, self.passed, lacked, self.missing
        )
        self.keeps_something = prover.keeps_something
        prover, proof, waiting = self._best(prover)
        causes = Causes.of(proof, prover.failed, self.passed, offers, self.session)
        believed = causes.believed()
        kept = causes.kept_with(believed)
        unexplained = [*waiting, *(proof.failed if kept == proof.edits else prover.unrepaired(kept))]
        earned = list(self._earned_by_edits(believed, causes, prover))
        rest = self._unmended(believed, causes, kept, unexplained)
        named = [(self._placed(named_by_example(finding)), points) for finding, points in (*earned, *rest)]
        found = tuple(main_first(without_echoes(named), seeded_by_us=self._is_seeded_by_us))
        names = [finding.fault for finding, _ in earned]
        tried = what_was_tried(prover.trials, offers, dict(zip(believed, names, strict=True)))
        return Diagnosis(
            status="cut_short" if self.session.is_cut_short else "done", findings=found, tried=tried
        )

    def _best(self, prover: Prover) -> tuple[Prover, Proof, list[Judged]]:
        """Return a prover, its best proof, and the graphs that no edit can mend, which it leaves out."""
        proof = prover.best()
        left = {id(judged.planned.play.graph) for judged in proof.failed}
        mended = [judged for judged in self.failed if id(judged.planned.play.graph) not in left]
        waiting = waiting_for_rules(proof.failed, [*self.passed, *mended], self.surveyed)
        return (*prover.without(waiting, proof), waiting) if waiting else (prover, proof, waiting)

    def _earned_by_edits(
        self, believed: Sequence[EditSet], causes: Causes, prover: Prover
    ) -> Iterator[tuple[Finding, int]]:
        """Yield the findings that edits have shown, each with the points that its repair alone earns."""
        earned = earned_alone(believed, causes, self.session)
        for each in believed:
            yield self._finding(each, causes, prover), earned[each]

    def _unmended(
        self, believed: Sequence[EditSet], causes: Causes, kept: EditNumbers, left: Sequence[Judged]
    ) -> Iterator[tuple[Finding, int]]:
        """Yield what is said of what no edit mends with the edits in force, and its points."""
        shown = partial(self._example, without=kept)
        has_cause = {each.operation for each in believed}
        unexplained = self._without_effects_of_edits(left)
        measured = Measured(unexplained, self.session, kept, shown, self.surveyed, has_cause)
        in_numbers = measured.findings()
        problems = [judged.observation.problem for judged in self.missing]
        symptoms = Symptoms(
            measured.unexplained(),
            self.passed,
            {problem.operation for problem in problems if problem},
            self._present,
            partial(shown, is_only_cause=not (believed or in_numbers)),
            self.surveyed,
            partial(self._played, kept),
            self._is_seeded_by_us,
        )
        elsewhere = {id(judged.planned.play.graph) for each in believed for judged in causes.own[each]}
        for finding in (*in_numbers, *symptoms.findings()):
            left_to = points_left_to(finding, unexplained, elsewhere)
            yield finding, left_to + points_of(self._waiting_for(finding))

    @property
    def _is_seeded_by_us(self) -> bool:
        """Whether gradients came only where we set the output's."""
        return any(note.kind == "caller-seeds" for note in self.session.notes)

    @property
    def _present(self) -> set[str]:
        """The operations that the class has methods for, those with a number on their left by themselves."""
        reflected = {f"{REFLECTED}{rule.operation}" for rule in self.surveyed.rules if rule.reflected}
        return {*self.session.loaded.operations, *reflected}

    def _waiting_for(self, finding: Finding) -> list[Judged]:
        """Return the plays that wait for what a finding is about: plain numbers, where these are refused."""
        if not has_sign(finding.fault, FaultSign.NUMBER_REFUSED):
            return []
        return [judged for judged in self.missing if lacking.is_of_plain_numbers(judged)]

    def _placed(self, finding: Finding) -> Finding:
        """Return a finding with the place of the pass, if it is about that and has no place yet."""
        if finding.where != Where():
            return finding
        return replace(finding, where=place_in_pass(finding.fault, self.surveyed))

    def _without_effects_of_edits(self, left: Sequence[Judged]) -> list[Judged]:
        """Return the plays without effects of our edits: of graphs that stop, as they stopped without any."""
        as_played = {id(judged.planned.play.graph): judged for judged in self.failed}
        pairs = [(judged, as_played.get(id(judged.planned.play.graph))) for judged in left]
        return [
            played if judged.observation.problem else judged for judged, played in pairs if played is not None
        ]

    def _played(self, edits: EditNumbers, plays: Sequence[Play]) -> list[Observation]:
        """Return the observations of plays with edits in force."""
        return self.session.try_edits([edits], plays).get(edits, [])

    def _example(
        self,
        judged: Judged,
        *,
        without: EditNumbers = (),
        is_only_cause: bool = False,
        operation: str | None = None,
    ) -> Example:
        """Return an example that fails also without the causes that are found already."""
        return example(
            judged,
            self.session,
            without,
            keeps=self.keeps_something,
            is_only_cause=is_only_cause,
            operation=operation,
        )

    def _claim(self, cause: EditSet, causes: Causes) -> FaultClaim:
        """Return what is believed of a cause that edits have undone."""
        others, seen = cause.others_of(causes.proof.edits), causes.own[cause]
        mended = causes.stopped_in_another_way(cause) or list(filter(cause.is_about, seen))
        played = partial(self._played, others)
        claim = claim_of(cause.fault, cause.offers[0], mended, seen, self.passed, played, self._present)
        in_numbers = Measured(mended, self.session, others, self._example, self.surveyed)
        # Where its operation shows only inside of others, these ask for a part of what its rule does.
        if not mended or not causes.is_sure(cause):
            claim = claim.in_doubt
        return arbitrate(claims_of_numbers(claim, cause.operation, in_numbers))

    def _finding(self, cause: EditSet, causes: Causes, prover: Prover) -> Finding:
        """Return the finding about a cause that edits have undone."""
        claim, proof = self._claim(cause, causes), causes.proof
        passing = proof.passing(causes.own[cause])
        if not passing:  # no graph came further than to what the class lacks
            claim = claim.in_doubt
        everywhere = cause.is_everywhere(self.surveyed.offers)
        played = causes.as_played(cause)
        explained, shown = causes.own[cause], prover.example(cause, proof.edits)
        raised = shown.raised or exceptions.raised_by([*filter(cause.begins_in, played)] or played)
        where = self._where(cause, claim.lacks, raised)
        is_alone = cause.numbers == proof.edits
        return Finding(
            fault=claim.fault,
            certainty=claim.certainty,
            where=where,
            also=() if claim.lacks or everywhere else _further_places(cause, where, played),
            everywhere=everywhere,
            evidence=Evidence(
                writes=shown.writes_at(cause.offers) if has_sign(claim.fault, FaultSign.REPLACED) else (),
                predicted=agreement(claim.fault, cause.operation, explained) if is_alone else None,
                source=True,
                repaired=passing,
                raised=raised,
            ),
            repair=() if claim.lacks else self._edits((*cause.numbers, *causes.companions), proof),
            explains=tuple(dict.fromkeys(judged.planned.play.suite.slug for judged in explained)),
            alternatives=claim.others(where),
            explained=shown.explained,
        )

    def _where(self, cause: EditSet, lacks: str | None, raised: Raised | None) -> Where:
        """Return the place of a cause: the class that lacks an operation, what raised, or the edits."""
        where = cause.where(everywhere=cause.is_everywhere(self.surveyed.offers))
        if lacks:
            where, place = Where(operation=lacks), self.surveyed.defined
            if place is not None:
                where = replace(where, line=place.line, cell=place.cell)
        if raised is not None and raised.type == NameError.__name__:
            where = replace(where, operand=None)
        if raised is not None and (cause.holds(raised.line, raised.cell) or self._is_within(cause, raised)):
            return replace(where, line=raised.line)
        return where

    def _is_within(self, cause: EditSet, raised: Raised) -> bool:
        """Whether Python stopped between the head of an operation, where a rule is replaced, and its end."""
        head = cause.offers[0]
        ends = [
            each.line for each in self.surveyed.rules if each.returns and each.operation == head.operation
        ]
        first, stopped = head.line or 0, raised.line or 0
        end = min((line for line in ends if line > first), default=0)
        return head.whole and raised.cell == head.cell and first < stopped < end

    def _edits(self, numbers: EditNumbers, proof: Proof) -> tuple[Edit, ...]:
        """Return these edits; those in one place are shown once."""
        return tuple(dict.fromkeys(self._edit(number, proof) for number in numbers))

    def _edit(self, number: int, proof: Proof) -> Edit:
        """Return one edit of the proof as text."""
        offer, shown = self.surveyed.offers[number], proof.shown[proof.edits.index(number)]
        return edit_of(offer, shown)


def _further_places(cause: EditSet, where: Where, played: Sequence[Judged]) -> tuple[Where, ...]:
    """Return each further line of a name without a value, else the first in each further operation."""
    of_a_name = [judged for judged in played if exceptions.is_of_a_name(judged.observation.problem)]
    lines = exceptions.lines_of_one_cause(of_a_name)
    further = [each for each in lines if (each.line, each.cell) != (where.line, where.cell)]
    return tuple(further) or cause.also()
