"""The language of graphs: what it means, what it refuses, and where it says the mistake is."""

from random import Random

import pytest
from hypothesis import given, strategies as st

import suites
from grader.expected import expect
from suites import PRIMITIVES, Backward, Clear, GraphError, Operation, Program, ZeroGrad, node_operands, parse
from tests.offenders import for_each
from tests.random_graphs import random_graph

FUNCTIONS = {op: PRIMITIVES[op].forward for op in suites.FUNCTIONS}

ERRORS = [
    ("c = a @ b", "not part of the language", 1, 5),
    ("c = a * b +", "invalid syntax", 1, 12),
    ("c = a * z; d = b + c", "`z` has no value yet", 1, 9),
    ("c = a * b\nc = a + b", "`c` already has a value", 2, 1),
    ("a = a * b", "`a` already has a value", 1, 1),
    ("c = a + b; d = c", "`d = c` makes no new node", 1, 16),
    ("c = a + b; d = 2 * 3", "not only numbers", 1, 16),
    ("c = a + b; d = 5", "not only numbers", 1, 16),
    ("c = a + b * True", "only plain numbers", 1, 13),
    ("c = a + b * 1e7", "beyond 1e+06", 1, 13),
    ("c = a + b * 1e999", "beyond 1e+06", 1, 13),
    ("c = a + b * 2j", "only plain numbers", 1, 13),
    ("c = a + cos(b)", "`cos` is not one of", 1, 9),
    ("c = a + tanh(b, 2)", "each of one argument", 1, 9),
    ("c = a + b.data", "not part of the language", 1, 9),
    ("c = a + (b if a else a)", "not part of the language", 1, 10),
    ("c, d = a, b", "only a plain name", 1, 1),
    ("c = d = a * b", "expected `name = expression`", 1, 1),
    ("c = a * b; c += a", "expected `name = expression`", 1, 12),
    ("c = a * b; print(c)", "expected `name = expression`", 1, 12),
    ("c = a * b; c.backward(1)", "expected `name = expression`", 1, 12),
    ("c = a * b; d.backward()", "`d` has no value yet", 1, 12),
    ("c = a * b; c.data = 0", "`name.grad = 0`", 1, 12),
    ("c = a * b; c.grad = 1", "`name.grad = 0`", 1, 12),
    ("c = a * a", "`b` is never used", 1, 1),
    ("", "at least one operation", 1, 1),
]


def operations(text: str, inputs: str = "ab") -> list[tuple[str, str, tuple[object, ...]]]:
    """Name, operation and operands of each node."""
    return [(o.name, o.op, o.operands) for o in parse(text, tuple(inputs)).operations]


def reading(text: str) -> Program | GraphError:
    """The program, or why there is none."""
    try:
        return parse(text, ("a",))
    except GraphError as error:
        return error


def test_operations_come_in_the_order_in_which_python_would_compute_them() -> None:
    expected = [
        ("_1", "*", ("a", "b")),
        ("_2", "+", ("_1", 1)),
        ("_3", "neg", ("a",)),
        ("c", "/", ("_2", "_3")),
    ]

    assert expected == operations("c = (a * b + 1) / -a")


def test_power_binds_closer_than_a_sign_and_to_the_right() -> None:
    expected = [("_1", "**", ("b", 2)), ("_2", "**", ("a", "_1")), ("c", "neg", ("_2",))]

    assert expected == operations("c = -a ** b ** 2")


def test_a_signed_number_is_a_number() -> None:
    assert operations("c = a * -2", "a") == [("c", "*", ("a", -2))]


def test_an_unnamed_node_is_read_as_its_piece_of_source() -> None:
    assert parse("L = (é*b) + 1", ("é", "b")).texts == ("é", "b", "é*b", "L")


def test_a_long_piece_of_source_is_cut() -> None:
    text = parse("L = (" + " + ".join(["a"] * 50) + ") * 2", ("a",)).texts[-2]

    assert len(text) == 60
    assert text.endswith("...")


def test_a_graph_without_backward_ends_with_that_of_its_last_node() -> None:
    assert Backward("d") == parse("c = a * b; d = c + a", ("a", "b")).steps[-1]


def test_steps_keep_their_order() -> None:
    program = parse("c = a * b; c.backward(); a.grad = 0; b.zero_grad()\nd = a + c; d.backward()", ("a", "b"))

    kinds = [Operation, Backward, Clear, ZeroGrad, Operation, Backward]
    assert kinds == [type(step) for step in program.steps]
    assert program.root == "d"


def test_order_matters_only_where_a_node_has_two_different_parents() -> None:
    assert not parse("b = a + a; c = b * b", ("a",)).order_matters
    assert not parse("c = a * b", ("a", "b")).order_matters
    assert parse("b = a * a; c = b + a", ("a",)).order_matters


@for_each(("text", "reason", "line", "column"), ERRORS)
def test_a_mistake_is_told_with_its_place(text: str, reason: str, line: int, column: int) -> None:
    with pytest.raises(GraphError) as caught:
        parse(text, ("a", "b"))

    assert reason in caught.value.reason
    assert (line, column) == (caught.value.line, caught.value.column)


@pytest.mark.parametrize(
    "text",
    [
        "c = " + "(" * 5_000 + "a" + ")" * 5_000,
        "c = a" + " + a" * 30_000,
        "c = " + "-" * 100_000 + "a",
        "c = a + a\n" * 200_000,
        "c = a + \0",
        "c = a * 1" + "0" * 5_000,
    ],
    ids=["brackets", "operations", "signs", "length", "null", "digits"],
)
def test_excess_is_refused_not_suffered(text: str) -> None:
    with pytest.raises(GraphError):
        parse(text, ("a",))


@given(st.integers(min_value=0))
def test_a_graph_means_what_python_makes_of_it(seed: int) -> None:
    graph = random_graph(Random(seed), 12)
    names: dict[str, float] = dict(graph.textbook[0])
    exec(graph.text, dict(FUNCTIONS), names)  # noqa: S102 - the text is ours

    program = graph.program
    data = expect(program, list(graph.textbook[0].values())).data
    assert list(names.values()) == pytest.approx(data, rel=1e-12)


@given(st.integers(min_value=0))
def test_every_operand_is_defined_before_it_is_used(seed: int) -> None:
    program = random_graph(Random(seed), 12).program

    known = set(program.inputs)
    for operation in program.operations:
        assert known.issuperset(node_operands(operation))
        assert operation.name not in known
        known.add(operation.name)


TOKENS = ["a", "b", "c", "=", "+", "-", "*", "**", "/", "(", ")", "1", "0.5", ";", "\n", " ", ".", "grad"]
TOKENS += ["backward()", "tanh", "relu(", ",", "é", "\t", "\\", "'", "#", "[", "lambda", ":", "if", "\0"]


@given(st.one_of(st.text(), st.lists(st.sampled_from(TOKENS), max_size=25).map("".join)))
def test_any_text_is_a_program_or_a_graph_error(text: str) -> None:
    outcome = reading(text)

    assert isinstance(outcome, Program) or (outcome.line >= 1 and outcome.column >= 1)
