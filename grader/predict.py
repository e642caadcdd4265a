"""What a fault would give: the faulty reference, played.

Where a result depends on the order in which nodes are visited, several orders are tried.
"""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from grader.faults import Fault, Replace
from grader.reference import Value, mutated
from suites import PRIMITIVES, Backward, Clear, Operation, Program, ZeroGrad

_MOST_PATHS = 20_000
"""Some faulty traversals follow every path: graphs that have more are not played."""
_MOST_RESULTS = 16
_MOST_PLAYS = 32
_ENOUGH_ALIKE = 4
"""If so many plays in different orders agree, the order plays no part."""
_DIGITS = 9

_Order = Callable[[list[Any]], None]
"""Brings the parents of a node in the order in which they are visited."""


class TooManyPathsError(Exception):
    """A faulty traversal might never come to an end on this graph."""


class NeverEndsError(Exception):
    """A faulty class is of the kind that no pass comes to an end with."""


class NodeNumbers(NamedTuple):
    """The numbers of the nodes at the end, in the order of `Program.nodes`."""

    data: tuple[float, ...]
    gradients: tuple[float, ...]


class Prediction(NamedTuple):
    """The numbers that one variant of a fault gives in one order of visits."""

    variant: str
    data: tuple[float, ...]
    gradients: tuple[float, ...]


def play_reference(
    cls: type, program: Program, inputs: Sequence[float], arrange: _Order | None = None
) -> NodeNumbers | Exception:
    """Play a program on the reference or a mutated one; what it raises is the result.

    `arrange` reorders the parents of each new node in place.
    """
    if cls is not Value and program.visits > _MOST_PATHS:
        return TooManyPathsError()
    if getattr(cls, "is_endless", False):
        return NeverEndsError()
    try:
        return _play(cls, program, inputs, arrange)
    except Exception as error:  # noqa: BLE001 - whatever a faulty class raises is what it gives
        return error


def predictions(
    program: Program, inputs: Sequence[float], fault: Fault, operation: str | None = None
) -> list[Prediction]:
    """Return the results of a fault's variants, each in several orders of visits if that matters.

    Variants in operations that the program does not use predict nothing, nor do those that raise. With
    `operation`, only the variants whose place it is.
    """
    return [
        Prediction(variant, *numbers)
        for variant, edits in fault.examples.items()
        if operation in (None, place(variant)) and _is_used(program, place(variant))
        for numbers in _results(program, inputs, edits)
    ]


def place(variant: str) -> str:
    """Return where a variant's slip is made: `*` for `*: left operand`."""
    return variant.partition(":")[0]


def _is_used(program: Program, where: str) -> bool:
    return where not in PRIMITIVES or where in program.ops


def _results(program: Program, inputs: Sequence[float], edits: tuple[Replace, ...]) -> list[NodeNumbers]:
    """Return up to 16 different results, that of the order in which operands are written first."""
    results: dict[tuple[str, ...], NodeNumbers] = {}
    for number, arrange in enumerate(_orders(program)):
        if len(results) == _MOST_RESULTS or (number >= _ENOUGH_ALIKE and len(results) <= 1):
            break
        played = play_reference(mutated(edits), program, inputs, arrange)
        if isinstance(played, NodeNumbers):
            results.setdefault(_rounded(played), played)
    return list(results.values())


def _orders(program: Program) -> Iterator[_Order | None]:
    yield None
    if not program.order_matters:
        return
    yield list.reverse
    for seed in range(_MOST_PLAYS - 2):
        yield Random(seed).shuffle


def _rounded(played: NodeNumbers) -> tuple[str, ...]:
    """Return texts that are the same for results that differ only by the order of additions."""
    return tuple(f"{number:.{_DIGITS}g}" for numbers in played for number in numbers)


def _play(cls: type, program: Program, inputs: Sequence[float], arrange: _Order | None) -> NodeNumbers:
    nodes: dict[str, Any] = {}
    run(cls, program, inputs, nodes, arrange)
    held = [nodes[name] for name in program.nodes]
    return NodeNumbers(tuple(float(node.data) for node in held), tuple(float(node.grad) for node in held))


def run(
    cls: type,
    program: Program,
    inputs: Sequence[float],
    nodes: dict[str, Any],
    arrange: _Order | None = None,
) -> None:
    """Run a program on the reference or a mutated one. Its nodes are stored in `nodes`, by name.

    Raises:
        Exception: whatever a faulty class raises.
    """
    nodes |= {name: cls(number) for name, number in zip(program.inputs, inputs, strict=True)}
    for step in program.steps:
        match step:
            case Operation(name, op, operands):
                numbers = [nodes[operand] if isinstance(operand, str) else operand for operand in operands]
                nodes[name] = _call(op, numbers)
                if arrange is not None:
                    _rearrange(nodes[name], arrange)
            case Backward(name):
                nodes[name].backward()
            case Clear(name):
                nodes[name].grad = 0.0
            case ZeroGrad(name):
                nodes[name].zero_grad()


def _call(op: str, operands: list[Any]) -> Any:  # noqa: ANN401 - whatever a faulty class returns
    primitive = PRIMITIVES[op]
    if primitive.on_nodes is not None:
        return primitive.on_nodes(*operands)
    return getattr(operands[0], primitive.method)()


def _rearrange(node: Any, arrange: _Order) -> None:  # noqa: ANN401 - the same
    if isinstance(parents := getattr(node, "_prev", None), tuple):
        rearranged = list(parents)
        arrange(rearranged)
        node._prev = tuple(rearranged)  # noqa: SLF001 - of our own class
