"""Explains one graph: what each use of a node adds to its gradient, and what of that the node held.

What is right comes from the chain rule. What was kept and what was lost is read off the submission's
writes, or off the one choice of contributions that adds up to what a node held. Where neither
decides, nothing is said.
"""

import math
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from keyword import iskeyword
from operator import and_, or_
from typing import NamedTuple

from grader.compare import Quantity
from grader.derivatives import RULES
from grader.expected import Expected, expect
from grader.finding import Contribution, Explained, NodeExplained, PathExplained, Write
from grader.opinions import has_opinions
from grader.sandbox.base import Kind, Observation, Readings
from suites import BINARY, Backward, Clear, Operation, Program, Suite, ZeroGrad, node_operands

_MOST_PATHS = 12
_MOST_PARTS = 12
"""Of a sum of which each choice is tried."""
_MOST_LINES = 12
_MOST_STATEMENTS = 60
"""Beyond, nobody would paste it."""
_SUMS = 1e-9
_SUMS_IN_SINGLE = 1e-5
"""How far a sum may be off, by its largest part: rounding, and nothing else."""
_SINGLE_PRECISION = (1e-4, 1e-5)

_NOTHING = (bytes((Kind.ABSENT,)), bytes((Kind.NONE,)))
_SIMPLE_NAME = re.compile(r"[A-Za-z]\w*", re.ASCII)


class Dialect(NamedTuple):
    """What a submission calls its class and a node's attributes, and how it is driven."""

    cls: str = "Value"
    data: str = "data"
    gradient: str = "grad"
    backward: str = "backward"
    closure: str = "_backward"
    order: tuple[str, ...] = ()
    """The nodes in the order in which their closures are called by hand; by `backward()` without."""


DIALECT = Dialect()


def explain(
    program: Program,
    inputs: Sequence[float],
    observation: Observation,
    writes: Sequence[Write] = (),
    dialect: Dialect = DIALECT,
) -> Explained:
    """Tell what each node must hold, what it held, and what became of each contribution.

    Contributions, paths and right writes are of programs that are one backward pass and nothing more.
    An observation without readings leaves out what was got, and nothing is called wrong. The lines of
    the graph are empty where they would be too many to paste.

    Raises:
        ArithmeticError, ValueError: where the program has no value at these inputs.
    """
    seen = _Seen(program, expect(program, inputs), observation)
    graph = _Lines(program, dialect).text(inputs, seen)
    told = Explained(graph=graph, root=program.root, nodes=seen.nodes, writes=tuple(writes))
    if not has_opinions(program):
        return told
    flow = _Flow(seen, dialect.order)
    kept = _kept(seen, flow, writes)
    return told.model_copy(
        update={
            "contributions": tuple(_contributions(seen, flow, kept)),
            "paths": _paths(seen, flow, kept),
            "right_writes": tuple(_right_writes(seen, flow)),
        }
    )


def written(op: str, operands: Sequence[str], call: str = "{operand}.{op}()") -> str:
    """An operation as source text; functions of one operand in the form of `call`."""
    if op == "neg":
        return f"-{operands[0]}"
    if op not in BINARY:
        return call.format(op=op, operand=operands[0])
    left, right = operands
    if op == "**" and left.startswith("-"):
        left = f"({left})"
    return f"{left} {op} {right}"


# --- What is right, and what was seen ---------------------------------------------------------------------


