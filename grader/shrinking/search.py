"""The search for the smallest case that fails, in a few rounds of many tries."""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, combinations, groupby, islice
from operator import attrgetter

from grader.shrinking.cut import AS_THEY_ARE, Candidate, Case, Cut, CutCase
from grader.shrinking.regular import numbers_of
from suites import Backward, Clear, Operation, Program, node_operands

_FEW = 16
"""The number of operations up to which each single cut is tried; beyond, halves, quarters, ..."""
_SIGNLESS = ("+", "-", "*")


def alone(source: CutCase) -> Iterator[Cut]:
    """Yield every operation by itself."""
    known = set()
    for name in source.operations:
        form = _form(source, name)
        if form not in known:
            known.add(form)
            yield from _windows(source, {name})


def pairs(source: CutCase) -> Iterator[Cut]:
    """An operation and one of its operands."""
    known = set()
    for name, operation in source.operations.items():
        for slot, operand in enumerate(operation.operands):
            if not isinstance(operand, str) or operand not in source.operations:
                continue
            form = _form(source, name), slot, _form(source, operand)
            if form not in known:
                known.add(form)
                yield from _windows(source, {operand, name})


def _form(source: CutCase, name: str) -> tuple[object, ...]:
    """Return what makes an operation different from another when it is alone."""
    operation = source.operations[name]
    numbers = numbers_of(operation, source.data)
    constants = tuple(None if isinstance(operand, str) else operand for operand in operation.operands)
    signs = () if operation.op in _SIGNLESS else tuple(number < 0 for number in numbers)
    return operation.op, constants, len(set(operation.operands)), len(set(numbers)), signs


def joins(source: CutCase) -> Iterator[Cut]:
    """A result that is used twice and the operation where its uses meet, with little between them."""
    reused = (name for name in source.operations if source.uses[name] > 1)
    for name in islice(reused, _FEW):
        yield from _join(source, name)


def _join(source: CutCase, name: str) -> Iterator[Cut]:
    """Yield cuts of the operation at which two ways from this result meet first."""
    ways = {name: name}
    """For each node that depends on the result, the first on the way to it."""
    for operation in source.operations.values():
        met = [operand for operand in node_operands(operation) if operand in ways]
        if len(met) > 1:
            yield from _meetings(source, name, operation.name, [(node, ways[node]) for node in met])
            return
        if met:
            ways[operation.name] = operation.name if met == [name] else ways[met[0]]


def _meetings(source: CutCase, name: str, join: str, met: Sequence[tuple[str, str]]) -> Iterator[Cut]:
    """Yield cuts in which one of the two ways is one operation long, or both are."""
    (left, left_way), (right, right_way) = met
    for ways in ((left_way, name), (name, right_way), (left_way, right_way)):
        renamed = {node: way for node, way in zip((left, right), ways, strict=True) if node != way}
        if name not in renamed:
            yield from _windows(source, {name, *ways, join}, renamed)


def _windows(source: CutCase, kept: Iterable[str], renamed: Mapping[str, str] = AS_THEY_ARE) -> Iterator[Cut]:
    """These operations alone, with one input for all and with their own.

    In one pass of their last, and in those that the program has of them.
    """
    these = frozenset(kept)
    last = max(these, key=source.program.index.__getitem__)
    for merged in (True, False):
        yield Cut(these, renamed, last, merged=merged)
        if source.has_passes:
            yield Cut(these, renamed, merged=merged)


def single(source: CutCase) -> Iterator[Cut]:
    """Yield cuts without one thing, wherever it is; of a large program, without a half, a quarter, ..."""
    names = list(source.operations)
    if len(names) > _FEW:
        yield from _parts(names)
        return
    yield Cut(source.every, merged=True)
    for name, operation in source.operations.items():
        yield Cut(source.every, root=name)
        yield Cut(source.every - {name})
        for operand in dict.fromkeys(node_operands(operation)):
            yield Cut(source.every - {name}, {name: operand})
    for first, second in combinations(source.program.inputs[:_FEW], 2):
        yield Cut(source.every, {second: first})
    for position, step in enumerate(source.program.steps):
        if not isinstance(step, Operation) and not (
            isinstance(step, Clear) and _passes_again(source.program)
        ):
            yield Cut(source.every, skipped=frozenset({position}))


def _passes_again(program: Program) -> bool:
    """Whether nodes have two passes: then what is right without clearing is a matter of convention."""
    roots = [step.node for step in program.steps if isinstance(step, Backward)]
    return program.reuses_nodes or len(set(roots)) < len(roots)


def _parts(names: Sequence[str]) -> Iterator[Cut]:
    """The beginning and the end of a large program."""
    size = len(names) * 3 // 2
    while size := size // 2:
        yield Cut(frozenset(names[:size]), root=names[size - 1])
        yield Cut(frozenset(names[-size:]))


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

    Raises `ArithmeticError` or `ValueError` where the program has no value at these inputs.
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
        self._waiting = sorted((c for c in self._waiting if c.cost < self.best.cost), key=attrgetter("cost"))
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
        smallest = min([self.best, *failed], key=attrgetter("cost"))
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
