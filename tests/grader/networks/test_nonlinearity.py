"""A nonlinearity that is nowhere, or on the output too, is named; a repair frees the last layer alone."""

import pytest

from grader.finding import Certainty
from grader.sandbox.protocol import Sandbox
from tests.grader.networks.right import RIGHT, only_finding, report_on


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
