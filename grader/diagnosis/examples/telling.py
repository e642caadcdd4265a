"""Tells which small graph teaches most: different contributions, whole numbers, few nodes, one pass.

The smallest graph that fails is often the least telling: in `a + a`, both contributions are 1. So shapes with
the same operation, in which contributions differ in size and sign, are tried beside it.
"""

import math
from collections.abc import Collection, Iterator, Sequence
from functools import cache
from itertools import chain, zip_longest

from grader.expected import expect
from grader.faults import load
from grader.shrinking.cut import Case
from grader.shrinking.regular import is_regular, numbers_of
from grader.shrinking.short_inputs import STEEPEST, short_inputs
from suites import BINARY, PRIMITIVES, Graph, Program

MOST_CANDIDATES = 40

_HELPERS = ("*", "+")
"""Operations that go with any other."""
_ROWS = ((2.0, -5.0), (3.0, 2.0), (3.0, -4.0), (-3.0, 2.0))
_ALONE = ("c = {own:ab}", "c = {own:ab}; d = c * 4")
_OF_TWO = (
    "c = {own:ab}; d = {helper:ca}",
    "c = {own:ba}; d = {helper:ca}",
    "c = {own:ab}; d = {helper:ac}",
    "c = {helper:ab}; d = {own:ca}",
    "c = {helper:ab}; d = {own:ac}",
)
_OF_THREE = (
    "c = {own:ab}; d = a * b; e = c + d",
    "c = {own:ab}; d = a * b; e = d + c",
    "c = a * b; d = {own:ca}; e = c * d",
    "c = a * b; d = {own:ca}; e = d * c",
)
_OF_FUNCTIONS = (
    "b = {own:a}",
    "b = {own:a}; c = b * 3",
    "c = {own:a}; d = a * b; e = c + d",
    "c = {own:a}; d = a * b; e = d + c",
    "c = a * b; d = {own:a}; e = c + d",
    "c = a * b; d = {own:a}; e = d + c",
)

_PASS, _OPERATION, _INPUT, _CONSTANT = 100.0, 4.0, 1.0, 1.5
_COMPOSED = 8.0
"""The effort for an operation beside + and *: a class often makes it of others, with hidden nodes."""
_EQUAL, _NOTHING, _ONE, _SAME_SIGN = 12.0, 10.0, 1.0, 2.0
_FRACTION, _LONG_FRACTION, _TINY = 2.0, 8.0, 3.0
_LEAST = 0.2
_LARGE = ((12.0, 1.0), (30.0, 1.5), (100.0, 3.0), (1000.0, 6.0))


def candidates(smallest: Case, *, may_differ: bool) -> list[Case]:
    """Return the smallest graph at short inputs, then other shapes, each at its best inputs first.

    With `may_differ`, other operations may be added: whoever plays them knows that they fail for one cause.
    """
    program, inputs = smallest
    smallest_ones = [(program, values) for values in short_inputs(program, inputs)]
    rows = [_at_best_rows(shape) for shape in _shapes(program, may_differ)]
    shapes = [case for same_rank in zip_longest(*rows) for case in same_rank if case is not None]
    return [*smallest_ones, *shapes][:MOST_CANDIDATES]


def own_graphs(fault: str) -> list[Case]:
    """Return the graphs that show just this fault, each at its best inputs first."""
    known = load().get(fault)
    return [case for text in (known.shown_by if known else ()) for case in _at_best_rows(_program(text))]


def effort(program: Program, inputs: Sequence[float], wrong: Collection[int] | None = None) -> float:
    """Return how hard a graph is to follow; `wrong`: the nodes whose gradients are wrong, where known."""
    data, gradients = expect(program, inputs)
    cost = _PASS * (program.passes - 1)
    cost += _OPERATION * len(program.operations) + _INPUT * len(program.inputs)
    cost += _COMPOSED * sum(each.op not in _HELPERS for each in program.operations)
    cost += sum(_CONSTANT for each in program.operations for o in each.operands if not isinstance(o, str))
    by_node = _contributions(program, data, gradients)
    cost += max(
        (_sum_cost(parts) for node, parts in by_node.items() if not wrong or node in wrong), default=0.0
    )
    numbers = [*data, *gradients, *(part for parts in by_node.values() for part in parts)]
    return cost + _number_cost(numbers)


