"""A method takes what Python gives it."""

import pytest

from grader.assignment import SuiteSelection
from grader.finding import Certainty
from grader.grade import grade
from grader.sandbox.base import Sandbox, Source
from suites import load
from tests.corpus_files import member
from tests.rewriting_trials import repairs


@pytest.mark.sampled(one_in=8)
@pytest.mark.parametrize(
    ("identity", "rewrite", "detail"),
    [
        ("path_recursion/neg_with_two_arguments", "signature", "too many"),
    ],
)
def test_it_undoes_the_fault_at_its_line(identity: str, rewrite: str, detail: str, sandbox: Sandbox) -> None:
    found = member(identity)

    assert (rewrite, detail, found.line) in repairs(found, sandbox)


_FIELD = "pullback: Callable = field(default=no_grad, repr=False)"


@pytest.mark.parametrize(
    ("was", "now"),
    [
        (_FIELD, "pullback: Callable = field(default=lambda: (), repr=False)"),
        (_FIELD, "pullback: Callable = lambda self, g: ()"),
        ("def no_grad(g: float)", "def no_grad(g: float, node)"),
        ("def no_grad(g: float)", "def no_grad()"),
    ],
)
def test_the_default_of_a_field_is_named_where_it_stands(was: str, now: str, sandbox: Sandbox) -> None:
    """Python stops in the pass, which calls it as all the other rules."""
    text = member("dataclass_nodes/base").source.decode().replace(was, now)
    line = text[: text.index(now)].count("\n") + 1
    small = SuiteSelection("small", tuple(load()[slug] for slug in ("a_plus_a", "diamond", "tanh")))
    diagnosis = grade(Source("value.py", text.encode()), small, sandbox).diagnosis
    assert diagnosis is not None
    (finding,) = diagnosis.findings

    assert (finding.fault, finding.where.line) == ("wrong_signature", line)
    assert finding.certainty is Certainty.PROVEN
