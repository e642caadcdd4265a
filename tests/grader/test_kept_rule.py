"""A local rule is known by what it does, whatever the attribute that holds it is called."""

import pytest

from api.words.note import note
from grader.assignment import assignment
from grader.grade import grade
from grader.report import Report, Verdict
from grader.sandbox.plays import Source
from grader.sandbox.protocol import Sandbox
from tests.corpus_files import member

_FULL = assignment("full")
_RIGHT = member("closures_set/base").source.decode()
_BY_HAND = ("sums_by_hand", "products_by_hand", "shared_by_hand", "own_rule")
_NO_RULE_ON_LEAVES = (
    _RIGHT.replace("self._backward = lambda: None", "self.nach = None")
    .replace("out._backward = _backward", "out.nach = _backward")
    .replace("node._backward()", "node.nach() if node.nach else None")
)
_OTHER_FUNCTIONS = _RIGHT.replace("_backward", "retro").replace(
    "self._op = _op", "self._op = _op\n        self.act = math.tanh\n        self.hook = print"
)
_IN_SLOTS = _RIGHT.replace("_backward", "regla").replace(
    "class Value:\n", 'class Value:\n    __slots__ = ("data", "grad", "regla", "_prev", "_op", "label")\n'
)
_TAKES_A_GRADIENT = (
    _RIGHT.replace("def _backward():", "def _backward(g):")
    .replace("out.grad", "g")
    .replace("self._backward = lambda: None", "self.vjp = lambda g: None")
    .replace("out._backward = _backward", "out.vjp = _backward")
    .replace("node._backward()", "node.vjp(node.grad)")
)
_COPIES_GRADIENTS = (
    _RIGHT.replace(".grad", ".total")
    .replace("self.total = 0.0", "self.total = self.grad = 0.0", 1)
    .replace(
        "            node._backward()\n", "            node._backward()\n            node.grad = node.total\n"
    )
)


def _graded(text: str, sandbox: Sandbox) -> Report:
    return grade(Source("value.py", text.encode()), _FULL, sandbox, diagnose=False)


def _notes(report: Report) -> dict[str, str | None]:
    return {each.kind: each.name for each in report.notes if each.kind in ("rule-name", "by-backward")}


def _verdicts(report: Report) -> dict[str, Verdict]:
    return {suite.slug: suite.verdict for suite in report.suites if suite.slug in _BY_HAND}


@pytest.mark.parametrize(
    ("name", "text"),
    [
        *((name, _RIGHT.replace("_backward", name)) for name in ("_atras", "_rueckwaerts", "step_back")),
        ("nach", _NO_RULE_ON_LEAVES),
        ("retro", _OTHER_FUNCTIONS),
        ("regla", _IN_SLOTS),
    ],
)
def test_a_rule_of_another_name_is_asked(name: str, text: str, sandbox: Sandbox) -> None:
    report = _graded(text, sandbox)
    assert _notes(report) == {"rule-name": name}
    assert _verdicts(report) == dict.fromkeys(_BY_HAND, Verdict.PASSED)
    assert report.passed


def test_a_mistake_in_it_shows_there(sandbox: Sandbox) -> None:
    wrong = _RIGHT.replace("_backward", "_atras").replace("+= other.data * out.grad", "+= out.grad", 1)
    assert _verdicts(_graded(wrong, sandbox))["products_by_hand"] is Verdict.FAILED


def test_one_that_cannot_be_called_alone_is_named(sandbox: Sandbox) -> None:
    report = _graded(_TAKES_A_GRADIENT, sandbox)
    assert _notes(report) == {"by-backward": "vjp"}
    assert "`vjp`" in note(next(each for each in report.notes if each.kind == "by-backward"))
    assert report.passed


def test_one_that_reads_gradients_that_nobody_sets_is_asked_by_the_pass(sandbox: Sandbox) -> None:
    report = _graded(_COPIES_GRADIENTS, sandbox)
    assert _notes(report) == {"by-backward": "_backward"}
    assert {_verdicts(report)[slug] for slug in _BY_HAND[:3]} == {Verdict.PASSED}


def test_a_rule_on_another_node_is_a_mistake(sandbox: Sandbox) -> None:
    report = _graded(_RIGHT.replace("out._backward = _backward", "self._backward = _backward"), sandbox)
    assert _notes(report) == {}
    assert {_verdicts(report)[slug] for slug in _BY_HAND[:3]} == {Verdict.FAILED}
