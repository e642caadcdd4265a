"""Networks are found and asked in whatever form they are written."""

import pytest

from api.report_view.notes import note_lines
from grader.report import Verdict
from grader.sandbox.protocol import Sandbox
from tests.grader.networks.right import BARE, IMPORTS, NETWORK, RIGHT, VALUE, costing, report_on

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


def test_a_network_of_nodes_that_are_asked_for_their_gradients_earns_its_points(sandbox: Sandbox) -> None:
    """A training loop is a part of it: nodes are asked after each pass there."""
    report = report_on(IMPORTS + ASKED_VALUE + NETWORK, sandbox)
    suites = {"network_neuron", "network_layer", "network_mlp", "network_parameters", "network_training"}
    passed = {each.slug for each in report.suites if each.verdict is Verdict.PASSED}
    assert suites <= passed


@pytest.mark.parametrize("name", ["Zahl", "Neurone", "ValueNode"])
@pytest.mark.parametrize("head", ["from motor import {}\n", "from .motor import {}\n", ""])
def test_an_imported_class_may_have_any_names(name: str, head: str, sandbox: Sandbox) -> None:
    text = RIGHT.replace(VALUE, head.format(name)).replace("Value(", f"{name}(")
    text = text.replace("p.data", "p.wert").replace("p.grad", "p.steigung")

    assert report_on(text, sandbox).passed


@pytest.mark.parametrize(
    "head", ["import tensor\n", "import autograd.tensor as tensor\n", "from . import tensor\n"]
)
def test_the_module_of_an_imported_class_may_be_asked_for_it(head: str, sandbox: Sandbox) -> None:
    text = RIGHT.replace(VALUE, head).replace("Value(", "tensor.Tensor(")

    assert report_on(text, sandbox).passed


def test_functions_of_operations_may_be_imported_beside_the_class(sandbox: Sandbox) -> None:
    head = "from .engine import Value\nfrom .functions import add, mul, tanh\n"
    sums = "add(*(mul(wi, xi) for wi, xi in zip(self.w, x)), self.b)"
    text = RIGHT.replace(VALUE, head).replace("act.tanh()", "tanh(act)")
    text = text.replace("sum((wi * xi for wi, xi in zip(self.w, x)), self.b)", sums)

    assert report_on(text, sandbox).passed
    assert costing(report_on(text.replace(", self.b)", ")"), sandbox)) == {
        "network_neuron",
        "network_layer",
        "network_mlp",
    }
    assert costing(report_on(text.replace(".functions", "torch"), sandbox)) != set()


def test_an_imported_class_may_have_a_sum_of_nodes(sandbox: Sandbox) -> None:
    text = RIGHT.replace(VALUE, "from .engine import Value\n").replace(
        "sum((wi * xi for wi, xi in zip(self.w, x)), self.b)",
        "Value.sum(wi * xi for wi, xi in zip(self.w, x)) + self.b",
    )

    assert report_on(text, sandbox).passed


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


_CHOSEN = """        total = sum((wi * xi for wi, xi in zip(self.w, x)), self.b)
        return {function}

    def parameters(self):
        return self.w + [self.b]
"""


def _with_ends(function: str, *, network: tuple[str, str]) -> str:
    """Return the right file, whose neurons and layers are told which function stands at their ends."""
    start = NETWORK.index("        act = sum")
    text = NETWORK[:start] + _CHOSEN.format(function=function) + NETWORK[NETWORK.index("\n\nclass Layer") :]
    text = text.replace(
        "Neuron:\n    def __init__(self, nin)", "Neuron:\n    def __init__(self, nin, end='ReLU')"
    )
    text = text.replace("        self.b =", "        self.activation = end\n        self.b =")
    text = text.replace("(self, nin, nout)", "(self, nin, nout, activation='ReLU')")
    text = text.replace("[Neuron(nin) for", "[Neuron(nin, activation) for")
    return IMPORTS + VALUE + text.replace(*network)


_BY_WORD = (
    "total.tanh() if self.activation == 'Tanh' else total.relu() if self.activation == 'ReLU' else total"
)


@pytest.mark.parametrize("name", ["activation", "non_linearity"])
def test_a_function_is_chosen_by_the_word_that_the_file_has_for_it(name: str, sandbox: Sandbox) -> None:
    text = _with_ends(_BY_WORD, network=("(self, nin, nouts)", f"(self, nin, nouts, {name})"))
    text = text.replace("Layer(sz[i], sz[i + 1])", f"Layer(sz[i], sz[i + 1], {name})")

    assert costing(report_on(text, sandbox)) == set()


