"""The page of jobs, as an operator sees it."""

from pydantic import HttpUrl
from sqlalchemy import select

from api.process.worker_runtime import worker_runtime
from api.words.jobs import CHORES
from grader.records import replace
from submissions.tables import Job, JobKind
from tests.world import classroom
from tests.world.clock import NOW
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


def test_housekeeping_that_failed_is_named_and_done_again(desk: Desk) -> None:
    with desk.service.database.begin() as session:
        operator = classroom.person(session, "runs-it")
        operator.operator = True
        chore = Job(
            kind=JobKind.HOUSEKEEPING, chore="retention", attempts=1, error="OSError", created_at=NOW,
            not_before=NOW,
        )  # fmt: skip
        session.add(chore)
    browser = desk.browser(operator)
    page = browser.open("/jobs")
    after = browser.press(page, "Try again")

    assert "Housekeeping that failed" in page.text
    assert "Delete reports, files and courses that were kept long enough" in page.text
    assert "OSError" in page.text
    assert ["Housekeeping", "1", "0", "0", "0"] in [row[:5] for row in after.rows]
    assert "OSError" not in after.text


def test_each_chore_has_a_name(desk: Desk) -> None:
    """A process with a mail server has them all."""
    site = HttpUrl("http://localhost")
    asked = {"smtp_host": "127.0.0.1", "smtp_from": "grader@example.edu", "public_url": site}
    service = replace(desk.service, settings=desk.service.settings.model_copy(update=asked))
    with worker_runtime(service, {}, slots=0), service.database.read() as session:
        names = set(session.scalars(select(Job.chore).where(Job.chore.is_not(None))))

    assert names == set(CHORES)


def test_e_mail_that_nobody_sends_is_not_among_the_jobs(desk: Desk) -> None:
    with desk.service.database.begin() as session:
        operator = classroom.person(session, "reads-them")
        operator.operator = True
        session.add(Job(kind=JobKind.MAIL, chore="digests", error="OSError", created_at=NOW))
    page = desk.browser(operator).open("/jobs")

    assert "E-mail" not in page.text
    assert "Housekeeping" in page.text
