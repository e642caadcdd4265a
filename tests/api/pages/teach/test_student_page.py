from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal

import pytest
from sqlalchemy import select

from submissions.courses.assignments import assignments
from submissions.courses.assignments.draft import Draft
from submissions.tables import Assignment, Extension, Grading, GradingReason, Override, Role, Submission
from tests.world import classroom
from tests.world.classroom import OPERATOR
from tests.world.clock import NOW
from tests.world.desk import Desk

_DRAFT = Draft(title="Core", published=True, due_at=NOW, closes_at=NOW + timedelta(days=7), attempt_limit=2)


@dataclass
class Work:
    """What one student did for one assignment."""

    made: Assignment
    submission: Submission
    url: str


@pytest.fixture
def work(desk: Desk) -> Work:
    """The student handed in once, and was graded."""
    with desk.service.database.begin() as session:
        made = assignments.create(session, OPERATOR, desk.course.id, _DRAFT, now=NOW)
        submission = classroom.handed_in(session, made, desk.student)
        classroom.graded(session, submission, "40", ["overwritten_gradient"])
    return Work(made, submission, f"/teach/assignments/{made.id}/people/{desk.student.id}")


def test_what_was_handed_in_stands_with_its_score_and_cause(desk: Desk, work: Work) -> None:
    page = desk.teacher.open(work.url)
    (row,) = (row for row in page.rows if "40 / 100" in row)

    assert row[1] == "1"
    assert row[3].startswith("Gradient overwritten")
    assert f"/submissions/{work.submission.id}" in page.links.values()


def test_an_extension_is_given_changed_and_ended(desk: Desk, work: Work) -> None:
    page = desk.teacher.open(work.url)
    page = desk.teacher.press(
        page, "Save extension", due_at="2026-12-24T18:00", more_attempts="1", reason="ill"
    )
    form = page.form("Save extension")
    assert (form.values["due_at"], form.values["more_attempts"]) == ("2026-12-24T18:00", "1")
    page = desk.teacher.press(page, "Save extension", more_attempts="")
    with desk.service.database.read() as session:
        assert session.scalars(select(Extension)).one().more_attempts == 0
    desk.teacher.press(page, "Remove extension")

    with desk.service.database.read() as session:
        assert session.scalars(select(Extension)).all() == []


def test_an_extension_that_gives_nothing_is_told_and_what_was_typed_is_kept(desk: Desk, work: Work) -> None:
    page = desk.teacher.open(work.url)
    typed = {"due_at": "2026-11-01T12:00", "more_attempts": "x", "reason": "because"}
    again = desk.teacher.press(page, "Save extension", **typed)

    assert again.status == 422
    assert set(again.errors) == {"more_attempts"}
    values = again.form("Save extension").values
    assert {name: values[name] for name in typed} == typed

    earlier = desk.teacher.press(again, "Save extension", more_attempts="")

    assert set(earlier.errors) == {"due_at"}


def test_points_are_given_with_a_reason_and_taken_back(desk: Desk, work: Work) -> None:
    page = desk.teacher.open(work.url)
    page = desk.teacher.press(page, "Save points", points="87,5", why="told in class")
    assert "87.5 / 100" in page.text
    with desk.service.database.read() as session:
        override = session.scalars(select(Override)).one()
        assert (override.points, override.by_id) == (Decimal("87.5"), desk.owner.id)
    page = desk.teacher.press(page, "Remove override")

    assert "40 / 100" in page.text
    assert "87.5" not in page.text


def test_the_grade_stays_when_the_assignment_is_put_away(desk: Desk, work: Work) -> None:
    page = desk.teacher.press(desk.teacher.open(work.url), "Save points", points="87,5", why="told")
    assert "87.5 / 100" in page.text
    with desk.service.database.begin() as session:
        assignments.archive(session, OPERATOR, session.get_one(Assignment, work.made.id), now=NOW)

    assert "87.5 / 100" in desk.teacher.open(work.url).text


@pytest.mark.parametrize(
    ("typed", "field"),
    [
        ({"points": "", "why": "x"}, "points"),
        ({"points": "lots", "why": "x"}, "points"),
        ({"points": "-1", "why": "x"}, "points"),
        ({"points": "10", "why": ""}, "why"),
    ],
)
def test_points_that_cannot_be_given_are_told(
    desk: Desk, work: Work, typed: dict[str, str], field: str
) -> None:
    page = desk.teacher.press(desk.teacher.open(work.url), "Save points", **typed)

    assert page.status == 422
    assert set(page.errors) == {field}
    assert page.form("Save points").values["points"] == typed["points"]


def test_one_file_is_graded_again(desk: Desk, work: Work) -> None:
    desk.teacher.press(desk.teacher.open(work.url), "Grade again")

    with desk.service.database.read() as session:
        again = session.scalars(select(Grading).where(Grading.reason == GradingReason.REGRADE)).one()
        assert again.submission_id == work.submission.id


def test_a_file_that_waits_already_is_told(desk: Desk, work: Work) -> None:
    page = desk.teacher.open(work.url)
    desk.teacher.press(page, "Grade again")

    assert desk.teacher.press(page, "Grade again").status == 422


def test_assistants_see_and_change_nothing(desk: Desk, work: Work) -> None:
    assistant = desk.member("assistant", Role.ASSISTANT)
    page = assistant.open(work.url)
    teachers = desk.teacher.open(work.url)

    assert page.status == 200
    assert [form.buttons for form in page.forms] == [["Sign out"]]
    for button in ("Save extension", "Save points", "Grade again"):
        form = teachers.form(button)
        form.values["csrf"] = page.form("Sign out").values["csrf"]
        assert assistant.submit(page, form, {"points": "1", "why": "x"}).status == 403


def test_students_do_not_see_it_and_strangers_are_not_in_it(desk: Desk, work: Work) -> None:
    with desk.service.database.begin() as session:
        stranger = classroom.person(session, "stranger")

    assert desk.browser(desk.student).open(work.url).status == 403
    assert desk.browser(stranger).open(work.url).status == 404
    assert desk.teacher.open(work.url.replace(str(desk.student.id), str(stranger.id))).status == 404
