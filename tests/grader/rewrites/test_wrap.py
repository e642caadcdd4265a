"""A plain number beside a node is made a node of."""

from grader.sandbox.base import Sandbox
from tests.rewriting_trials import broken, line, repairs


def test_the_line_that_wraps_is_put_in_by_the_class_s_own_helper(sandbox: Sandbox) -> None:
    old = "        rhs = self._wrap(other)\n        out = Value(self.data * rhs.data"
    found = broken("closures_tuple", old, "        out = Value(self.data * rhs.data", "plain_numbers")

    assert ("wrap", "missing", line(found, "def __mul__(")) in repairs(found, sandbox)


def test_a_condition_that_is_wrong_is_replaced(sandbox: Sandbox) -> None:
    rest = "\n        return Value(self.data + other.data"
    old, new = "other = lift(other)", "other = Value(other) if isinstance(other, str) else other"
    found = broken("edge_lists", old + rest, new + rest, "plain_numbers")

    assert ("wrap", "condition", line(found, "isinstance(other, str)")) in repairs(found, sandbox)
