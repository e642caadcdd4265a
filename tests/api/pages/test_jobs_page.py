"""The page of jobs, as an operator sees it."""

from tests.world import classroom
from tests.world.desk import Desk


def test_an_operator_tries_failed_jobs_again(desk: Desk) -> None:
    made = desk.assignment()
    with desk.service.database.begin() as session:
        operator = classroom.person(session, "runs-it")
        operator.operator = True
        failed = classroom.failed(session, classroom.handed_in(session, made, desk.student))
    browser = desk.browser(operator)
    page = browser.open("/jobs")
    unknown = browser.send("/jobs", kind="laundry")
    after = browser.press(page, "Try again")

    assert "Submissions that we could not grade" in page.text
    assert f"/submissions/{failed.id}" in page.links.values()
    assert "SandboxUnavailable" in page.text
    assert (unknown.status, after.status) == (404, 200)
    assert after.rows[1][:3] == ["Grading of submissions", "1", "0"]
    assert "SandboxUnavailable" not in after.text


def test_without_failed_jobs_there_is_no_button(desk: Desk) -> None:
    with desk.service.database.begin() as session:
        operator = classroom.person(session, "runs-it")
        operator.operator = True
    page = desk.browser(operator).open("/jobs")

    assert "Grades for learning platforms" in page.text
    assert "Try again" not in page.text
