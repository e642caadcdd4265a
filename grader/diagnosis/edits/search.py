"""Looks for the smallest set of edits with which everything on a panel comes out right."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from grader.diagnosis.edits.naming import rank, slip_of
from grader.diagnosis.edits.suspicion import Suspicion
from grader.judge import Judged, judge, verdict_on
from grader.report import Verdict
from grader.sandbox.base import Observation, Offer
from grader.sandbox_session import EditNumbers, SandboxSession

_MOST_CANDIDATES = 250
_MOST_EDITS = 6
_BEAM = 3
_PORTION = 24
_FIRST = 2
"""Plays of the panel that every set is tried on; on the others only those that make these right, unless none
makes all of them right."""


@dataclass
class Search:
    """A search over the offers of one submission's survey."""

    session: SandboxSession
    offers: Sequence[Offer]
    panel: Sequence[Judged]
    suspicion: Suspicion
    tried: dict[EditNumbers, frozenset[int]] = field(default_factory=dict)
    """The plays of the panel that each set of edits makes right."""
    begun: set[EditNumbers] = field(default_factory=set)
    """The sets in `tried` that do not make the first plays right, and were tried on no others yet."""

    def repairs(self, base: EditNumbers = ()) -> list[EditNumbers]:
        """Sets that make the whole panel right, the likeliest cause first; none if there is none."""
        starts = [base]
        for _ in range(_MOST_EDITS):
            repairs = self._extended(starts)
            whole = [candidate for candidate in repairs if len(self.tried[candidate]) == len(self.panel)]
            if whole:
                return sorted(dict.fromkeys(map(self._reduced, whole)), key=self._order)
            self._complete(repairs)
            starts = self._best(repairs, starts)
            if not starts:
                break
        return []

    def best_part(self) -> EditNumbers:
        """The set that makes most of the panel right; the smallest of those."""
        self._complete(self.tried)
        best = min(
            self.tried,
            key=lambda candidate: (-len(self.tried[candidate]), *self._order(candidate)),
            default=(),
        )
        return self._reduced(best) if self.tried.get(best) else ()

    def _extended(self, starts: Sequence[EditNumbers]) -> list[EditNumbers]:
        """Every start with one more offer, or one more group of them, carried out."""
        extended: list[EditNumbers] = []
        for steps in self._steps:
            candidates = [tuple(sorted({*start, *more})) for start in starts for more in steps]
            self._try(dict.fromkeys(candidate for candidate in candidates if candidate not in starts))
            extended += [candidate for candidate in dict.fromkeys(candidates) if candidate in self.tried]
            if any(len(self.tried[candidate]) == len(self.panel) for candidate in extended):
                break
        return extended

    @cached_property
    def _steps(self) -> list[list[EditNumbers]]:
        """Return what can be added to a set, in portions: groups and what is suspected most come first."""
        by_suspicion: dict[float, list[EditNumbers]] = {}
        suspected = [number for number, offer in enumerate(self.offers) if self.suspicion.of(offer)]
        for number in suspected:
            suspicion = round(self.suspicion.of(self.offers[number]), 6)
            by_suspicion.setdefault(suspicion, []).append((number,))
        portions = [self._together(suspected)]
        for suspicion in sorted(by_suspicion, reverse=True):
            if len(portions[-1]) > _PORTION:
                portions.append([])
            portions[-1] += by_suspicion[suspicion]
        return portions

    def _together(self, suspected: Sequence[int]) -> list[EditNumbers]:
        """Return groups: the same mistake in several places, and the same rewrite for both operands."""
        groups: dict[object, dict[object, int]] = {}
        for number in suspected:
            offer = self.offers[number]
            if offer.group:
                groups.setdefault(offer.group, {})[number] = number
            elif (slip := slip_of(offer)) is not None:
                groups.setdefault(slip, {}).setdefault((offer.operation, offer.operand), number)
            if offer.operation is not None and offer.operand is not None:
                groups.setdefault((offer.rewrite, offer.operation), {}).setdefault(offer.operand, number)
        return [tuple(group.values()) for group in groups.values() if len(group) > 1]

    def _best(self, candidates: Sequence[EditNumbers], starts: Sequence[EditNumbers]) -> list[EditNumbers]:
        """The extensions that make most right, unlike each other; none if none is better than its start."""
        least = max((len(self.tried.get(start, ())) for start in starts), default=0)
        better = [candidate for candidate in candidates if len(self.tried[candidate]) > least]
        better.sort(key=lambda candidate: (-len(self.tried[candidate]), *self._order(candidate)))
        unlike: dict[frozenset[int], EditNumbers] = {}
        for candidate in better:
            unlike.setdefault(self.tried[candidate], candidate)
        return [self._reduced(candidate) for candidate in list(unlike.values())[:_BEAM]]

    def _reduced(self, candidate: EditNumbers) -> EditNumbers:
        """The set without what is not necessary."""
        for number in reversed(candidate):
            less = tuple(each for each in candidate if each != number)
            if less:
                self._try([less])
                if len(self.tried[candidate]) < len(self.panel):
                    self._complete([less])
                if self.tried.get(less, frozenset()) >= self.tried[candidate]:
                    candidate = less
        return candidate

    def _order(self, candidate: EditNumbers) -> tuple[object, ...]:
        ranks = sorted((rank(self.offers[number]) for number in candidate), reverse=True)
        return len(self._slips(candidate)), ranks, candidate

    def _slips(self, candidate: EditNumbers) -> set[object]:
        """Return the mistakes that a candidate repairs; the same one in several places counts once."""
        return {slip_of(self.offers[number]) or number for number in candidate}

    def _try(self, candidates: Iterable[EditNumbers]) -> None:
        """Try the new ones on the first plays, and on the others those that make these right."""
        new = [candidate for candidate in candidates if candidate not in self.tried][
            : max(0, _MOST_CANDIDATES - len(self.tried))
        ]
        first = range(min(_FIRST, len(self.panel)))
        self.tried |= self._made_right(new, first)
        self.begun |= {candidate for candidate in new if len(self.tried[candidate]) < len(first)}
        self._try_further([candidate for candidate in new if candidate not in self.begun])

    def _complete(self, candidates: Iterable[EditNumbers]) -> None:
        """Know of each what it makes right in all of the panel."""
        begun = [candidate for candidate in candidates if candidate in self.begun]
        self.begun.difference_update(begun)
        self._try_further(begun)

    def _try_further(self, candidates: Sequence[EditNumbers]) -> None:
        """The plays behind the first ones. A set that was not answered to the end makes nothing right."""
        further = range(_FIRST, len(self.panel))
        for candidate, right in self._made_right(candidates, further).items():
            self.tried[candidate] |= right

    def _made_right(
        self, candidates: Sequence[EditNumbers], numbers: range
    ) -> dict[EditNumbers, frozenset[int]]:
        """Return the numbers of the plays that each candidate makes right."""
        if not candidates or not numbers:
            return dict.fromkeys(candidates, frozenset())
        plays = [self.panel[number].planned.play for number in numbers]
        answers = self.session.try_edits(candidates, plays)
        return {candidate: self._right(numbers, answers.get(candidate, ())) for candidate in candidates}

    def _right(self, numbers: range, seen: Sequence[Observation]) -> frozenset[int]:
        return frozenset(
            number
            for number, each in zip(numbers, seen, strict=False)
            if _is_fine(judge(self.panel[number].planned, each), self.panel[number])
        )


def _is_fine(judged: Judged, before: Judged) -> bool:
    """Whether it is right, cannot be asked, or failed before it was seen what the class lacks."""
    if judged.right:
        return True
    verdict = verdict_on(judged)
    if verdict is Verdict.MISSING:
        return not before.right and verdict_on(before) is Verdict.FAILED
    return verdict is Verdict.NOT_APPLICABLE
