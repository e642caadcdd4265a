"""The search for the smallest case that fails, in a few rounds of many tries."""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate, groupby, islice

from grader.shrinking.cut import Candidate, Case, Cut, CutCase, by_cost
from grader.shrinking.cuts import alone, joins, pairs, single
from suites import Program

Fails = Callable[[Sequence[Case]], Sequence[bool]]
"""Plays all cases in one round trip; for each whether it fails."""

ROUNDS = 3
"""How many batches are played at most."""
WIDTH = 24
"""How many cases a batch has at most."""

_MOST_CUTS = 40
"""The most cuts of one form."""


def shrunk(program: Program, inputs: Sequence[float], fails: Fails) -> Case:
    """The smallest case that still fails: fewest operations, then fewest inputs, then the shortest text.

    The case that is given fails and is not played again. The same arguments give the same result as
    long as `fails` gives the same answers. Nodes are named a, b, c, ..., as `text` can write them.

    Raises:
        ArithmeticError, ValueError: where the program has no value at these inputs.
    """
    search = _Search(CutCase(program, tuple(map(float, inputs))))
    for _ in range(ROUNDS):
        batch = search.batch()
        if not batch:
            break
        failed = fails([candidate.case for candidate in batch])
        search.learn([candidate for candidate, fail in zip(batch, failed, strict=True) if fail])
    return search.best.case


class _Search:
    """A search: what was tried, what waits, and the smallest that failed."""

    def __init__(self, source: CutCase) -> None:
        self.best = source.whole()
        self._source = source
        self._known = {self.best.key}
        self._waiting: list[Candidate] = []
        self._is_first = True
        for cuts in (alone(source), pairs(source), joins(source), single(source)):
            self._offer(source, cuts)

    def batch(self) -> list[Candidate]:
        """Return what to play next: some of each number of operations, as far as there is room.

        At first the fewest operations get half of the room, the next number of them half of what is
        left, and so on. When the smallest were tried, every number gets as much.
        """
        self._waiting = sorted((c for c in self._waiting if c.cost < self.best.cost), key=by_cost)
        sizes = [list(same) for _, same in groupby(self._waiting, key=lambda c: c.cost[0])]
        chosen: list[Candidate] = []
        others: list[Candidate] = []
        for number, same in enumerate(sizes):
            share = math.ceil((WIDTH - len(chosen)) / (2 if self._is_first else len(sizes) - number))
            chosen += same[:share]
            others += same[share:]
        self._is_first = False
        room = WIDTH - len(chosen)
        self._waiting = others[room:]
        return chosen + others[:room]

    def learn(self, failed: Sequence[Candidate]) -> None:
        """Go on from the smallest that failed, and from cuts that failed each alone, taken together."""
        smallest = min([self.best, *failed], key=by_cost)
        self._offer(self._source, _together(self._source, failed))
        if smallest is not self.best:
            self.best = smallest
            self._source = CutCase(*smallest.case)
            self._offer(self._source, single(self._source))

    def _offer(self, source: CutCase, cuts: Iterable[Cut]) -> None:
        for cut in islice(cuts, _MOST_CUTS):
            candidate = source.cut(cut)
            if candidate is not None and candidate.key not in self._known:
                self._known.add(candidate.key)
                self._waiting.append(candidate)


def _together(source: CutCase, failed: Sequence[Candidate]) -> Iterator[Cut]:
    """Yield joint cuts of the single ones that failed: of the first two, the first three, ..."""
    most = len(source.every) - 1
    cuts = [c.cut for c in failed if c.source is source and len(c.cut.kept) >= most and not c.cut.root]
    return islice(accumulate(cuts, Cut.together), 1, None)
