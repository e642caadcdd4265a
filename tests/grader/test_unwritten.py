"""Methods without a body are not written yet: missing, and never wrong."""

from collections.abc import Callable

import pytest

from grader.assignment import SuiteSelection, assignment
from grader.grade import grade
from grader.harness.model.unwritten import is_unwritten
from grader.report import Report, Verdict
from grader.sandbox.embedded import Embedded
from grader.sandbox.plays import Source
from suites import load
from tests.corpus_files import FOLDER
from tests.offenders import for_each

RIGHT = (FOLDER / "closures_set" / "value.py").read_text(encoding="utf-8")

EAGER = f"""{RIGHT}

def eager(operation, backward=Value.backward):
    def apply(self, other):
        for each in nodes:
            each.grad = 0
        out = operation(self, other)
        nodes.extend([self, out])
        backward(out)
        return out
    return apply


nodes = []
Value.__mul__ = eager(Value.__mul__)
Value.backward = lambda self: None
"""
"""Each product has passed its gradients on before anybody asks for them."""


ONLY_FORWARD = """
class Value:
    def __init__(self, data, parents=()):
        self.data = data
        self.grad = 0.0
        self.parents = parents
        self._backward = lambda: None

    def __add__(self, other):
        return Value(self.data + other.data, (self, other))

    def backward(self):
        self.grad = 1.0


class Neuron:
    def __call__(self, x):
        return x + x if self.act == "relu" else x
"""

RULES_THAT_A_WALK_CALLS = f"""
{(FOLDER / "causes" / "each_result_is_asked_with_a_gradient.py").read_text(encoding="utf-8")}

def walk(nodes):
    for node in reversed(nodes):
        node.backward(node.derivative)
"""
"""What calls the rules is given all nodes, as no pass is."""


def _defined(body: str) -> Callable[..., object]:
    space: dict[str, Callable[..., object]] = {}
    exec(f"def method(self, other=None):\n    {body}", space)  # noqa: S102 - source of the tables below
    return space["method"]


@for_each(
    "body",
    [
        "pass",
        "...",
        "return",
        "return None",
        '"""Later."""',
        '"""Later."""; pass',
        "raise NotImplementedError",
        "raise NotImplementedError()",
        'raise NotImplementedError("to do")',
        '"""Later."""; raise NotImplementedError("to do")',
        'raise NotImplementedError(type(self).__name__ + " has no rule")',
    ],
)
def test_a_function_without_a_body_is_not_written(body: str) -> None:
    assert is_unwritten(_defined(body))


@pytest.mark.parametrize(
    "body",
    [
        "return 5",
        'return "later"',
        "return self",
        "self.grad = 0",
        "print()",
        'raise ValueError("later")',
        "if other: raise NotImplementedError",
        "raise other(NotImplementedError)",
    ],
)
def test_one_that_gives_or_does_something_is(body: str) -> None:
    assert not is_unwritten(_defined(body))


@pytest.mark.parametrize("thing", [None, print, int, object(), [].append])
def test_what_is_no_function_is_not_asked(thing: object) -> None:
    assert not is_unwritten(thing)


def _graded(source: str, sandbox: Embedded, suites: SuiteSelection) -> Report:
    return grade(Source("value.py", source.encode()), suites, sandbox)


def _without(method: str, body: str) -> str:
    """The right class, and below it a method with another body."""
    arguments = "self, other" if method.startswith("__") and method != "__neg__" else "self"
    return f"{RIGHT}\n\ndef unwritten({arguments}):\n    {body}\n\n\nValue.{method} = unwritten\n"


@pytest.mark.parametrize("body", ["pass", '"""Later."""', "raise NotImplementedError"])
def test_a_backward_without_a_body_is_missing(body: str, sandbox: Embedded) -> None:
    report = _graded(_without("backward", body), sandbox, assignment("whole-graph"))
    graphs = [graph for suite in report.suites for graph in suite.graphs]
    assert {graph.verdict for graph in graphs} == {Verdict.MISSING}
    assert {graph.problem.operation for graph in graphs if graph.problem} == {"backward()"}
    assert report.diagnosis is not None
    assert report.diagnosis.findings == ()


