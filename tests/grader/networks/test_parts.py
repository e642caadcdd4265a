"""One slip in a part of a network is named with proof: a lost result, lost terms, numbers for nodes."""

import pytest

from grader.finding import Certainty
from grader.sandbox.protocol import Sandbox
from tests.grader.networks.right import costing, edited, only_finding, report_on

_LOSS = "    return sum(((p - y) ** 2 for p, y in zip(ypred, ys)), Value(0.0)) / len(ys)\n"
_SUM = "act = sum((wi * xi for wi, xi in zip(self.w, x)), self.b)"
_STEP = "p.data -= lr * p.grad"
_CUT = "    return Value(sum((p.data - y) ** 2 for p, y in zip(ypred, ys)) / len(ys))\n"
_LOOP = "    total = Value(0.0)\n    for p, y in zip(ypred, ys):\n"


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("return act.tanh()", "act.tanh()", "network_missing_return"),
        ("        return outs[0] if len(outs) == 1 else outs\n", "", "network_missing_return"),
        ("layer(x)\n        return x\n", "layer(x)\n", "network_missing_return"),
        (_LOSS, _LOSS.replace("return", "loss ="), "network_missing_return"),
        (_LOSS, f"{_LOOP}        total = (p - y) ** 2\n    return total / len(ys)\n", "loss_incomplete"),
        (
            _LOSS,
            f"{_LOOP}        total = total + (p - y) ** 2\n        return total / len(ys)\n",
            "loss_incomplete",
        ),
        (_LOSS, _CUT, "graph_cut"),
        (_SUM, "act = sum(wi * xi + self.b for wi, xi in zip(self.w, x))", "bias_twice"),
        (_SUM, "for wi, xi in zip(self.w, x):\n            act = wi * xi + self.b", "inputs_left_out"),
        ("(random.uniform(-1, 1)) for _ in range(nin)]", "(random.uniform(-1, 1))]", "inputs_left_out"),
        ("Layer(sz[i], sz[i + 1])", "Layer(nin, sz[i + 1])", "inputs_left_out"),
        ("[Value(random.uniform(-1, 1)) for", "[random.uniform(-1, 1) for", "graph_cut"),
        (_STEP, "p.data = -lr * p.grad", "step_formula"),
        (_STEP, "p.data -= p.grad", "step_formula"),
        (_STEP, "p.grad -= lr * p.data", "step_formula"),
    ],
)  # fmt: skip
def test_one_slip_is_named_with_proof(old: str, new: str, fault: str, sandbox: Sandbox) -> None:
    finding = only_finding(report_on(edited(old, new), sandbox))

    assert (finding.fault, finding.certainty) == (fault, Certainty.PROVEN)


def test_weights_that_are_added_to_inputs_are_not_told_to_be_one_object(sandbox: Sandbox) -> None:
    report = report_on(edited("wi * xi for", "wi + xi for"), sandbox)

    assert report.diagnosis is not None
    assert "weights_shared" not in {finding.fault for finding in report.diagnosis.findings}


@pytest.mark.parametrize(
    "body",
    [
        "    ys[:] = [0.0 for _ in ypred]\n",
        "    print(sum(p.data for p in ypred))\n",
        "    ys.loss = len(ypred)\n",
    ],
    ids=["stores", "shows", "keeps"],
)
def test_a_function_that_acts_may_return_nothing(body: str, sandbox: Sandbox) -> None:
    assert not costing(report_on(edited(_LOSS, body), sandbox))
