"""Diagnoses a network: edits that mend it are proven on fresh inputs; signs tell the rest."""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from grader.diagnosis.arbiter import NOTHING, FaultClaim, Strength, arbitrate
from grader.diagnosis.edits import naming
from grader.diagnosis.edits.edit_set import edit_of, place_of
from grader.diagnosis.edits.proving import PlayEdited
from grader.diagnosis.network.signs import OF_PARAMETERS, is_doubled, signs_of
from grader.faults import FaultSign, load, signed
from grader.finding import LONGEST_MESSAGE, LONGEST_TYPE, Diagnosis, Edit, Evidence, Finding, Raised, Where
from grader.judge import Judge, Judged
from grader.records import replace
from grader.sandbox.replies import AppliedEdit, Offer, Offers, Problem, ProblemKind, absent_module
from grader.sandbox_session import EditNumbers, SandboxSession

_LEADING = (
    "network-called",
    "network-connected",
    "network-nodes-made",
    "network-returned",
    "node-in-list",
    "rename",
)
"""Edits of what leads to an exception elsewhere."""
_MOST_CAUSES = 4
_MOST_TRIED = 200
_GUARDS = 3
_NAME = re.compile(r"name '(\w{1,100})'")
_WITHOUT_CONSTRUCTOR = "() takes no arguments"
_STOPPED = FaultClaim(Strength.LIKELY, signed(FaultSign.RAISES))


class _Cause(NamedTuple):
    """A finding, and the failed plays that it explains, by their numbers."""

    explains: frozenset[int]
    finding: Finding