@dataclass(frozen=True)
class _Seen:
    """One play beside what is right. Numbers stand in the order of `Program.nodes`."""

    program: Program
    expected: Expected
    observation: Observation

    @cached_property
    def nodes(self) -> tuple[NodeExplained, ...]:
        """Data as it was made where that is wrong already, else as it was in the end."""
        observation, expected = self.observation, self.expected
        made = _wrong(observation.made, expected.data)
        changed = _wrong(observation.data, expected.data)
        gradients = self.wrong_gradients
        operations = (*(None for _ in self.program.inputs), *self.program.operations)
        return tuple(
            NodeExplained(
                name=name,
                text=self.program.texts[node],
                op=operation.op if operation else None,
                operands=operation.operands if operation else (),
                data=expected.data[node],
                gradient=expected.gradients[node],
                data_got=_number(observation.made if node in made else observation.data, node),
                gradient_got=self.got(node),
                wrong_data=node in made or node in changed,
                wrong_gradient=node in gradients,
            )
            for node, (name, operation) in enumerate(zip(self.program.nodes, operations, strict=True))
        )

    @cached_property
    def wrong_gradients(self) -> frozenset[int]:
        """Without those in the middle where none is kept at all: that is a convention."""
        wrong = _wrong(self.observation.gradients, self.expected.gradients)
        kinds = self.observation.gradients.kinds[len(self.program.inputs) :]
        if kinds.translate(None, b"".join(_NOTHING)):
            return wrong
        return frozenset(node for node in wrong if node < len(self.program.inputs))

    @cached_property
    def tolerance(self) -> float:
        return _SUMS_IN_SINGLE if Kind.SINGLE in self.observation.gradients.kinds else _SUMS

    def got(self, node: int) -> float | None:
        """The gradient that a node held; None where that was no finite number."""
        return _number(self.observation.gradients, node)

    def held(self, node: int) -> float | None:
        """The same as a sum of contributions: of none where there was no gradient at all."""
        kinds = self.observation.gradients.kinds
        return 0.0 if kinds[node : node + 1] in _NOTHING else self.got(node)

    def same(self, left: float, right: float) -> bool:
        """Whether two gradients are one but for rounding."""
        return math.isclose(left, right, rel_tol=self.tolerance, abs_tol=self.tolerance)


def _number(readings: Readings, node: int) -> float | None:
    if node >= len(readings.values) or not Kind(readings.kinds[node]).is_number:
        return None
    value = readings.values[node]
    return value if math.isfinite(value) else None


def _wrong(readings: Readings, right: Sequence[float]) -> frozenset[int]:
    """The nodes whose readings do not pass, by the tolerance of most suites."""
    if readings.values == right and not any(readings.kinds):
        return frozenset()
    triples = zip(readings.values, readings.kinds, right, strict=False)
    return frozenset(
        node for node, (value, kind, number) in enumerate(triples) if not _passes(value, kind, number)
    )


def _passes(value: float, kind: int, right: float) -> bool:
    rtol, atol = (Suite.rtol, Suite.atol) if kind != Kind.SINGLE else _SINGLE_PRECISION
    return kind < Kind.ABSENT and abs(value - right) <= atol + rtol * abs(right)


# --- Contributions ----------------------------------------------------------------------------------------


class _Use(NamedTuple):
    """A node as an operand of a consumer. Nodes are positions in `Program.nodes`."""

    node: int
    consumer: int
    slot: int
    local: float
    value: float
    """Local derivative times the consumer's right gradient."""


_Kept = Mapping[_Use, bool | None]
_Parts = dict[_Use, float]


class _Flow:
    """How gradients flow from the root: every use behind it, by node and by consumer."""

    def __init__(self, seen: _Seen, order: Sequence[str]) -> None:
        index = seen.program.index
        self.by_node: list[list[_Use]] = [[] for _ in index]
        self.by_consumer: dict[int, list[_Use]] = {}
        for operation in _behind(seen.program):
            uses = list(_uses(seen, operation))
            self.by_consumer[index[operation.name]] = uses
            for use in reversed(uses):
                self.by_node[use.node].append(use)
        for found in self.by_node:
            found.reverse()
        if order:
            called = [index[name] for name in order]
            self.by_consumer = {node: self.by_consumer[node] for node in called if node in self.by_consumer}

    def uses(self) -> Iterator[_Use]:
        """All of them, by node, then consumer by consumer as the program has them."""
        for found in self.by_node:
            yield from found


def _behind(program: Program) -> Iterator[Operation]:
    """The operations that the root depends on, the last first."""
    needed = {program.root}
    for operation in reversed(program.operations):
        if operation.name in needed:
            needed.update(node_operands(operation))
            yield operation


def _uses(seen: _Seen, operation: Operation) -> Iterator[_Use]:
    index, (data, gradients) = seen.program.index, seen.expected
    numbers = [data[index[o]] if isinstance(o, str) else float(o) for o in operation.operands]
    consumer = index[operation.name]
    partials = RULES[operation.op].partials(data[consumer], *numbers)
    for slot, (operand, local) in enumerate(zip(operation.operands, partials, strict=True)):
        if isinstance(operand, str):
            yield _Use(index[operand], consumer, slot, local, local * gradients[consumer])


def _contributions(seen: _Seen, flow: _Flow, kept: _Kept) -> Iterator[Contribution]:
    names, gradients = seen.program.nodes, seen.expected.gradients
    for use in flow.uses():
        if use.node in seen.wrong_gradients:
            yield Contribution(
                node=names[use.node],
                consumer=names[use.consumer],
                slot=use.slot,
                local=use.local,
                arriving=gradients[use.consumer],
                value=use.value,
                kept=kept[use],
            )


