"""What a step leaves out, what is not listed, and gradients that stay from step to step are named."""

import pytest

from grader.finding import Certainty
from grader.sandbox.protocol import Sandbox
from tests.grader.networks.right import RIGHT, costing, only_finding, report_on


def _stepping(own: str) -> str:
    """The right file with a step that each part of the network makes of its own."""
    steps = f"    def step(self, lr):\n        for p in {own}:\n            p.data -= lr * p.grad\n\n"
    text = RIGHT[: RIGHT.index("def sgd_step")].replace("class Layer", f"{steps}class Layer")
    of_layer = "    def step(self, lr):\n        for n in self.neurons:\n            n.step(lr)\n\n"
    of_network = "    def step(self, lr):\n        for layer in self.layers:\n            layer.step(lr)\n\n"
    text = text.replace("class MLP", f"{of_layer}class MLP")
    return text.replace("    def zero_grad", f"{of_network}    def zero_grad")


@pytest.mark.parametrize("own", ["self.w", "[self.b]"])
def test_a_step_that_leaves_parameters_out_is_named(own: str, sandbox: Sandbox) -> None:
    right, wrong = (report_on(_stepping(each), sandbox) for each in ("self.parameters()", own))
    assert not costing(right)
    finding = only_finding(wrong)
    assert finding.fault == "step_incomplete"
    assert (finding.certainty is Certainty.PROVEN) is (own == "self.w")


def test_no_list_of_parameters_at_all_is_proven_as_one_cause(sandbox: Sandbox) -> None:
    start, end = RIGHT.index("class Neuron"), RIGHT.index("def mse")
    parts = RIGHT[start:end].split("    def parameters(self):\n")
    parts = [parts[0], *(part.split("\n", 1)[1] for part in parts[1:])]
    base = "class Module:\n    def parameters(self):\n        return []\n\n\n"
    units = "".join(parts).replace("class Neuron:", "class Neuron(Module):")
    units = units.replace("class Layer:", "class Layer(Module):").replace("class MLP:", "class MLP(Module):")
    finding = only_finding(report_on(RIGHT[:start] + base + units + RIGHT[end:], sandbox))
    assert (finding.fault, finding.certainty) == ("parameters_missing", Certainty.PROVEN)


def test_gradients_that_never_arrive_are_not_called_left_over(sandbox: Sandbox) -> None:
    text = RIGHT.replace("act.tanh()", "Value(act.data).tanh()")
    report = report_on(text, sandbox)
    assert report.diagnosis is not None
    faults = {finding.fault for finding in report.diagnosis.findings}
    assert "network_gradients_not_reset" not in faults


def test_neurons_of_which_each_gets_one_input_lack_no_bias_and_leave_no_gradients(sandbox: Sandbox) -> None:
    text = RIGHT.replace("n(x) for n in self.neurons", "n([xi]) for n, xi in zip(self.neurons, x)")
    report = report_on(text, sandbox)
    assert report.diagnosis is not None
    faults = {finding.fault for finding in report.diagnosis.findings}
    assert not faults & {"bias_forgotten", "network_gradients_not_reset"}


def test_an_edit_after_which_no_gradient_arrives_does_not_mend_what_is_left_over(sandbox: Sandbox) -> None:
    text = RIGHT.replace("def __init__(self, nin):", "def __init__(self, nin, nonlin):")
    text = text.replace("        self.b =", "        self.nonlin = nonlin\n        self.b =")
    text = text.replace("act.tanh()", "act.relu() if self.nonlin else act")
    text = text.replace("nin, nout):", "nin, nout, nonlin):").replace("[Neuron(nin)", "[Neuron(nin, nonlin)")
    text = text.replace("Layer(sz[i], sz[i + 1])", "Layer(sz[i], sz[i + 1], i != len(nouts) - 1)")
    text = text[: text.index("    def zero_grad")] + (
        "    def learn(self, xs, ys, lr):\n"
        "        total = sum((self(x) - y) ** 2 for x, y in zip(xs, ys))\n        total.backward()\n"
        "        for p in self.parameters():\n            p.data -= lr * p.grad\n"
    )
    diagnosis = report_on(text, sandbox).diagnosis

    assert diagnosis is not None
    assert [finding.fault for finding in diagnosis.findings] == ["network_gradients_not_reset"]


_MODULE = """class Module:
    def zero_grad(self):
        for p in self.parameters():
            p.grad = 0.0


"""


@pytest.mark.parametrize("end", ["class Layer", "class MLP"])
def test_what_leaves_gradients_is_named_before_there_is_a_network(end: str, sandbox: Sandbox) -> None:
    written = RIGHT[: RIGHT.index(end)].replace("class Neuron:", _MODULE + "class Neuron(Module):")
    text = written.replace("class Layer:", "class Layer(Module):")
    right = report_on(text, sandbox)
    wrong = report_on(text.replace("p.grad = 0.0", "p.grad == 0.0"), sandbox)

    assert right.diagnosis is not None
    assert right.diagnosis.findings == ()
    assert not costing(right)
    finding = only_finding(wrong)
    assert (finding.fault, finding.certainty) == ("network_gradients_not_reset", Certainty.PROVEN)
    assert right.score.earned == wrong.score.earned
