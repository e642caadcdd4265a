"""Makes a graph that fails smaller, as long as it fails.

A cut keeps some operations; what they need of the others becomes a fresh input with the data it had.
Cuts are tried many at a time, because every trial crosses the wall of a sandbox: few rounds, the
small ones first, and in each round a few of every size, because not every fault fits in a small graph.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, combinations, groupby, islice
from string import ascii_lowercase
from typing import NamedTuple

from grader.derivatives import RULES
from grader.explain import written
from suites import OPERATIONS, Backward, Clear, Operation, Program, Step, ZeroGrad, node_operands

Case = tuple[Program, tuple[float, ...]]
"""A program and its inputs, in the order of `Program.inputs`."""

Fails = Callable[[Sequence[Case]], Sequence[bool]]
"""Plays all cases in one round trip; for each whether it fails."""

ROUNDS = 3
"""How many batches are played at most."""
WIDTH = 24
"""How many cases a batch has at most."""

_FEW = 16
"""Up to this many operations each single cut is tried; beyond, halves, quarters, ..."""
_MOST_CUTS = 40
"""Of one form."""
_EDGE = 0.05
"""The distance kept from kinks and poles, where right classes may differ."""
_LARGEST = 1e6
_STEEPEST = 2.0
"""The largest argument of functions that explode or saturate, where inputs are chosen."""
_SIGNLESS = ("+", "-", "*")
_PLAINEST = ("+", "*", *(op for op in OPERATIONS if op not in {"+", "*"}))
"""Operations by how far they are made of others: a difference is often a sum and a product."""
_AS_THEY_ARE: Mapping[str, str] = {}
_NICE = (
    (3, 2, 5, 4, 7, 6, 9, 8),
    (2, 3, 4, 5, 6, 7, 8, 9),
    (4, 3, 2, 5, 7, 6, 9, 8),
    (0.5, 1.5, 2.5, 2, 3, 4, 5, 6),
    (1.5, 0.5, 0.25, 2, 3, 4, 5, 6),
    (0.5, 0.25, 0.75, 1.25, 1.5, 1.75, 2, 3),
)
"""Short numbers, none of them 1 or 0: those make different faults give equal results."""


def shrunk(program: Program, inputs: Sequence[float], fails: Fails) -> Case:
    """The smallest case that still fails: fewest operations, then fewest inputs, then the shortest text.

    The case that is given fails and is not played again. The same arguments give the same result as
    long as `fails` gives the same answers. Nodes are named a, b, c, ..., as `text` can write them.

    Raises:
        ArithmeticError, ValueError: where the program has no value at these inputs.
    """
    search = _Search(_Source(program, tuple(map(float, inputs))))
    for _ in range(ROUNDS):
        batch = search.batch()
        if not batch:
            break
        failed = fails([candidate.case for candidate in batch])
        search.learn([candidate for candidate, fail in zip(batch, failed, strict=True) if fail])
    return search.best.case


def simplest(program: Program, inputs: Sequence[float], fails: Fails) -> Case:
    """The same at small whole numbers, or short ones, if it fails there; in one more batch.

    Inputs that are equal stay equal, and others stay apart.
    """
    smallest, found = shrunk(program, inputs, fails)
    nice = list(_nice_inputs(smallest, found))
    failed = fails([(smallest, values) for values in nice]) if nice else ()
    return smallest, next((values for values, fail in zip(nice, failed, strict=True) if fail), found)


def text(program: Program) -> str:
    """A program in the language of graphs; parsed, it is equal to one whose nodes all have names."""
    steps = program.steps
    passes = [step for step in steps if not isinstance(step, Operation)]
    if passes == [steps[-1]] == [Backward(program.operations[-1].name)]:
        steps = steps[:-1]
    return "; ".join(map(_statement, steps))


def _statement(step: Step) -> str:
    match step:
        case Operation(name, op, operands):
            return f"{name} = {written(op, [str(o) for o in operands], '{op}({operand})')}"
        case Backward(node):
            return f"{node}.backward()"
        case Clear(node):
            return f"{node}.grad = 0"
        case ZeroGrad(node):
            return f"{node}.zero_grad()"


def _nice_inputs(program: Program, inputs: Sequence[float]) -> Iterator[tuple[float, ...]]:
    """Short numbers in place of the inputs: positive ones, then with the signs that the inputs have."""
    different = list(dict.fromkeys(inputs))
    for row in _NICE if len(different) <= len(_NICE[0]) else ():
        plain = dict(zip(different, map(float, row), strict=False))
        signed = {value: math.copysign(nice, value) for value, nice in plain.items()}
        for chosen in (plain, signed) if signed != plain else (plain,):
            values = tuple(chosen[value] for value in inputs)
            if _is_regular(program, values, _STEEPEST):
                yield values


# --- Cuts -------------------------------------------------------------------------------------------------


class _Cut(NamedTuple):
    """What of a program is kept. Two cuts of one program make a third."""

    kept: frozenset[str]
    """Operations. Those that only others needed go too."""
    renamed: Mapping[str, str] = _AS_THEY_ARE
    """A node that stands in for another: an operand for its operation, an input for another."""
    root: str | None = None
    """Of one pass and nothing more; without, the program's own passes stay."""
    skipped: frozenset[int] = frozenset()
    """Positions of steps."""
    merged: bool = False
    """Whether all inputs become one."""

    def together(self, other: "_Cut") -> "_Cut":
        return _Cut(
            self.kept & other.kept,
            {**self.renamed, **other.renamed},
            self.root or other.root,
            self.skipped | other.skipped,
            self.merged or other.merged,
        )


