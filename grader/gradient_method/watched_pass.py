"""A pass that was watched: which numbers came up in it, when, and which of them are known."""

from bisect import bisect_left
from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise

from grader.gradient_method.known import SAME, ChainRuleNumbers, chain_rule_numbers, has, known_numbers
from grader.judge import Judged
from grader.records import Frozen
from grader.sandbox.replies import Watched

ROUNDING = 1e-14


class WatchedPass(Frozen, dict=True):
    """The numbers that came up in a watched play, and those that the chain rule gives for its graph."""

    judged: Judged
    watched: Watched
    known: ChainRuleNumbers
    seen: list[float]
    held: list[float]

    @property
    def inputs(self) -> int:
        """How many there are."""
        return len(self.known.inputs)

    @property
    def unknown(self) -> list[float]:
        """Numbers that no use of the chain rule gives, while the graph was built too."""
        exact = set(self.watched.exact)
        numbers = {*self.seen, *self.watched.built} - exact
        every = chain_rule_numbers(self.judged.planned.play.graph, self.known.inputs)
        return [x for x in numbers if not has(every, x, SAME)]

    @property
    def evaluations(self) -> int:
        """How many numbers came up that no use of the chain rule gives."""
        return len(self.unknown) + self._exact_elsewhere + self.watched.complex

    @property
    def _exact_elsewhere(self) -> int:
        """How many numbers of exact types the chain rule does not give, or differ and are told alike."""
        every = chain_rule_numbers(self.judged.planned.play.graph, self.known.inputs)
        exact = sorted(self.exact)
        alike = sum(abs(one - other) <= SAME * abs(one) for one, other in pairwise(exact))
        return alike + sum(not has(every, x, SAME) for x in exact)

    @cached_property
    def exact(self) -> list[float]:
        """Return numbers of exact types; whole ones too, scaled, if one scale fits all inputs."""
        whole, (first, *others) = sorted(self.watched.whole), self.known.inputs
        for scale in dict.fromkeys(abs(number / first) for number in whole):
            if scale and all(has(whole, x * scale, SAME) for x in others):
                return [*self.watched.exact, *(number / scale for number in whole)]
        return list(self.watched.exact)

    @cached_property
    def accumulates(self) -> bool:
        """Whether every separate contribution came up."""
        return bool(self.known.parts) and self.count_passing(self.known.parts) == len(self.known.parts)

    @cached_property
    def moments(self) -> list[tuple[complex, float]]:
        """The numbers of the pass that no use of the chain rule gives, each with its event."""
        known = chain_rule_numbers(self.judged.planned.play.graph, self.known.inputs)
        seen = zip(self.watched.seen, self.watched.when, strict=False)
        real = [(complex(x), float(when)) for x, when in seen if not has(known, x, ROUNDING)]
        return [*real, *((complex(re, im), when) for re, im, when in self.watched.turned)]

    @cached_property
    def _events(self) -> list[tuple[float, float]]:
        watched = self.watched
        built = zip(watched.built, watched.built_when, strict=False)
        seen = zip(watched.seen, watched.when, strict=False)
        before = ((x, -1.0) for x in {*watched.held}.difference(watched.built))
        return sorted((abs(x), float(when)) for x, when in (*before, *built, *seen))

    def first(self, x: float, tolerance: float) -> float | None:
        """Return at which event a number came up first, up to its sign; -1 if that was before the pass."""
        width = tolerance * abs(x) + 1e-300
        place, whens = bisect_left(self._events, (abs(x) - width,)), []
        while place < len(self._events) and self._events[place][0] <= abs(x) + width:
            whens.append(self._events[place][1])
            place += 1
        return min(whens, default=None)

    def count_held(self, numbers: Sequence[float]) -> int:
        """How many of these numbers were there before the pass."""
        return sum(has(self.held, x, SAME) for x in numbers)

    def count_new(self, numbers: Sequence[float], tolerance: float) -> int:
        """How many of these numbers came up in the pass and were not there before."""
        return sum(has(self.seen, x, tolerance) and not has(self.held, x, tolerance) for x in numbers)

    def count_passing(self, numbers: Sequence[float]) -> int:
        """How many of these numbers came up at any time and were not kept."""
        places = (self.seen, sorted(self.watched.built))
        return sum(any(has(p, x, SAME) for p in places) and not has(self.held, x, SAME) for x in numbers)

    def count(self, numbers: Sequence[float]) -> int:
        """How many of these numbers came up, in the pass or before it."""
        return sum(has(self.held, x, SAME) or has(self.seen, x, SAME) for x in numbers)


def watched_pass(judged: Judged | None) -> WatchedPass | None:
    """Return the numbers of a play beside those of the chain rule; None if it was not watched to its end."""
    if judged is None or judged.observation.watched is None:
        return None
    watched = judged.observation.watched
    known = known_numbers(judged.planned.play.graph, judged.planned.play.inputs)
    seen = sorted({*watched.seen, *watched.exact})
    return WatchedPass(judged, watched, known, seen, sorted(watched.held))