_LISTED = "class Listed(type(Enum)):\n    def __iter__(cls):\n        return iter(['{}'])\n\n\n"
_COMPARED = "    def __eq__(self, other):\n        return self.value == other.value\n"


@pytest.mark.parametrize(
    ("above", "base", "method"),
    [("", "Enum", ""), ("", "Enum", _COMPARED), (_LISTED, "Enum, metaclass=Listed", "")],
    ids=["plain", "compared", "listed"],
)
def test_a_function_is_chosen_by_the_member_of_an_enum(
    above: str, base: str, method: str, sandbox: Sandbox
) -> None:
    """No code of the file is asked which members there are, or whether two are the same."""
    end = "total.tanh() if self.activation.value == 1 else total.relu()"
    text = _with_ends(end, network=("(self, nin, nouts)", "(self, nin, nouts, activation)"))
    text = text.replace("Layer(sz[i], sz[i + 1])", "Layer(sz[i], sz[i + 1], activation)")
    text = text.replace("'ReLU'", "Act.RELU")
    words = f"\n\n{above}class Act({base}):\n    TANH = 1\n    RELU = 2\n\n{method}\n\n"
    text = text.replace("\n\nclass Value", f"{words}class Value", 1)
    report = report_on(f"from enum import Enum\n{text}", sandbox)

    assert "network_mlp" in {suite.slug for suite in report.suites if suite.verdict is Verdict.PASSED}
    assert costing(report) == set()


@pytest.mark.parametrize(
    ("function", "failed"), [(_BY_WORD, set()), ("total.relu()", {"network_mlp"})], ids=["chosen", "fixed"]
)
def test_layers_that_are_given_may_end_as_their_default_says(
    function: str, failed: set[str], sandbox: Sandbox
) -> None:
    sizes = NETWORK[
        NETWORK.index("        sz =") : NETWORK.index("    def __call__(self, x):\n        for layer")
    ]
    text = _with_ends(function, network=(sizes, "        self.layers = list(layers)\n\n"))
    text = text.replace("(self, nin, nouts)", "(self, *layers)")
    if failed:
        text = text.replace(", activation='ReLU')", ")").replace("(nin, activation)", "(nin)")

    assert costing(report_on(text, sandbox)) == failed


def test_a_layer_of_arrays_is_not_one_of_nodes(sandbox: Sandbox) -> None:
    layer = "class Linear:\n    def __init__(self, nin, nout):\n"
    layer += "        self.W = Tensor(np.ones((nin, nout)))\n        self.b = Tensor(np.zeros(nout))\n"
    layer += "    def __call__(self, x):\n        return (x.__matmul__(self.W) + self.b).relu()\n"
    head = "import numpy as np\nfrom engine import Value, Tensor\nimport random\n"
    text = head + NETWORK[: NETWORK.index("class Layer")]

    assert costing(report_on(text + layer, sandbox)) == set()


def test_a_function_that_takes_steps_leaves_no_layer_without_effect(sandbox: Sandbox) -> None:
    step = "act.tanh() * 0 + (1.0 if act.data > 0 else 0.0)"
    report = report_on(RIGHT.replace("act.tanh()", step), sandbox)

    assert report.diagnosis is not None
    assert "layer_without_effect" not in {finding.fault for finding in report.diagnosis.findings}


def test_an_imported_class_may_have_a_function_that_changes_nothing(sandbox: Sandbox) -> None:
    text = RIGHT.replace(VALUE, "from engine import Value\n").replace("act.tanh()", "act.tanh().linear()")

    assert costing(report_on(text, sandbox)) == set()


def test_a_step_takes_the_rate_that_its_network_holds(sandbox: Sandbox) -> None:
    form = FORMS["hidden layers behind the last one, and a rate of its own"]
    report = report_on(f"{IMPORTS}{VALUE}{form}", sandbox)
    passed = {suite.slug for suite in report.suites if suite.verdict is Verdict.PASSED}

    assert {"network_mlp", "network_step"} <= passed


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


@pytest.mark.parametrize(
    ("clear", "step", "loss"),
    [
        ("limpar", "atualizar", "custo"),
        ("zera_gradiente", "atualiza", "funcao_de_custo"),
        ("zuruecksetzen", "anpassen", "kosten"),
        ("remise_a_zero", "mise_a_jour", "cout"),
        ("zurücksetzen", "schritt", "erro_medio"),
    ],
)
def test_what_trains_has_a_name_in_its_own_language(
    clear: str, step: str, loss: str, sandbox: Sandbox
) -> None:
    text = RIGHT.replace("zero_grad", clear).replace("sgd_step", step).replace("def mse", f"def {loss}")

    assert {suite.verdict for suite in report_on(text, sandbox).suites} == {Verdict.PASSED}


