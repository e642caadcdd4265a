"""What each node's data and gradient must be: reverse accumulation over the operation list.

Float64, plain Python, microseconds an instance. PyTorch certifies it (`bench.oracle`).
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from grader.records import Frozen
from suites import (
    PRIMITIVES,
    REPLACED_NODE,
    Backward,
    Clear,
    Convention,
    Numbers,
    Operation,
    Program,
    ZeroGrad,
)

NO_CONVENTION: frozenset[Convention] = frozenset()
_RESETS = frozenset({Convention.PASSES_RESET, Convention.LAST_OUTPUT})
_OWN_FACTOR = 3.0


class Expected(NamedTuple):
    """Right values, one float64 a node, in the order of `Program.nodes`."""

    data: tuple[float, ...]
    gradients: tuple[float, ...]


class _Operation(Frozen):
    """An operation on *slots*: nodes in the order of `Program.nodes`, then constants."""

    forward: Callable[..., float]
    partials: Callable[..., Numbers]
    target: int
    operands: tuple[int, ...]


class _Pass(Frozen):
    """One `backward()`: its root, and the operations behind it, the last first."""

    root: int
    operations: tuple[_Operation, ...]
    reached: frozenset[int]
    """The slots that get something of it."""


class _Clear(Frozen):
    node: int


class _Plan(Frozen):
    nodes: int
    steps: tuple[_Operation | _Pass | _Clear, ...]
    room: tuple[float, ...]
    """The numbers behind the inputs at first: a zero for each operation, then the constants."""


def expect(
    program: Program,
    inputs: Sequence[float],
    conventions: Collection[Convention] = NO_CONVENTION,
    *,
    own_rule: bool = False,
    seed_adds: bool = False,
    rounded: Callable[[float], float] = float,
) -> Expected:
    """Play the program's steps on float64 inputs, in the order of `program.inputs`.

    With `own_rule`, the replaced node passes three times its gradient to its first operand and nothing
    to another. With `seed_adds`, passes that compound start from what the output holds, plus one. With
    `rounded`, every number is what that makes of it.

    Raises `ArithmeticError` or `ValueError` where the program has no value at these inputs.
    """
    plan = _plan(program, Convention.RELU_AT_ZERO_IS_ONE in conventions, own_rule)
    data = [*map(rounded, inputs), *plan.room]
    gradients = [0.0] * len(data)
    local: dict[int, Numbers] = {}
    for step in plan.steps:
        if isinstance(step, _Operation):
            numbers = [data[slot] for slot in step.operands]
            data[step.target] = result = rounded(step.forward(*numbers))
            local[step.target] = step.partials(result, *numbers)
        elif isinstance(step, _Pass):
            _accumulate(step, local, gradients, conventions, seed_adds=seed_adds, rounded=rounded)
        else:
            gradients[step.node] = 0.0
    return Expected(tuple(data[: plan.nodes]), tuple(gradients[: plan.nodes]))


def _accumulate(
    step: _Pass,
    local: dict[int, Numbers],
    gradients: list[float],
    conventions: Collection[Convention],
    *,
    seed_adds: bool,
    rounded: Callable[[float], float],
) -> None:
    """Run one pass: what it sends starts at 0 and is then added to what was there, as in PyTorch."""
    reached = step.reached
    before = gradients[:] if _RESETS.isdisjoint(conventions) else [0.0] * len(gradients)
    compounds = Convention.PASSES_COMPOUND in conventions
    flow = gradients[:] if compounds else [0.0] * len(gradients)
    flow[step.root] = 1.0 + (flow[step.root] if seed_adds else 0.0)
    for operation in step.operations:
        arriving = flow[operation.target]
        for slot, partial in zip(operation.operands, local[operation.target], strict=True):
            flow[slot] = rounded(flow[slot] + rounded(partial * arriving))
    if Convention.OUTPUT_NOT_STORED in conventions:
        reached -= {step.root}
    for slot in reached:
        gradients[slot] = flow[slot] if compounds else before[slot] + flow[slot]


@lru_cache(maxsize=1024)
def _plan(program: Program, relu_one: bool, own_rule: bool) -> _Plan:  # noqa: FBT001 - a cache's key
    constants: list[float] = []
    by_name: dict[str, _Operation] = {}
    for operation in program.operations:
        by_name[operation.name] = _Operation(
            PRIMITIVES[operation.op].forward,
            _partials(operation, relu_one=relu_one, own_rule=own_rule),
            program.index[operation.name],
            tuple(_slots(program, operation, constants)),
        )
    steps: list[_Operation | _Pass | _Clear] = []
    for step in program.steps:
        match step:
            case Operation(name):
                steps.append(by_name[name])
            case Backward(node):
                steps.append(_pass(program.index[node], by_name))
            case Clear(node) | ZeroGrad(node):
                steps.append(_Clear(program.index[node]))
    room = (0.0,) * len(program.operations) + tuple(constants)
    return _Plan(len(program.nodes), tuple(steps), room)


def _pass(root: int, by_name: dict[str, _Operation]) -> _Pass:
    behind = tuple(_behind(root, by_name))
    return _Pass(root, behind, frozenset({root, *(slot for each in behind for slot in each.operands)}))


def _slots(program: Program, operation: Operation, constants: list[float]) -> Iterator[int]:
    for operand in operation.operands:
        if isinstance(operand, str):
            yield program.index[operand]
        else:
            constants.append(float(operand))
            yield len(program.nodes) + len(constants) - 1


def _partials(operation: Operation, *, relu_one: bool, own_rule: bool) -> Callable[..., Numbers]:
    if own_rule and operation.name == REPLACED_NODE:
        return lambda _, *operands: (_OWN_FACTOR, *(0.0 for _ in operands[1:]))
    primitive = PRIMITIVES[operation.op]
    return (relu_one and primitive.partials_at_kink) or primitive.partials


def _behind(root: int, by_name: dict[str, _Operation]) -> Iterator[_Operation]:
    """The operations that the root depends on, the last first."""
    needed = {root}
    for operation in reversed(by_name.values()):
        if operation.target in needed:
            needed.update(operation.operands)
            yield operation
