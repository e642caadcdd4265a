"""The two tables of operations, the host's and the harness's, say the same of each."""

import ast
import math

import pytest

from grader.harness.model.primitives import PRIMITIVES as HARNESS, SOURCE_FUNCTIONS
from grader.reference import Value
from suites import PRIMITIVES as HOST
from tests.offenders import for_each

NAMES = {name: name for name in SOURCE_FUNCTIONS}
FUNCTIONS = {name: getattr(math, name) for name in NAMES}

each_operation = for_each("op", HOST)


def evaluated(source: str, a: float, b: float | None) -> float:
    """A piece of source of the harness's table, at these operands."""
    text = source.format(a="a", b="b", **NAMES)
    value: float = eval(text, {"__builtins__": {"max": max}}, {**FUNCTIONS, "a": a, "b": b})  # noqa: S307
    return value


def test_both_sides_have_the_same_operations_in_the_same_order() -> None:
    assert list(HOST) == list(HARNESS)
    assert all(primitive.symbol == op for table in (HOST, HARNESS) for op, primitive in table.items())


@each_operation
def test_both_sides_call_it_alike(op: str) -> None:
    host, harness = HOST[op], HARNESS[op]

    assert host.arity == harness.arity
    assert host.reflected == harness.reflected
    assert host.on_nodes is harness.on_nodes
    assert host.method == (harness.method or op)
    assert host.is_operator == bool(harness.method)
    assert harness.syntax in (None, host.syntax)


@each_operation
def test_both_sides_compute_the_same(op: str) -> None:
    host, harness = HOST[op], HARNESS[op]

    for numbers in harness.tried_with:
        result = host.forward(*numbers)
        a, b = numbers[0], numbers[-1]
        assert harness.forward(*numbers) == pytest.approx(result, rel=1e-15)
        assert evaluated(harness.result, a, b) == pytest.approx(result, rel=1e-12)
        rules = [evaluated(each, a, b) for each in harness.derivatives]
        assert rules == pytest.approx(host.partials(result, *numbers), rel=1e-12)
        if harness.by_result:
            assert evaluated(harness.by_result, result, None) == pytest.approx(rules[0], rel=1e-12)


@each_operation
def test_partial_derivatives_are_slopes(op: str) -> None:
    host, step = HOST[op], 1e-6

    for numbers in HARNESS[op].tried_with:
        for slot, partial in enumerate(host.partials(host.forward(*numbers), *numbers)):
            above, below = (
                host.forward(*numbers[:slot], numbers[slot] + move, *numbers[slot + 1 :])
                for move in (step, -step)
            )
            assert (above - below) / (2 * step) == pytest.approx(partial, rel=1e-6, abs=1e-8)


@each_operation
def test_complex_numbers_go_on_from_real_ones(op: str) -> None:
    forward = HOST[op].complex_forward or HOST[op].forward

    for numbers in HARNESS[op].tried_with:
        assert forward(complex(numbers[0]), *numbers[1:]) == pytest.approx(HOST[op].forward(*numbers))


@each_operation
def test_the_reference_has_it(op: str) -> None:
    host = HOST[op]

    for numbers in HARNESS[op].tried_with:
        nodes = [Value(number) for number in numbers]
        result = host.on_nodes(*nodes) if host.on_nodes else getattr(nodes[0], host.method)()
        result.backward()
        assert result.data == pytest.approx(host.forward(*numbers))
        assert [node.grad for node in nodes] == pytest.approx(host.partials(result.data, *numbers))


@each_operation
def test_what_it_is_made_of_are_operations(op: str) -> None:
    assert HOST[op].made_of <= HOST.keys() - {op}
    assert not HARNESS[op].composed or HARNESS[op].needs in HARNESS


@each_operation
def test_it_is_written_as_python_reads_it(op: str) -> None:
    operands = ["a", "b"][: HOST[op].arity]
    tree = ast.parse(HOST[op].written(operands, "{op}({operand})"), mode="eval").body

    if isinstance(tree, ast.BinOp | ast.UnaryOp):
        assert type(tree.op) is HOST[op].syntax
    else:
        assert ast.unparse(tree) == f"{op}(a)"
        assert HOST[op].syntax is None