def test_a_neuron_needs_no_list_of_its_own_where_its_network_lists_all(sandbox: Sandbox) -> None:
    own = "    def parameters(self):\n        return self.w + [self.b]\n\n\n"
    above = "for n in self.neurons for p in n.w + [n.b]]"
    text = RIGHT.replace(own, "\n").replace("for n in self.neurons for p in n.parameters()]", above)
    report = report_on(text, sandbox)

    assert {suite.verdict for suite in report.suites} == {Verdict.PASSED}
    assert costing(report_on(RIGHT.replace(own, "\n"), sandbox))


def test_rows_of_an_array_are_all_found(sandbox: Sandbox) -> None:
    layer = (
        "class Layer:\n    def __init__(self, nin, nout):\n"
        "        rows = [[Value(random.uniform(-1, 1)) for _ in range(nin)] for _ in range(nout)]\n"
        "        self.w = np.array(rows, dtype=object)\n"
        "        self.b = np.array([Value(0.0) for _ in range(nout)], dtype=object)\n\n"
        "    def __call__(self, x):\n"
        "        return [z.tanh() for z in self.w.dot(np.array(x, dtype=object)) + self.b]\n\n"
        "    def parameters(self):\n        return [*self.w.flatten(), *self.b]\n\n\n"
    )
    text = "import numpy as np\n" + IMPORTS + VALUE + layer + NETWORK[NETWORK.index("class MLP") :]
    report = report_on(text, sandbox)

    assert not costing(report)
    assert Verdict.NOT_APPLICABLE not in {suite.verdict for suite in report.suites if "mlp" in suite.slug}


def test_a_layer_may_be_a_tuple_with_names(sandbox: Sandbox) -> None:
    layer = (
        "class Dense(NamedTuple):\n    weights: list\n    biases: list\n\n    def __call__(self, x):\n"
        "        pairs = zip(self.weights, self.biases)\n"
        "        return [sum((w * v for w, v in zip(row, x)), b).tanh() for row, b in pairs]\n\n"
        "    def parameters(self):\n"
        "        return [*(w for row in self.weights for w in row), *self.biases]\n\n\n"
        "def Layer(nin, nout):\n"
        "    rows = [[Value(random.uniform(-1, 1)) for _ in range(nin)] for _ in range(nout)]\n"
        "    return Dense(rows, [Value(0.0) for _ in range(nout)])\n\n\n"
    )
    head = "from typing import NamedTuple\n" + IMPORTS + VALUE
    report = report_on(head + layer + NETWORK[NETWORK.index("class MLP") :], sandbox)

    verdicts = {suite.slug: suite.verdict for suite in report.suites}
    assert verdicts["network_mlp"] is Verdict.PASSED
    assert not costing(report)


@pytest.mark.parametrize("name", ["Adam", "AdamOptimizer"])
def test_an_optimiser_of_other_steps_is_asked_to_clear_alone(name: str, sandbox: Sandbox) -> None:
    optimiser = (
        f"\n\nclass {name}:\n    def __init__(self, params, lr=0.1):\n"
        "        self.params, self.lr = params, lr\n\n"
        "    def zero_grad(self):\n        for p in self.params:\n            p.grad = 0.0\n\n"
        "    def step(self):\n        for p in self.params:\n"
        "            p.data -= self.lr * p.grad / (abs(p.grad) + 1e-8)\n"
    )
    text = (
        IMPORTS
        + VALUE
        + BARE
        + "\n"
        + RIGHT[RIGHT.index("def mse") : RIGHT.index("def sgd_step")]
        + optimiser
    )
    verdicts = {suite.slug: suite.verdict for suite in report_on(text, sandbox).suites}

    assert verdicts.pop("network_step") is Verdict.NOT_APPLICABLE
    assert set(verdicts.values()) == {Verdict.PASSED}


def test_sizes_and_inputs_may_be_several_arguments(sandbox: Sandbox) -> None:
    text = RIGHT.replace(
        "def __init__(self, nin, nouts):\n        sz = [nin] + nouts", "def __init__(self, *sz):"
    )
    text = text.replace("range(len(nouts))", "range(len(sz) - 1)")
    head, network = text.split("class MLP")
    network = network.replace("def __call__(self, x):\n", "def __call__(self, *x):\n")

    assert {suite.verdict for suite in report_on(f"{head}class MLP{network}", sandbox).suites} == {
        Verdict.PASSED
    }


