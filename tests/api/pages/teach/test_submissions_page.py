from datetime import timedelta

import pytest
from sqlalchemy import select

from submissions.tables import AuditEvent, Grading, GradingReason, State, Submission
from tests import classroom
from tests.api.pages.teach.conftest import Classroom
from tests.classroom import NOW


def _url(room: Classroom) -> str:
    made = room.assignment()
    with room.service.database.begin() as session:
        session.add(made)
        for number, (login, points, causes) in enumerate(
            (("ada", "40", ["assign_replaces"]), ("bob", "100", []), ("cy", "70", ["wrong_sign"]))
        ):
            person = classroom.member(session, room.course, login)
            submission = classroom.handed_in(
                session, made, person, at=NOW + timedelta(minutes=number), content=login.encode()
            )
            classroom.graded(session, submission, points, causes)
        classroom.handed_in(session, made, room.student)
    return f"/teach/assignments/{made.id}/submissions"


def _names(room: Classroom, url: str) -> list[str]:
    page = room.teacher.open(url)
    assert page.status == 200
    return [row[0] for row in page.rows[1:] if len(row) > 1]


def test_the_newest_stand_first_with_score_cause_and_state(room: Classroom) -> None:
    page = room.teacher.open(_url(room))
    rows = [row for row in page.rows if len(row) > 5][1:]

    assert [row[0] for row in rows] == ["Student", "Cy", "Bob", "Ada"]
    assert [row[3] for row in rows] == ["", "70 / 100", "100 / 100", "40 / 100"]
    assert rows[0][5] == "Queued"


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("who=AD", ["Ada"]),
        ("who=%25", []),
        ("cause=wrong_sign", ["Cy"]),
        ("state=queued", ["Student"]),
        ("state=graded&who=b", ["Bob"]),
        ("state=unknown", ["Student", "Cy", "Bob", "Ada"]),
        ("who=%00", ["Student", "Cy", "Bob", "Ada"]),
        ("cause=%00", ["Student", "Cy", "Bob", "Ada"]),
    ],
)
def test_submissions_are_looked_for_by_student_cause_and_state(
    room: Classroom, query: str, names: list[str]
) -> None:
    assert _names(room, f"{_url(room)}?{query}") == names


def test_a_long_list_goes_on_where_it_stopped(room: Classroom, monkeypatch: pytest.MonkeyPatch) -> None:
    from api.pages import teach_submissions

    monkeypatch.setattr(teach_submissions, "_ON_A_PAGE", 2)
    url = f"{_url(room)}?state=graded"
    page = room.teacher.open(url)
    older = page.links["Older submissions"]

    assert _names(room, url) == ["Cy", "Bob"]
    assert _names(room, url.split("?", maxsplit=1)[0] + older) == ["Ada"]


def test_a_place_that_is_none_is_not_found(room: Classroom) -> None:
    assert room.teacher.open(f"{_url(room)}?after=nonsense").status == 404


def test_staff_are_told_how_we_failed(room: Classroom) -> None:
    url = _url(room)
    with room.service.database.begin() as session:
        waiting = session.scalars(select(Submission).where(Submission.state == State.QUEUED)).one()
        classroom.failed(session, waiting, "SandboxUnavailable in open")
    page = room.teacher.open(url)

    assert "SandboxUnavailable in open" in page.text
    assert "We could not grade 1 submission." in page.text


def test_a_class_is_graded_again_by_a_button(room: Classroom) -> None:
    page = room.teacher.open(_url(room))
    again = room.teacher.press(page, "Grade all again")

    assert "3 submissions are waiting to be graded again." in again.text
    with room.service.database.read() as session:
        regrades = session.scalars(select(Grading).where(Grading.reason == GradingReason.REGRADE)).all()
        event = session.scalars(select(AuditEvent).where(AuditEvent.action == "regrade-class")).one()
    assert len(regrades) == 3
    assert event.details["queued"] == 3


def test_students_do_not_see_the_list(room: Classroom) -> None:
    assert room.browser(room.student).open(_url(room)).status == 403


@pytest.mark.parametrize(("proven", "said"), [(True, "(proven)"), (False, "(likely)")])
def test_gradients_that_are_not_backpropagation_are_flagged(room: Classroom, proven: bool, said: str) -> None:  # noqa: FBT001
    url = _url(room)
    with room.service.database.begin() as session:
        grading = session.scalars(select(Grading).where(Grading.cause == "wrong_sign")).one()
        grading.gradients, grading.gradients_proven = "numerical", proven

    rows = [row for row in room.teacher.open(url).rows if len(row) > 5][1:]

    flagged = [row[0] for row in rows if "gradients by numerical differentiation" in row[4]]
    assert flagged == ["Cy"]
    assert said in next(row[4] for row in rows if row[0] == "Cy")
