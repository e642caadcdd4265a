"""The rule of a node is given its own gradient."""

import pytest

from tests.grader.repair.loading import survey_of

_CLASS = """
class Value:
    def __init__(self, data, inputs=(), rule=None):
        self.data, self.grad, self.inputs, self.rule = data, 0.0, inputs, rule

    def __add__(self, other):
        def rule(g):
            self.grad += g
            other.grad += g

        return Value(self.data + other.data, (self, other), rule)

    def order(self):
        return [self] + [node for each in self.inputs for node in each.order()]

    def backward(self):
        self.grad = 1.0
        for node in self.order():
            if node.rule:
                node.rule({given})
"""


@pytest.mark.parametrize(
    ("given", "rewrite"), [("1.0", "chain"), ("self.grad", "read-result"), ("node.data", "grad-for-data")]
)
def test_it_is_put_in_for_anything_else(given: str, rewrite: str) -> None:
    survey = survey_of(_CLASS.format(given=given))
    offered = [number for number, offer in enumerate(survey.offers) if offer.rewrite == rewrite]
    assert "node.rule(node.grad)" in [shown["now"] for shown in survey.shown(offered)]


_METHODS = """
class Value:
    def __init__(self, data, inputs=()):
        self.data, self.grad, self.inputs = data, 0.0, inputs

    def __add__(self, other):
        return Sum(self, other)

    def slopes(self, g):
        return ()

    def order(self):
        return [self] + [node for each in self.inputs for node in each.order()]

    def backward(self):
        self.grad = 1.0
        for node in self.order():
            for each, slope in zip(node.inputs, node.slopes(self.data)):
                each.grad += slope


class Sum(Value):
    def __init__(self, *inputs):
        super().__init__(inputs[0].data + inputs[1].data, inputs)

    def slopes(self, g):
        return g, g
"""


def test_a_method_that_gives_back_what_operands_receive_is_a_rule_too() -> None:
    survey = survey_of(_METHODS)
    offered = [number for number, offer in enumerate(survey.offers) if offer.rewrite == "chain"]
    assert any("node.slopes(node.grad)" in survey.shown([number])[0]["now"] for number in offered)


def test_nothing_is_offered_where_it_is_given() -> None:
    survey = survey_of(_CLASS.format(given="0.5 * node.grad"))
    assert {offer.rewrite for offer in survey.offers}.isdisjoint({"chain", "read-result"})
