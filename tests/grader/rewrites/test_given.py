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


@pytest.mark.parametrize(("given", "rewrite"), [("1.0", "chain"), ("self.grad", "read-result")])
def test_it_is_put_in_for_anything_else(given: str, rewrite: str) -> None:
    survey = survey_of(_CLASS.format(given=given))
    offered = [number for number, offer in enumerate(survey.offers) if offer.rewrite == rewrite]
    assert "node.rule(node.grad)" in [shown["now"] for shown in survey.shown(offered)]


def test_nothing_is_offered_where_it_is_given() -> None:
    survey = survey_of(_CLASS.format(given="0.5 * node.grad"))
    assert {offer.rewrite for offer in survey.offers}.isdisjoint({"chain", "read-result"})
