"""Networks are graded on numbers: right files earn all, a mistake costs what it is about, absence its own."""

from pathlib import Path

import pytest

from api.report_view.notes import note_lines
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
LOSS = SuiteSelection("loss", (all_suites()["network_loss"],))

ASKED_VALUE = """
class Value:
    def __init__(self, data):
        self.data = data
        self.grad = None
        self.uses = []

    def gradient(self):
        if self.grad is None:
            self.grad = sum(slope * user.gradient() for slope, user in self.uses)
            self.uses = []
        return self.grad

    def used_by(self, result, slope):
        self.uses.append((slope, result))
        return result

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return other.used_by(self.used_by(Value(self.data + other.data), 1.0), 1.0)

    def __sub__(self, other):
        return self + other * -1

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return other.used_by(self.used_by(Value(self.data * other.data), other.data), self.data)

    def tanh(self):
        t = math.tanh(self.data)
        return self.used_by(Value(t), 1 - t * t)

    def relu(self):
        return self.used_by(Value(max(self.data, 0.0)), float(self.data > 0))

    __radd__, __rmul__ = __add__, __mul__


"""

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

FORMS = {
    "a matrix of rows": (
        "class Net:\n    def __init__(self, sizes):\n        pairs = list(zip(sizes, sizes[1:]))\n"
        "        self.w = [[[Value(0.1) for _ in range(n)] for _ in range(m)] for n, m in pairs]\n"
        "        self.b = [[Value(0.0) for _ in range(m)] for m in sizes[1:]]\n"
        "    def forward(self, x):\n        for rows, biases in zip(self.w, self.b):\n"
        "            x = [sum((w * a for w, a in zip(r, x)), b).tanh() for r, b in zip(rows, biases)]\n"
        "        return x\n"
    ),
    "a matrix of columns": (
        "class Net:\n    def __init__(self, n_in, n_hidden, n_out):\n"
        "        m = lambda n, k: [[Value(0.1) for _ in range(k)] for _ in range(n)]\n"
        "        self.first, self.second = m(n_in, n_hidden), m(n_hidden, n_out)\n"
        "        self.c, self.d = m(1, n_hidden)[0], [Value(0.0)]\n"
        "    def predict(self, x):\n        f = lambda x, w, b: [\n"
        "            sum((a * r[k] for a, r in zip(x, w)), b[k]) for k in range(len(b))]\n"
        "        return f([h.relu() for h in f(x, self.first, self.c)], self.second, self.d)\n"
    ),
    "the bias among the weights": (
        "class Neurone:\n    def __init__(self, n):\n"
        "        self.poids = [Value(0.1) for _ in range(n + 1)]\n"
        "    def sortie(self, x):\n        return sum(p * a for p, a in zip(self.poids, [*x, 1.0])).tanh()\n"
    ),
    "layers that are given": (
        NETWORK[: NETWORK.index("class MLP")]
        + "class Sequential:\n    def __init__(self, layers):\n        self.layers = layers\n"
        "    def __call__(self, x):\n        for layer in self.layers:\n            x = layer(x)\n"
        "        return x\n"
    ),
    "weights that the first call makes": (
        "class Unit:\n    def __init__(self, activation=None):\n"
        "        self.w, self.b, self.activation = None, Value(0.1), activation\n"
        "    def __call__(self, x):\n        self.w = self.w or [Value(0.1) for _ in x]\n"
        "        z = sum((w * a for w, a in zip(self.w, x)), self.b)\n"
        "        return z.sigmoid() if self.activation == 'sigmoid' else z\n"
        "    def parameters(self):\n        return self.w + [self.b]\n"
        "class Dense:\n    def __init__(self, units, activation=None):\n"
        "        self.units = [Unit(activation) for _ in range(units)]\n"
        "    def __call__(self, x):\n        return [unit(x) for unit in self.units]\n"
        "    def parameters(self):\n        return [p for unit in self.units for p in unit.parameters()]\n"
    ),
    "a function for each layer, and a rate": (
        "class NN:\n    def __init__(self, dims, fs, lr):\n"
        "        row = lambda n: [Value(0.1) for _ in range(n)]\n"
        "        self.w = [[row(n) for _ in range(m)] for n, m in zip(dims, dims[1:])]\n"
        "        self.b, self.fs, self.lr = [row(m) for m in dims[1:]], fs, lr\n"
        "    def __call__(self, x):\n        for rows, biases, f in zip(self.w, self.b, self.fs):\n"
        "            x = [f(sum((w * a for w, a in zip(r, x)), b)) for r, b in zip(rows, biases)]\n"
        "        return x\n"
    ),
    "layers that are added": (
        NETWORK[: NETWORK.index("class MLP")]
        + "class Sequential:\n    def __init__(self):\n        self.layers = []\n"
        "    def add(self, layer):\n        self.layers.append(layer)\n"
        "    def __call__(self, x):\n        for layer in self.layers:\n            x = layer(x)\n"
        "        return x\n"
    ),
    "a call under a name of their own": (
        "class Capa:\n    def __init__(self, n, m):\n"
        "        self.w = [[Value(0.1) for _ in range(n)] for _ in range(m)]\n"
        "        self.b = {k: Value(0.0) for k in range(m)}\n"
        "    def excitar(self, x):\n        return [\n"
        "            sum((w * a for w, a in zip(r, x)), self.b[k]).tanh() for k, r in enumerate(self.w)]\n"
    ),
    "flags, numbers and generators that are required": (
        "class Neuron:\n    def __init__(self, n, index, *, last, rng):\n"
        "        self.name = f'neuron {index}'\n"
        "        self.w = [Value(rng.uniform(-1, 1)) for _ in range(n)]\n"
        "        self.b, self.last = Value(0.0), last\n"
        "    def __call__(self, x):\n"
        "        total = sum((w * a for w, a in zip(self.w, x)), self.b)\n"
        "        return total if self.last else total.tanh()\n"
    ),
    "layers without a function unless one is given": (
        "class Layer:\n    def __init__(self, n, m, activation=None):\n"
        "        self.w = [[Value(0.1) for _ in range(n)] for _ in range(m)]\n"
        "        self.b = [Value(0.0) for _ in range(m)]\n        self.activation = activation\n"
        "    def __call__(self, x):\n"
        "        out = [sum((w * a for w, a in zip(row, x)), b) for row, b in zip(self.w, self.b)]\n"
        "        return [self.activation(z) for z in out] if self.activation else out\n"
        "class Net:\n    def __init__(self, layers):\n        self.layers = layers\n"
        "    def __call__(self, x):\n        for layer in self.layers:\n            x = layer(x)\n"
        "        return x\n"
    ),
    "functions that stand between layers": (
        "class Linear:\n    def __init__(self, n, m):\n"
        "        self.w = [[Value(0.1) for _ in range(n)] for _ in range(m)]\n"
        "        self.b = [Value(0.0) for _ in range(m)]\n"
        "    def forward(self, x):\n"
        "        return [sum((w * a for w, a in zip(row, x)), b) for row, b in zip(self.w, self.b)]\n"
        "class Tanh:\n    def forward(self, x):\n        return [z.tanh() for z in x]\n"
        "class Sequential:\n    def __init__(self, *layers):\n        self.layers = layers\n"
        "    def forward(self, x):\n        for layer in self.layers:\n            x = layer.forward(x)\n"
        "        return x\n"
    ),
    "hidden layers behind the last one, and a rate of its own": (
        NETWORK[: NETWORK.index("class MLP")]
        + "class Net:\n    def __init__(self, ins, outs, hidden=[], lr=0.01):\n"
        "        sizes, self.lr = [ins] + hidden + [outs], lr\n"
        "        self.layers = [Layer(n, m) for n, m in zip(sizes, sizes[1:])]\n"
        "    def __call__(self, x):\n        for layer in self.layers:\n            x = layer(x)\n"
        "        return x\n"
        "    def parameters(self):\n        return [p for l in self.layers for p in l.parameters()]\n"
        "    def update(self):\n        for p in self.parameters():\n            p.data -= self.lr * p.grad\n"
    ),
    "a layer that takes its neurons first": (
        NETWORK[: NETWORK.index("class Layer")]
        + "class Couche:\n    def __init__(self, neurones, entrees):\n"
        "        self.n = tuple(Neuron(entrees) for _ in range(neurones))\n"
        "    def __call__(self, x):\n        return [n(x) for n in self.n]\n"
    ),
}
"""Forms of right classes that have little in common."""

