"""Networks are graded on numbers: right files earn all, a mistake costs what it is about, absence its own."""

import pytest

from grader.assignment import SuiteSelection, assignment
from grader.report import Verdict
from grader.sandbox.protocol import Sandbox
from grader.sandbox.replies import ProblemKind
from suites import all_suites, load, networks
from tests.grader.networks.right import ASKED, IMPORTS, NETWORK, RIGHT, VALUE, costing, edited, report_on

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


def secretive(text: str, *names: str) -> str:
    """The text, where classes raise unless they are given a secret that nobody can guess."""
    for name in names:
        start = text.index(f"class {name}:")
        rest = text[start:].replace("):\n", ", secret):\n        assert secret == 'x'\n", 1)
        text = text[:start] + rest
    return text


WITHOUT_BIAS = RIGHT.replace(", self.b)", ")").replace("Neuron(nin)", "Neuron(nin, 'x')")
HIDDEN = {
    "a neuron that wants a secret": ("network_neuron", secretive(WITHOUT_BIAS, "Neuron")),
    "a sum as a mean that wants more": (
        "network_loss",
        RIGHT.replace(" / len(ys)", "").replace("mse(ypred, ys)", "mse(ypred, ys, a, b, c)"),
    ),
    "a step up that wants more": (
        "network_step",
        RIGHT.replace("-= lr", "+= lr").replace("(model, lr)", "(model, lr, more)"),
    ),
}
"""Mistakes that are hidden from us, and the suite that they would fail."""
OWN_CLASS = {
    "a sum that overwrites": ("self.grad += out.grad\n", "self.grad = out.grad\n"),
    "a wrong rule of tanh": ("(1 - t * t)", "(1 - t)"),
    "a class from another file": (VALUE, "from micrograd.engine import Value\n"),
    "a module from another file": (VALUE, "from micrograd import engine\nfrom micrograd.engine import *\n"),
    "no class at all": (VALUE, ""),
}
"""Mistakes in the class below a right network."""


def test_a_right_network_earns_all_points(sandbox: Sandbox) -> None:
    report = report_on(RIGHT, sandbox)

    assert report.passed
    assert report.score.possible == sum(suite.points for suite in ASKED.suites)
    assert report.diagnosis is not None
    assert report.diagnosis.status == "nothing"
    assert report.notes == ()


def test_parameters_are_told_apart_once_for_networks_that_are_alike(sandbox: Sandbox) -> None:
    report = report_on(edited("        act = ", "        print()\n        act = "), sandbox)

    assert report.passed
    assert (
        report.printed.count("\n") < 900
    )  # of a neuron: it were 2,400 if they were told apart in every play


def test_nodes_in_a_set_are_told_apart_in_each_network(sandbox: Sandbox) -> None:
    text = edited("        self.w = [", "        self.every = set()\n        self.w = [")
    text = text.replace(
        "\n    def __call__(self, x):\n        act",
        "        self.every |= {*self.w, self.b}\n\n    def __call__(self, x):\n        act",
    )

    assert report_on(text, sandbox).passed


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_costs_what_it_is_about(name: str, sandbox: Sandbox) -> None:
    slugs, old, new = MISTAKES[name]

    assert costing(report_on(edited(old, new), sandbox)) == slugs


@pytest.mark.parametrize("name", OWN_CLASS)
def test_a_mistake_in_the_class_costs_nothing_here_and_is_told(name: str, sandbox: Sandbox) -> None:
    report = report_on(edited(*OWN_CLASS[name]), sandbox)

    assert report.passed
    assert [note.kind for note in report.notes] == ["reference-value"]


@pytest.mark.parametrize("held", [1, 3, 4])
def test_what_computes_the_same_whatever_it_holds_is_wrong(held: int, sandbox: Sandbox) -> None:
    units = "".join(
        f"class {name}:\n    def __init__(self, n, m=1):\n"
        f"        self.w = [Value(0.1) for _ in range({held})]\n"
        "        self.m = m if isinstance(m, int) else m[-1]\n"
        "    def __call__(self, x):\n        return [Value(1.0) for _ in range(self.m)]\n"
        for name in ("Neuron", "Layer", "MLP")
    )
    loss = NETWORK[NETWORK.index("def mse") : NETWORK.index("def sgd_step")]
    report = report_on(f"{IMPORTS}{VALUE}{units}{loss}", sandbox)

    assert costing(report) == {"network_neuron", "network_layer", "network_mlp"}
    assert report.diagnosis is not None
    assert [finding.fault for finding in report.diagnosis.findings] == ["unknown"]


