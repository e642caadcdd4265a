"""Losses are found in each of their forms, and judged where they are means of squares."""

import pytest

from grader.assignment import SuiteSelection
from grader.sandbox.protocol import Sandbox
from suites import all_suites
from tests.grader.networks.right import IMPORTS, RIGHT, VALUE, costing, only_finding, report_on

LOSS = SuiteSelection("loss", (all_suites()["network_loss"],))
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


def test_a_loss_alone_can_be_asked_for(sandbox: Sandbox) -> None:
    assert report_on(RIGHT, sandbox, LOSS).passed


@pytest.mark.parametrize(
    "body",
    [
        "        total = (net(x) - y) ** 2\n    return total / len(xs)\n",
        "        total = total + (net(x) - y) ** 2\n        return total\n",
    ],
    ids=["the last", "the first"],
)
def test_a_loss_of_some_squares_is_wrong_though_nothing_calls_it_a_mean(body: str, sandbox: Sandbox) -> None:
    text = f"def loss(net, xs, ys):\n    total = 0\n    for x, y in zip(xs, ys):\n{body}"
    report = report_on(IMPORTS + VALUE + text, sandbox, LOSS)

    assert costing(report) == {"network_loss"}
    assert only_finding(report).fault == "loss_incomplete"