@dataclass
class NetworkDiagnosis:
    """One diagnosis."""

    session: SandboxSession
    failed: Sequence[Judged]
    """One play of each graph that failed."""
    passed: Sequence[Judged]
    judge: Judge
    play_edited: PlayEdited
    _surveyed: Offers = field(default_factory=Offers)
    _right: dict[EditNumbers, frozenset[int]] = field(default_factory=dict)
    """The failed plays that each set of edits makes right; none for one that breaks what was right."""
    _settled: set[int] = field(default_factory=set)
    """The failed plays whose cause was read in a training loop, which no edit changes."""

    def diagnose(self) -> Diagnosis:
        """Return every cause that could be found."""
        if not self.failed:
            return Diagnosis(status="nothing")
        self.failed = [_by_its_import(judged, self.session.loaded.error) for judged in self.failed]
        self._surveyed = self.session.survey()
        signs = signs_of(self.failed)
        self._settled = {n for n, sign in enumerate(signs) if self._is_settled(n, sign)}
        edits = self._search(signs)
        still_wrong, applied = self._proof(edits)
        by_edit = [*self._causes_by_edit(edits, still_wrong, applied, signs)]
        by_sign = [*self._causes_by_sign(self._unexplained(by_edit), signs)]
        causes = sorted(by_edit + by_sign, key=lambda cause: -len(cause.explains))  # the main one first
        findings = [cause.finding for cause in causes]
        findings += self._findings_of_rest(self._unexplained(causes), is_alone=not by_sign)
        is_cut_short = self.session.is_cut_short
        return Diagnosis(status="cut_short" if is_cut_short else "done", findings=tuple(findings))

    def _search(self, signs: Sequence[FaultSign | None]) -> EditNumbers:
        """Return the edits that make most right, one cause after the other."""
        order = self._ordered(signs)
        best: EditNumbers = ()
        for _ in range(_MOST_CAUSES):
            candidates = [tuple(sorted({*best, number})) for number in order if number not in best]
            self._try(candidates)
            better = max(candidates, key=lambda each: len(self._right.get(each, ())), default=best)
            if len(self._right.get(better, ())) <= len(self._right.get(best, ())):
                return best
            best = better
            if len(self._right[best]) == len(self.failed):
                return best
        return best

    def _ordered(self, signs: Sequence[FaultSign | None]) -> list[int]:
        """Return the offers: first those of faults whose sign was seen, and small edits before whole ones."""
        named = set(signed(*filter(None, signs)))
        offers = self._surveyed.offers
        known = [n for n, offer in enumerate(offers) if _may_be(naming.fault_of(offer), named)]
        known.sort(key=lambda n: (naming.fault_of(offers[n]) not in named, bool(offers[n].detail), n))
        return known[:_MOST_TRIED]

    def _try(self, candidates: Sequence[EditNumbers]) -> None:
        """Note which failed plays each new set of edits makes right."""
        guards = list(self.passed)[:_GUARDS]
        plays = [*self.failed, *guards]
        new = [each for each in candidates if each not in self._right]
        seen = self.session.try_edits(new, [judged.planned.play for judged in plays])
        for candidate in new:
            answers = seen.get(candidate, [])
            right = [
                self.judge(judged.planned, each).right for judged, each in zip(plays, answers, strict=False)
            ]
            harms = not answers or not all(right[len(self.failed) :])
            self._right[candidate] = frozenset(() if harms else self._numbers_of_right(right))

    def _numbers_of_right(self, right: Sequence[bool]) -> Iterator[int]:
        """Return the numbers of the failed plays that are right, and may be so by an edit."""
        numbers = enumerate(right[: len(self.failed)])
        return (number for number, is_right in numbers if is_right and number not in self._settled)

    def _is_settled(self, number: int, sign: FaultSign | None) -> bool:
        """Whether training clears nothing: an edit after which no gradient arrives only hides that."""
        judged = self.failed[number]
        was_read = judged.observation.network is not None and judged.observation.network.line is not None
        return was_read and sign is FaultSign.NETWORK_NOT_RESET and all(map(is_doubled, judged.wrong))

    def _proof(self, edits: EditNumbers) -> tuple[set[int], tuple[AppliedEdit, ...]]:
        """Play all again with the edits: return the graphs that still fail, and the edits as text."""
        everything = set(range(len(self.failed)))
        played = self.play_edited(edits) if edits else None
        if played is None:
            return everything, ()
        wrong, shown = played
        left = {id(judged.planned.play.graph) for judged in wrong}
        graphs = {id(judged.planned.play.graph) for judged in (*self.failed, *self.passed)}
        if left - graphs:
            return everything, shown
        return {n for n in everything if id(self.failed[n].planned.play.graph) in left}, shown

    def _causes_by_edit(
        self,
        edits: EditNumbers,
        still_wrong: set[int],
        applied: Sequence[AppliedEdit],
        signs: Sequence[FaultSign | None],
    ) -> Iterator[_Cause]:
        """Yield the cause that each edit mends."""
        for at, number in enumerate(edits):
            others = tuple(each for each in edits if each != number)
            self._try([others] if others else [])
            before = self._right.get(others, frozenset()) if others else frozenset()
            own = self._right[edits] - before
            proven = frozenset(own - still_wrong)
            offer = self._surveyed.offers[number]
            if not own or self._is_told_by_exception(own, offer):
                continue
            seen = {sign for sign in (signs[failed] for failed in own) if sign is not None}
            claim = self._claim(offer, others, seen, is_proven=proven == own)
            edit = (edit_of(offer, applied[at]),) if at < len(applied) else ()
            alike = self._stopped_alike(own, offer)
            finding = self._finding(claim, alike, place_of(offer), repaired=len(proven), repair=edit)
            yield _Cause(alike, finding)

    def _is_told_by_exception(self, numbers: Collection[int], offer: Offer) -> bool:
        """Whether what raised an exception tells more than an edit that is not of what led to it."""
        return offer.rewrite not in _LEADING and self._where_stopped(numbers) is not None

    def _stopped_alike(self, numbers: frozenset[int], offer: Offer) -> frozenset[int]:
        """Return what an edit mends, and plays that stopped like these: it writes nothing that is missing."""
        if offer.rewrite not in _LEADING:
            return numbers
        told = {_told(self.failed[number]) for number in numbers} - {None}
        return numbers | {n for n, judged in enumerate(self.failed) if _told(judged) in told}

    def _claim(
        self, offer: Offer, others: EditNumbers, seen: Collection[FaultSign], *, is_proven: bool
    ) -> FaultClaim:
        """Return the fault of an edit, less sure where numbers speak of one that none of the edits mends."""
        mended = {naming.fault_of(self._surveyed.offers[each]) for each in others}
        claims = [FaultClaim(Strength.PROVEN if is_proven else Strength.LIKELY, (naming.fault_of(offer),))]
        # The numbers are those of the file as it is, so they show what the other edits mend as well.
        claims += [_claim_of(sign) for sign in seen if mended.isdisjoint(signed(sign))]
        return arbitrate(claims)

    def _unexplained(self, causes: Sequence[_Cause]) -> list[int]:
        """Return the numbers of the failed plays that no cause explains."""
        explained = frozenset[int]().union(*(cause.explains for cause in causes))
        return [number for number in range(len(self.failed)) if number not in explained]

    def _causes_by_sign(self, rest: Sequence[int], signs: Sequence[FaultSign | None]) -> Iterator[_Cause]:
        """Yield one cause for each sign of what no edit mends."""
        by_sign: dict[FaultSign, list[int]] = {}
        for number in rest:
            if (sign := signs[number]) is not None:
                by_sign.setdefault(sign, []).append(number)
        for sign, numbers in by_sign.items():
            finding = self._finding(_claim_of(sign).in_doubt, numbers, self._read_at(sign, numbers))
            yield _Cause(frozenset(numbers), finding)

    def _findings_of_rest(self, rest: Sequence[int], *, is_alone: bool) -> Iterator[Finding]:
        """Yield the exceptions that stopped what has no sign; what has neither is unknown."""
        stopped: dict[Where | str | None, list[int]] = {}
        for number in rest:
            stopped.setdefault(self._what_stopped(number), []).append(number)
        told_by_nothing = stopped.pop(None, [])
        for numbers in stopped.values():
            meant = self._meant_as_constructor(numbers)
            if meant is None:
                yield self._finding(_STOPPED, numbers, self._where_stopped(numbers[:1]) or Where())
            else:
                claim = FaultClaim(Strength.LIKELY, (naming.fault_of(meant),))
                yield self._finding(claim, numbers, place_of(meant))
        if told_by_nothing and is_alone and not stopped:
            yield self._finding(NOTHING, told_by_nothing, Where())

    def _meant_as_constructor(self, numbers: Sequence[int]) -> Offer | None:
        """Return the offer to call a method `__init__`, where a class without one was given arguments."""
        renamed = [offer for offer in self._surveyed.offers if offer.rewrite == "rename"]
        problem = self.failed[numbers[0]].observation.problem
        is_given = problem is not None and (problem.message or "").endswith(_WITHOUT_CONSTRUCTOR)
        return renamed[0] if is_given and len(renamed) == 1 else None

    def _what_stopped(self, number: int) -> Where | str | None:
        """Return the module that a play lacks, wherever it asks for it; else the line that stopped it."""
        problem = self.failed[number].observation.problem
        module = absent_module(problem.type, problem.message) if problem is not None else None
        return self._where_stopped([number]) if module is None else module

    def _where_stopped(self, numbers: Iterable[int]) -> Where | None:
        """Return the line at which an exception stopped every one of these plays, if there is one."""
        problems = [self.failed[number].observation.problem for number in numbers]
        places = {(each.function, each.line, each.cell) for each in problems if each and each.type}
        if not all(each and each.type for each in problems) or len(places) != 1:
            return None
        ((function, line, cell),) = places
        return None if line is None else Where(function=function, line=line, cell=cell)

    def _read_at(self, sign: FaultSign | None, numbers: Sequence[int]) -> Where:
        """Return the place of statements that were read in a training loop, where these are about them."""
        if sign in OF_PARAMETERS:
            return Where()
        seen = [self.failed[number].observation.network for number in numbers]
        return next((Where(line=each.line, cell=each.cell) for each in seen if each and each.line), Where())

    def _finding(
        self,
        claim: FaultClaim,
        numbers: frozenset[int] | Sequence[int],
        where: Where,
        *,
        repaired: int = 0,
        repair: tuple[Edit, ...] = (),
    ) -> Finding:
        """Return a finding about these failed plays."""
        plays = [self.failed[number] for number in sorted(numbers)]
        return Finding(
            fault=claim.fault,
            certainty=claim.certainty,
            where=where,
            evidence=Evidence(source=repaired > 0, repaired=repaired, raised=_raised_by_all(plays)),
            repair=repair,
            explains=tuple(dict.fromkeys(judged.planned.play.suite.slug for judged in plays)),
            alternatives=claim.others(where),
        )


