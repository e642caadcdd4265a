"""Valid orders in which the closures of a graph can be called by hand: consumers before producers."""

from collections.abc import Callable, Iterator
from itertools import islice
from random import Random

from suites import Program, node_operands

MOST_ORDERS = 24
"""The number of valid orders up to which all of them are played."""

_DRAWN = 16


def closure_orders(program: Program, rng: Random) -> list[tuple[str, ...]]:
    """Return all valid orders if there are at most 24; else the two extremes and sixteen seeded ones."""
    every = list(islice(_orders(program), MOST_ORDERS + 1))
    if len(every) <= MOST_ORDERS:
        return every
    latest_first = tuple(operation.name for operation in reversed(program.operations))
    drawn = [_one(program, rng.randrange) for _ in range(_DRAWN)]
    return list(dict.fromkeys([latest_first, _one(program, lambda _: 0), *drawn]))


def _orders(program: Program) -> Iterator[tuple[str, ...]]:
    """Yield every valid order, by trying each node that is free at each point."""
    waiting = _consumers(program)
    free = [program.root]
    chosen: list[str] = []

    def extend() -> Iterator[tuple[str, ...]]:
        if not free:
            yield tuple(chosen)
        for node in list(free):
            free.remove(node)
            chosen.append(node)
            released = _release(program, waiting, node)
            free.extend(released)
            yield from extend()
            for name in released:
                free.remove(name)
            _hold(program, waiting, node)
            chosen.pop()
            free.append(node)

    return extend()


def _one(program: Program, pick: Callable[[int], int]) -> tuple[str, ...]:
    waiting = _consumers(program)
    free = [program.root]
    chosen: list[str] = []
    while free:
        node = free.pop(pick(len(free)))
        chosen.append(node)
        free.extend(_release(program, waiting, node))
    return tuple(chosen)


def _consumers(program: Program) -> dict[str, int]:
    """How many uses of each operation's node stand before it."""
    counts = {operation.name: 0 for operation in program.operations}
    for operation in program.operations:
        for operand in node_operands(operation):
            if operand in counts:
                counts[operand] += 1
    return counts


def _release(program: Program, waiting: dict[str, int], node: str) -> list[str]:
    released = []
    for operand in _operands_of(program, node):
        if operand in waiting:
            waiting[operand] -= 1
            if waiting[operand] == 0:
                released.append(operand)
    return released


def _hold(program: Program, waiting: dict[str, int], node: str) -> None:
    for operand in _operands_of(program, node):
        if operand in waiting:
            waiting[operand] += 1


def _operands_of(program: Program, node: str) -> Iterator[str]:
    return node_operands(program.operations[program.index[node] - len(program.inputs)])