def _right_writes(seen: _Seen, flow: _Flow) -> Iterator[Write]:
    program = seen.program
    gradients = [0.0] * len(program.nodes)
    gradients[program.index[program.root]] = 1.0
    yield Write(node=program.root, quantity=Quantity.GRADIENT, old=0.0, new=1.0)
    for consumer, uses in flow.by_consumer.items():
        for use in uses:
            old = gradients[use.node]
            gradients[use.node] = new = old + use.local * gradients[consumer]
            yield Write(
                node=program.nodes[use.node],
                quantity=Quantity.GRADIENT,
                old=old,
                new=new,
                during=program.nodes[consumer],
            )


# --- Which of them were kept ------------------------------------------------------------------------------


def _kept(seen: _Seen, flow: _Flow, writes: Sequence[Write]) -> dict[_Use, bool | None]:
    replay = _Replay(seen, flow, writes)
    kept: dict[_Use, bool | None] = {}
    for node, uses in enumerate(flow.by_node):
        if node in seen.wrong_gradients:
            told = replay.kept(node) or _by_sum(seen, uses)
        else:
            told = [True if seen.got(node) is not None else None] * len(uses)
        kept.update(zip(uses, told, strict=True))
    return kept


def _by_sum(seen: _Seen, uses: Sequence[_Use]) -> Sequence[bool | None]:
    """By the sums that make what the node held.

    What flowed is the local derivative times the gradient that the consumer held. A class may keep no
    gradients in the middle: where that explains nothing, the right contributions are tried.
    """
    held = seen.held(uses[0].node) if uses else None
    if held is None:
        return [None] * len(uses)
    flowed = [_flowed(seen, use) for use in uses]
    if (told := _in_sum(flowed, held, seen.tolerance)) is not None:
        return [_told(seen, *each) for each in zip(uses, flowed, told, strict=True)]
    right = [use.value for use in uses]
    return _in_sum(right, held, seen.tolerance) or [None] * len(uses)


def _flowed(seen: _Seen, use: _Use) -> float:
    arriving = seen.got(use.consumer)
    return use.value if arriving is None else use.local * arriving


def _told(seen: _Seen, use: _Use, flowed: float, kept: bool | None) -> bool | None:  # noqa: FBT001 - a verdict
    """A consumer that held nothing passed nothing on: its contribution is not there."""
    if seen.same(flowed, 0.0) and not seen.same(use.value, 0.0):
        return False
    return kept


def _in_sum(parts: Sequence[float], total: float, tolerance: float) -> list[bool | None] | None:
    """For each part whether it is in every choice of parts that makes the total, or in none of them.

    None for a part that is in some of them. None at all where no choice makes the total, or where the
    parts are too many to try.
    """
    if len(parts) > _MOST_PARTS:
        return None
    sums = [0.0]
    for part in parts:
        sums += [other + part for other in sums]
    off = tolerance * max(abs(total), *map(abs, parts)) if parts else tolerance
    low, high = total - off, total + off
    choices = [choice for choice, value in enumerate(sums) if low <= value <= high]
    if not choices:
        return None
    always, ever = reduce(and_, choices), reduce(or_, choices)
    return [bool(always >> k & 1) if always >> k & 1 == ever >> k & 1 else None for k in range(len(parts))]


