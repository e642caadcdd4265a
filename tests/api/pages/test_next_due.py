"""The first page says what is due next in each course, by the dates that hold for who looks."""

from datetime import timedelta

from submissions.courses.assignments.deadline_status import next_due
from submissions.people.access.policy import Caller
from submissions.tables import Extension
from tests.world.desk import Desk


def titles(desk: Desk) -> list[str]:
    with desk.service.database.read() as session:
        found = next_due(session, Caller(desk.student.id), [desk.course.id], now=desk.clock())
    return [each.assignment.title for each in found.values()]


def test_it_is_the_first_that_takes_submissions(desk: Desk) -> None:
    now = desk.clock()
    assert titles(desk) == []

    desk.assignment(title="Over", due_at=now - timedelta(days=1))
    desk.assignment(title="Without a date")
    desk.assignment(title="Draft", due_at=now + timedelta(hours=1), published=False)
    desk.assignment(title="Later", due_at=now + timedelta(days=9))
    soon = {"opens_at": now + timedelta(days=1), "due_at": now + timedelta(days=2)}
    desk.assignment(title="Not open", **soon)
    assert titles(desk) == ["Later"]

    desk.assignment(title="Next", due_at=now + timedelta(days=3))
    assert titles(desk) == ["Next"]


def test_an_extension_counts(desk: Desk) -> None:
    now = desk.clock()
    first = desk.assignment(title="First", due_at=now + timedelta(days=1))
    desk.assignment(title="Second", due_at=now + timedelta(days=5))
    with desk.service.database.begin() as session:
        session.add(
            Extension(
                assignment_id=first.id,
                person_id=desk.student.id,
                due_at=now + timedelta(days=8),
                created_at=now,
            )
        )

    assert titles(desk) == ["Second"]


def test_the_page_leads_there(desk: Desk) -> None:
    page = desk.me.open("/")
    assert "Nothing is due." in page.text

    made = desk.assignment(title="Chain rule", due_at=desk.clock() + timedelta(days=2))
    assert desk.me.open("/").links["Next: Chain rule"] == f"/assignments/{made.id}"
    assert desk.teacher.open("/").links["Next: Chain rule"] == f"/teach/assignments/{made.id}/dashboard"
