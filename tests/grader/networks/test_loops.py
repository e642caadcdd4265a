"""What a training loop or a method that trains does is read there."""

from collections.abc import Sequence

import pytest

from api.report_view.notes import note_lines
from grader.report import Verdict
from grader.sandbox.protocol import Sandbox
from grader.sandbox.replies import ProblemKind
from tests.grader.networks.right import BARE, IMPORTS, RIGHT, VALUE, costing, only_finding, report_on

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


_OTHER = ("other = Neuron(2)", *HEADS["a loop"])
"""A loop about `net`, below another object of which some read the parameters."""


def _loop_about(head: Sequence[str], cleared: str, moved: str) -> str:
    passes = (f"for p in {cleared}.parameters():", _RESET[1], "loss.backward()")
    lines = (*passes, f"for p in {moved}.parameters():", _STEP[1])
    return "\n".join([IMPORTS + VALUE + BARE, *head, *(f"    {line}" for line in lines), ""])


def test_a_loop_that_trains_another_network_than_that_of_the_loss_is_wrong(sandbox: Sandbox) -> None:
    report = report_on(_loop_about(_OTHER, "other", "other"), sandbox)

    assert costing(report) == {"network_zero_grad", "network_step"}
    assert report.diagnosis is not None
    named = [finding.fault for finding in report.diagnosis.findings]
    assert named == ["network_gradients_not_reset", "step_incomplete"]
    assert costing(report_on(_loop_about(_OTHER, "net", "other"), sandbox)) == {"network_step"}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("net = MLP(2, [2, 1])", "net = MLP(2, [2, 1])\nnet.layers[0] = Layer(2, 2)\nnet.first = [other]"),
        ("net([1, 2])", "other(net([1, 2]))"),
        ("net([1, 2])", "other.forward([1, 2]) + net([1, 2])"),
        ("other = Neuron(2)", "other = Neuron(2)\n\n\ndef both(x):\n    return other(x)"),
        ("other = Neuron(2)", "other = unknown(2)"),
    ],
)
def test_a_network_that_the_loss_may_be_made_of_may_be_trained(old: str, new: str, sandbox: Sandbox) -> None:
    head = [line.replace(old, new) for line in _OTHER]

    assert costing(report_on(_loop_about(head, "other", "other"), sandbox)) == set()


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


_WITHOUT_PASS = (
    "def train(net, xs, ys):",
    "    for _ in range(9):",
    "        loss = mse([net(x) for x in xs], ys)",
    "        net.zero_grad()",
    "        for p in net.parameters():",
    "            p.data -= 0.1 * p.grad",
)


def test_a_loop_that_never_goes_backward_is_named(sandbox: Sandbox) -> None:
    text = RIGHT + "\n\n" + "\n".join(_WITHOUT_PASS) + "\n"
    report = report_on(text, sandbox)

    assert costing(report) == {"network_step"}
    finding = only_finding(report)
    assert finding.fault == "backward_not_called"
    assert finding.where.line is not None
    assert text.splitlines()[finding.where.line - 1] == _WITHOUT_PASS[-1]


@pytest.mark.parametrize(
    "line", ["loss.propagate()", "set_gradients(loss)", "loss.backward()", "p.grad = 1.0"]
)
def test_a_loop_that_may_go_backward_under_another_name_is_not_wrong(line: str, sandbox: Sandbox) -> None:
    lines = [*_WITHOUT_PASS[:4], f"        {line}", *_WITHOUT_PASS[4:]]

    assert not costing(report_on(RIGHT + "\n\n" + "\n".join(lines) + "\n", sandbox))


_FIT = (
    "    def step(self, lr):",
    "        for p in self.parameters():",
    "            p.data -= lr * p.grad",
    "",
    "    def fit(self, xs, ys):",
    "        for _ in range(9):",
    "            loss = sum((self(x) - y) ** 2 for x, y in zip(xs, ys))",
    "            loss.backward()",
    "            self.step(0.1)",
)


def test_a_loop_that_steps_by_a_method_has_to_clear_gradients(sandbox: Sandbox) -> None:
    text = "\n".join(_FIT)
    unused = "    def zero_grad(self):\n        for p in self.parameters():\n            p.grad = 0.0\n\n"
    report = report_on(IMPORTS + VALUE + BARE + unused + text + "\n", sandbox)

    assert costing(report) == {"network_zero_grad"}
    assert report.diagnosis is not None
    assert [finding.fault for finding in report.diagnosis.findings] == ["network_gradients_not_reset"]
    for right in (
        text.replace("            loss.b", "            self.zero_grad()\n            loss.b"),
        text.replace("lr * p.grad", "lr * p.grad\n            p.grad = 0"),
    ):
        assert not costing(report_on(IMPORTS + VALUE + BARE + unused + right + "\n", sandbox))


def test_a_list_of_parameters_may_be_called_weights_in_another_language(sandbox: Sandbox) -> None:
    text = "\n".join(_LEARN).replace("p.data -=", "p.data +=")
    text = (IMPORTS + VALUE + BARE + text).replace("parameters(", "pesos(") + "\n"

    assert costing(report_on(text, sandbox)) == {"network_step", "network_zero_grad"}


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


_CALL = ("net.zero_grad()",)
_ZERO_GRAD = "    def zero_grad(self):\n        for p in self.parameters():\n            p.grad = 0.0\n\n"
EARLY = {
    "a loop": (*_RESET, *_STEP),
    "a call": (*_CALL, *_STEP),
    "something shown between": ("print(loss.data)", *_CALL, "rate = 0.1", *_STEP),
    "the same loop": (*_RESET, *_STEP[1:]),
}
"""What clears the gradients that a step needs: the lines behind a pass."""
LATE = {
    "behind the step": (*_STEP, *_CALL),
    "in the loop of the step": (*_STEP, "    p.grad = 0.0"),
    "kept before": ("kept = [p.grad for p in net.parameters()]", "print(kept)", *_CALL, *_STEP),
    "kept without a call": ("kept = [p.grad for p in net.layers[0].neurons[0].w]", *_CALL, *_STEP),
    "another pass": (*_CALL, "(loss * 1).backward()", *_STEP),
    "another attribute": (_STEP[0], "    p.speed = 0.0", _STEP[1]),
}


@pytest.mark.parametrize("head", HEADS)
@pytest.mark.parametrize("name", EARLY)
def test_gradients_that_are_cleared_before_the_step_are_named(name: str, head: str, sandbox: Sandbox) -> None:
    lines = [*HEADS[head], *(f"    {line}" for line in ("loss.backward()", *EARLY[name]))]
    text = IMPORTS + VALUE + BARE + _ZERO_GRAD + "\n" + "\n".join(lines) + "\n"
    report = report_on(text, sandbox)
    finding = only_finding(report)

    assert costing(report) == {"network_step"}
    assert finding.fault == "gradients_reset_in_wrong_place"
    assert "grad" in text.splitlines()[(finding.where.line or 0) - 1]
    assert (finding.where.line or 0) > text[: text.index("loss.backward()")].count("\n")


@pytest.mark.parametrize("name", LATE)
def test_gradients_that_a_step_has_used_may_be_cleared(name: str, sandbox: Sandbox) -> None:
    lines = [*HEADS["a loop"], *(f"    {line}" for line in ("loss.backward()", *LATE[name]))]
    text = IMPORTS + VALUE + BARE + _ZERO_GRAD + "\n" + "\n".join(lines) + "\n"

    assert "network_step" not in costing(report_on(text, sandbox))