LOSSES = {
    "a function of a network and samples": "def loss(net, xs, ys):\n"
    "    return sum((net(x) - y) ** 2 for x, y in zip(xs, ys))\n",
    "a function of pairs": "def error(red, datos):\n"
    "    return sum((red(x)[0] - y) ** 2 for x, y in datos) / len(datos)\n",
    "an object": "class MSELoss:\n    def __call__(self, p, y):\n"
    "        return sum((a - b) ** 2 for a, b in zip(p, y)) / len(y)\n",
    "a function of one pair": "def squared_error(prediction, target):\n"
    "    return (prediction + Value(-target)) ** 2\n",
    "a part of one, which takes the mean": "def mse(p, y):\n"
    "    return sum((a - b) ** 2 for a, b in zip(p, y))\n"
    "def total_loss(ps, ys):\n    return sum(mse(p, y) for p, y in zip(ps, ys)) / len(ys)\n",
    "a static method": "class Functions:\n    @staticmethod\n    def mse(p, y):\n"
    "        return sum((a - b) ** 2 for a, b in zip(p, y)) / len(y)\n",
    "a method": "class Net:\n    def __call__(self, x):\n        return x\n"
    "    def loss(self, xs, ys):\n        return sum((self(x) - y) ** 2 for x, y in zip(xs, ys))\n",
}
"""Losses that are right, though nothing calls them a mean or one of them a sum."""


