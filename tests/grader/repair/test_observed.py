"""Local gradients that are told by what functions are given and give back, whatever form the source has."""

import ast

import pytest

from grader.harness.repair.local_gradient import LocalGradient
from grader.harness.repair.survey import Survey
from tests.grader.repair.loading import survey_of

_TABLE = """
import math

RULES = {
    "times": (lambda p, q: p * q, lambda p, q: (q, p)),
    "tangent": (lambda p: math.tanh(p), lambda p: [1 - math.tanh(p) ** 2]),
}


class Value:
    def __init__(self, data, inputs=(), slopes=()):
        self.data, self.grad, self.inputs, self.slopes = data, 0.0, inputs, slopes

    def done(self, name, *others):
        inputs = (self, *others)
        value, slopes = RULES[name]
        numbers = [each.data for each in inputs]
        return Value(value(*numbers), inputs, slopes(*numbers))

    def __mul__(self, other):
        return self.done("times", other)

    def tanh(self):
        return self.done("tangent")

    def backward(self, arrived=1.0):
        self.grad += arrived
        for each, slope in zip(self.inputs, self.slopes):
            each.backward(slope * arrived)
"""

_ARGUMENTS = """
class Value:
    def __init__(self, data, edges=()):
        self.data, self.grad, self.edges = data, 0.0, edges

    def made(self, other, value, left, right):
        x, y = self.data, other.data
        return Value(value(x, y), [(self, left(x, y)), (other, right(x, y))])

    def __mul__(self, other):
        return self.made(other, lambda u, v: u * v, lambda u, v: v, lambda u, v: u)

    def __add__(self, other):
        return self.made(other, lambda u, v: u + v, lambda u, v: 1, lambda u, v: 1)

    def backward(self, arrived=1.0):
        self.grad += arrived
        for each, slope in self.edges:
            each.backward(slope * arrived)
"""

_METHODS = """
class Value:
    def __init__(self, data, inputs=()):
        self.data, self.grad, self.inputs = data, 0.0, inputs

    def __mul__(self, other):
        return Times(self, other)

    def __add__(self, other):
        return Plus(self, other)

    def backward(self):
        self.grad = 1.0
        self.push()

    def push(self):
        for each, share in zip(self.inputs, self.shares(self.grad)):
            each.grad += share
            each.push()

    def shares(self, arriving):
        return ()


class Times(Value):
    def __init__(self, *inputs):
        super().__init__(inputs[0].data * inputs[1].data, inputs)

    def shares(self, arriving):
        return [arriving * self.inputs[1].data, arriving * self.inputs[0].data]


class Plus(Value):
    def __init__(self, *inputs):
        super().__init__(inputs[0].data + inputs[1].data, inputs)

    def shares(self, arriving):
        return [arriving, arriving]
"""


def _local_gradients(text: str, operation: str) -> list[LocalGradient]:
    return [local for local in survey_of(text)._known.local_gradients.all if local.operation == operation]


def _told(local_gradients: list[LocalGradient]) -> list[tuple[int | None, str]]:
    return [(local.operand, ast.unparse(local.value)) for local in local_gradients]


def test_of_a_table_of_lambdas() -> None:
    local_gradients = _local_gradients(_TABLE, "*")
    assert _told(local_gradients) == [(0, "q"), (1, "p")]
    assert {local.data for local in local_gradients} == {("p", "q")}
    assert all(local.is_derivative for local in local_gradients)
    assert _told(_local_gradients(_TABLE, "tanh")) == [(0, "1 - math.tanh(p) ** 2")]


def test_what_computes_the_result_is_none() -> None:
    assert _told(_local_gradients(_ARGUMENTS, "*")) == [(0, "v"), (1, "u")]


def test_of_a_method_that_is_given_what_arrives() -> None:
    local_gradients = _local_gradients(_METHODS, "*")
    assert [local.operand for local in local_gradients] == [0, 1]
    assert {local.upstream for local in local_gradients} == {"arriving"}
    assert {local.data for local in local_gradients} == {("self.inputs[0].data", "self.inputs[1].data")}
    assert {local.result for local in local_gradients} == {"self.data"}


@pytest.mark.parametrize(("text", "right", "wrong"), [
    (_TABLE, "(q, p)", "(q, q)"),
    (_ARGUMENTS, "lambda u, v: u)", "lambda u, v: v)"),
    (_METHODS, "self.inputs[0].data]", "self.inputs[1].data]"),
])  # fmt: skip
def test_the_right_one_is_offered_in_the_place_of_a_wrong_one(text: str, right: str, wrong: str) -> None:
    survey = survey_of(text.replace(right, wrong))
    rules = [n for n, offer in enumerate(survey.offers) if (offer.rewrite, offer.operation) == ("rule", "*")]
    assert any(right in now or "0].data * arriving" in now for now in _now(survey, rules))


def _now(survey: Survey, numbers: list[int]) -> list[str]:
    return [str(survey.shown([number])[0]["now"]) for number in numbers]


_LEAVES_ONLY = """
class Product:
    @staticmethod
    def forward(kept, a, b):
        kept += [a, b]
        return a * b

    @staticmethod
    def backward(kept, upstream):
        a, b = kept
        return b + upstream, a * upstream


class Value:
    def __init__(self, data, function=None, kept=(), inputs=()):
        self.data, self.grad, self.function, self.kept, self.inputs = data, None, function, kept, inputs

    def __mul__(self, other):
        kept = []
        return Value(Product.forward(kept, self.data, other.data), Product, kept, (self, other))

    def backward(self, upstream=1.0):
        if self.function is None:
            self.grad = (self.grad or 0.0) + upstream
            return
        for node, share in zip(self.inputs, self.function.backward(self.kept, upstream)):
            node.backward(share)
"""


def test_what_arrives_is_the_seed_where_a_result_keeps_no_gradient() -> None:
    local_gradients = _local_gradients(_LEAVES_ONLY, "*")
    assert {local.upstream for local in local_gradients} == {"upstream"}
    assert ("chain-times", "*") in {(each.rewrite, each.operation) for each in survey_of(_LEAVES_ONLY).offers}
