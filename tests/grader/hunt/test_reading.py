"""The language of a hunt is that of the suites, read without Python's parser."""

from random import Random

import pytest

from grader.hunt.problem import HuntProblemError, HuntProblemKind as Kind
from grader.hunt.reading import LONGEST_NAME, MOST_CALLS, MOST_DEPTH, MOST_NODES, read_graph
from grader.hunt.splitting import LONGEST, MOST_GRAPHS, split, text_of
from grader.hunt.tokens import LONGEST_LINE
from suites import Program, parse
from tests.random_graphs import random_graph

EXPRESSIONS = (
    "-a ** 2", "a ** -b", "2 ** a ** b", "(a + b) * (a - b)", "-(a - -b)", "a - b - 1", "a / b / 2",
    "--a + b", "tanh(a * b) + relu((a))", "a * -2.5e-1", "1 - a", "exp(log(b)) ** 2", "((a + b))", "a*b+.5",
    "b - (a) * 3.",
)  # fmt: skip


def problem(text: str) -> tuple[Kind, int, int]:
    """The problem of a graph, with its place."""
    with pytest.raises(HuntProblemError) as caught:
        read_graph(text.split("\n"), 1)
    found = caught.value.problem
    return found.kind, found.line, found.column


def as_steps(program: Program) -> tuple[object, ...]:
    """All that a program says."""
    return program.inputs, program.steps, program.texts


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_an_expression_is_read_as_the_suites_read_it(expression: str) -> None:
    used = [name for name in "ab" if name in expression.replace("tanh", "").replace("relu", "")]
    given = "\n".join(f"{name} = 2" for name in used)
    read = read_graph(f"{given}\nL = {expression}".split("\n"), 1).program
    assert as_steps(read) == as_steps(parse(f"L = {expression}", tuple(used)))


def test_random_graphs_are_read_as_the_suites_read_them() -> None:
    for seed in range(100):
        graph = random_graph(Random(seed), 12)
        inputs = graph.textbook[0]
        if len(graph.program.nodes) > MOST_NODES:
            continue
        lines = [f"{name} = {value!r}" for name, value in inputs.items()] + graph.text.split("; ")
        read = read_graph(lines, 1)
        assert as_steps(read.program) == as_steps(graph.program), lines
        assert read.inputs == tuple(inputs.values())


def test_what_is_done_with_nodes_is_read() -> None:
    text = "b = a * 3; b.backward(); a.grad = 0; b.zero_grad(); b.backward()"
    read = read_graph([f"a = 2; {text}"], 1)
    assert as_steps(read.program) == as_steps(parse(text, ("a",)))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a = 1 $ 2", (Kind.UNKNOWN_CHARACTER, 1, 7)),
        ("a = 2\nb = a[0]", (Kind.UNKNOWN_CHARACTER, 2, 6)),
        ("a = 2\nb = __import__(a)", (Kind.UNKNOWN_CHARACTER, 2, 5)),
        ("a = 2\nb = a +", (Kind.UNFINISHED, 2, 8)),
        ("a = 2\nb = (a", (Kind.UNFINISHED, 2, 7)),
        ("a = 2\nb = a a", (Kind.UNEXPECTED, 2, 7)),
        ("2 = a", (Kind.UNEXPECTED, 1, 1)),
        ("a = 2\na.data = 3", (Kind.UNEXPECTED, 2, 3)),
        ("a = 2\na.", (Kind.UNFINISHED, 2, 3)),
        ("a = 2\nb = a * c", (Kind.UNKNOWN_NAME, 2, 9)),
        ("a = 2\nb = b * a", (Kind.UNKNOWN_NAME, 2, 5)),
        ("a = 2\nb = open(a)", (Kind.UNKNOWN_FUNCTION, 2, 5)),
        ("a = 2\na = a * 2", (Kind.NAME_TAKEN, 2, 1)),
        ("tanh = 2", (Kind.NAME_OF_FUNCTION, 1, 1)),
        ("a = 2\n" + "b" * (LONGEST_NAME + 1) + " = a * 2", (Kind.NAME_TOO_LONG, 2, 1)),
        ("a = 2\nb = a", (Kind.NO_NEW_NODE, 2, 5)),
        ("a = 2 * 3", (Kind.ONLY_NUMBERS, 1, 7)),
        ("a = 1e7", (Kind.NUMBER_TOO_LARGE, 1, 5)),
        ("a = 1e999", (Kind.NUMBER_TOO_LARGE, 1, 5)),
        ("a = 2\nb = a * 2\na.grad = 1", (Kind.NOT_ZERO, 3, 10)),
        ("a = 2\nb = 3\nc = a * 2", (Kind.UNUSED_INPUT, 2, 1)),
        ("a = 2", (Kind.NO_OPERATION, 1, 1)),
        ("a = 2\nb = " + "-" * MOST_DEPTH + "a", (Kind.TOO_DEEP, 2, 25)),
        ("a = 2\nb = " + "(" * MOST_DEPTH + "a", (Kind.TOO_DEEP, 2, 25)),
        ("a = 2\nb = " + "a + " * LONGEST_LINE + "a", (Kind.LINE_TOO_LONG, 2, 0)),
        ("a = 2\nb = " + "a + " * MOST_NODES + "a", (Kind.TOO_MANY_NODES, 2, 123)),
        ("a = 2\nb = a * 2" + "\nb.backward()" * (MOST_CALLS + 1), (Kind.TOO_MANY_CALLS, 13, 1)),
    ],
)  # fmt: skip
def test_what_is_outside_the_language_is_told_with_its_place(
    text: str, expected: tuple[Kind, int, int]
) -> None:
    assert problem(text) == expected


def test_graphs_end_at_blank_lines_and_begin_with_their_title() -> None:
    text = "# only a remark\n\n# Twice\na = 2\nb = a + a\n \n\nx = 3; y = x * x\n"
    assert [(each.title, each.line, len(each.lines)) for each in split(text)] == [("Twice", 3, 3), ("", 8, 1)]


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (b"", Kind.EMPTY),
        (b"# nothing\n\n", Kind.EMPTY),
        (b"\xff\xfe", Kind.NOT_TEXT),
        (b"a" * (LONGEST + 1), Kind.TOO_LONG),
        (b"a = 1\n\n" * (MOST_GRAPHS + 1), Kind.TOO_MANY_GRAPHS),
    ],
)
def test_a_file_that_is_none_of_graphs_says_why(content: bytes, kind: Kind) -> None:
    with pytest.raises(HuntProblemError) as caught:
        split(text_of(content))
    assert caught.value.problem.kind is kind


def test_line_ends_and_a_byte_order_mark_make_no_difference() -> None:
    assert text_of(b"\xef\xbb\xbfa = 1\r\nb = a + 1\r") == "a = 1\nb = a + 1\n"
