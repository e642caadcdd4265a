"""The names of the events of the audit log."""

from typing import get_args

from api.words.audit import EVENTS
from submissions.people.access.audit import AuditAction


def test_every_event_that_is_written_down_has_a_name() -> None:
    assert set(EVENTS) == set(get_args(AuditAction))


def test_no_two_events_have_the_same_name() -> None:
    assert len(set(EVENTS.values())) == len(EVENTS)