def _contributions(
    program: Program, data: Sequence[float], gradients: Sequence[float]
) -> dict[int, list[float]]:
    """Return for each node what each of its uses adds to its gradient."""
    index, known = program.index, dict(zip(program.nodes, data, strict=True))
    found: dict[int, list[float]] = {}
    for operation in program.operations:
        numbers = numbers_of(operation, known)
        partials = PRIMITIVES[operation.op].partials(known[operation.name], *numbers)
        for operand, local in zip(operation.operands, partials, strict=True):
            if isinstance(operand, str):
                found.setdefault(index[operand], []).append(local * gradients[index[operation.name]])
    return found


def _sum_cost(parts: Sequence[float]) -> float:
    """Return how hard a sum is to follow: parts that are alike do not show which of them is lost."""
    if len(parts) < 2:  # noqa: PLR2004 - a sum
        return 0.0
    sizes = [abs(part) for part in parts]
    cost = _EQUAL if len(set(sizes)) < len(sizes) else 0.0
    cost += _NOTHING * (0.0 in sizes or math.isclose(sum(parts), 0.0, abs_tol=1e-9))
    cost += _ONE * (1.0 in sizes)
    return cost + (_SAME_SIGN if min(parts) > 0 or max(parts) < 0 else 0.0)


def _number_cost(numbers: Sequence[float]) -> float:
    """Return how hard numbers are to follow: large, tiny and broken ones."""
    largest = max(map(abs, numbers))
    cost = sum(price for limit, price in _LARGE if largest > limit)
    cost += _TINY * any(0 < abs(number) < _LEAST for number in numbers)
    if all(number.is_integer() for number in numbers):
        return cost
    return cost + (_FRACTION if all((4 * number).is_integer() for number in numbers) else _LONG_FRACTION)


def _shapes(smallest: Program, may_differ: bool) -> Iterator[Program]:  # noqa: FBT001 - as it was given
    """Yield graphs of the operations of the smallest one, and of any other where those may differ."""
    own = smallest.ops
    # Another operation is shown only where the cause may lie in any, else the graph would blame the wrong
    # one.
    others = _HELPERS if may_differ and own.isdisjoint(_HELPERS) else ()
    for program in chain.from_iterable(_programs(op) for op in (*sorted(own), *others)):
        if may_differ or (program.ops == own and _has_numbers(program) <= _has_numbers(smallest)):
            yield program


@cache
def _programs(op: str) -> tuple[Program, ...]:
    """Return all shapes with this operation."""
    templates = (*_ALONE, *_OF_TWO, *_OF_THREE) if op in BINARY else _OF_FUNCTIONS
    texts = [_filled(template, op, helper) for template in templates for helper in _HELPERS]
    return tuple(_program(text) for text in dict.fromkeys(texts))


def _program(text: str) -> Program:
    """Return the program of a text."""
    inputs = {"a": 1.0} if text.startswith("b =") else {"a": 1.0, "b": 1.0}
    return Graph(text, (inputs,)).program


def _has_numbers(program: Program) -> bool:
    """Whether a plain number is among the operands."""
    return any(not isinstance(o, str) for operation in program.operations for o in operation.operands)


@cache
def _at_best_rows(program: Program) -> tuple[Case, ...]:
    """Return the shape at every row at which it has a value, the easiest to follow first."""
    return tuple(sorted(_at_rows(program), key=lambda case: effort(*case)))


def _at_rows(program: Program) -> Iterator[Case]:
    """Yield the shape at every row at which it has a value."""
    for row in _ROWS:
        values = row[: len(program.inputs)]
        if is_regular(program, values, STEEPEST):
            yield program, values


def _filled(template: str, own: str, helper: str) -> str:
    """Return a template with its operations written out."""
    text = template
    for name, op in (("own", own), ("helper", helper)):
        for operands in ("ab", "ba", "ca", "ac", "a"):
            text = text.replace(f"{{{name}:{operands}}}", _written(op, operands))
    return text


def _written(op: str, operands: str) -> str:
    """Return an operation of operands of one letter each."""
    if op in BINARY:
        return f" {op} ".join(operands)
    return f"-{operands}" if op == "neg" else f"{op}({operands})"
