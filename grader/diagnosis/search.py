"""Looks for the smallest set of edits with which everything on a panel comes out right."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from grader.diagnosis.naming import rank
from grader.diagnosis.suspicion import Suspicion
from grader.judge import Judged, judge, verdict_on
from grader.report import Verdict
from grader.sandbox.base import Observation, Offer
from grader.session import Session, Trial

_MOST_TRIALS = 250
_MOST_EDITS = 6
_BEAM = 3
_PORTION = 24


@dataclass
class Search:
    """Over the offers of one submission's survey."""

    session: Session
    offers: Sequence[Offer]
    panel: Sequence[Judged]
    suspicion: Suspicion
    tried: dict[Trial, frozenset[int]] = field(default_factory=dict)
    """Which plays of the panel each set of edits makes right."""

    def repairs(self, base: Trial = ()) -> list[Trial]:
        """Sets that make the whole panel right, the likeliest cause first; none if there is none."""
        starts = [base]
        for _ in range(_MOST_EDITS):
            repairs = self._extended(starts)
            whole = [trial for trial in repairs if len(self.tried[trial]) == len(self.panel)]
            if whole:
                return sorted(dict.fromkeys(map(self._reduced, whole)), key=self._order)
            starts = self._best(repairs, starts)
            if not starts:
                break
        return []

    def best_part(self) -> Trial:
        """The set that makes most of the panel right; the smallest of those."""
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
        """Offers of one group; and the same rewrite for both operands of an operation."""
        groups: dict[object, dict[object, int]] = {}
        for number in suspected:
            offer = self.offers[number]
            if offer.group:
                groups.setdefault(offer.group, {})[number] = number
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
                if self.tried.get(less, frozenset()) >= self.tried[trial]:
                    trial = less
        return trial

    def _order(self, trial: Trial) -> tuple[object, ...]:
        ranks = sorted((rank(self.offers[number]) for number in trial), reverse=True)
        return len(self._slips(trial)), ranks, trial

    def _slips(self, trial: Trial) -> set[object]:
        """A group counts once: it is one slip in several places."""
        return {self.offers[number].group or number for number in trial}

    def _try(self, trials: Iterable[Trial]) -> None:
        new = [trial for trial in trials if trial not in self.tried][: max(0, _MOST_TRIALS - len(self.tried))]
        if not new:
            return
        plays = [judged.planned.play for judged in self.panel]
        answers = self.session.try_edits(new, plays)
        for trial in new:
            self.tried[trial] = self._right(answers, trial)

    def _right(self, answers: Mapping[Trial, Sequence[Observation]], trial: Trial) -> frozenset[int]:
        seen = answers.get(trial, ())
        again = [judge(judged.planned, each) for judged, each in zip(self.panel, seen, strict=False)]
        return frozenset(number for number, judged in enumerate(again) if _is_fine(judged))


def _is_fine(judged: Judged) -> bool:
    """Whether it is right, or cannot be asked of the class."""
    return judged.right or verdict_on(judged) is Verdict.NOT_APPLICABLE