def _told(judged: Judged) -> tuple[str | None, str | None, int | None] | None:
    """Return what a problem says of itself, and its line."""
    problem = judged.observation.problem
    return (problem.type, problem.message, problem.line) if problem is not None and problem.type else None


def _by_its_import(judged: Judged, error: Problem | None) -> Judged:
    """Return a play that lacks a name as one that the import of it stopped, which Python refused before."""
    problem = judged.observation.problem
    if problem is None or error is None or (problem.type, error.type) != ("NameError", "ImportError"):
        return judged
    lacking, refused = (_NAME.search(each.message or "") for each in (problem, error))
    if lacking is None or refused is None or lacking[1] != refused[1]:
        return judged
    return replace(judged, observation=replace(judged.observation, problem=error))


def _may_be(fault: str, named: Collection[str]) -> bool:
    """Whether an edit that undoes this fault is worth a try, where these are named by signs."""
    return bool(fault) and (fault in named or not load()[fault].is_always_seen)


def _claim_of(sign: FaultSign) -> FaultClaim:
    """Return the claim that a sign makes."""
    return FaultClaim(Strength.EXACT, signed(sign))


def _raised_by_all(plays: Sequence[Judged]) -> Raised | None:
    """Return the exception that stopped every one of these plays."""
    problems = [judged.observation.problem for judged in plays]
    raised = [each for each in problems if each and each.kind is not ProblemKind.WRONG_RESULT and each.type]
    if not all(problems) or not raised:
        return None
    first = raised[0]
    return Raised(
        type=(first.type or "")[:LONGEST_TYPE],
        message=(first.message or "")[:LONGEST_MESSAGE],
        line=first.line,
        cell=first.cell,
        function=first.function,
    )
