"""One small change where the right share cannot be written in the names of its place."""

import pytest

from grader.sandbox.base import Sandbox
from tests.corpus_files import member
from tests.rewriting_trials import broken, line, repairs


@pytest.mark.sampled(one_in=8)
@pytest.mark.parametrize(
    ("identity", "rewrite", "detail"),
    [
        ("method_dispatch/exponent_not_lowered", "tweak", ""),
    ],
)
def test_it_undoes_the_fault_at_its_line(identity: str, rewrite: str, detail: str, sandbox: Sandbox) -> None:
    found = member(identity)

    assert (rewrite, detail, found.line) in repairs(found, sandbox)


@pytest.mark.parametrize(
    ("style", "old", "new"),
    [
        ("method_dispatch", "self._arg * a.data ** (self._arg - 1)", "self._arg * a.data ** (self._arg + 1)"),
        ("method_dispatch", "self._arg * a.data ** (self._arg - 1)", "self._arg / a.data ** (self._arg - 1)"),
    ],
)
def test_the_rule_of_a_power_whose_exponent_is_kept(style: str, old: str, new: str, sandbox: Sandbox) -> None:
    found = broken(style, old, new, "power")

    assert ("tweak", "", line(found, f"{new}")) in repairs(found, sandbox)


@pytest.mark.parametrize("new", ["self.ctx ** self.n", "self.ctx ** (self.n + 1)"])
def test_where_running_it_tells_which_number_is_the_exponent_the_rule_is_written(
    new: str, sandbox: Sandbox
) -> None:
    found = broken("operation_objects", "self.ctx ** (self.n - 1)", new, "power")

    assert ("rule", "", line(found, new)) in repairs(found, sandbox)
