"""What a hunt finds: faulty classes that graphs expose, and those that they tell apart."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from api.words import hunt as words
from grader.expected import expect
from grader.grade_hunt import grade_hunt
from grader.hunt import library
from grader.hunt.hunting import Hunt, run_hunt
from grader.hunt.playing import play
from grader.hunt.problem import HuntProblemKind as Kind
from grader.hunt.reading import ReadGraph, read_graph
from grader.hunt.report import HuntReport
from grader.hunt.score import share
from grader.records import from_json, to_json
from grader.reference import Value
from grader.report import Report
from grader.sandbox.plays import Source
from suites import Convention
from tests.random_graphs import random_graph

SMALL = """
a = 3; b = a * a; c = b + 1; d = b * c
a = 2; b = a + 1; c = b * b; d = a - 3; e = c * d
a = 2; b = 3; c = a * b; d = c * 4
a = 3; b = a + a; c = b * b
a = 2; b = 5 - a
a = -1; b = relu(a); c = b * a
a = 0.5; b = tanh(a)
a = 2; b = exp(a)
a = 2; b = log(a)
a = 2; b = a ** 3
a = 2; b = 3; c = a / b
a = 2; b = 3; c = a - b
a = 2; b = 3; c = a ** b
a = 1; b = sigmoid(a)
a = 1; b = sin(a)
a = 2; b = a * 3; b.backward(); a.zero_grad(); b.backward()
a = 2; b = a - 3; c = b * b; d = a * 3; e = c + d
a = 1; b = 1; c = a * 3; d = b * 3; e = c * d
a = 2; b = 3; c = a * b; d = c - a; e = d * d; f = e - c
a = -3; b = relu(a); c = a + 3; d = b + c; e = 5 - d
""".strip().split("\n")
"""Graphs of at most six nodes."""
PLAIN = (
    "a = 2; b = 3; c = a * b; d = c + a",
    "a = 2; b = 3; c = 4; d = a * b; e = d + c; f = a - c; g = e * f",
    "a = 3; b = a + 1; c = a - 1; d = b * c",
)
"""Graphs that come to mind first: a value that is used twice, and two diamonds."""


def read(text: str) -> ReadGraph:
    """A graph of one line."""
    return read_graph([text], 1)


def file_of(*graphs: str) -> bytes:
    """A file of graphs."""
    return "\n\n".join(graphs).encode()


def hunted(content: bytes, *faults: str, most_nodes: int = 0) -> HuntReport:
    """The hunt of these faults, or of the usual ones."""
    return run_hunt(content, Hunt(faults or library.usual(), most_nodes))


def test_every_hunted_fault_is_exposed_by_a_graph_of_six_nodes_and_told_from_every_other() -> None:
    assert max(len(read(text).program.nodes) for text in SMALL) <= 6
    played = [play(read(text), library.hunted()) for text in SMALL]
    for number, slug in enumerate(library.hunted()):
        assert any(each.exposes(number) for each in played), slug
    for one, other in combinations(range(len(library.hunted())), 2):
        pair = (library.hunted()[one], library.hunted()[other])
        assert any(each.tells_apart(one, other) for each in played), pair


def test_the_usual_hunt_is_won_with_the_usual_few_nodes() -> None:
    found = run_hunt(file_of(SMALL[0], SMALL[-2], SMALL[-1]), Hunt(library.usual()))
    assert (found.is_complete, found.has_bonus, found.alike) == (True, True, ())
    assert 6 <= len(library.usual()) <= 10
    assert len(library.usual()) <= library.MOST_CLASSES


@pytest.mark.parametrize("graphs", [*combinations(PLAIN, 2), (words.EXAMPLE,)])
def test_two_graphs_that_come_to_mind_first_earn_less_than_half_of_the_usual_hunt(
    graphs: Sequence[str],
) -> None:
    assert share(hunted(file_of(*graphs))) < Fraction(1, 2)


def test_no_class_without_a_fault_is_ever_exposed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grader.hunt.playing.faulty_class", lambda _: Value)
    for seed in range(60):
        lines = _lines(seed)
        found = hunted("\n".join(lines).encode(), "the reference", "the reference again")
        assert (found.is_played, found.exposed, found.alike) == (True, (), (("A", "B"),)), lines


def test_two_classes_with_one_fault_are_never_told_apart() -> None:
    for slug in library.hunted():
        found = hunted(file_of(*SMALL), slug, slug)
        assert (found.exposed, found.alike) == (("A", "B"), (("A", "B"),)), slug


def test_a_class_answers_the_same_each_time() -> None:
    once, again = (hunted(file_of(*SMALL), *library.hunted()[:12]) for _ in range(2))
    assert once == again


def test_the_reference_answers_what_is_expected() -> None:
    for seed in range(60):
        graph = read_graph(_lines(seed), 1)
        right = play(graph, ()).right
        expected = expect(graph.program, graph.inputs, {Convention.PASSES_COMPOUND})
        assert right.data == pytest.approx(expected.data)
        assert right.gradients == pytest.approx(expected.gradients)


@pytest.mark.parametrize(
    ("graph", "kind", "line"),
    [
        ("a = 0; b = a + 1; c = log(a)", Kind.NO_VALUE, 4),
        ("a = 0; b = a + 1; c = b + 1 / a", Kind.NO_VALUE, 4),
        ("a = -8; b = a ** 0.5", Kind.NO_VALUE, 3),
        ("a = -8; b = a ** 0.5; c = relu(b)", Kind.NO_VALUE, 3),
        ("a = 1000; b = exp(a)", Kind.NO_VALUE, 3),
        ("a = 0; b = a ** 0.5", Kind.NO_VALUE, 1),
        ("a = 1e6; b = a * a", Kind.VALUES_TOO_LARGE, 3),
        (f"n0 = 1; {'; '.join(f'n{n} = n{n - 1} + n{n - 1}' for n in range(1, 12))}", Kind.TOO_MANY_PATHS, 1),
    ],
)  # fmt: skip
def test_a_graph_without_numbers_exposes_nothing_and_says_why(graph: str, kind: Kind, line: int) -> None:
    found = hunted(file_of("# Named\n" + graph.replace("; ", "\n")))
    (only,) = found.graphs
    assert only.problem is not None
    assert (only.problem.kind, only.problem.line, only.title, only.line) == (kind, line, "Named", 1)
    assert not found.exposed
    assert (found.nodes, found.is_played, float(share(found))) == (0, False, 0)


def test_a_class_that_stops_is_exposed_with_its_error() -> None:
    found = hunted(b"a = 2\nb = 5 - a\nc = log(b)", "reflected_reversed")
    (answer,) = found.graphs[0].answers
    assert (answer.differs, answer.error, answer.data) == (True, "ValueError", ())
    assert found.exposed == ("A",)


def test_points_are_for_classes_exposed_and_pairs_told_apart() -> None:
    # only one of four is exposed: it is told from the three others, and these are alike
    slugs = ("reflected_reversed", "tanh_rule", "exp_rule", "log_rule")
    found = hunted(b"a = 2\nb = 5 - a", *slugs)
    assert (found.exposed, len(found.alike)) == (("A",), 3)
    assert share(found) == Fraction(60, 100) / 4 + Fraction(40, 100) * Fraction(3, 6)


@pytest.mark.parametrize(("most_nodes", "expected"), [(0, 1.0), (1, 1.0), (2, 1.1), (99, 1.1)])
def test_few_nodes_earn_a_bonus_where_all_is_done(most_nodes: int, expected: float) -> None:
    found = hunted(b"a = 2\nb = 5 - a", "reflected_reversed", most_nodes=most_nodes)
    assert (float(share(found)), found.nodes) == (expected, 2)


def test_the_report_of_a_hunt_is_one_that_earns_points_and_ran_nothing() -> None:
    report = grade_hunt(Source("graphs.txt", file_of(SMALL[4])), Hunt(("reflected_reversed", "exp_rule"), 0))
    assert (report.score.earned, report.score.possible, report.sandbox) == (70.0, 100, None)
    assert (report.is_answer, report.passed) == (True, False)
    assert from_json(Report, to_json(report)) == report


def test_a_file_that_cannot_be_played_is_no_answer() -> None:
    report = grade_hunt(Source("graphs.txt", b"a = $"), Hunt(library.usual()))
    assert (report.is_answer, report.passed, report.score.earned) == (False, False, 0)


def _lines(seed: int) -> list[str]:
    """The lines of a random graph."""
    graph = random_graph(Random(seed), 8)
    inputs = graph.textbook[0]
    return [f"{name} = {value!r}" for name, value in inputs.items()] + graph.text.split("; ")
