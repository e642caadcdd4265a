"""One cut of a program, and the smaller case that it leaves."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property
from string import ascii_lowercase
from typing import NamedTuple

from grader.records import Frozen
from grader.shrinking.regular import forward, is_regular
from grader.shrinking.text import text
from suites import OPERATIONS, Backward, Clear, Operation, Program, Step, node_operands

Case = tuple[Program, tuple[float, ...]]
"""A program and its inputs, in the order of `Program.inputs`."""

_PLAINEST = ("+", "*", *(op for op in OPERATIONS if op not in {"+", "*"}))
"""Operations by how far they are made of others: a difference is often a sum and a product."""
AS_THEY_ARE: Mapping[str, str] = {}


class Cut(NamedTuple):
    """The part of a program that is kept. Two cuts of one program make a third."""

    kept: frozenset[str]
    """Operations. Those that only others needed go too."""
    renamed: Mapping[str, str] = AS_THEY_ARE
    """A node that stands in for another: an operand for its operation, an input for another."""
    root: str | None = None
    """The root of one pass and nothing more; without, the program's own passes stay."""
    skipped: frozenset[int] = frozenset()
    """Positions of steps."""
    merged: bool = False
    """Whether all inputs become one."""

    def together(self, other: "Cut") -> "Cut":
        """Both cuts of one program."""
        return Cut(
            self.kept & other.kept,
            {**self.renamed, **other.renamed},
            self.root or other.root,
            self.skipped | other.skipped,
            self.merged or other.merged,
        )


class Candidate(Frozen, eq=False, dict=True):
    """A case that was cut, with tidy names."""

    case: Case
    cut: Cut
    source: "CutCase"

    @cached_property
    def text(self) -> str:
        """Return its program as text."""
        return text(self.case[0])

    @cached_property
    def cost(self) -> tuple[int, int, int, list[int], str]:
        """The cost by which smaller graphs come first; of two of a size, plus comes before times."""
        program = self.case[0]
        ranks = [_PLAINEST.index(operation.op) for operation in program.operations]
        return len(program.operations), len(program.inputs), len(self.text), ranks, self.text

    @cached_property
    def key(self) -> tuple[object, ...]:
        """Equal for candidates of which one is enough."""
        inputs = self.case[1]
        return self.text, len(set(inputs)), *(value < 0 for value in inputs)


class CutCase:
    """A case to be cut."""

    def __init__(self, program: Program, inputs: tuple[float, ...]) -> None:
        self.program = program
        self.operations = {operation.name: operation for operation in program.operations}
        self.every = frozenset(self.operations)
        self.data = forward(program, inputs)
        self.uses = Counter(o for operation in program.operations for o in node_operands(operation))
        self.has_passes = len(program.steps) > len(program.operations) + 1

    def whole(self) -> Candidate:
        """Return the whole program, only tidied."""
        cut = Cut(self.every)
        tidied = _Tidied(self._steps(cut), cut)
        return Candidate((tidied.program(), tuple(self.data[name] for name in tidied.inputs)), cut, self)

    def cut(self, cut: Cut) -> Candidate | None:
        """A case; None where no graph is left, or one at a kink or a pole."""
        tidied = _Tidied(self._window(cut) if cut.root else self._steps(cut), cut)
        if not tidied.is_graph:
            return None
        program = tidied.program()
        inputs = tuple(self.data[name] for name in tidied.inputs)
        for values in zip(dict.fromkeys(inputs)) if cut.merged else [inputs]:
            if is_regular(program, values):
                return Candidate((program, values), cut, self)
        return None

    def _window(self, cut: Cut) -> list[Step]:
        """The operations that are kept and that the root needs, and its pass."""
        assert cut.root is not None
        needed = {cut.root}
        steps: list[Step] = [Backward(cut.root)]
        for name in sorted(cut.kept, key=self.program.index.__getitem__, reverse=True):
            if name in needed:
                steps.append(self.operations[name])
                needed |= _needed_by(self.operations[name], cut.renamed)
        return steps[::-1]

    def _steps(self, cut: Cut) -> list[Step]:
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

    def __init__(self, steps: Sequence[Step], cut: Cut) -> None:
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
        kept = [s for s in steps if s and (not isinstance(s, Backward) or s.node in made)]
        return Program(tuple(names[:inputs]), tuple(_tidy(kept)))

    def _with_names(self, step: Step, called: Mapping[str, str]) -> Step | None:
        renamed = self._cut.renamed
        if not isinstance(step, Operation):
            node = called.get(_resolved(step.node, renamed))
            return None if node is None else type(step)(node)
        name = called[step.name]
        operands = (called[_resolved(o, renamed)] if isinstance(o, str) else o for o in step.operands)
        return Operation(name, step.op, tuple(operands), name)


def _tidy(steps: Sequence[Step]) -> list[Step]:
    """Return steps without clearings that are repeated, or after which nothing is asked of the class."""
    asked = max(at for at, step in enumerate(steps) if not isinstance(step, Clear))
    kept = steps[: asked + 1]
    pairs = zip([None, *kept], kept, strict=False)
    return [step for before, step in pairs if step != before or isinstance(step, Backward)]


def _name(number: int) -> str:
    return ascii_lowercase[number] if number < len(ascii_lowercase) else f"n{number + 1}"