@dataclass(frozen=True, eq=False)
class _Candidate:
    """A case that was cut, with tidy names."""

    case: Case
    cut: _Cut
    source: "_Source"

    @cached_property
    def text(self) -> str:
        return text(self.case[0])

    @cached_property
    def cost(self) -> tuple[int, int, int, list[int], str]:
        """What is smaller comes first; of two of a size, plus comes before times."""
        program = self.case[0]
        ranks = [_PLAINEST.index(operation.op) for operation in program.operations]
        return len(program.operations), len(program.inputs), len(self.text), ranks, self.text

    @cached_property
    def key(self) -> tuple[object, ...]:
        """Equal for candidates of which one is enough."""
        inputs = self.case[1]
        return self.text, len(set(inputs)), *(value < 0 for value in inputs)


def _cost(candidate: _Candidate) -> tuple[int, int, int, list[int], str]:
    return candidate.cost


class _Source:
    """A case to be cut."""

    def __init__(self, program: Program, inputs: tuple[float, ...]) -> None:
        self.program = program
        self.operations = {operation.name: operation for operation in program.operations}
        self.every = frozenset(self.operations)
        self.data = _forward(program, inputs)
        self.uses = Counter(o for operation in program.operations for o in node_operands(operation))
        self.has_passes = len(program.steps) > len(program.operations) + 1

    def whole(self) -> _Candidate:
        """Nothing cut, only tidied."""
        cut = _Cut(self.every)
        tidied = _Tidied(self._steps(cut), cut)
        return _Candidate((tidied.program(), tuple(self.data[name] for name in tidied.inputs)), cut, self)

    def cut(self, cut: _Cut) -> _Candidate | None:
        """A case; None where no graph is left, or one at a kink or a pole."""
        tidied = _Tidied(self._window(cut) if cut.root else self._steps(cut), cut)
        if not tidied.is_graph:
            return None
        program = tidied.program()
        inputs = tuple(self.data[name] for name in tidied.inputs)
        for values in zip(dict.fromkeys(inputs)) if cut.merged else [inputs]:
            if _is_regular(program, values):
                return _Candidate((program, values), cut, self)
        return None

    def _window(self, cut: _Cut) -> list[Step]:
        """The operations that are kept and that the root needs, and its pass."""
        assert cut.root is not None
        needed = {cut.root}
        steps: list[Step] = [Backward(cut.root)]
        for name in sorted(cut.kept, key=self.program.index.__getitem__, reverse=True):
            if name in needed:
                steps.append(self.operations[name])
                needed |= _needed_by(self.operations[name], cut.renamed)
        return steps[::-1]

    def _steps(self, cut: _Cut) -> list[Step]:
        """The steps that are kept, with the operations that they need, or that nothing ever needed."""
        needed: set[str] = set()
        steps: list[Step] = []
        for position in range(len(self.program.steps) - 1, -1, -1):
            step = self.program.steps[position]
            if not isinstance(step, Operation):
                if position not in cut.skipped:
                    steps.append(step)
                    needed.add(_resolved(step.node, cut.renamed))
            elif step.name in cut.kept and (step.name in needed or not self.uses[step.name]):
                steps.append(step)
                needed |= _needed_by(step, cut.renamed)
        return steps[::-1]


def _needed_by(operation: Operation, renamed: Mapping[str, str]) -> set[str]:
    return {_resolved(operand, renamed) for operand in node_operands(operation)}


def _resolved(name: str, renamed: Mapping[str, str]) -> str:
    while name in renamed:
        name = renamed[name]
    return name


