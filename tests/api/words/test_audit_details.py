"""The details of events of the audit log, as a person reads them."""

from typing import Any
from uuid import uuid4

from api.i18n import speaking
from api.words.audit_details import concerns, details
from submissions.people.access.audit_log import LogEntry
from submissions.tables import AuditEvent
from tests.offenders import for_each

_ID = str(uuid4())


def _entry(action: str, person: str | None = None, **given: Any) -> LogEntry:
    event = AuditEvent(action=action, details=given)
    return LogEntry(event, "Helena", person, "Homework", None, {_ID: "Homework"})


@for_each(
    ("action", "given", "said"),
    [
        ("override-given", {"assignment": _ID, "before": None, "after": "90.00"}, "90 points"),
        ("override-given", {"before": "80", "after": "92.5"}, "80 → 92.5 points"),
        ("override-taken-back", {"before": "80", "after": None}, "until then 80 points"),
        (
            "extension-given",
            {"due_at": "2026-12-03T21:00:00+00:00", "closes_at": None, "more_attempts": 2},
            "due 3 December, 22:00, 2 more attempts",
        ),
        (
            "extension-given",
            {"closes_at": "2026-12-03T21:00:00+00:00", "more_attempts": 0},
            "closes 3 December, 22:00",
        ),
        ("hint-opened", {"rung": 2}, "hint 2"),
        ("request-answered", {"request": _ID, "state": "unchanged"}, "Answered: grade not changed"),
        ("regrade-dry-run", {"assignment": _ID, "scope": "counting"}, "attempts that count"),
        (
            "regrade-applied",
            {"attempts": 4, "students": 1, "moved": 1},
            "4 attempts, 1 student, 1 grade changed",
        ),
        ("role-given", {"role": "assistant"}, "Teaching assistant"),
        ("roster-imported", {"added": 3, "changed": 0, "left": 1}, "3 added, 0 changed, 1 removed"),
        ("retention-set", {"files": 90, "reports": None}, "files are kept for 90 days"),
        ("weights-set", {_ID: "12.50", str(uuid4()): "1"}, "Homework: 12.5"),
        ("weights-set", {_ID: None}, "Homework: as its points"),
        ("watch-thresholds", {"stopped_days": 3}, "Stopped: days without a submission: 3"),
        ("assignment-changed", {"revision": 7, "version": 2}, "version 2"),
        ("groups-formed", {"assignment": _ID, "groups": 2, "students": 4}, "2 groups, 4 students"),
        ("late-days-used", {"assignment": _ID, "days": 0}, "0 late days"),
        ("regrade", {"submission": _ID}, ""),
    ],
)
def test_details_are_words_and_never_ids(action: str, given: dict[str, Any], said: str) -> None:
    assert details(_entry(action, **given), "Europe/Madrid") == said


def test_an_event_concerns_a_person_and_an_assignment() -> None:
    assert concerns(_entry("comment-written", "Ada")) == "Ada, Homework"
    assert concerns(_entry("try-file-added")) == "Homework"


def test_details_are_in_the_language_of_the_reader() -> None:
    with speaking("es"):
        assert details(_entry("hint-opened", rung=2), "UTC") == "pista 2"
