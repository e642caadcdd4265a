"""An operation without a rule gets one, in the form of another's."""

from grader.assignment import assignment
from grader.finding import Certainty
from grader.sandbox.protocol import Sandbox
from tests.corpus_files import causes, member
from tests.graded import ReportCache
from tests.rewriting_trials import broken, line, repairs


def test_a_rule_is_added_to_the_function_it_is_missing_in(sandbox: Sandbox) -> None:
    found = member("dataclass_nodes/tanh_has_no_pullback")

    assert ("add-rule", "", line(found, "def tanh(")) in repairs(found, sandbox)


def test_a_rule_that_hands_nothing_to_anybody_is_filled(sandbox: Sandbox) -> None:
    found = broken("closures_set", "self.grad += (1 / self.data) * out.grad", "pass", "log")

    assert ("add-rule", "empty", line(found, "def log(")) in repairs(found, sandbox)


def test_a_rule_adds_where_the_one_that_it_is_like_replaces(graded: ReportCache) -> None:
    found = next(one for one in causes() if one.name == "every_rule_replaces_and_tanh_has_none.py")
    diagnosis = graded.report(found.submission, assignment("full")).diagnosis

    assert diagnosis is not None
    assert {each.certainty for each in diagnosis.findings} == {Certainty.PROVEN}