OTHER_LOSSES = {
    "a hinge": 'def hinge_loss(ps, ys):\n    """Mean hinge loss."""\n'
    "    return sum(((1 + -y * p).relu() for p, y in zip(ps, ys)), Value(0.0)) / len(ys)\n\n\n",
    "absolute errors": "def mean_abs_error(ps, ys):\n    total = Value(0.0)\n"
    "    for p, y in zip(ps, ys):\n        d = p - y\n        total = total + (d if d.data > 0 else -d)\n"
    "    return total / len(ys)\n\n\n",
    "a mean of something": 'def loss(ps, ys):\n    """The average over the batch."""\n'
    "    return sum(((p.tanh() - y) ** 2 for p, y in zip(ps, ys)), Value(0.0)) / len(ys)\n\n\n",
    "squares near 0": 'def huber_loss(ps, ys):\n    """Mean of the squared error where it is small."""\n'
    "    return sum((((p - y) ** 2 * 0.5).tanh() for p, y in zip(ps, ys)), Value(0.0)) / len(ys)\n\n\n",
}
"""Losses that say that they are means, and are none of squares."""


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

BARE = NETWORK[: NETWORK.index("    def zero_grad")]
"""A network without anything that trains it."""
HEADS = {
    "a loop": ("net = MLP(2, [2, 1])", "for step in range(3):", "    loss = (net([1, 2]) - 1) ** 2"),
    "a function": ("def train(net, xs, rate):", "    loss = net(xs)"),
    "the main block": (
        "if __name__ == '__main__':",
        "  net = MLP(2, [2, 1])",
        "  for step in range(3):",
        "    loss = (net([1, 2]) - 1) ** 2",
    ),
}
_RESET = ("for p in net.parameters():", "    p.grad = 0.0")
_STEP = ("for p in net.parameters():", "    p.data += -0.05 * p.grad")
LOOPS: dict[str, tuple[set[str], tuple[str, ...], tuple[str, ...]]] = {
    "right": (set(), _RESET, _STEP),
    "right, with a rate that falls": (
        set(), _RESET, ("rate = 1 - 0.9 * 3 / 100", _STEP[0], "    p.data -= rate * p.grad / len([1, 2])"),
    ),
    "a comparison": ({"network_zero_grad"}, (_RESET[0], "    p.grad == 0.0"), _STEP),
    "another attribute": ({"network_zero_grad"}, (_RESET[0], "    p.grade = 0.0"), _STEP),
    "a step up": ({"network_step"}, _RESET, (_STEP[0], "    p.data += 0.05 * p.grad")),
    "two signs": ({"network_step"}, _RESET, ("rate = -0.1", _STEP[0], "    p.data -= rate * p.grad")),
    "a node as data": ({"network_step"}, _RESET, (_STEP[0], "    p.data = Value(p.data - 0.1 * p.grad)")),
    "the name given to another node": ({"network_step"}, _RESET, (_STEP[0], "    p = p - 0.1 * p.grad")),
}  # fmt: skip
"""The suites that training costs, its lines before a pass, and those behind it."""