class _Tidied:
    """Steps with the names a, b, c, ...: inputs first, in the order of their use."""

    def __init__(self, steps: Sequence[Step], cut: _Cut) -> None:
        self._steps = steps
        self._cut = cut
        operations = [step for step in steps if isinstance(step, Operation)]
        self._made = dict.fromkeys(operation.name for operation in operations)
        operands = [_resolved(o, cut.renamed) for operation in operations for o in node_operands(operation)]
        self.inputs = tuple(dict.fromkeys(o for o in operands if o not in self._made))

    @property
    def is_graph(self) -> bool:
        """Whether there is a pass with an operation behind it."""
        roots = (step.node for step in self._steps if isinstance(step, Backward))
        return any(_resolved(root, self._cut.renamed) in self._made for root in roots)

    def program(self) -> Program:
        """The program, without passes and clearings of nodes that are not in it."""
        inputs = 1 if self._cut.merged else len(self.inputs)
        names = [_name(number) for number in range(inputs + len(self._made))]
        called = dict(zip(self._made, names[inputs:], strict=True))
        made = set(called.values())
        ours = names[:1] * len(self.inputs) if self._cut.merged else names[:inputs]
        called |= zip(self.inputs, ours, strict=True)
        steps = (self._with_names(step, called) for step in self._steps)
        kept = (s for s in steps if s and (not isinstance(s, Backward) or s.node in made))
        return Program(tuple(names[:inputs]), tuple(kept))

    def _with_names(self, step: Step, called: Mapping[str, str]) -> Step | None:
        renamed = self._cut.renamed
        if not isinstance(step, Operation):
            node = called.get(_resolved(step.node, renamed))
            return None if node is None else type(step)(node)
        name = called[step.name]
        operands = (called[_resolved(o, renamed)] if isinstance(o, str) else o for o in step.operands)
        return Operation(name, step.op, tuple(operands), name)


def _name(number: int) -> str:
    return ascii_lowercase[number] if number < len(ascii_lowercase) else f"n{number + 1}"


def _forward(program: Program, inputs: Sequence[float]) -> dict[str, float]:
    """The data of every node."""
    data = dict(zip(program.inputs, inputs, strict=True))
    for operation in program.operations:
        data[operation.name] = RULES[operation.op].forward(*_numbers(operation, data))
    return data


def _numbers(operation: Operation, data: Mapping[str, float]) -> list[float]:
    return [data[o] if isinstance(o, str) else float(o) for o in operation.operands]


def _is_regular(program: Program, inputs: Sequence[float], steepest: float = math.inf) -> bool:
    """Whether every operation has a value and one slope there, and no function is very flat or steep."""
    data = dict(zip(program.inputs, inputs, strict=True))
    for operation in program.operations:
        numbers = _numbers(operation, data)
        try:
            data[operation.name] = value = RULES[operation.op].forward(*numbers)
        except (ArithmeticError, ValueError):
            return False
        if not (abs(value) <= _LARGEST and _is_clear(operation.op, numbers, steepest)):
            return False
    return True


def _is_clear(op: str, numbers: Sequence[float], steepest: float) -> bool:
    match op:
        case "relu" | "**":
            return abs(numbers[0]) >= _EDGE
        case "/" | "log":
            return abs(numbers[-1]) >= _EDGE
        case "tanh" | "sigmoid" | "exp":
            return abs(numbers[0]) <= steepest
    return True


# --- Which cuts to try ------------------------------------------------------------------------------------


def _alone(source: _Source) -> Iterator[_Cut]:
    """Every operation by itself."""
    found = set()
    for name in source.operations:
        form = _form(source, name)
        if form not in found:
            found.add(form)
            yield from _windows(source, {name})


def _pairs(source: _Source) -> Iterator[_Cut]:
    """An operation and one of its operands."""
    found = set()
    for name, operation in source.operations.items():
        for slot, operand in enumerate(operation.operands):
            if not isinstance(operand, str) or operand not in source.operations:
                continue
            form = _form(source, name), slot, _form(source, operand)
            if form not in found:
                found.add(form)
                yield from _windows(source, {operand, name})


def _form(source: _Source, name: str) -> tuple[object, ...]:
    """What makes an operation different from another when it stands alone."""
    operation = source.operations[name]
    numbers = _numbers(operation, source.data)
    constants = tuple(None if isinstance(operand, str) else operand for operand in operation.operands)
    signs = () if operation.op in _SIGNLESS else tuple(number < 0 for number in numbers)
    return operation.op, constants, len(set(operation.operands)), len(set(numbers)), signs


def _joins(source: _Source) -> Iterator[_Cut]:
    """A result that is used twice and the operation where its uses meet, with little between them."""
    reused = (name for name in source.operations if source.uses[name] > 1)
    for name in islice(reused, _FEW):
        yield from _join(source, name)


