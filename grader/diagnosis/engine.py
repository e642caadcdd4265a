"""The diagnosis of a submission that failed: edits are looked for, proven on fresh inputs, and named."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

from grader.diagnosis import exceptions, lacking, naming
from grader.diagnosis.evidence import Example, example
from grader.diagnosis.panel import guards, panel
from grader.diagnosis.prediction import agreement, closest
from grader.diagnosis.search import Search
from grader.diagnosis.suspicion import Suspicion
from grader.diagnosis.symptoms import Symptoms, layer_of
from grader.finding import Certainty, Diagnosis, Edit, Evidence, Explained, Finding, Where
from grader.judge import Judged, judge, verdict_on
from grader.report import Verdict
from grader.sandbox.base import Offer, Place, Shown
from grader.session import Session, Trial
from suites import Drive

_Thing = TypeVar("_Thing")

_MADE_ANEW = "fresh-state"
_MOST_ROUNDS = 4
_MOST_PROOFS = 6
_PREDICTED = 0.8
_BELIEVED = 0.5
"""The part of the graphs about its operation that an edit must make right, where it does not all."""

Battery = Callable[[Trial], tuple[list[Judged], tuple[Shown, ...]] | None]
"""Plays everything anew on fresh inputs with edits carried out: what is not right, one play a graph, and
the edits as text; None where it came to nothing."""


class Proof(NamedTuple):
    """What a set of edits made of everything that was played."""

    edits: Trial
    failed: Sequence[Judged]
    shown: tuple[Shown, ...] = ()


class Slip(NamedTuple):
    """Edits that undo one cause."""

    fault: str
    numbers: Trial
    offers: tuple[Offer, ...]

    @property
    def operation(self) -> str | None:
        """The one operation it is in."""
        return _only({offer.operation for offer in self.offers})


@dataclass
class Engine:
    """One diagnosis."""

    session: Session
    failed: Sequence[Judged]
    """One play of each graph that failed."""
    missing: Sequence[Judged]
    passed: Sequence[Judged]
    battery: Battery
    offers: tuple[Offer, ...] = ()
    class_place: Place | None = None
    lacked: Sequence[Judged] = ()
    """Of those that are missing, those that were meant to be there."""
    examples: dict[Slip, Example] = field(default_factory=dict)

    def diagnose(self) -> Diagnosis:
        """Every cause that could be found."""
        if not self.failed and not lacking.may_be_slips(self.missing):
            return Diagnosis(status="nothing")
        if panel([*self.failed, *self.missing]):
            self.offers, self.class_place = self.session.survey()
        self.lacked = lacking.by_a_slip(self.missing, self.passed, self.offers)
        self.failed = [*self.failed, *self.lacked]
        if not self.failed:
            return Diagnosis(status="nothing")
        proof = Proof((), self.failed)
        if panel(self.failed):
            proof = self._repaired(proof)
        findings = [
            self._finding(slip, proof) for slip in self._slips(proof.edits) if self._holds(slip, proof)
        ]
        findings.sort(key=layer_of)
        problems = [judged.observation.problem for judged in self.missing]
        absent = {problem.operation for problem in problems if problem}
        left = Symptoms(proof.failed, self.passed, absent, self._explained, self.class_place)
        findings += left.findings()
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
        for slip in self._slips(edits):
            if slip not in self.examples:
                others = tuple(number for number in edits if number not in slip.numbers)
                self.examples[slip] = example(
                    self._shown_by(slip, others), self.session, others, keeps=self._keeps_something
                )
        played = self.battery(edits)
        if played is None:
            return Proof(edits, self.failed)
        wrong, shown = played
        return Proof(edits, [judged for judged in wrong if self._counts(judged)], shown)

    def _counts(self, judged: Judged) -> bool:
        """Whether it failed; what is missing only where it was meant to be there."""
        graphs = {id(each.planned.play.graph) for each in self.lacked}
        return verdict_on(judged) is Verdict.FAILED or id(judged.planned.play.graph) in graphs

    def _shown_by(self, slip: Slip, others: Trial) -> Judged:
        """The smallest graph that failed for this slip, is about its operation, and is a whole pass."""
        candidates = panel(self.failed)
        if others:
            seen = self._with_edits(others, candidates)
            candidates = [
                judged for judged, again in zip(candidates, seen, strict=False) if not again.right
            ] or candidates
        about = [
            j for j in candidates if slip.operation and j.planned.play.graph.program.uses(slip.operation)
        ]
        return min(about or candidates, key=lambda j: j.planned.play.suite.drive is not Drive.BACKWARD)

    def _with_edits(self, edits: Trial, plays: Sequence[Judged]) -> list[Judged]:
        """The same plays with edits carried out, as far as they were answered."""
        seen = self.session.try_edits([edits], [judged.planned.play for judged in plays]).get(edits, [])
        return [judge(judged.planned, each) for judged, each in zip(plays, seen, strict=False)]

    def _slips(self, edits: Trial) -> list[Slip]:
        slips: dict[tuple[str, str], list[int]] = {}
        for number in edits:
            offer = self.offers[number]
            key = offer.group or offer.operation or str(number)
            slips.setdefault((naming.fault_of(offer), key), []).append(number)
        return [
            Slip(fault, tuple(numbers), tuple(self.offers[number] for number in numbers))
            for (fault, _), numbers in slips.items()
        ]

    def _holds(self, slip: Slip, proof: Proof) -> bool:
        """Whether it is to be believed: if it is not all there is, its numbers must be what was seen."""
        if not proof.failed:
            return True
        about = [judged for judged in self.failed if _is_about(judged, slip)]
        repaired = [judged for judged in self._explained_by(proof) if _is_about(judged, slip)]
        if len(repaired) < max(2, _BELIEVED * len(about)):
            return False
        predicted = agreement(slip.fault, slip.operation, repaired)
        return predicted is not None and predicted.agreed >= _PREDICTED * predicted.of

    def _fault(self, slip: Slip, proof: Proof) -> str:
        """The fault; where graphs ended in an exception, or a whole order is replaced, what those show."""
        about = [judged for judged in self._explained_by(proof) if _is_about(judged, slip)]
        problems = [judged.observation.problem for judged in about if judged.observation.problem]
        if slip.fault and problems and len(problems) == len(about):
            return exceptions.behind_an_edit(problems, slip.fault, slip.offers[0].rewrite)
        if slip.offers[0].rewrite not in ("topological", "whole-graph"):
            return slip.fault
        rivals = naming.rivals(slip.offers[0])
        return closest(slip.fault, rivals, self._seen_alone(slip, proof), self.passed)

    def _seen_alone(self, slip: Slip, proof: Proof) -> list[Judged]:
        """What the slip alone gives: plays that failed, with the edits of all others in force."""
        explained = self._explained_by(proof)
        others = tuple(number for number in proof.edits if number not in slip.numbers)
        if not others:
            return explained
        return [judged for judged in self._with_edits(others, panel(explained)) if not judged.right]

    def _finding(self, slip: Slip, proof: Proof) -> Finding:
        fault = self._fault(slip, proof)
        proven = not proof.failed and not any(offer.whole for offer in slip.offers)
        alone = slip.numbers == proof.edits
        explained = self._explained_by(proof)
        shown = self.examples[slip]
        return Finding(
            fault=fault or "unknown",
            certainty=Certainty.PROVEN if proven else Certainty.LIKELY,
            where=_where(slip),
            everywhere=len({offer.operation for offer in slip.offers}) > 1,
            evidence=Evidence(
                writes=shown.writes_at(slip.offers) if fault == "overwritten_gradient" else (),
                predicted=agreement(fault, slip.operation, explained) if alone else None,
                source=True,
                repaired=len(explained),
            ),
            repair=tuple(self._edit(number, proof) for number in slip.numbers),
            explains=tuple(dict.fromkeys(judged.planned.play.suite.slug for judged in explained)),
            explained=shown.explained,
        )

    def _explained_by(self, proof: Proof) -> list[Judged]:
        left = {id(judged.planned.play.graph) for judged in proof.failed}
        return [judged for judged in self.failed if id(judged.planned.play.graph) not in left]

    def _explained(self, judged: Judged) -> Explained | None:
        return example(judged, self.session, keeps=self._keeps_something).explained

    @property
    def _keeps_something(self) -> bool:
        """Whether one pass may leave something for the next: then there is an edit that makes it anew."""
        return any(offer.rewrite == _MADE_ANEW for offer in self.offers)

    def _edit(self, number: int, proof: Proof) -> Edit:
        offer, shown = self.offers[number], proof.shown[proof.edits.index(number)]
        return Edit(line=offer.line, cell=offer.cell, was=shown.was, now=shown.now)


def _is_about(judged: Judged, slip: Slip) -> bool:
    return slip.operation is None or judged.planned.play.graph.program.uses(slip.operation)


def _where(slip: Slip) -> Where:
    first = slip.offers[0]
    return Where(
        operation=slip.operation,
        operand=_only({offer.operand for offer in slip.offers}),
        function=first.function,
        line=first.line,
        cell=first.cell,
        column=first.column,
        end_column=first.end_column,
    )


def _only(things: Collection[_Thing]) -> _Thing | None:
    return next(iter(things)) if len(things) == 1 else None
