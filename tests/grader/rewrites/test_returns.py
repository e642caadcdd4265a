"""A function gives back the node that it made."""

import pytest

from grader.sandbox.protocol import Sandbox
from tests.corpus_files import member
from tests.rewriting_trials import broken, line, repairs

RULE = """        def _backward():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad
        out._backward = _backward
"""


def test_a_return_under_a_condition_is_not_the_only_one(sandbox: Sandbox) -> None:
    found = member("operation_objects/log_returns_inside_an_if")

    assert ("return", "indented", found.line) in repairs(found, sandbox)


@pytest.mark.parametrize(
    ("new", "detail", "piece"),
    [
        ("", "missing", "def __mul__("),
        ("        return self  # * other\n", "operand", "return self  # * other"),
        ("        return out.data\n", "number", "return out.data"),
    ],
)
def test_the_result_is_given_back(new: str, detail: str, piece: str, sandbox: Sandbox) -> None:
    found = broken("closures_set", f"{RULE}\n        return out\n", f"{RULE}\n{new}", "linear_chain")

    assert ("return", detail, line(found, piece)) in repairs(found, sandbox)


def test_a_number_is_made_a_node_of_as_elsewhere(sandbox: Sandbox) -> None:
    old = "return Value(self.data * other.data, [(self, other.data), (other, self.data)])"
    found = broken("edge_lists", old, "return self.data * other.data", "linear_chain")

    assert ("node", "", line(found, "return self.data * other.data")) in repairs(found, sandbox)