OWN_CLASS = {
    "a sum that overwrites": ("self.grad += out.grad\n", "self.grad = out.grad\n"),
    "a wrong rule of tanh": ("(1 - t * t)", "(1 - t)"),
    "a class from another file": (VALUE, "from micrograd.engine import Value\n"),
    "a module from another file": (VALUE, "from micrograd import engine\nfrom micrograd.engine import *\n"),
    "no class at all": (VALUE, ""),
}
"""Mistakes in the class below a right network."""


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


def test_a_network_of_nodes_that_are_asked_for_their_gradients_earns_its_points(sandbox: Sandbox) -> None:
    """A training loop is a part of it: nodes are asked after each pass there."""
    report = report_on(IMPORTS + ASKED_VALUE + NETWORK, sandbox)
    suites = {"network_neuron", "network_layer", "network_mlp", "network_parameters", "network_training"}
    passed = {each.slug for each in report.suites if each.verdict is Verdict.PASSED}
    assert suites <= passed


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_costs_what_it_is_about(name: str, sandbox: Sandbox) -> None:
    slugs, old, new = MISTAKES[name]

    assert costing(report_on(edited(old, new), sandbox)) == slugs


@pytest.mark.parametrize("name", OWN_CLASS)
def test_a_mistake_in_the_class_costs_nothing_here_and_is_told(name: str, sandbox: Sandbox) -> None:
    report = report_on(edited(*OWN_CLASS[name]), sandbox)

    assert report.passed
    assert [note.kind for note in report.notes] == ["reference-value"]


@pytest.mark.parametrize("name", ["Zahl", "Neurone", "ValueNode"])
@pytest.mark.parametrize("head", ["from motor import {}\n", "from .motor import {}\n", ""])
def test_an_imported_class_may_have_any_names(name: str, head: str, sandbox: Sandbox) -> None:
    text = RIGHT.replace(VALUE, head.format(name)).replace("Value(", f"{name}(")
    text = text.replace("p.data", "p.wert").replace("p.grad", "p.steigung")

    assert report_on(text, sandbox).passed


def test_functions_of_operations_may_be_imported_beside_the_class(sandbox: Sandbox) -> None:
    head = "from .engine import Value\nfrom .functions import add, mul, tanh\n"
    sums = "add(*(mul(wi, xi) for wi, xi in zip(self.w, x)), self.b)"
    text = RIGHT.replace(VALUE, head).replace("act.tanh()", "tanh(act)")
    text = text.replace("sum((wi * xi for wi, xi in zip(self.w, x)), self.b)", sums)

    assert report_on(text, sandbox).passed
    assert costing(report_on(text.replace(", self.b)", ")"), sandbox)) == MISTAKES["the bias is not added"][0]
    assert costing(report_on(text.replace(".functions", "torch"), sandbox)) != set()


