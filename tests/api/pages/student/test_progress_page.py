"""What a student sees of their own way through a course."""

from datetime import datetime, timedelta

import pytest

from submissions.people.access.policy import Caller
from submissions.tables import Assignment
from submissions.teaching.gradebook.progress import AssignmentProgress, progress
from tests.world.clock import NOW
from tests.world.desk import Desk

DAY = timedelta(days=1)


def of(desk: Desk) -> list[AssignmentProgress]:
    with desk.service.database.read() as session:
        return progress(session, Caller(desk.student.id), desk.course.id, now=NOW)


def test_nothing_submitted_is_nothing_overcome(desk: Desk) -> None:
    made = desk.assignment()

    (found,) = of(desk)

    assert found.assignment.id == made.id
    assert (found.grade, found.attempts, found.open, found.overcome) == (None, (), (), ())


@pytest.mark.parametrize(
    ("dates", "told", "offers"),
    [
        ({}, "No submission yet", True),
        ({"due_at": NOW - DAY, "closes_at": NOW + DAY}, "No submission yet", True),
        ({"opens_at": NOW + DAY}, "Opens", False),
        ({"due_at": NOW - DAY}, "Nothing submitted", False),
    ],
)
def test_where_nothing_is_submitted_the_card_leads_to_the_form_while_a_file_is_taken(
    desk: Desk, dates: dict[str, datetime], told: str, *, offers: bool
) -> None:
    made = desk.assignment(**dates)

    page = desk.me.open(f"/courses/{desk.course.id}/progress")

    assert told in page.text
    assert (f'href="/assignments/{made.id}#submit"' in page.source) is offers


def test_a_card_with_a_submission_offers_no_form(desk: Desk) -> None:
    made = desk.assignment(due_at=NOW + DAY, shown="after-due")
    desk.graded(desk.handed_in(made), "25")

    page = desk.me.open(f"/courses/{desk.course.id}/progress")

    assert "No grade to show yet." in page.text
    assert "#submit" not in page.source


def test_a_cause_of_an_earlier_attempt_is_overcome_and_one_of_the_latest_is_open(desk: Desk) -> None:
    made = desk.assignment()
    desk.graded(desk.handed_in(made), "25")
    (first,) = of(desk)
    assert (first.open, first.overcome) == (("overwritten_gradient",), ())

    desk.graded(desk.handed_in(made, "# better\n"), "100", causes=())

    (found,) = of(desk)
    assert (found.open, found.overcome) == ((), ("overwritten_gradient",))
    assert [(each.passed, each.asked) for each in found.attempts] == [(1, 2), (1, 2)]
    assert found.grade is not None
    assert found.grade.points == 100


def test_a_cause_that_nobody_knows_is_not_overcome_and_leads_nowhere(desk: Desk) -> None:
    made = desk.assignment()
    desk.graded(desk.handed_in(made), "25", causes=("unknown",))

    page = desk.me.open(f"/courses/{desk.course.id}/progress")
    assert "We could not find the cause" in page.text
    assert "/faults/unknown" not in page.source

    desk.graded(desk.handed_in(made, "# better\n"), "100", causes=())
    (found,) = of(desk)
    assert (found.open, found.overcome) == ((), ())


def test_results_that_are_kept_back_are_in_nothing(desk: Desk) -> None:
    made = desk.assignment(due_at=NOW + DAY, shown="after-due")
    desk.graded(desk.handed_in(made), "25")

    (found,) = of(desk)

    assert (found.grade, found.attempts) == (None, ())


def test_below_the_rung_of_causes_none_is_named(desk: Desk) -> None:
    made = desk.assignment(hint_rung=1)
    desk.graded(desk.handed_in(made), "25")

    (found,) = of(desk)

    assert found.open == ()


def test_the_page_says_what_was_overcome(desk: Desk) -> None:
    made = desk.assignment()
    desk.graded(desk.handed_in(made), "25")
    desk.graded(desk.handed_in(made, "# better\n"), "100", causes=())

    page = desk.me.open(f"/courses/{desk.course.id}/progress")

    assert "Overcome ✓ Gradient overwritten instead of accumulated" in page.text
    assert "Suites passed in your latest attempt: 1 of 2." in page.text


def test_somebody_elses_attempts_are_not_in_it(desk: Desk) -> None:
    made = desk.assignment()
    with desk.service.database.begin() as session:
        given = session.get_one(Assignment, made.id)
    desk.graded(desk.handed_in(given, by=desk.owner), "25")

    (found,) = of(desk)

    assert found.attempts == ()