def test_an_optimiser_may_be_given_the_parameters_when_it_steps(sandbox: Sandbox) -> None:
    sgd = (
        "class SGD:\n    def __init__(self, lr):\n        self.lr = lr\n\n"
        "    def step(self, params):\n        for p in params:\n            p.data -= self.lr * p.grad\n"
    )
    text = RIGHT[: RIGHT.index("def sgd_step")] + sgd

    assert {suite.verdict for suite in report_on(text, sandbox).suites} == {Verdict.PASSED}
    assert costing(report_on(text.replace("-= self", "+= self"), sandbox)) == {"network_step"}


def test_a_step_is_given_the_dict_of_parameters(sandbox: Sandbox) -> None:
    head, network = RIGHT.split("class MLP")
    listed = "return [p for layer in self.layers for p in layer.parameters()]"
    named = "return dict(enumerate(p for layer in self.layers for p in layer.parameters()))"
    network = network.replace(listed, named).replace("in self.parameters()", "in self.parameters().values()")
    network = network.replace("sgd_step(model", "sgd_step(params").replace(
        "model.parameters()", "params.values()"
    )

    assert {suite.verdict for suite in report_on(f"{head}class MLP{network}", sandbox).suites} == {
        Verdict.PASSED
    }


def test_a_class_of_parameters_is_imported_beside_the_class_of_nodes(sandbox: Sandbox) -> None:
    text = RIGHT.replace(VALUE, "from engine import Value\nfrom engine.parameter import Parameter\n\n\n")
    text = text.replace("Value(random", "Parameter(random").replace("p.grad = 0.0", "p.zero_grad()")
    text = text.replace("self.b = Parameter(random.uniform(-1, 1))", "self.b = Parameter(0.0)")

    assert {suite.verdict for suite in report_on(text, sandbox).suites} == {Verdict.PASSED}
    assert costing(report_on(text.replace("self.w + [self.b]", "self.w"), sandbox)) == {"network_parameters"}


def test_an_imported_class_may_take_a_name_behind_its_number(sandbox: Sandbox) -> None:
    text = RIGHT.replace(VALUE, "from engine import Value\n\n\n").replace(
        "uniform(-1, 1))", "uniform(-1, 1), 'p')"
    )

    assert report_on(text, sandbox).passed


_STATEFUL = """

class RNN:
    def __init__(self, nin, hidden, nout):
        self.hidden, self.cell, self.end = hidden, Layer(nin + hidden, hidden), Layer(hidden, nout)

    def __call__(self, x, h=None):
        h = self.cell([*x, *(h or [Value(0.0) for _ in range(self.hidden)])])
        return self.end(h if isinstance(h, list) else [h])

    def parameters(self):
        return self.cell.parameters() + self.end.parameters()
"""


def test_a_recurrent_network_is_not_asked(sandbox: Sandbox) -> None:
    verdicts = {suite.slug: suite.verdict for suite in report_on(RIGHT + _STATEFUL, sandbox).suites}
    alone = RIGHT[: RIGHT.index("class MLP")] + _STATEFUL
    unseen = {suite.slug: suite.verdict for suite in report_on(alone, sandbox).suites}

    assert set(verdicts.values()) == {Verdict.PASSED}
    assert unseen["network_layer"] is Verdict.PASSED
    assert unseen["network_mlp"] is Verdict.NOT_APPLICABLE


def test_a_network_whose_name_says_nothing_is_no_neuron(sandbox: Sandbox) -> None:
    digits = (
        "class Digits:\n    def __init__(self, nin, nout, hidden):\n"
        "        self.first, self.second = Linear(nin, hidden), Linear(hidden, nout)\n"
        "    def __call__(self, x):\n        return self.second([h.relu() for h in self.first(x)])\n"
    )
    linear = FORMS["functions that stand between layers"]
    text = IMPORTS + VALUE + linear[: linear.index("class Tanh")].replace("forward", "__call__") + digits
    verdicts = {suite.slug: suite.verdict for suite in report_on(text, sandbox).suites}

    assert verdicts["network_neuron"] is Verdict.NOT_APPLICABLE
    assert verdicts["network_mlp"] is Verdict.PASSED


def test_the_exception_that_is_told_is_none_of_arguments_that_we_guess(sandbox: Sandbox) -> None:
    table = "        self.count, self.rows = len(sizes), pd.DataFrame()\n"
    text = RIGHT.replace("(self, nin, nouts):\n", f"(self, sizes, rate=0.1):\n{table}")
    text = text.replace("[nin] + nouts", "sizes").replace("range(len(nouts))", "range(len(sizes) - 1)")
    report = report_on(f"import pandas as pd\n{text}", sandbox)
    problems = [graph.problem for suite in report.suites for graph in suite.graphs if "mlp" in suite.slug]

    assert {each.message for each in problems if each is not None} == {"pandas"}
