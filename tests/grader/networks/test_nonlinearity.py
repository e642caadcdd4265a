"""A nonlinearity that is nowhere, or on the output too, is named; a repair frees the last layer alone."""

import pytest

from grader.finding import Certainty
from grader.sandbox.protocol import Sandbox
from tests.grader.networks.right import RIGHT, costing, only_finding, report_on


def test_no_function_at_any_neuron_is_named_with_its_line(sandbox: Sandbox) -> None:
    finding = only_finding(report_on(RIGHT.replace("act.tanh()", "act"), sandbox))
    line = RIGHT[: RIGHT.index("return act.tanh()")].count("\n") + 1
    assert (finding.fault, finding.certainty) == ("nonlinearity_missing", Certainty.PROVEN)
    assert finding.where.line == line


@pytest.mark.parametrize("taken", ["(self, nin)", "(self, nin, nonlin=True)"], ids=["none", "one ignored"])
def test_neurons_that_all_end_in_relu_are_given_a_flag(taken: str, sandbox: Sandbox) -> None:
    text = RIGHT.replace("act.tanh()", "act.relu()").replace("(self, nin)", taken)
    finding = only_finding(report_on(text, sandbox))

    assert (finding.fault, finding.certainty) == ("nonlinearity_on_output", Certainty.PROVEN)
    now = "\n".join(edit.now for edit in finding.repair)
    assert "return act.relu() if self.nonlin else act" in now
    assert "Neuron(nin, nonlin=nonlin)" in now
    assert "Layer(sz[i], sz[i + 1], nonlin=i != len(nouts) - 1)" in now


def test_lines_of_several_classes_stand_each_below_its_class(sandbox: Sandbox) -> None:
    text = RIGHT.replace("act.tanh()", "act.relu()")
    diagnosis = report_on(text, sandbox).diagnosis

    assert diagnosis is not None
    (edit,) = diagnosis.findings[0].repair
    heads = ["class Neuron:", "class Layer:", "class MLP:"]
    for part in (edit.was, edit.now):
        assert [line for line in part.splitlines() if not line.startswith(" ")] == heads


_MADE = "[Layer(sz[i], sz[i + 1]) for i in range(len(nouts))]"
_LAST = "for neuron in self.layers[-1].neurons:\n    neuron.nonlin = False"


def _with_relu(*others: tuple[str, str]) -> str:
    """Return the right file with relu at the end of each neuron, and other changes."""
    text = RIGHT
    for was, now in (("act.tanh()", "act.relu()"), *others):
        assert was in text
        text = text.replace(was, now)
    return text


@pytest.mark.parametrize(
    ("text", "repair", "line"),
    [
        (
            _with_relu((f"sz = [nin] + nouts\n        self.layers = {_MADE}", "self.layers = nouts"),
                       ("(self, nin, nouts)", "(self, nouts)")),
            "Neuron(nin, nonlin=nonlin)",
            "return act.relu()",
        ),
        (
            _with_relu((_MADE, "[Layer(a, b) for a, b in zip(sz, nouts)]")),
            "neuron.nonlin = False",
            "return act.relu()",
        ),
        (
            _with_relu(
                (_MADE, "[Layer(a, b) for a, b in zip(sz, nouts)]\n        self.layers[-1].nonlin = False"),
                ("def __init__(self, nin):", "def __init__(self, nin):\n        self.nonlin = True"),
                ("act.relu()", "act.relu() if self.nonlin else act"),
            ),
            _LAST,
            "self.layers[-1].nonlin = False",
        ),
    ],
    ids=["layers are given", "no loop counts", "the flag is set on the layer"],
)  # fmt: skip
def test_relu_goes_from_the_last_layer_alone(text: str, repair: str, line: str, sandbox: Sandbox) -> None:
    finding = only_finding(report_on(text, sandbox))

    assert (finding.fault, finding.certainty) == ("nonlinearity_on_output", Certainty.PROVEN)
    assert finding.where.line is not None
    assert text.splitlines()[finding.where.line - 1].strip() == line
    assert repair in finding.repair[0].now
    assert "tanh" not in finding.repair[0].now