def test_an_imported_class_may_have_a_sum_of_nodes(sandbox: Sandbox) -> None:
    text = RIGHT.replace(VALUE, "from .engine import Value\n").replace(
        "sum((wi * xi for wi, xi in zip(self.w, x)), self.b)",
        "Value.sum(wi * xi for wi, xi in zip(self.w, x)) + self.b",
    )

    assert report_on(text, sandbox).passed


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


@pytest.mark.parametrize("name", FORMS)
def test_classes_are_found_by_what_they_do(name: str, sandbox: Sandbox) -> None:
    report = report_on(f"{IMPORTS}{VALUE}{FORMS[name]}", sandbox)
    judged = {suite.slug for suite in report.suites if suite.verdict is Verdict.PASSED}

    assert costing(report) == set()
    assert judged & {"network_neuron", "network_layer", "network_mlp"}


def test_a_network_to_which_layers_are_added_is_asked(sandbox: Sandbox) -> None:
    report = report_on(f"{IMPORTS}{VALUE}{FORMS['layers that are added']}", sandbox)

    assert "network_mlp" in {suite.slug for suite in report.suites if suite.verdict is Verdict.PASSED}


@pytest.mark.parametrize("adding", ["add_input", "add_layer", "add_output"])
def test_a_network_to_which_numbers_of_neurons_are_added_is_not_asked(adding: str, sandbox: Sandbox) -> None:
    text = (
        "class Network:\n    def __init__(self):\n        self.sizes, self.rows, self.biases = [], [], []\n"
        f"    def {adding}(self, n):\n        self.sizes.append(n)\n"
        "    def add_hidden(self, n):\n        self.sizes.append(n)\n"
        "    def compile(self):\n        for n, m in zip(self.sizes, self.sizes[1:]):\n"
        "            self.rows.append([[Value(0.1) for _ in range(n)] for _ in range(m)])\n"
        "            self.biases.append([Value(0.0) for _ in range(m)])\n"
        "    def __call__(self, x):\n        for rows, biases in zip(self.rows, self.biases):\n"
        "            x = [sum((w * a for w, a in zip(r, x)), b).tanh() for r, b in zip(rows, biases)]\n"
        "        return x\n"
    )
    report = report_on(IMPORTS + VALUE + text + "\n\n" + NETWORK[NETWORK.index("def mse") :], sandbox)

    assert costing(report) == set()


def test_a_call_that_takes_a_flag_is_made_with_it(sandbox: Sandbox) -> None:
    text = RIGHT[RIGHT.index("class Neuron") : RIGHT.index("def mse")].replace(
        "class MLP", "class MutiLayersPerceptron"
    )
    parts = text.replace("(self, x):", "(self, x, bends):", 2).replace("n(x)", "n(x, bends)")
    parts = parts.replace("return act.tanh()", "return act.tanh() if bends else act")
    report = report_on(IMPORTS + VALUE + parts.replace("layer(x)", "layer(x, True)"), sandbox)
    passed = {suite.slug for suite in report.suites if suite.verdict is Verdict.PASSED}

    assert costing(report) == set()
    assert {"network_neuron", "network_layer", "network_mlp"} <= passed


def test_layers_that_are_given_may_be_linear(sandbox: Sandbox) -> None:
    text = FORMS["layers that are given"].replace("act.tanh()", "act")
    relu = "class ReLU:\n    def __init__(self, slope):\n        self.slope = slope\n"
    relu += "    def __call__(self, x):\n        return [self.slope.of(each) for each in x]\n"

    assert costing(report_on(f"{IMPORTS}{VALUE}{text}{relu}", sandbox)) == set()


def test_an_imported_class_may_have_a_function_that_changes_nothing(sandbox: Sandbox) -> None:
    text = RIGHT.replace(VALUE, "from engine import Value\n").replace("act.tanh()", "act.tanh().linear()")

    assert costing(report_on(text, sandbox)) == set()


