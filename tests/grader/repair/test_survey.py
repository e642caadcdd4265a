"""What an edit puts where, as source text."""

import ast

from tests.grader.repair.loading import survey_of

CLASS = """
class Value:
    def __init__(self, data, parents=()):
        self.data = data
        self.grad = 0.0
        self._prev = parents
        self._backward = lambda: None

    def __add__(self, other):
        out = Value(self.data + other.data, (self, other))

        def _backward():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = _backward
        return out

    def backward(self):
        self.grad = 1.0
        self._backward()
        for parent in self._prev:
            parent._backward()
"""


def test_what_stands_in_one_block_is_shown_once() -> None:
    """As where two statements that come after one another are replaced."""
    survey = survey_of(CLASS)
    orders = [number for number, offer in enumerate(survey.offers) if offer.rewrite == "whole-graph"]
    shown = [each["now"] for each in survey.shown(orders)]

    assert shown
    assert {text.count("def in_order(root):") for text in shown} == {1}
    assert {text.count("._backward()") for text in shown} == {1}


def test_an_edit_is_shown_whole() -> None:
    """Of code that is cut off somewhere, nobody can copy anything."""
    survey = survey_of(CLASS)

    for each in survey.shown(range(len(survey.offers))):
        ast.parse(each["now"])
        ast.parse(each["was"])
