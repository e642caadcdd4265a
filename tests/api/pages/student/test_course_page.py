"""A course as its students see it."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

from sqlalchemy import event

from submissions.tables import Role
from tests.world.clock import NOW
from tests.world.desk import SOURCE, Desk

DAY = timedelta(days=1)
MOST_QUERIES = 15


def test_it_lists_what_there_is_with_dates_and_grades(desk: Desk) -> None:
    graded = desk.assignment(title="Graded", due_at=NOW + DAY)
    desk.graded(desk.handed_in(graded), "62.5")
    desk.assignment(title="Open", due_at=NOW + 2 * DAY)
    desk.assignment(title="Closed", due_at=NOW - DAY)
    desk.assignment(title="Soon", opens_at=NOW + DAY)
    desk.assignment(title="Hidden", published=False)

    text = desk.me.open(f"/courses/{desk.course.id}").text

    assert "Graded Due Tuesday 24 November 2026, 13:00 (Europe/Madrid) · in 1 day Points: 62.5 / 100" in text
    assert "Open Due Wednesday" in text
    assert "Closed Closed Sunday" in text
    assert "Soon Opens Tuesday" in text
    assert text.count("Nothing submitted") == 1, "of the closed one, into which nothing can be handed in now"
    assert "Hidden" not in text


def test_a_grade_that_is_kept_back_is_not_there(desk: Desk) -> None:
    made = desk.assignment(due_at=NOW + DAY, shown="after-due")
    desk.graded(desk.handed_in(made), "62.5")

    text = desk.me.open(f"/courses/{desk.course.id}").text

    assert "62.5" not in text
    assert "Results not shown yet" in text


def test_staff_find_their_way_to_teaching_and_see_drafts(desk: Desk) -> None:
    desk.assignment(title="Hidden", published=False)

    page = desk.browser(desk.owner).open(f"/courses/{desk.course.id}")

    assert page.links["Manage course"] == f"/teach/courses/{desk.course.id}"
    assert "Hidden draft" in page.text


def test_the_first_page_lists_the_courses_of_whoever_is_signed_in(desk: Desk) -> None:
    assert desk.me.open("/").links["Backprop 101"] == f"/courses/{desk.course.id}"
    assert "View as student: Backprop 101" not in desk.me.open("/").links
    assert "Create a course" not in desk.me.open("/").links
    assert "Create a course" in desk.browser(desk.owner).open("/").links


def test_the_first_page_leads_staff_to_their_view_of_the_course_and_to_that_of_students(desk: Desk) -> None:
    links = desk.browser(desk.owner).open("/").links

    assert links["Backprop 101"] == f"/teach/courses/{desk.course.id}"
    assert links["View as student: Backprop 101"] == f"/courses/{desk.course.id}"


def test_pages_cost_as_many_queries_whatever_was_handed_in(desk: Desk) -> None:
    one = desk.assignment(title="One")
    pages = [f"/courses/{desk.course.id}", f"/assignments/{one.id}"]
    submission = desk.handed_in(one)
    desk.graded(submission)
    pages.append(f"/submissions/{submission.id}")
    few = [queries(desk, page) for page in pages]

    for number in range(5):
        made = desk.assignment(title=f"More {number}")
        desk.graded(desk.handed_in(made))
        latest = desk.handed_in(one, f"{SOURCE}# {number}\n")
        desk.graded(latest)
    desk.member("another", Role.STUDENT)

    pages[-1] = f"/submissions/{latest.id}"
    assert [queries(desk, page) for page in pages] == few
    assert max(few) <= MOST_QUERIES


def queries(desk: Desk, url: str) -> int:
    with counted(desk) as seen:
        assert desk.me.open(url).status == 200
    return len(seen)


@contextmanager
def counted(desk: Desk) -> Iterator[list[str]]:
    seen: list[str] = []

    def note(_: object, __: object, statement: str, *___: object) -> None:
        if not statement.startswith(("BEGIN", "PRAGMA")):
            seen.append(statement)

    engine = desk.service.database._reader
    event.listen(engine, "before_cursor_execute", note)
    try:
        yield seen
    finally:
        event.remove(engine, "before_cursor_execute", note)
