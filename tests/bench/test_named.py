"""Mutants that were once named wrong, or not at all."""

import pytest

from bench._outcomes import is_right, named_in
from bench.mutants import find
from grader.assignment import assignment
from grader.finding import Certainty
from grader.grade import grade
from grader.sandbox.plays import Source
from grader.sandbox.protocol import Sandbox

ONCE_MISNAMED = (
    "leaf_grads_only:visited_by_value@all.equality",
    "scalar_history:output_left_out@all.slice",
    "handles_into_arrays:seed_not_one@all.two",
    "golf:reflected_recurses@div",
    "klasse_je_operation:seed_missing@all",
    "singledispatch_gyuchik:returns_a_number@add",
    "syneches_generatores:out_grad_left_out@pow.0",
)


@pytest.mark.sampled(one_in=3)
@pytest.mark.parametrize("identity", ONCE_MISNAMED)
def test_nothing_wrong_is_proven(identity: str, sandbox: Sandbox) -> None:
    mutant = find(identity)
    report = grade(Source("value.py", mutant.content), assignment("full"), sandbox)
    assert report.diagnosis is not None
    proven = {each.fault for each in report.diagnosis.findings if each.certainty is Certainty.PROVEN}
    (label,) = mutant.labels
    assert label.fault in {each.fault for each in report.diagnosis.findings}
    assert proven <= {label.fault}


@pytest.mark.parametrize(
    "identity", ["bian_he_dian:rule_missing@sub.empty", "recording_context:rule_missing@relu.empty"]
)
def test_a_rule_without_a_body_is_told_as_one_to_write(identity: str, sandbox: Sandbox) -> None:
    mutant = find(identity)
    report = grade(Source("value.py", mutant.content), assignment("full"), sandbox)
    (named,) = named_in(report)
    (label,) = mutant.labels
    assert is_right(named, label)
