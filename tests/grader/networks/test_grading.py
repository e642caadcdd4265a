"""Networks are graded on numbers: right files earn all, a mistake costs what it is about, absence its own."""

from pathlib import Path

import pytest

from grader.assignment import SuiteSelection, assignment
from grader.grade import grade
from grader.report import Report, Verdict
from grader.sandbox.base import ProblemKind, Sandbox, Source
from suites import all_suites, load, networks

RIGHT = (Path(__file__).parent / "right.txt").read_text(encoding="utf-8")
IMPORTS, VALUE = (
    RIGHT[: RIGHT.index("class Value")],
    RIGHT[RIGHT.index("class Value") : RIGHT.index("class Neuron")],
)
NETWORK = RIGHT[RIGHT.index("class Neuron") :]
ASKED = assignment("network")

MISTAKES = {
    "the bias is not added": ({"network_neuron", "network_layer", "network_mlp"}, ", self.b)", ")"),
    "parameters() lacks the bias": ({"network_parameters"}, "self.w + [self.b]", "self.w"),
    "parameters() lacks a layer": (
        {"network_parameters"},
        "in self.layers for p",
        "in self.layers[:-1] for p",
    ),
    "parameters() lists weights twice": (
        {"network_parameters"},
        "self.w + [self.b]",
        "self.w * 2 + [self.b]",
    ),
    "relu at the output": ({"network_mlp"}, "act.tanh()", "act.relu()"),
    "no function between the layers": ({"network_mlp"}, "act.tanh()", "act"),
    "gradients are not reset": ({"network_zero_grad"}, "p.grad = 0.0", "p.grad += 0.0"),
    "a layer is not reset": (
        {"network_zero_grad"},
        "in self.parameters():",
        "in self.layers[0].parameters():",
    ),
    "the step goes up": ({"network_step"}, "p.data -= lr", "p.data += lr"),
    "the step rebinds its name": ({"network_step"}, "p.data -= lr * p.grad", "p = p - lr * p.grad"),
    "data becomes a node": ({"network_step"}, "p.data -= lr * p.grad", "p.data = p - lr * p.grad"),
    "a mean that is a sum": ({"network_loss"}, " / len(ys)", ""),
}
"""The suites that a mistake costs, and the edit that makes it."""

OWN_CLASS = {
    "a sum that overwrites": ("self.grad += out.grad\n", "self.grad = out.grad\n"),
    "a wrong rule of tanh": ("(1 - t * t)", "(1 - t)"),
    "a class from another file": (VALUE, "from micrograd.engine import Value\n"),
    "a module from another file": (VALUE, "from micrograd import engine\nfrom micrograd.engine import *\n"),
    "no class at all": (VALUE, ""),
}
"""What may be wrong with the class below a right network."""


def report_on(text: str, sandbox: Sandbox, asked: SuiteSelection = ASKED) -> Report:
    return grade(Source("net.py", text.encode()), asked, sandbox)


def edited(old: str, new: str) -> str:
    assert old in RIGHT
    return RIGHT.replace(old, new)


def costing(report: Report) -> set[str]:
    return {suite.slug for suite in report.suites if suite.verdict is Verdict.FAILED}


def test_a_right_network_earns_all_points(sandbox: Sandbox) -> None:
    report = report_on(RIGHT, sandbox)

    assert report.passed
    assert report.score.possible == sum(suite.points for suite in ASKED.suites)
    assert report.diagnosis is not None
    assert report.diagnosis.status == "nothing"
    assert report.notes == ()


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_costs_what_it_is_about(name: str, sandbox: Sandbox) -> None:
    slugs, old, new = MISTAKES[name]

    assert costing(report_on(edited(old, new), sandbox)) == slugs


@pytest.mark.parametrize("name", OWN_CLASS)
def test_a_mistake_in_the_class_costs_nothing_here_and_is_told(name: str, sandbox: Sandbox) -> None:
    report = report_on(edited(*OWN_CLASS[name]), sandbox)

    assert report.passed
    assert [note.kind for note in report.notes] == ["reference-value"]


def test_what_is_absent_is_missing_and_costs_its_own_points(sandbox: Sandbox) -> None:
    report = report_on(RIGHT[: RIGHT.index("class Layer")], sandbox)

    assert costing(report) == set()
    assert report.score.possible - report.score.missing == report.score.earned == 3
    problems = [graph.problem for suite in report.suites for graph in suite.graphs if graph.problem]
    assert {problem.operation for problem in problems} == {"Layer", "MLP", "loss"}


@pytest.mark.parametrize("written", [IMPORTS + VALUE, "x = 1\n"])
def test_a_file_without_a_network_is_not_wrong(written: str, sandbox: Sandbox) -> None:
    report = report_on(written, sandbox)

    assert costing(report) == set()
    assert report.score.earned == 0


def test_a_body_that_is_not_written_yet_is_missing_in_all_that_is_made_of_it(sandbox: Sandbox) -> None:
    start = RIGHT.index("        act = ")
    report = report_on(f"{RIGHT[:start]}        pass\n{RIGHT[RIGHT.index('    def parameters') :]}", sandbox)

    assert costing(report) == set()
    assert report.score.missing == report.score.possible - 1


def test_a_training_loop_stands_for_its_functions(sandbox: Sandbox) -> None:
    loop = (
        "net = MLP(2, [2, 1])\nfor _ in range(3):\n    loss = (net([1, 2]) - 1) ** 2\n    loss.backward()\n"
    )
    text = (
        NETWORK[: NETWORK.index("def mse")].replace("zero_grad", "show").replace("p.grad = 0.0", "print(p)")
    )
    report = report_on(IMPORTS + VALUE + text + loop, sandbox)
    kinds = {graph.problem.kind for suite in report.suites for graph in suite.graphs if graph.problem}

    assert kinds == {ProblemKind.NETWORK_IN_LOOP}
    assert report.passed


def test_a_function_that_we_do_not_know_is_not_wrong(sandbox: Sandbox) -> None:
    report = report_on(edited("act.tanh()", "act.tanh() * 1.7"), sandbox)

    assert costing(report) == set()
    assert report.score.earned == report.score.possible


def test_a_file_that_cannot_be_read_says_so(sandbox: Sandbox) -> None:
    report = report_on(edited("class Layer:", "class Layer"), sandbox)

    assert report.problem is not None
    assert report.problem.kind is ProblemKind.SYNTAX
    assert {suite.verdict for suite in report.suites} == {Verdict.NOT_RUN}


def test_networks_stand_beside_the_class_in_one_assignment(sandbox: Sandbox) -> None:
    both = SuiteSelection(
        "both", tuple(all_suites()[slug] for slug in ("diamond", "network_mlp", "a_plus_a"))
    )
    report = report_on(edited(*OWN_CLASS["a sum that overwrites"]), sandbox, both)

    assert [suite.slug for suite in report.suites] == ["diamond", "network_mlp", "a_plus_a"]
    assert costing(report) <= {"diamond", "a_plus_a"}
    assert report.diagnosis is not None
    assert [finding.fault for finding in report.diagnosis.findings] == ["overwritten_gradient"]


def test_no_other_assignment_asks_for_networks() -> None:
    assert load().keys().isdisjoint(networks())
    for name in ("full", "core", "everything", "training"):
        assert {suite.slug for suite in assignment(name).suites} <= load().keys()
    assert [suite.slug for suite in ASKED.suites] == list(networks())
