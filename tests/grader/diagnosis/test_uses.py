"""What a rule works with where its operand is used again: only one fault gives the factor of the last use."""

from grader.diagnosis.numbers.uses import keeps_last_use_alone
from grader.faults import FaultSign, load, signed
from grader.sandbox.plays import Observation, PlayStatus
from tests.grader.diagnosis.test_visits import played_by


def test_only_the_faults_of_this_sign_give_the_factor_of_the_last_use() -> None:
    """Of all variants in which a product is made; a quotient alone leaves products right."""
    found = {
        (slug, variant)
        for slug, fault in load().items()
        for variant, edits in fault.examples.items()
        if not any(edit.endless for edit in edits) and keeps_last_use_alone(played_by(edits))
    }
    kept = {
        (slug, variant)
        for slug in signed(FaultSign.LAST_USE_KEPT)
        for variant in load()[slug].examples
        if variant != "/"
    }
    assert found == kept


def test_a_class_that_answers_nothing_is_not_accused() -> None:
    assert not keeps_last_use_alone(lambda _: [])
    assert not keeps_last_use_alone(lambda plays: [Observation(PlayStatus.BACKWARD_ERROR) for _ in plays])
