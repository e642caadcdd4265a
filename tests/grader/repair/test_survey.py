"""What an edit puts where, as source text."""

import ast

from tests.corpus_files import FOLDER, member
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
    shown = [survey.shown([number])[0]["now"] for number in orders]

    assert shown
    assert {text.count("for node in reversed(topo):") for text in shown} == {1}
    assert {text.count("._backward()") for text in shown} == {1}


def test_an_order_that_is_put_in_reads_as_one_would_write_it() -> None:
    """By recursion first; by a list of nodes that wait, where graphs are deeper than that."""
    survey = survey_of(CLASS)
    orders = [number for number, offer in enumerate(survey.offers) if offer.rewrite == "whole-graph"]
    by_recursion, by_stack = (survey.shown([number])[0]["now"] for number in orders)

    assert by_recursion == (
        "topo = []\n"
        "visited = set()\n"
        "def build(v):\n"
        "    if v not in visited:\n"
        "        visited.add(v)\n"
        "        for child in v._prev:\n"
        "            build(child)\n"
        "        topo.append(v)\n"
        "build(self)\n"
        "for node in reversed(topo):\n"
        "    node._backward()"
    )
    assert "def " not in by_stack
    assert len(by_stack.splitlines()) <= 14


def test_an_order_that_is_put_in_takes_no_name_and_no_equality_of_the_class() -> None:
    taken = CLASS.replace("self.grad = 1.0\n", "topo = visited = None\n        self.grad = 1.0\n")
    survey = survey_of(f"{taken}\n    def __eq__(self, other):\n        return self.data == other.data\n")
    orders = [number for number, offer in enumerate(survey.offers) if offer.rewrite == "whole-graph"]
    now = survey.shown(orders[:1])[0]["now"]

    assert "if id(v) not in seen:" in now
    assert "for node in reversed(order):" in now


def test_an_edit_is_shown_whole() -> None:
    """Of code that is cut off somewhere, nobody can copy anything."""
    survey = survey_of(CLASS)

    for each in (survey.shown([number])[0] for number in range(len(survey.offers))):
        ast.parse(each["now"])
        ast.parse(each["was"])


def test_what_is_left_empty_goes_with_what_was_in_it() -> None:
    """Nobody writes `pass` in the place of the one statement of an `if`: the `if` goes."""
    cleared = CLASS.replace(
        "            parent._backward()\n",
        "            parent._backward()\n"
        "            if parent._prev:\n"
        "                if parent is not self:\n"
        "                    parent.grad = 0\n",
    )
    survey = survey_of(cleared)
    removed = [number for number, offer in enumerate(survey.offers) if offer.rewrite == "no-reset"]
    shown = survey.shown(removed[:1])[0]

    assert shown["was"] == "if parent._prev:\n    if parent is not self:\n        parent.grad = 0"
    assert shown["now"] == ""
    assert shown["at"]["line"] == cleared[: cleared.index("if parent._prev")].count("\n") + 1


def test_a_branch_begins_with_the_word_that_stands_there() -> None:
    begun = set()
    network = (FOLDER / "network" / "looked_at" / "linear_and_sequential.py").read_text(encoding="utf-8")
    for source in (member("explicit_stack/division_has_no_branch").source.decode(), network):
        found = survey_of(source)
        for shown in (found.shown([number])[0] for number in range(len(found.offers))):
            first = shown["was"].split(" ")[0]
            if first in ("if", "elif"):
                begun.add(first)
                assert source.split("\n")[shown["at"]["line"] - 1].split()[0] == first
                assert shown["now"].split(" ")[0] in (first, "")

    assert begun == {"if", "elif"}
