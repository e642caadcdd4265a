"""Looks for the smallest set of edits with which everything on a panel comes out right."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from grader.diagnosis.edits.naming import rank, slip_of
from grader.diagnosis.edits.suspicion import Suspicion
from grader.judge import Judged, judge, verdict_on
from grader.report import Verdict
from grader.sandbox.base import Observation, Offer
from grader.session import Session, Trial

_MOST_TRIALS = 250
_MOST_EDITS = 6
_BEAM = 3
_PORTION = 24
_FIRST = 2
"""Plays of the panel that every set is tried on; on the others only those that make these right, unless none
makes all of them right."""


@dataclass
class Search:
    """Over the offers of one submission's survey."""

    session: Session
    offers: Sequence[Offer]
    panel: Sequence[Judged]
    suspicion: Suspicion
    tried: dict[Trial, frozenset[int]] = field(default_factory=dict)
    """Which plays of the panel each set of edits makes right."""
    begun: set[Trial] = field(default_factory=set)
    """Those of `tried` that do not make the first plays right, and were tried on no others yet."""

    def repairs(self, base: Trial = ()) -> list[Trial]:
        """Sets that make the whole panel right, the likeliest cause first; none if there is none."""
        starts = [base]
        for _ in range(_MOST_EDITS):
            repairs = self._extended(starts)
            whole = [trial for trial in repairs if len(self.tried[trial]) == len(self.panel)]
            if whole:
                return sorted(dict.fromkeys(map(self._reduced, whole)), key=self._order)
            self._complete(repairs)
            starts = self._best(repairs, starts)
            if not starts:
                break
        return []

    def best_part(self) -> Trial:
        """The set that makes most of the panel right; the smallest of those."""
        self._complete(self.tried)
        best = min(self.tried, key=lambda trial: (-len(self.tried[trial]), *self._order(trial)), default=())
        return self._reduced(best) if self.tried.get(best) else ()

    def _extended(self, starts: Sequence[Trial]) -> list[Trial]:
        """Every start with one more offer, or one more group of them, carried out."""
        extended: list[Trial] = []
        for steps in self._steps:
            trials = [tuple(sorted({*start, *more})) for start in starts for more in steps]
            self._try(dict.fromkeys(trial for trial in trials if trial not in starts))
            extended += [trial for trial in dict.fromkeys(trials) if trial in self.tried]
            if any(len(self.tried[trial]) == len(self.panel) for trial in extended):
                break
        return extended

    @cached_property
    def _steps(self) -> list[list[Trial]]:
        """What can be added to a set, in portions: groups and what is suspected most come first."""
        by_suspicion: dict[float, list[Trial]] = {}
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

    def _together(self, suspected: Sequence[int]) -> list[Trial]:
        """The same slip in several places; and the same rewrite for both operands of an operation."""
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

    def _best(self, trials: Sequence[Trial], starts: Sequence[Trial]) -> list[Trial]:
        """The extensions that make most right, unlike each other; none if none is better than its start."""
        least = max((len(self.tried.get(start, ())) for start in starts), default=0)
        better = [trial for trial in trials if len(self.tried[trial]) > least]
        better.sort(key=lambda trial: (-len(self.tried[trial]), *self._order(trial)))
        unlike: dict[frozenset[int], Trial] = {}
        for trial in better:
            unlike.setdefault(self.tried[trial], trial)
        return [self._reduced(trial) for trial in list(unlike.values())[:_BEAM]]

    def _reduced(self, trial: Trial) -> Trial:
        """The set without what is not necessary."""
        for number in reversed(trial):
            less = tuple(each for each in trial if each != number)
            if less:
                self._try([less])
                if len(self.tried[trial]) < len(self.panel):
                    self._complete([less])
                if self.tried.get(less, frozenset()) >= self.tried[trial]:
                    trial = less
        return trial

    def _order(self, trial: Trial) -> tuple[object, ...]:
        ranks = sorted((rank(self.offers[number]) for number in trial), reverse=True)
        return len(self._slips(trial)), ranks, trial

    def _slips(self, trial: Trial) -> set[object]:
        """The same slip in several places counts once."""
        return {slip_of(self.offers[number]) or number for number in trial}

    def _try(self, trials: Iterable[Trial]) -> None:
        """Try the new ones on the first plays, and on the others those that make these right."""
        new = [trial for trial in trials if trial not in self.tried][: max(0, _MOST_TRIALS - len(self.tried))]
        first = range(min(_FIRST, len(self.panel)))
        self.tried |= self._made_right(new, first)
        self.begun |= {trial for trial in new if len(self.tried[trial]) < len(first)}
        self._try_further([trial for trial in new if trial not in self.begun])

    def _complete(self, trials: Iterable[Trial]) -> None:
        """Know of each what it makes right in all of the panel."""
        begun = [trial for trial in trials if trial in self.begun]
        self.begun.difference_update(begun)
        self._try_further(begun)

    def _try_further(self, trials: Sequence[Trial]) -> None:
        """The plays behind the first ones. A set that was not answered to the end makes nothing right."""
        further = range(_FIRST, len(self.panel))
        for trial, right in self._made_right(trials, further).items():
            self.tried[trial] |= right

    def _made_right(self, trials: Sequence[Trial], numbers: range) -> dict[Trial, frozenset[int]]:
        """Which of these plays each set makes right."""
        if not trials or not numbers:
            return dict.fromkeys(trials, frozenset())
        plays = [self.panel[number].planned.play for number in numbers]
        answers = self.session.try_edits(trials, plays)
        return {trial: self._right(numbers, answers.get(trial, ())) for trial in trials}

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