def test_a_flag_that_the_last_layer_is_not_given_is_what_mends_it(sandbox: Sandbox) -> None:
    text = RIGHT.replace("def __init__(self, nin):", "def __init__(self, nin, has_relu=True):")
    text = text.replace("        self.b =", "        self.has_relu = has_relu\n        self.b =")
    text = text.replace("act.tanh()", "act.relu() if self.has_relu else act")
    text = text.replace("nin, nout):", "nin, nout, **flags):").replace(
        "[Neuron(nin)", "[Neuron(nin, **flags)"
    )
    finding = only_finding(report_on(text, sandbox))

    assert (finding.fault, finding.certainty) == ("nonlinearity_on_output", Certainty.PROVEN)
    assert "has_relu=" in finding.repair[0].now


_TWICE = {
    "in one line": ("act.tanh()", "act.tanh().tanh()"),
    "in the layer": ("[n(x) for n in self.neurons]", "[n(x).tanh() for n in self.neurons]"),
    "in the network": ("            x = layer(x)\n", "            x = [v.tanh() for v in layer.all(x)]\n"),
}


@pytest.mark.parametrize("name", ["in one line", "in the layer"])
def test_a_function_that_is_applied_twice_is_named(name: str, sandbox: Sandbox) -> None:
    finding = only_finding(report_on(RIGHT.replace(*_TWICE[name]), sandbox))

    assert (finding.fault, finding.certainty) == ("nonlinearity_twice", Certainty.PROVEN)
    assert "tanh()" in RIGHT.replace(*_TWICE[name]).splitlines()[(finding.where.line or 0) - 1]


def test_a_function_that_the_network_applies_again_is_named(sandbox: Sandbox) -> None:
    layer = "    def all(self, x):\n        return [n(x) for n in self.neurons]\n\n"
    text = RIGHT.replace(*_TWICE["in the network"])
    at = text.index("    def parameters", text.index("class Layer"))
    text = (text[:at] + layer + text[at:]).replace(
        "        return x\n", "        return x[0] if len(x) == 1 else x\n"
    )
    report = report_on(text, sandbox)

    assert costing(report) == {"network_mlp"}
    assert only_finding(report).fault == "nonlinearity_twice"


def test_relu_that_is_applied_twice_and_another_function_cost_nothing(sandbox: Sandbox) -> None:
    usual = "return outs[0] if len(outs) == 1 else outs"
    other = "outs = [o.sigmoid() for o in outs]\n        " + usual
    hidden = RIGHT.replace("act.tanh()", "act.relu().relu() if self.bends else act")
    hidden = hidden.replace("(self, nin):", "(self, nin, bends=True):").replace(
        "        self.b =", "        self.bends = bends\n        self.b ="
    )
    hidden = hidden.replace("(self, nin, nout):", "(self, nin, nout, bends=True):").replace(
        "[Neuron(nin) for", "[Neuron(nin, bends) for"
    )
    hidden = hidden.replace("Layer(sz[i], sz[i + 1])", "Layer(sz[i], sz[i + 1], i < len(nouts) - 1)")

    assert costing(report_on(hidden, sandbox)) == set()
    assert costing(report_on(RIGHT.replace(usual, other), sandbox)) == set()


def test_a_function_that_we_choose_beside_that_of_the_neurons_is_none_of_the_file(sandbox: Sandbox) -> None:
    text = RIGHT.replace("(self, nin, nouts)", "(self, nin, nouts, activation)")
    text = text.replace("        sz =", "        self.activation = activation\n        sz =")
    end = "        return self.activation(x) if not isinstance(x, list) else x\n"
    at = text.index("        return x\n", text.index("class MLP"))
    text = text[:at] + text[at:].replace("        return x\n", end, 1)

    assert costing(report_on(text, sandbox)) == set()
