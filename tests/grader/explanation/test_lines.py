"""Lines that a student pastes behind the class: they are Python, short, and ask for the wrong number."""

from random import Random

import pytest

from grader.expected import expect
from grader.explanation.explain import explain
from grader.explanation.lines import Dialect
from suites import FUNCTIONS, OPERATIONS, Graph, load, parse, written
from tests.grader.explanation.explaining import FIVE_NODES, explained, observed
from tests.random_graphs import random_graph


def test_lines_can_be_pasted_behind_the_class() -> None:
    assert explained(FIVE_NODES, (2, -3), a=1).graph.splitlines() == [
        "a = Value(2.0)",
        "b = Value(-3.0)",
        "c = a * b",
        "d = a + b",
        "e = c + d",
        "e.backward()",
        "print(a.grad)  # 1, should be -2",
    ]


def test_lines_speak_the_dialect_of_the_submission() -> None:
    program = parse("L = tanh(a * 2) + -a", ("a",))
    seen = observed(program, (0.5,), {"a": 1})
    lines = explain(program, (0.5,), seen, dialect=Dialect("Node", "value", "gradient", "backprop")).graph

    assert lines.splitlines() == [
        "a = Node(0.5)",
        "t1 = a * 2",
        "t2 = t1.tanh()",
        "t3 = -a",
        "L = t2 + t3",
        "L.backprop()",
        "print(a.gradient)  # 1, should be -0.160051",
    ]


def test_lines_call_the_functions_that_do_operations() -> None:
    program = parse("relu = a * b; L = relu(relu) / 2", ("a", "b"))
    dialect = Dialect(functions=(("relu", "relu({})"), ("/", "div({})")))
    lines = explain(program, (2, 3), observed(program, (2, 3), {}), dialect=dialect).graph.splitlines()

    assert lines[2:5] == ["t1 = a * b", "t2 = relu(t1)", "L = div(t2, 2)"]


def test_lines_of_closures_called_by_hand() -> None:
    program = parse("c = a * b; d = c + a", ("a", "b"))
    dialect = Dialect(closure="_back", order=("d", "c"))
    lines = explain(program, (2, 3), observed(program, (2, 3), {}), dialect=dialect).graph.splitlines()

    assert lines[4:] == ["d.grad = 1.0", "d._back()", "c._back()"]


def test_lines_follow_the_steps_of_a_program_with_several_passes() -> None:
    program = parse("u = a * b; u.backward(); a.grad = 0; b.zero_grad(); v = a + b; v.backward()", ("a", "b"))
    told = explained(program, (2, 3), a=4)

    assert told.graph.splitlines()[2:] == [
        "u = a * b",
        "u.backward()",
        "a.grad = 0",
        "b.zero_grad()",
        "v = a + b",
        "v.backward()",
        "print(a.grad)  # 4, should be 1",
    ]
    assert (told.contributions, told.paths, told.right_writes) == ((), (), ())


def test_wrong_data_is_asked_for_first() -> None:
    told = explain(FIVE_NODES, (2, -3), observed(FIVE_NODES, (2, -3), {"a": 1}, data=-5.0))

    assert told.graph.endswith("print(e.data)  # -5, should be -7")
    assert [(node.name, node.data, node.data_got) for node in told.nodes if node.wrong_data] == [
        ("e", -7, -5)
    ]


def test_numbers_that_differ_little_have_the_digits_to_see_it() -> None:
    assert "1.00001, should be 1\n" in explained(FIVE_NODES, (2, -3), c=1.00001).graph + "\n"
    assert "1.0000021, should be 1\n" in explained(FIVE_NODES, (2, -3), c=1.0000021).graph + "\n"


@pytest.mark.parametrize("slug", ["ladders", "reused_nodes", "training_loop"])
def test_lines_are_a_dozen_at_most(slug: str) -> None:
    for graph in load()[slug].graphs:
        lines = explained(graph.program, tuple(graph.textbook[0].values()), **{graph.program.root: 7}).graph
        assert 1 < len(lines.splitlines()) <= 12
        compile(lines, "graph", "exec")


def test_names_that_code_cannot_have_are_invented() -> None:
    program = parse("t1 = a * 2; L = (t1 + a) * a; Value = L + t1", ("a",))
    lines = explained(program, (1.5,)).graph.splitlines()

    assert lines[1:5] == ["t1 = a * 2", "t2 = t1 + a", "L = t2 * a", "t3 = L + t1"]


def test_a_negative_base_of_a_power_is_in_brackets() -> None:
    assert written("**", ["-2", "a"]) == "(-2) ** a"
    assert written("*", ["-2", "a"]) == "-2 * a"


def test_lines_of_a_random_graph_are_python_that_gives_its_numbers() -> None:
    ops = [op for op in OPERATIONS if op not in FUNCTIONS]
    for seed in range(30):
        graph: Graph = random_graph(Random(seed), 4, ops=ops)
        program, inputs = graph.program, tuple(graph.textbook[0].values())
        names: dict[str, float] = {}
        code = explained(program, inputs).graph.replace(f"{program.root}.backward()", "pass")
        exec(code, {"Value": float}, names)  # noqa: S102 - our own lines
        assert names[program.root] == pytest.approx(expect(program, inputs).data[-1])
