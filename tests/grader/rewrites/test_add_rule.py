"""An operation without a rule gets one, in the form of another's."""

import pytest

from grader.sandbox.base import Sandbox
from tests.corpus_files import member
from tests.rewriting_trials import broken, line, repairs


@pytest.mark.parametrize(
    ("identity", "detail", "piece"),
    [
        ("dataclass_nodes/tanh_has_no_pullback", "", "def tanh("),
        ("explicit_stack/division_has_no_branch", "branch", "def pass_on("),
    ],
)
def test_a_rule_is_added_to_the_function_it_is_missing_in(
    identity: str, detail: str, piece: str, sandbox: Sandbox
) -> None:
    found = member(identity)

    assert ("add-rule", detail, line(found, piece)) in repairs(found, sandbox)


def test_a_rule_that_hands_nothing_to_anybody_is_filled(sandbox: Sandbox) -> None:
    found = broken("closures_set", "self.grad += (1 / self.data) * out.grad", "pass", "log")

    assert ("add-rule", "empty", line(found, "def log(")) in repairs(found, sandbox)


def test_a_branch_that_does_nothing_is_filled(sandbox: Sandbox) -> None:
    found = broken("explicit_stack", "a.grad += g / a.data", "pass", "log")

    assert ("add-rule", "empty", line(found, "def pass_on(")) in repairs(found, sandbox)


def test_a_method_for_an_operation_is_defined(sandbox: Sandbox) -> None:
    found = broken("method_dispatch", "def _backward_log(self):", "def _later(self):", "log")

    assert ("add-rule", "branch", line(found, "class Value")) in repairs(found, sandbox)