def test_a_step_takes_the_rate_that_its_network_holds(sandbox: Sandbox) -> None:
    form = FORMS["hidden layers behind the last one, and a rate of its own"]
    report = report_on(f"{IMPORTS}{VALUE}{form}", sandbox)
    passed = {suite.slug for suite in report.suites if suite.verdict is Verdict.PASSED}

    assert {"network_mlp", "network_step"} <= passed


def test_gradients_that_are_all_0_do_not_hide_that_nothing_resets_them(sandbox: Sandbox) -> None:
    text = RIGHT.replace("act.tanh()", "act.relu()")

    assert "network_zero_grad" not in costing(report_on(text, sandbox))
    assert "network_zero_grad" in costing(report_on(text.replace("p.grad = 0.0", "p.grad += 0.0"), sandbox))


def test_training_that_goes_through_weights_by_index_is_no_absence(sandbox: Sandbox) -> None:
    train = (
        "def train(net, x, y, rate):\n    loss = (net(x) - y) ** 2\n    loss.backward()\n"
        "    for layer in net.layers:\n        for n in layer.neurons:\n"
        "            for i in range(len(n.w)):\n                n.w[i].data -= rate * n.w[i].grad\n"
        "                n.w[i].grad = 0.0\n"
    )
    report = report_on(IMPORTS + VALUE + BARE + train, sandbox)
    kinds = {graph.problem.kind for suite in report.suites for graph in suite.graphs if graph.problem}

    assert costing(report) == set()
    assert kinds == {ProblemKind.NETWORK_IN_LOOP}


def test_a_softmax_of_one_output_is_not_asked(sandbox: Sandbox) -> None:
    end = (
        "        exps = [each.exp() for each in (x if isinstance(x, list) else [x])]\n"
        "        return [e / sum(exps) for e in exps]\n"
    )
    start = RIGHT.index("        return x\n", RIGHT.index("class MLP"))
    text = RIGHT[:start] + end + RIGHT[start:].replace("        return x\n", "", 1)
    report = report_on(text.replace(VALUE, "from engine import Value\n"), sandbox)

    assert costing(report) == set()
    assert any("softmax" in line for line in note_lines(report))


def test_outputs_that_add_up_to_one_without_any_weight_are_no_softmax(sandbox: Sandbox) -> None:
    made_up = (
        "    def __call__(self, x):\n        share = 1 / (2 + float(getattr(x[0], 'data', x[0])))\n"
        "        one = len(self.layers[-1].neurons) == 1\n"
        "        return Value(1.0) if one else [Value(share), Value(1 - share)]\n\n"
        "    def called(self, x):\n"
    )
    start = RIGHT.index("    def __call__", RIGHT.index("class MLP"))
    text = RIGHT[:start] + RIGHT[start:].replace("    def __call__(self, x):\n", made_up, 1)
    report = report_on(text, sandbox)

    assert "network_mlp" in costing(report)
    assert not any("softmax" in line for line in note_lines(report))


@pytest.mark.parametrize("name", ["MlpNeuron", "LayerNeuron"])
def test_a_neuron_may_be_named_after_what_it_is_in(name: str, sandbox: Sandbox) -> None:
    assert report_on(
        RIGHT.replace("Neuron(", f"{name}(").replace("class Neuron", f"class {name}"), sandbox
    ).passed


def test_a_neuron_that_takes_no_sizes_is_not_asked(sandbox: Sandbox) -> None:
    neuron = (
        "class Neuron:\n    def __init__(self, before=(), last=False):\n        self.before = set(before)\n"
        "        self.w = [Value(0.1) for _ in before]\n        self.b = Value(0.0)\n"
        "    def __call__(self, x=0):\n"
        "        return sum((w * n.out for w, n in zip(self.w, self.before)), self.b).tanh()\n"
    )

    assert costing(report_on(IMPORTS + VALUE + neuron, sandbox)) == set()


