"""An operation without a rule gets one, in the form of another's."""

from grader.sandbox.base import Sandbox
from tests.corpus_files import member
from tests.rewriting_trials import broken, line, repairs


def test_a_rule_is_added_to_the_function_it_is_missing_in(sandbox: Sandbox) -> None:
    found = member("dataclass_nodes/tanh_has_no_pullback")

    assert ("add-rule", "", line(found, "def tanh(")) in repairs(found, sandbox)


def test_a_rule_that_hands_nothing_to_anybody_is_filled(sandbox: Sandbox) -> None:
    found = broken("closures_set", "self.grad += (1 / self.data) * out.grad", "pass", "log")

    assert ("add-rule", "empty", line(found, "def log(")) in repairs(found, sandbox)
