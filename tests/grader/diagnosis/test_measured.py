"""What single operations do, and the source, together tell what numbers alone do not."""

from types import SimpleNamespace
from typing import Any, cast

import pytest

from grader.diagnosis.measured import Measured
from grader.diagnosis.numbers.local import Behaviour
from grader.faults import FaultSign, signed
from grader.sandbox.replies import Offer, Offers
from suites import Drive

_BELOW = signed(FaultSign.NOTHING_BELOW, FaultSign.OPERAND_RULE_REPLACED)


@pytest.mark.parametrize(
    ("offers", "fault"),
    [
        ((), "detached_result"),
        ((Offer(rewrite="attach-to-result", operation="tanh", line=9),), "detached_result"),
        ((Offer(rewrite="attach-to-result", operation="relu", line=9),), "rule_on_wrong_node"),
    ],
)
def test_a_rule_is_said_to_be_on_an_operand_only_where_the_source_shows_it(
    offers: tuple[Offer, ...], fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = _told_of_relu(_BELOW, offers, monkeypatch)
    assert found is not None
    assert found.faults == (fault,)


def test_what_only_the_source_could_show_is_no_behaviour_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """A pass that ends at the root, with a product that replaces, gave such numbers: the diagnosis failed."""
    assert _told_of_relu(signed(FaultSign.OPERAND_RULE_REPLACED), (), monkeypatch) is None


def _told_of_relu(
    faults: tuple[str, ...], offers: tuple[Offer, ...], monkeypatch: pytest.MonkeyPatch
) -> Behaviour | None:
    """Return the behaviour of `relu` if its numbers fit these faults, and the source has these offers."""
    told = Behaviour("relu", faults)
    monkeypatch.setattr("grader.diagnosis.measured.behaviour_of", lambda *_: told)
    program = SimpleNamespace(operations=())
    play = SimpleNamespace(
        suite=SimpleNamespace(drive=Drive.BACKWARD), graph=SimpleNamespace(program=program)
    )
    failed = SimpleNamespace(observation=SimpleNamespace(problem=None), planned=SimpleNamespace(play=play))
    session = SimpleNamespace(loaded=SimpleNamespace(operations=("relu",)))
    measured = Measured([cast(Any, failed)], cast(Any, session), (), cast(Any, None), Offers(offers=offers))
    return measured.wrong_behaviour_of("relu")