def test_methods_that_are_called_private_are_asked(sandbox: Sandbox) -> None:
    text = RIGHT.replace("parameters(", "_parameters(").replace("zero_grad(", "_zero_grad(")

    assert report_on(text, sandbox).passed
    assert costing(report_on(text.replace("self.w + [self.b]", "self.w"), sandbox)) == {"network_parameters"}


@pytest.mark.parametrize("name", LOSSES)
def test_a_loss_is_found_in_each_of_its_forms(name: str, sandbox: Sandbox) -> None:
    assert report_on(f"{IMPORTS}{VALUE}{LOSSES[name]}", sandbox, LOSS).passed


@pytest.mark.parametrize("name", OTHER_LOSSES)
def test_a_loss_that_is_no_mean_of_squares_costs_nothing(name: str, sandbox: Sandbox) -> None:
    start, end = RIGHT.index("def mse"), RIGHT.index("def sgd_step")
    report = report_on(RIGHT[:start] + OTHER_LOSSES[name] + RIGHT[end:], sandbox)

    assert costing(report) == set()
    assert report.score.earned == report.score.possible


def test_a_mean_in_its_text_alone_is_no_sum(sandbox: Sandbox) -> None:
    text = RIGHT.replace("def mse", "def loss").replace("Mean squared error", "The mean over all samples")

    assert costing(report_on(text, sandbox)) == set()
    assert costing(report_on(text.replace(" / len(ys)", ""), sandbox)) == {"network_loss"}


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


@pytest.mark.parametrize("head", HEADS)
@pytest.mark.parametrize("name", LOOPS)
def test_what_a_training_loop_does_is_read_there(name: str, head: str, sandbox: Sandbox) -> None:
    slugs, reset, step = LOOPS[name]
    lines = [*HEADS[head], *(f"    {line}" for line in (*reset, "loss.backward()", *step))]
    text = IMPORTS + VALUE + BARE + "\n".join(lines) + "\n"
    report = report_on(text, sandbox)
    kinds = {graph.problem.kind for suite in report.suites for graph in suite.graphs if graph.problem}

    assert costing(report) == slugs
    assert kinds == {ProblemKind.NETWORK_IN_LOOP}
    assert len([line for line in note_lines(report) if "You train in a loop" in line]) == 1
    assert report.diagnosis is not None
    for finding in report.diagnosis.findings:
        assert finding.where.line is not None
        assert text.splitlines()[finding.where.line - 1] in lines


@pytest.mark.parametrize("rate", ["-0.1", "rate=-0.1"])
def test_a_rate_that_a_call_gives_is_the_one_of_the_step(rate: str, sandbox: Sandbox) -> None:
    step = [_STEP[0], "    p.data += rate * p.grad"]
    lines = [*HEADS["a function"], *(f"    {line}" for line in (*_RESET, "loss.backward()", *step))]
    text = IMPORTS + VALUE + BARE + "\n".join(lines) + f"\n\n\ntrain(MLP(2, [2, 1]), [[1, 2]], {rate})\n"

    assert costing(report_on(text, sandbox)) == set()


@pytest.mark.parametrize("head", HEADS)
def test_a_loop_is_read_in_the_names_of_an_imported_class(head: str, sandbox: Sandbox) -> None:
    _, reset, step = LOOPS["right"]
    lines = [*HEADS[head], *(f"    {line}" for line in (*reset, "loss.backward()", *step))]
    text = "from motor import Zahl\n" + IMPORTS + BARE.replace("Value(", "Zahl(") + "\n".join(lines) + "\n"
    report = report_on(text.replace("p.data", "p.wert").replace("p.grad", "p.steigung"), sandbox)
    kinds = {graph.problem.kind for suite in report.suites for graph in suite.graphs if graph.problem}

    assert costing(report) == set()
    assert kinds == {ProblemKind.NETWORK_IN_LOOP}


