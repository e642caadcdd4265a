from datetime import timedelta

import pytest
from sqlalchemy import select

from submissions.tables import AuditEvent, Grading, State, Submission
from tests.world import classroom
from tests.world.clock import NOW
from tests.world.desk import Desk


def _url(desk: Desk) -> str:
    made = desk.assignment()
    with desk.service.database.begin() as session:
        session.add(made)
        for number, (login, points, causes) in enumerate(
            (("ada", "40", ["assign_replaces"]), ("bob", "100", []), ("cy", "70", ["wrong_sign"]))
        ):
            person = classroom.member(session, desk.course, login)
            submission = classroom.handed_in(
                session, made, person, at=NOW + timedelta(minutes=number), content=login.encode()
            )
            classroom.graded(session, submission, points, causes)
        classroom.handed_in(session, made, desk.student)
    return f"/teach/assignments/{made.id}/submissions"


def _names(desk: Desk, url: str) -> list[str]:
    page = desk.teacher.open(url)
    assert page.status == 200
    return [row[0] for row in page.rows[1:] if len(row) > 1]


def test_the_newest_stand_first_with_score_cause_and_state(desk: Desk) -> None:
    page = desk.teacher.open(_url(desk))
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
    desk: Desk, query: str, names: list[str]
) -> None:
    assert _names(desk, f"{_url(desk)}?{query}") == names


def test_a_long_list_goes_on_where_it_stopped(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    from api.pages import teach_submissions

    monkeypatch.setattr(teach_submissions, "_ON_A_PAGE", 2)
    url = f"{_url(desk)}?state=graded"
    page = desk.teacher.open(url)
    older = page.links["Older submissions"]

    assert _names(desk, url) == ["Cy", "Bob"]
    assert _names(desk, url.split("?", maxsplit=1)[0] + older) == ["Ada"]


def test_a_place_that_is_none_is_not_found(desk: Desk) -> None:
    assert desk.teacher.open(f"{_url(desk)}?after=nonsense").status == 404


def test_staff_are_told_how_we_failed(desk: Desk) -> None:
    url = _url(desk)
    with desk.service.database.begin() as session:
        waiting = session.scalars(select(Submission).where(Submission.state == State.QUEUED)).one()
        classroom.failed(session, waiting, "SandboxUnavailable in open")
    page = desk.teacher.open(url)

    assert "SandboxUnavailable in open" in page.text
    assert "We could not grade 1 submission." in page.text


def test_what_we_failed_to_grade_is_graded_again_by_a_button(desk: Desk) -> None:
    url = _url(desk)
    with desk.service.database.begin() as session:
        waiting = session.scalars(select(Submission).where(Submission.state == State.QUEUED)).one()
        classroom.failed(session, waiting)
    again = desk.teacher.press(desk.teacher.open(url), "Grade failed submissions again")

    assert "1 submission is waiting to be graded again." in again.text
    with desk.service.database.read() as session:
        event = session.scalars(select(AuditEvent).where(AuditEvent.action == "regrade-failed")).one()
    assert event.details["queued"] == 1


def test_students_do_not_see_the_list(desk: Desk) -> None:
    assert desk.browser(desk.student).open(_url(desk)).status == 403


@pytest.mark.parametrize(("proven", "said"), [(True, "(proven)"), (False, "(likely)")])
def test_gradients_that_are_not_backpropagation_are_flagged(desk: Desk, proven: bool, said: str) -> None:  # noqa: FBT001
    url = _url(desk)
    with desk.service.database.begin() as session:
        grading = session.scalars(select(Grading).where(Grading.cause == "wrong_sign")).one()
        grading.gradients, grading.gradients_proven = "numerical", proven

    rows = [row for row in desk.teacher.open(url).rows if len(row) > 5][1:]

    flagged = [row[0] for row in rows if "Gradients by numerical differentiation" in row[4]]
    assert flagged == ["Cy"]
    assert said in next(row[4] for row in rows if row[0] == "Cy")