def test_gradients_that_are_all_0_do_not_hide_that_nothing_resets_them(sandbox: Sandbox) -> None:
    text = RIGHT.replace("act.tanh()", "act.relu()")

    assert "network_zero_grad" not in costing(report_on(text, sandbox))
    assert "network_zero_grad" in costing(report_on(text.replace("p.grad = 0.0", "p.grad += 0.0"), sandbox))


def test_what_is_absent_is_missing_and_costs_its_own_points(sandbox: Sandbox) -> None:
    report = report_on(RIGHT[: RIGHT.index("class Layer")], sandbox)

    assert costing(report) == set()
    assert report.score.possible - report.score.missing == report.score.earned == 3
    problems = [graph.problem for suite in report.suites for graph in suite.graphs if graph.problem]
    assert {problem.operation for problem in problems} == {"Layer", "MLP", "loss"}
    assert report.unfinished is not None
    assert report.unfinished.right == ("Neuron",)
    assert [entry.operation for entry in report.unfinished.to_write] == ["Layer", "MLP", "loss"]


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


UNWRITTEN = {
    "a constructor": ("class Layer:\n    def __init__(self, nin, nout):\n        BODY\n", "Layer.__init__()"),
    "the whole class": ("class Base:\n    def zero_grad(self): ...\nclass Layer(Base):\n    pass\n", "Layer"),
}
"""A layer that is not written yet, below a neuron, and what is left to write first."""


@pytest.mark.parametrize("body", ["pass", "raise NotImplementedError"])
@pytest.mark.parametrize("name", UNWRITTEN)
def test_a_class_that_is_not_written_yet_is_missing_with_all_that_is_made_of_it(
    name: str, body: str, sandbox: Sandbox
) -> None:
    layer, operation = UNWRITTEN[name]
    written, rest = RIGHT[: RIGHT.index("class Layer")], RIGHT[RIGHT.index("class MLP") :]
    report = report_on(written + layer.replace("BODY", body) + rest, sandbox)

    assert costing(report) == set()
    assert report.unfinished is not None
    assert report.unfinished.to_write[0].operation == operation
    assert report.score.possible == 13
    assert report.score.earned == 4  # the neuron, its part of parameters(), and the loss
    assert not report.diagnosis or not report.diagnosis.findings


@pytest.mark.parametrize("arguments", ["self", "self, *layers"])
def test_a_network_of_layers_that_are_added_may_have_an_empty_constructor(
    arguments: str, sandbox: Sandbox
) -> None:
    network = f"class MLP:\n    layers = ()\n    def __init__({arguments}):\n        pass\n"
    network += "    def add(self, layer, x, y):\n        self.layers = (*self.layers, layer)\n"
    report = report_on(RIGHT[: RIGHT.index("class MLP")] + network, sandbox)

    missing = {graph.problem.operation for s in report.suites for graph in s.graphs if graph.problem}
    assert "MLP.__init__()" not in missing


def test_a_function_that_we_do_not_know_is_not_wrong(sandbox: Sandbox) -> None:
    report = report_on(edited("act.tanh()", "act.tanh() * 1.7"), sandbox)

    assert costing(report) == set()
    assert report.score.earned == report.score.possible


@pytest.mark.parametrize("name", HIDDEN)
def test_what_is_hidden_earns_nothing_and_shows_in_what_was_asked(name: str, sandbox: Sandbox) -> None:
    slug, text = HIDDEN[name]
    report = report_on(text, sandbox)
    hidden = next(suite for suite in report.suites if suite.slug == slug)

    assert hidden.verdict is Verdict.NOT_APPLICABLE
    assert report.score.possible < sum(suite.points for suite in ASKED.suites)


