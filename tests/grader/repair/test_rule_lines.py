"""Where an operation begins, and where its rule runs."""

import pytest

from grader.harness.repair.survey import Survey
from tests.corpus_files import member
from tests.grader.repair.loading import survey, survey_of

RIGHT = "closures_set/base"
RULES = {"+": "__add__", "*": "__mul__", "-": "__sub__", "/": "__truediv__", "neg": "__neg__"}


def heads(found: Survey) -> dict[str, int]:
    """The line of the function in which each operation begins."""
    rules = [rule for rule in found.as_dict()["rules"] if rule.get("defines") and not rule.get("reflected")]
    return {rule["operation"]: rule["line"] for rule in rules}


def number_of(source: str, piece: str) -> int:
    (found,) = [number for number, each in enumerate(source.split("\n"), 1) if piece in each]
    return found


@pytest.mark.parametrize("operation", RULES)
def test_an_operation_begins_in_its_own_method(operation: str) -> None:
    source = member(RIGHT).source.decode()
    assert heads(survey(RIGHT))[operation] == number_of(source, f"def {RULES[operation]}(")


@pytest.mark.parametrize("operation", ["-", "/"])
def test_a_plain_number_on_the_left_has_a_method_of_its_own(operation: str) -> None:
    source = member(RIGHT).source.decode()
    (line,) = [
        rule["line"]
        for rule in survey(RIGHT).as_dict()["rules"]
        if rule["operation"] == operation and rule.get("reflected") and rule.get("defines")
    ]
    assert line == number_of(source, f"def {RULES[operation].replace('__', '__r', 1)}(")


def test_a_quotient_begins_in_its_own_method_although_a_power_has_its_rule() -> None:
    """The rule of `**` runs for no other: two nodes go by exp and log there."""
    source = """
import math
class Value:
    def __init__(self, data, _children=()):
        self.data = data
        self.grad = 0.0
        self._prev = _children
        self._backward = lambda: None
    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data * other.data, (self, other))
        def _backward():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad
        out._backward = _backward
        return out
    def __pow__(self, other):
        if isinstance(other, Value):
            return (other * self.log()).exp()
        out = Value(self.data ** other, (self,))
        def _backward():
            self.grad += other * self.data ** (other - 1) * out.grad
        out._backward = _backward
        return out
    def __truediv__(self, other):
        return other * self ** -1
    def exp(self):
        out = Value(math.exp(self.data), (self,))
        def _backward():
            self.grad += out.data * out.grad
        out._backward = _backward
        return out
    def log(self):
        out = Value(math.log(self.data), (self,))
        def _backward():
            self.grad += out.grad / self.data
        out._backward = _backward
        return out
    def backward(self):
        self.grad = 1.0
        self._backward()
"""
    assert heads(survey_of(source))["/"] == number_of(source, "def __truediv__(")


def test_an_operation_given_to_the_class_as_a_lambda_begins_in_its_line() -> None:
    source = member(RIGHT).source.decode()
    source += "\n\nValue.__sub__ = lambda self, other: self + -other\n"
    assert heads(survey_of(source))["-"] == number_of(source, "Value.__sub__ = ")