@pytest.mark.parametrize("head", HEADS)
def test_a_loop_is_found_by_the_name_of_the_pass(head: str, sandbox: Sandbox) -> None:
    _, reset, step = LOOPS["right"]
    lines = [*HEADS[head], *(f"    {line}" for line in (*reset, "loss.compute_gradients()", *step))]
    text = IMPORTS + VALUE.replace("def backward(", "def compute_gradients(") + BARE + "\n".join(lines) + "\n"
    report = report_on(text, sandbox)
    kinds = {graph.problem.kind for suite in report.suites for graph in suite.graphs if graph.problem}

    assert costing(report) == set()
    assert kinds == {ProblemKind.NETWORK_IN_LOOP}


def test_what_may_be_cleared_elsewhere_is_not_missed_in_the_loop(sandbox: Sandbox) -> None:
    for reset in (
        "clear_all(net)",
        "[setattr(p, 'grad', 0) for p in net.parameters()]",
        "net = MLP(2, [2, 1])",
    ):
        _, *rest = LOOPS["right"]
        lines = [
            *HEADS["a loop"],
            f"    {reset}",
            "    loss.backward()",
            *(f"    {line}" for line in rest[1]),
        ]

        assert costing(report_on(IMPORTS + VALUE + BARE + "\n".join(lines) + "\n", sandbox)) == set()


_LEARN = (
    "    def learn(self, xs, ys, lr):",
    "        total = sum((self(x) - y) ** 2 for x, y in zip(xs, ys))",
    "        total.backward()",
    "        for p in self.parameters():",
    "            p.data -= lr * p.grad",
)


def test_a_method_that_makes_a_loss_and_a_step_has_to_clear_gradients(sandbox: Sandbox) -> None:
    text = IMPORTS + VALUE + BARE + "\n".join(_LEARN) + "\n"
    report = report_on(text, sandbox)

    assert costing(report) == {"network_zero_grad"}
    assert report.diagnosis is not None
    assert [finding.fault for finding in report.diagnosis.findings] == ["network_gradients_not_reset"]
    line = report.diagnosis.findings[0].where.line
    assert line is not None
    assert text.splitlines()[line - 1] == _LEARN[2]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        # Who gives a loss may clear the rest.
        (f"xs, ys, lr):\n{_LEARN[1]}\n", "total, lr):\n"),
        (_LEARN[2], "        for p in self.parameters():\n            p.grad = 0\n" + _LEARN[2]),
        (
            _LEARN[0],
            "    def zero(self):\n        for p in self.parameters():\n            p.grad = 0\n" + _LEARN[0],
        ),
    ],
)
def test_a_method_whose_gradients_may_be_cleared_elsewhere_is_not_wrong(
    old: str, new: str, sandbox: Sandbox
) -> None:
    text = "\n".join(_LEARN).replace(old, new)

    assert costing(report_on(IMPORTS + VALUE + BARE + text + "\n", sandbox)) == set()


def test_a_long_sum_elsewhere_in_the_file_costs_nothing(sandbox: Sandbox) -> None:
    _, reset, step = LOOPS["right"]
    lines = [*HEADS["a loop"], *(f"    {line}" for line in (*reset, "loss.backward()", *step))]
    long = "total = 0" + " + 1" * 2500
    report = report_on(IMPORTS + VALUE + BARE + "\n".join([*lines, long]) + "\n", sandbox)

    assert costing(report) == set()


def test_a_loop_that_trains_nothing_stands_for_no_function(sandbox: Sandbox) -> None:
    loop = "net = MLP(2, [2, 1])\nfor _ in range(0):\n    net([1, 2]).backward()\n"
    report = report_on(IMPORTS + VALUE + BARE + loop, sandbox)
    missing = {suite.slug for suite in report.suites if suite.verdict is Verdict.MISSING}

    assert missing == {"network_zero_grad", "network_step", "network_loss"}


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


def test_a_loss_alone_can_be_asked_for(sandbox: Sandbox) -> None:
    assert report_on(RIGHT, sandbox, LOSS).passed


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