@pytest.mark.parametrize("kept", ["", "def mse"])
def test_a_file_of_whose_network_nothing_can_be_asked_has_no_points(kept: str, sandbox: Sandbox) -> None:
    loss = RIGHT[RIGHT.index(kept) :] if kept else ""
    units = RIGHT[: RIGHT.index("def mse")]
    report = report_on(secretive(units, "Neuron", "Layer", "MLP") + loss, sandbox)

    assert report.problem is not None
    assert report.problem.kind is ProblemKind.NETWORK_UNSEEN
    assert report.score.earned == 0
    assert not report.is_answer


def test_a_constructor_of_three_arguments_is_not_wrong_for_what_it_raises(sandbox: Sandbox) -> None:
    report = report_on(secretive(RIGHT, "MLP"), sandbox)

    assert costing(report) == set()
    assert report.score.earned == report.score.possible > 0


@pytest.mark.parametrize(
    "check",
    ["if not isinstance(layers[0], Layer):\n            raise TypeError('no layer')", "assert layers == []"],
)
def test_a_constructor_that_refuses_our_arguments_is_not_wrong(check: str, sandbox: Sandbox) -> None:
    start = RIGHT.index("class MLP")
    network = f"class MLP:\n    def __init__(self, layers, sizes, more):\n        {check}\n"
    network += RIGHT[RIGHT.index("        self.layers", start) :].replace("nouts", "sizes")

    assert costing(report_on(RIGHT[:start] + network, sandbox)) == set()


def test_a_flag_that_we_guess_is_not_wrong_for_what_a_call_raises_with_it(sandbox: Sandbox) -> None:
    start = RIGHT.index("class MLP")
    network = RIGHT[start:].replace("__init__(self, nin, nouts)", "__init__(self, nin, nouts, shape)")
    network = network.replace("for layer in self.layers:", "for layer, _ in zip(self.layers, self.shape):")
    network = network.replace("        self.layers =", "        self.shape = shape\n        self.layers =", 1)

    assert costing(report_on(RIGHT[:start] + network, sandbox)) == set()


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


def test_a_third_argument_may_be_a_number_of_layers(sandbox: Sandbox) -> None:
    text = RIGHT.replace("def __init__(self, nin, nouts):", "def __init__(self, nin, nout, layers):")
    text = text.replace("sz = [nin] + nouts", "nouts = [nout] * layers\n        sz = [nin] + nouts")

    assert not costing(report_on(text, sandbox))


@pytest.mark.parametrize("line", ["random.seed(1)", "random = __import__('random').Random(1)"])
def test_neurons_that_all_start_alike_are_noted(line: str, sandbox: Sandbox) -> None:
    head = "    def __init__(self, nin):\n"
    alike = report_on(edited(head, f"{head}        {line}\n"), sandbox)

    assert not costing(alike)
    assert "neurons-alike" in {note.kind for note in alike.notes}
    for text in (RIGHT, edited("random.uniform(-1, 1)) for _", "1.0) for _")):
        assert "neurons-alike" not in {note.kind for note in report_on(text, sandbox).notes}


def test_weights_that_a_layer_never_keeps_are_said_to_be_drawn_in_its_call(sandbox: Sandbox) -> None:
    units = (
        "class Layer:\n    def __init__(self, nin, nout):\n        self.nin, self.nout = nin, nout\n\n"
        "    def __call__(self, x):\n        return [self.neuron(x) for _ in range(self.nout)]\n\n"
        "    def neuron(self, x):\n        w = [Value(random.uniform(-1, 1)) for _ in range(self.nin)]\n"
        "        return sum((wi * xi for wi, xi in zip(w, x)), Value(0.0)).tanh()\n\n\n"
    )
    report = report_on(IMPORTS + VALUE + units + NETWORK[NETWORK.index("class MLP") :], sandbox)

    assert costing(report) == {"network_layer", "network_mlp"}
    assert report.diagnosis is not None
    (finding,) = report.diagnosis.findings
    assert finding.fault == "weights_drawn_in_call"
    assert finding.where.line is not None


def test_a_layer_that_leaves_out_outputs_by_chance_draws_no_weights(sandbox: Sandbox) -> None:
    text = edited("return act.tanh()", "return act.tanh() * random.choice([0, 2])")

    faults = {finding.fault for finding in getattr(report_on(text, sandbox).diagnosis, "findings", ())}
    assert "weights_drawn_in_call" not in faults
