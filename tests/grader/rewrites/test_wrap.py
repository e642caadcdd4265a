"""A plain number beside a node is made a node of."""

from dataclasses import replace

from grader.sandbox.protocol import Sandbox
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


def test_an_operator_that_hands_its_number_to_another_function_makes_a_node_of_it(sandbox: Sandbox) -> None:
    old = """        other = lift(other)
        q = self.data / other.data
        return Value(q, [(self, 1 / other.data), (other, -q / other.data)])
"""
    new = """        return quotient(self, other)
"""
    helper = """def quotient(a, b):
    q = a.data / b.data
    return Value(q, [(a, 1 / b.data), (b, -q / b.data)])
"""
    found = broken("edge_lists", old, new, "plain_numbers")
    found = replace(found, source=found.source + b"\n\n" + helper.encode())

    assert ("wrap", "missing", line(found, "def __truediv__(")) in repairs(found, sandbox)