class _Replay:
    """What the gradients are made of, write by write.

    A write that makes nothing but its own contribution has lost what was there; one that adds keeps it.
    """

    def __init__(self, seen: _Seen, flow: _Flow, writes: Sequence[Write]) -> None:
        self._seen = seen
        self._flow = flow
        self._gradients = [seen.got(node) for node in range(len(seen.program.nodes))]
        self._shares: dict[int, _Parts | None] = {}
        index = seen.program.index
        told = [w for w in writes if w.quantity is Quantity.GRADIENT and w.node in index]
        for write in reversed(told):
            self._gradients[index[write.node]] = write.old
        for write in told:
            node = index[write.node]
            self._shares[node] = self._after(node, write, index.get(write.during or ""))
            self._gradients[node] = write.new

    def kept(self, node: int) -> list[bool | None] | None:
        """For each use of a node whether it is in what the node held; None where writes do not tell."""
        shares, held = self._shares.get(node), self._seen.held(node)
        if shares is None or held is None or not self._seen.same(sum(shares.values()), held):
            return None
        return [self._is_kept(use, shares.get(use)) for use in self._flow.by_node[node]]

    def _is_kept(self, use: _Use, share: float | None) -> bool | None:
        if share is None:
            return None if self._seen.same(use.value, 0.0) else False
        if not self._seen.same(share, _flowed(self._seen, use)):
            return None  # the consumer passed on what it held before its own gradient was complete
        return _told(self._seen, use, share, kept=True)

    def _after(self, node: int, write: Write, during: int | None) -> _Parts | None:
        """The parts of a gradient after a write; None where they cannot be told."""
        before = self._shares.get(node, {})
        ways: dict[tuple[int, bool], _Parts | None] = {}
        for uses in self._choices(node, during, before or {}):
            for parts, adds in self._ways(write, before, uses):
                way = uses[0].consumer, adds
                known = way not in ways or before is not None
                ways[way] = ways.get(way, parts) if known else None
        if not ways:
            return {} if before is not None and write.new == 0.0 else None
        first, *others = ways.values()
        return first if all(self._alike(first, other) for other in others) else None

    def _alike(self, left: _Parts | None, right: _Parts | None) -> bool:
        if left is None or right is None:
            return left is right
        return self._something(left) == self._something(right)

    def _something(self, parts: _Parts) -> set[_Use]:
        return {use for use, share in parts.items() if not self._seen.same(share, 0.0)}

    def _choices(self, node: int, during: int | None, before: Collection[_Use]) -> Iterator[tuple[_Use, ...]]:
        """The uses that a write could be of: those that have no part yet first, then all of a consumer.

        Of two equal shares of one consumer the first slot is taken to be written first.
        """
        uses = [use for use in self._flow.by_node[node] if during is None or use.consumer == during]
        for use in sorted(uses, key=before.__contains__):
            yield (use,)
        for consumer in dict.fromkeys(use.consumer for use in uses):
            together = tuple(use for use in uses if use.consumer == consumer)
            if len(together) > 1:
                yield together

    def _ways(
        self, write: Write, before: _Parts | None, uses: Sequence[_Use]
    ) -> Iterator[tuple[_Parts | None, bool]]:
        """The parts if the write added these uses, and if it put them in place of what was there."""
        arriving = self._gradients[uses[0].consumer]
        if arriving is None or write.new is None:
            return
        shares = {use: use.local * arriving for use in uses}
        share = sum(shares.values())
        if write.old is not None and self._seen.same(write.new, write.old + share):
            yield None if before is None else _added(before, shares), True
        if self._seen.same(write.new, share):
            yield shares, False


def _added(before: _Parts, shares: _Parts) -> _Parts:
    return before | {use: before.get(use, 0.0) + share for use, share in shares.items()}


# --- Paths ------------------------------------------------------------------------------------------------


def _paths(seen: _Seen, flow: _Flow, kept: _Kept) -> tuple[PathExplained, ...]:
    """The paths of the first wrong input."""
    inputs = range(len(seen.program.inputs))
    node = next((node for node in inputs if node in seen.wrong_gradients), None)
    if node is None or _number_of_paths(seen, flow, node) > _MOST_PATHS:
        return ()
    root = seen.program.index[seen.program.root]
    paths = list(_upward(flow, node, root))
    values = [math.prod(use.local for use in path) for path in paths]
    names = seen.program.nodes
    return tuple(
        PathExplained(nodes=(names[node], *(names[use.consumer] for use in path)), value=value, kept=is_kept)
        for path, value, is_kept in zip(
            paths, values, _paths_kept(seen, node, paths, values, kept), strict=True
        )
    )


def _number_of_paths(seen: _Seen, flow: _Flow, node: int) -> int:
    """From the root down to a node, without walking them."""
    counts = [0] * len(seen.program.nodes)
    counts[seen.program.index[seen.program.root]] = 1
    for position in range(len(counts) - 1, node - 1, -1):
        counts[position] += sum(counts[use.consumer] for use in flow.by_node[position])
    return counts[node]


def _upward(flow: _Flow, node: int, root: int) -> Iterator[tuple[_Use, ...]]:
    ends: list[tuple[int, tuple[_Use, ...]]] = [(node, ())]
    while ends:
        end, path = ends.pop()
        if end == root:
            yield path
        ends += [(use.consumer, (*path, use)) for use in reversed(flow.by_node[end])]