def _join(source: _Source, name: str) -> Iterator[_Cut]:
    ways = {name: name}
    """For each node that depends on the result, the first on the way to it."""
    for operation in source.operations.values():
        met = [operand for operand in node_operands(operation) if operand in ways]
        if len(met) > 1:
            yield from _meetings(source, name, operation.name, [(node, ways[node]) for node in met])
            return
        if met:
            ways[operation.name] = operation.name if met == [name] else ways[met[0]]


def _meetings(source: _Source, name: str, join: str, met: Sequence[tuple[str, str]]) -> Iterator[_Cut]:
    """One of the two ways is one operation long, or both are."""
    (left, left_way), (right, right_way) = met
    for ways in ((left_way, name), (name, right_way), (left_way, right_way)):
        renamed = {node: way for node, way in zip((left, right), ways, strict=True) if node != way}
        if name not in renamed:
            yield from _windows(source, {name, *ways, join}, renamed)


def _windows(
    source: _Source, kept: Iterable[str], renamed: Mapping[str, str] = _AS_THEY_ARE
) -> Iterator[_Cut]:
    """These operations alone, with one input for all and with their own.

    In one pass of their last, and in those that the program has of them.
    """
    these = frozenset(kept)
    last = max(these, key=source.program.index.__getitem__)
    for merged in (True, False):
        yield _Cut(these, renamed, last, merged=merged)
        if source.has_passes:
            yield _Cut(these, renamed, merged=merged)


def _single(source: _Source) -> Iterator[_Cut]:
    """One thing less, wherever it is; of a large program a half, a quarter, ..."""
    names = list(source.operations)
    if len(names) > _FEW:
        yield from _parts(names)
        return
    yield _Cut(source.every, merged=True)
    for name, operation in source.operations.items():
        yield _Cut(source.every, root=name)
        yield _Cut(source.every - {name})
        for operand in dict.fromkeys(node_operands(operation)):
            yield _Cut(source.every - {name}, {name: operand})
    for first, second in combinations(source.program.inputs[:_FEW], 2):
        yield _Cut(source.every, {second: first})
    for position, step in enumerate(source.program.steps):
        if not isinstance(step, Operation):
            yield _Cut(source.every, skipped=frozenset({position}))


def _parts(names: Sequence[str]) -> Iterator[_Cut]:
    """The beginning and the end of a large program."""
    size = len(names) * 3 // 2
    while size := size // 2:
        yield _Cut(frozenset(names[:size]), root=names[size - 1])
        yield _Cut(frozenset(names[-size:]))


# --- The search -------------------------------------------------------------------------------------------


class _Search:
    """What was tried, what waits, and the smallest that failed."""

    def __init__(self, source: _Source) -> None:
        self.best = source.whole()
        self._source = source
        self._known = {self.best.key}
        self._waiting: list[_Candidate] = []
        self._is_first = True
        for cuts in (_alone(source), _pairs(source), _joins(source), _single(source)):
            self._offer(source, cuts)

    def batch(self) -> list[_Candidate]:
        """What to play next: some of each number of operations, what room they leave for the smallest.

        At first the fewest operations get half of the room, the next number of them half of what is
        left, and so on. When the smallest were tried, every number gets as much.
        """
        self._waiting = sorted((c for c in self._waiting if c.cost < self.best.cost), key=_cost)
        sizes = [list(same) for _, same in groupby(self._waiting, key=lambda c: c.cost[0])]
        chosen: list[_Candidate] = []
        others: list[_Candidate] = []
        for number, same in enumerate(sizes):
            share = math.ceil((WIDTH - len(chosen)) / (2 if self._is_first else len(sizes) - number))
            chosen += same[:share]
            others += same[share:]
        self._is_first = False
        room = WIDTH - len(chosen)
        self._waiting = others[room:]
        return chosen + others[:room]

    def learn(self, failed: Sequence[_Candidate]) -> None:
        """Go on from the smallest that failed, and from cuts that failed each alone, taken together."""
        smallest = min([self.best, *failed], key=_cost)
        self._offer(self._source, _together(self._source, failed))
        if smallest is not self.best:
            self.best = smallest
            self._source = _Source(*smallest.case)
            self._offer(self._source, _single(self._source))

    def _offer(self, source: _Source, cuts: Iterable[_Cut]) -> None:
        for cut in islice(cuts, _MOST_CUTS):
            candidate = source.cut(cut)
            if candidate is not None and candidate.key not in self._known:
                self._known.add(candidate.key)
                self._waiting.append(candidate)


def _together(source: _Source, failed: Sequence[_Candidate]) -> Iterator[_Cut]:
    """Of the single cuts that failed the first two, the first three, ..."""
    most = len(source.every) - 1
    cuts = [c.cut for c in failed if c.source is source and len(c.cut.kept) >= most and not c.cut.root]
    return islice(accumulate(cuts, _Cut.together), 1, None)