@pytest.mark.parametrize(
    ("method", "suite", "operation"),
    [
        ("__mul__", "linear_chain", "*"),
        ("tanh", "tanh", "tanh"),
        ("__rtruediv__", "plain_numbers", "reflected /"),
    ],
)
def test_an_operation_without_a_body_is_missing(
    method: str, suite: str, operation: str, sandbox: Embedded
) -> None:
    report = _graded(_without(method, "pass"), sandbox, SuiteSelection("one", (load()[suite],)))
    verdicts = {graph.verdict for suite in report.suites for graph in suite.graphs}
    assert Verdict.FAILED not in verdicts
    lacking = {g.problem.operation for s in report.suites for g in s.graphs if g.problem}
    assert operation in lacking


@pytest.mark.parametrize(("operator", "reflected"), [("__add__", "__radd__"), ("__mul__", "__rmul__")])
def test_what_waits_for_an_operation_without_a_body_is_not_said_to_lack_its_method(
    operator: str, reflected: str, sandbox: Embedded
) -> None:
    """An empty method of a starter file, left below the written one, replaces it."""
    report = _graded(
        f"{_without(operator, 'pass')}Value.{reflected} = unwritten\n",
        sandbox,
        SuiteSelection("one", (load()["plain_numbers"],)),
    )
    assert report.diagnosis is not None
    assert "reflected_missing" not in {finding.fault for finding in report.diagnosis.findings}


def test_an_operation_to_write_may_have_other_parameters(sandbox: Embedded) -> None:
    unwritten = "def unwritten(self, other):\n    raise NotImplementedError('to do')"
    report = _graded(
        f"{RIGHT}\n\n{unwritten}\n\n\nValue.tanh = unwritten\n",
        sandbox,
        SuiteSelection("one", (load()["tanh"],)),
    )
    assert {graph.verdict for graph in report.suites[0].graphs} == {Verdict.MISSING}


def test_a_pass_without_a_body_is_right_where_gradients_are_there_without_it(sandbox: Embedded) -> None:
    report = _graded(EAGER, sandbox, SuiteSelection("one", (load()["linear_chain"],)))
    assert report.suites[0].graphs[0].verdict is Verdict.PASSED


def test_a_network_that_names_an_activation_chooses_no_rule(sandbox: Embedded) -> None:
    report = _graded(ONLY_FORWARD, sandbox, SuiteSelection("one", (load()["a_plus_a"],)))
    assert report.unfinished is not None
    assert "rule of +" in [each.operation for each in report.unfinished.to_write]


@for_each("operand", ["self", "other"])
def test_a_rule_that_is_attached_to_an_operand_is_written(operand: str, sandbox: Embedded) -> None:
    source = RIGHT.replace("out._backward =", f"{operand}._backward =", 2)
    by_hand = ("sums_by_hand", "products_by_hand", "shared_by_hand")
    report = _graded(source, sandbox, SuiteSelection("local", tuple(load()[slug] for slug in by_hand)))
    verdicts = {graph.verdict for suite in report.suites for graph in suite.graphs}
    assert verdicts == {Verdict.FAILED}
    assert report.unfinished is None


def test_rules_that_something_else_calls_are_no_pass(sandbox: Embedded) -> None:
    report = _graded(RULES_THAT_A_WALK_CALLS, sandbox, assignment("full"))
    assert report.unfinished is not None
    assert report.unfinished.to_write[0].operation == "backward()"
    assert report.diagnosis is None or not report.diagnosis.findings


def test_a_rule_that_is_left_to_a_class_of_operations_is_to_be_written(sandbox: Embedded) -> None:
    source = (FOLDER / "operation_objects" / "value.py").read_text(encoding="utf-8")
    head, tail = source.split("class Tanh(Op):", 1)
    rest = tail[tail.index("\n\n\n") :]
    begun = f"{head}class Tanh(Op):\n    def forward(self, x):\n        return math.tanh(x){rest}"
    report = _graded(begun, sandbox, SuiteSelection("one", (load()["tanh"],)))
    assert report.diagnosis is None or not report.diagnosis.findings
    assert report.unfinished is not None
    assert [each.operation for each in report.unfinished.to_write] == ["rule of tanh"]
