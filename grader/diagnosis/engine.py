"""The diagnosis of a submission that failed: edits are looked for, proven on fresh inputs, and named."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from grader.diagnosis import naming, symptoms
from grader.diagnosis.evidence import explained, writes_that_show
from grader.diagnosis.panel import panel
from grader.diagnosis.search import Search
from grader.diagnosis.suspicion import Suspicion
from grader.finding import Certainty, Diagnosis, Edit, Evidence, Finding, Where
from grader.judge import Judged
from grader.sandbox.base import Offer, Shown
from grader.session import Session, Trial
from suites import Graph

_MOST_ROUNDS = 4
_MOST_PROOFS = 6

Played = Callable[[Session], list[Judged]]
"""Plays the whole battery anew, on fresh inputs; what failed, one play a graph."""


@dataclass(frozen=True)
class Proof:
    """What became of the battery with a set of edits."""

    edits: Trial
    failed: tuple[Judged, ...]
    shown: tuple[Shown, ...] = ()


@dataclass
class Engine:
    """One diagnosis."""

    session: Session
    failed: Sequence[Judged]
    """One play of each graph that failed."""
    passed: Sequence[Graph]
    played: Played
    offers: tuple[Offer, ...] = ()
    proofs: dict[Trial, Proof] = field(default_factory=dict)

    def diagnose(self) -> Diagnosis:
        """Every cause that could be found."""
        self.offers = self.session.survey()
        proof = self._repaired() if self.offers and panel(self.failed) else Proof((), tuple(self.failed))
        findings = self._findings(proof)
        findings += symptoms.findings(proof.failed, self.session, explain_with=explained)
        return Diagnosis(findings=tuple(findings))

    def _repaired(self) -> Proof:
        """The set of edits after which least is wrong."""
        base: Trial = ()
        best = Proof((), tuple(self.failed))
        for _ in range(_MOST_ROUNDS):
            search = Search(
                self.session, self.offers, panel(best.failed), Suspicion(best.failed, self.passed)
            )
            better = self._first_better(search.repairs(base) or [search.best_part()], best)
            if better is None:
                break
            best, base = better, better.edits
            if not best.failed:
                break
        return best

    def _first_better(self, repairs: Sequence[Trial], best: Proof) -> Proof | None:
        """The first set with which the battery has fewer failures, preferably none."""
        better: Proof | None = None
        for edits in repairs[:_MOST_PROOFS]:
            if not edits:
                continue
            proof = self._proof(edits)
            if len(proof.failed) < len((better or best).failed):
                better = proof
            if better is not None and not better.failed:
                break
        return better

    def _proof(self, edits: Trial) -> Proof:
        if edits not in self.proofs:
            with self.session.with_edits(edits) as session:
                failed = tuple(self.played(session))
                shown = session.loaded.edits
                broken = session.loaded.problem is not None
            self.proofs[edits] = Proof(edits, tuple(self.failed) if broken else failed, shown)
        return self.proofs[edits]

    def _findings(self, proof: Proof) -> list[Finding]:
        slips: dict[tuple[str, str], list[int]] = {}
        for number in proof.edits:
            offer = self.offers[number]
            key = offer.group or offer.operation or str(number)
            slips.setdefault((naming.fault_of(offer), key), []).append(number)
        found = [self._finding(fault, numbers, proof) for (fault, _), numbers in slips.items() if fault]
        return sorted(found, key=symptoms.layer_of)

    def _finding(self, fault: str, numbers: Sequence[int], proof: Proof) -> Finding:
        offer = self.offers[numbers[0]]
        operations = {self.offers[number].operation for number in numbers}
        one_place = len(operations) == 1
        operands = {self.offers[number].operand for number in numbers}
        repaired = len(self.failed) - len(proof.failed)
        proven = not proof.failed and not offer.whole
        shows = self._shown_by(numbers, proof)
        return Finding(
            fault=fault,
            certainty=Certainty.PROVEN if proven else Certainty.LIKELY,
            where=_where(offer, operations, operands),
            everywhere=len(numbers) > 1 and not one_place,
            evidence=Evidence(
                writes=writes_that_show(fault, offer, shows, self.session), source=True, repaired=repaired
            ),
            repair=tuple(self._edit(number, proof) for number in numbers),
            explains=tuple(
                dict.fromkeys(judged.planned.play.suite.slug for judged in self._explained(proof))
            ),
            explained=explained(shows, self.session),
        )

    def _explained(self, proof: Proof) -> list[Judged]:
        left = {id(judged.planned.play.graph) for judged in proof.failed}
        return [judged for judged in self.failed if id(judged.planned.play.graph) not in left]

    def _shown_by(self, numbers: Sequence[int], proof: Proof) -> Judged:
        """The smallest graph that failed for this cause: one that is about its operation."""
        operation = self.offers[numbers[0]].operation
        candidates = panel(self._explained(proof)) or panel(self.failed) or list(self.failed)
        about = [j for j in candidates if operation is None or j.planned.play.graph.program.uses(operation)]
        return (about or candidates)[0]

    def _edit(self, number: int, proof: Proof) -> Edit:
        offer = self.offers[number]
        at = proof.edits.index(number)
        shown = proof.shown[at] if at < len(proof.shown) else Shown(was="", now="")
        return Edit(line=offer.line, cell=offer.cell, was=shown.was, now=shown.now)


def _where(offer: Offer, operations: set[str | None], operands: set[int | None]) -> Where:
    return Where(
        operation=offer.operation if len(operations) == 1 else None,
        operand=offer.operand if len(operands) == 1 else None,
        function=offer.function,
        line=offer.line,
        cell=offer.cell,
        column=offer.column,
        end_column=offer.end_column,
    )