def _paths_kept(
    seen: _Seen,
    node: int,
    paths: Sequence[Sequence[_Use]],
    values: Sequence[float],
    kept: _Kept,
) -> list[bool | None]:
    """By the contributions on each; what they leave open by what is left of the sum."""
    told = [_all(kept[use] for use in path) for path in paths]
    held = seen.held(node)
    open_paths = [number for number, is_kept in enumerate(told) if is_kept is None]
    if held is None or not open_paths:
        return told
    rest = held - sum(value for value, is_kept in zip(values, told, strict=True) if is_kept)
    found = _in_sum([values[number] for number in open_paths], rest, seen.tolerance) or ()
    for number, is_kept in zip(open_paths, found, strict=False):
        told[number] = is_kept
    return told


def _all(kept: Iterable[bool | None]) -> bool | None:
    """A path is kept where every contribution on it is, and lost where one of them is."""
    verdicts = set(kept)
    if False in verdicts:
        return False
    return None if None in verdicts else True


# --- The graph as lines -----------------------------------------------------------------------------------


class _Lines:
    """Writes a program as lines that can be pasted behind the class."""

    def __init__(self, program: Program, dialect: Dialect) -> None:
        self._program = program
        self._dialect = dialect
        self._called = _identifiers(program.nodes, {dialect.cls, "print"})

    def text(self, inputs: Sequence[float], seen: _Seen) -> str:
        """The lines; empty where they would be too many to paste."""
        values = zip(self._program.inputs, inputs, strict=True)
        lines = [f"{self._called[name]} = {self._dialect.cls}({_argument(value)})" for name, value in values]
        for step in self._program.steps:
            lines += self._step(step)
        if len(lines) > _MOST_STATEMENTS:
            return ""
        return "\n".join([*_packed(lines, _MOST_LINES - 1), *self._question(seen)])

    def _step(self, step: Operation | Backward | Clear | ZeroGrad) -> Iterator[str]:
        match step:
            case Operation(name, op, operands):
                yield f"{self._called[name]} = {written(op, [self._operand(o) for o in operands])}"
            case Backward(node) if self._dialect.order:
                yield f"{self._called[node]}.{self._dialect.gradient} = 1.0"
                yield from (f"{self._called[name]}.{self._dialect.closure}()" for name in self._dialect.order)
            case Backward(node):
                yield f"{self._called[node]}.{self._dialect.backward}()"
            case Clear(node):
                yield f"{self._called[node]}.{self._dialect.gradient} = 0"
            case ZeroGrad(node):
                yield f"{self._called[node]}.zero_grad()"

    def _operand(self, operand: str | float) -> str:
        return self._called[operand] if isinstance(operand, str) else repr(operand)

    def _question(self, seen: _Seen) -> Iterator[str]:
        """The first wrong number and what it should be: data before gradients, which follow from it."""
        gradients = seen.wrong_gradients
        for node in seen.nodes:
            if node.wrong_data:
                yield self._asked(node.name, self._dialect.data, node.data_got, node.data)
                return
        if gradients:
            node = seen.nodes[min(gradients)]
            yield self._asked(node.name, self._dialect.gradient, node.gradient_got, node.gradient)

    def _asked(self, name: str, attribute: str, got: float | None, right: float) -> str:
        asked = f"print({self._called[name]}.{attribute})"
        if got is None:
            return f"{asked}  # should be {right:.6g}"
        return "{}  # {}, should be {}".format(asked, *_apart(got, right))


def _identifiers(nodes: Sequence[str], taken: Collection[str]) -> dict[str, str]:
    """What each node is called in code: its name where it is one, else `t1`, `t2`, ..."""
    called = {name: name for name in nodes if _is_name(name) and name not in taken}
    number = 0
    for name in nodes:
        if name in called:
            continue
        number += 1
        while f"t{number}" in called:
            number += 1
        called[name] = f"t{number}"
    return called


def _is_name(name: str) -> bool:
    return bool(_SIMPLE_NAME.fullmatch(name)) and not iskeyword(name)


def _argument(value: float) -> str:
    return repr(float(value))


def _packed(lines: Sequence[str], most: int) -> list[str]:
    """Several statements a line where there are too many."""
    each = math.ceil(len(lines) / most)
    return ["; ".join(lines[start : start + each]) for start in range(0, len(lines), each)]


def _apart(got: float, right: float) -> tuple[str, str]:
    """Two numbers with as many digits as they need to look different."""
    form = ".6g" if format(got, ".6g") != format(right, ".6g") else ".12g"
    return format(got, form), format(right, form)
