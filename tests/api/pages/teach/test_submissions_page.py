from datetime import timedelta
from decimal import Decimal

import pytest
from sqlalchemy import select

from submissions.tables import AuditEvent, Grading, State, Submission
from tests.world import classroom
from tests.world.clock import NOW
from tests.world.desk import Desk
from tests.world.pages import Page


def _url(desk: Desk) -> str:
    made = desk.assignment()
    with desk.service.database.begin() as session:
        session.add(made)
        for number, (login, points, asked, causes) in enumerate(
            (
                ("ada", "40", 75, ["assign_replaces"]),
                ("bob", "100", 62.5, []),
                ("cy", "70", 100, ["wrong_sign"]),
            )
        ):
            person = classroom.member(session, desk.course, login)
            submission = classroom.handed_in(
                session, made, person, at=NOW + timedelta(minutes=number), content=login.encode()
            )
            classroom.graded(session, submission, points, causes)
            session.get_one(Grading, submission.grading_id).asked = Decimal(asked)
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
    assert [row[4] for row in rows] == ["", "100 %", "62.5 %", "75 %"]
    assert rows[0][6] == "Queued"


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


def test_a_long_list_has_pages(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    from api.pages import teach_submissions

    monkeypatch.setattr(teach_submissions, "_ON_A_PAGE", 2)
    url = f"{_url(desk)}?state=graded"
    page = desk.teacher.open(url)
    after = page.links["Next page"]

    assert _names(desk, url) == ["Cy", "Bob"]
    assert "3 submissions" in page.text
    assert _names(desk, url.split("?", maxsplit=1)[0] + after) == ["Ada"]


@pytest.mark.parametrize(
    ("column", "names"),
    [
        ("Student", ["Ada", "Bob", "Cy", "Student"]),
        ("Submitted", ["Ada", "Bob", "Cy", "Student"]),
        ("Points", ["Ada", "Cy", "Bob", "Student"]),
        ("Applicable", ["Bob", "Ada", "Cy", "Student"]),
        ("First cause", ["Cy", "Ada", "Student", "Bob"]),
        ("Status", ["Cy", "Bob", "Ada", "Student"]),
    ],
)
def test_each_heading_sorts_and_turns_round(desk: Desk, column: str, names: list[str]) -> None:
    url = _url(desk)
    up = url + _heading(desk.teacher.open(url), column)[0]
    down = url + _heading(desk.teacher.open(up), column)[0]

    assert _names(desk, up) == names
    assert _heading(desk.teacher.open(up), column)[1] == "ascending"
    assert _heading(desk.teacher.open(down), column)[1] == "descending"
    assert _heading(desk.teacher.open(down), "Attempt")[1] is None
    told = [row[column_of(column)] for row in desk.teacher.open(up).rows[1:] if len(row) > 5]
    turned = [row[column_of(column)] for row in desk.teacher.open(down).rows[1:] if len(row) > 5]
    said = [each for each in told if each.strip("– ")]
    assert [each for each in turned if each.strip("– ")] == said[::-1]


def test_a_search_keeps_the_order(desk: Desk) -> None:
    url = _url(desk)
    form = desk.teacher.open(f"{url}?sort=points&down=1").form("Search")
    assert (form.values["sort"], form.values["down"]) == ("points", "1")


@pytest.mark.parametrize("query", ["sort=nonsense", "sort=%00", "page=0", "page=100001", "down=maybe"])
def test_an_order_that_is_none_is_told_so(desk: Desk, query: str) -> None:
    assert desk.teacher.open(f"{_url(desk)}?{query}").status == 422


def column_of(heading: str) -> int:
    return ["Student", "Submitted", "Attempt", "Points", "Applicable", "First cause", "Status"].index(heading)


def _heading(page: Page, column: str) -> tuple[str, str | None]:
    """The address that a heading leads to, and how its column is sorted."""
    cell = next(each for each in page.soup.select("thead th") if each.get_text().startswith(column))
    sort = cell.get("aria-sort")
    return str(cell.select("a")[0]["href"]), None if sort is None else str(sort)


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

    flagged = [row[0] for row in rows if "Gradients by numerical differentiation" in row[5]]
    assert flagged == ["Cy"]
    assert said in next(row[5] for row in rows if row[0] == "Cy")


def test_causes_to_choose_from_have_no_backticks(desk: Desk) -> None:
    url = _url(desk)
    with desk.service.database.begin() as session:
        submission = session.scalars(select(Submission)).all()[-1]
        classroom.graded(session, submission, "10", ["traversal_missing"])

    options = [option.text for option in desk.teacher.open(url).soup.select("#cause option")]

    assert "backward() never runs the backward rules (1)" in options
