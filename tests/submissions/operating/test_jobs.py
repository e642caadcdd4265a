"""What who runs the service sees of its jobs: what waits, what failed, and another try."""

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select, update
from sqlalchemy.orm import Session

from grader.records import replace
from submissions.errors import NotAllowed
from submissions.operating import jobs
from submissions.outward import events
from submissions.people.access.policy import Caller, Scope
from submissions.storage.database import Database
from submissions.tables import (
    Assignment,
    Course,
    DeliveryState,
    Job,
    JobKind,
    JobState,
    LmsContext,
    LmsDeployment,
    LmsGrade,
    LmsLink,
    LmsPlatform,
    PassbackState,
    Person,
    PlatformState,
    StoredFile,
    Webhook,
    WebhookDelivery,
    WebhookEvent,
)
from tests.world import classroom
from tests.world.classroom import OPERATOR
from tests.world.clock import NOW

_LATER = NOW + timedelta(hours=1)


@pytest.fixture
def troubled(database: Database) -> Database:
    """Of each kind, a job waits, one is tried again, and one was given up."""
    with database.begin() as session:
        course, _ = classroom.course(session)
        assignment = classroom.assignment(session, course)
        _gradings(session, course, assignment)
        _messages(session, course)
        _grades(session, course, assignment)
        _chores(session)
    return database


def test_jobs_are_counted_by_kind(troubled: Database) -> None:
    with troubled.read() as session:
        counts = jobs.counts(session, OPERATOR, now=_LATER)

    assert [each.kind for each in counts] == list(JobKind)
    assert {(each.waiting, each.retrying, each.failed) for each in counts} == {(2, 1, 1)}
    assert {each.oldest for each in counts} == {NOW}


def test_what_is_done_now_is_running(troubled: Database) -> None:
    with troubled.begin() as session:
        waiting = session.scalars(
            select(Job).where(Job.kind == JobKind.GRADING, Job.state == JobState.WAITING)
        ).all()
        waiting[0].state = JobState.RUNNING
        for job in session.scalars(select(Job).where(Job.kind != JobKind.GRADING)):
            job.state = JobState.RUNNING
        counts = jobs.counts(session, OPERATOR, now=NOW)

    assert [each.running for each in counts] == [1, 1, 1, 2, 2]


def test_a_job_that_rests_after_a_failure_is_not_the_oldest(troubled: Database) -> None:
    with troubled.begin() as session:
        session.execute(update(Job).values(attempts=1, not_before=NOW + timedelta(seconds=1)))
        session.execute(update(WebhookDelivery).values(next_at=_LATER))
        session.execute(update(LmsGrade).values(not_before=_LATER))
        counts = jobs.counts(session, OPERATOR, now=NOW)

    assert {each.oldest for each in counts} == {None}


def test_a_failed_job_says_what_it_was_and_why_it_failed(troubled: Database) -> None:
    with troubled.read() as session:
        grading, message, grade, chore, mail = jobs.failed(session, OPERATOR)

    assert (grading.kind, grading.name, grading.reason) == (JobKind.GRADING, "Core", "SandboxUnavailable")
    assert grading.submission_id is not None
    assert (message.kind, message.name, message.reason) == (JobKind.WEBHOOK, "Hook", "timeout")
    assert message.webhook_id is not None
    assert (grade.kind, grade.name, grade.reason) == (JobKind.PASSBACK, "Activity", "refused")
    assert {each.course for each in (grading, message, grade)} == {"Backprop 101"}
    assert (chore.kind, chore.name, chore.reason) == (JobKind.HOUSEKEEPING, "housekeeping-failed", "OSError")
    assert (mail.kind, mail.failed_at, mail.course_id) == (JobKind.MAIL, NOW, None)


@pytest.mark.parametrize("kind", JobKind)
def test_a_failed_job_is_tried_again_once_and_no_other(troubled: Database, kind: JobKind) -> None:
    tried = jobs.try_again(troubled, OPERATOR, kind, lambda: _LATER)
    with troubled.read() as session:
        counts = {each.kind: each for each in jobs.counts(session, OPERATOR, now=_LATER)}

    assert tried == 1
    assert jobs.try_again(troubled, OPERATOR, kind, lambda: _LATER) == 0
    comes_back = kind in jobs.CHORES  # it never ceased to wait
    assert (counts[kind].waiting, counts[kind].failed) == (2 if comes_back else 3, 0)
    assert {counts[each].waiting for each in JobKind if each != kind} == {2}


def test_a_token_for_operators_is_enough_to_try_again(troubled: Database) -> None:
    token = replace(OPERATOR, scopes=frozenset({Scope.ADMIN}))

    assert [jobs.try_again(troubled, token, kind, lambda: _LATER) for kind in JobKind] == [1] * 5


def test_a_submission_whose_file_was_deleted_is_no_failed_job(troubled: Database) -> None:
    with troubled.begin() as session:
        session.execute(update(StoredFile).values(deleted_at=NOW))
        assert JobKind.GRADING not in {each.kind for each in jobs.failed(session, OPERATOR)}
        assert jobs.counts(session, OPERATOR, now=NOW)[0].failed == 0


def test_what_a_webhook_did_not_accept_before_it_was_turned_off_is_no_failed_job(troubled: Database) -> None:
    with troubled.begin() as session:
        session.scalars(select(Webhook)).one().disabled_at = NOW
    with troubled.read() as session:
        assert JobKind.WEBHOOK not in {each.kind for each in jobs.failed(session, OPERATOR)}


def test_only_who_runs_the_service_sees_them_and_tries_again(troubled: Database) -> None:
    with troubled.read() as session:
        owner = Caller(session.scalars(select(Person.id).where(Person.login == "owner")).one())
        for ask in (lambda: jobs.counts(session, owner, now=NOW), lambda: jobs.failed(session, owner)):
            with pytest.raises(NotAllowed):
                ask()
    with pytest.raises(NotAllowed):
        jobs.try_again(troubled, owner, JobKind.WEBHOOK, lambda: NOW)


def _chores(session: Session) -> None:
    """A chore of each kind waits, and one failed when it was done last."""
    for kind in jobs.CHORES:
        failure = {"attempts": 1, "error": "OSError", "started_at": NOW}
        for name, values in (("well", {}), ("failed", failure)):
            session.add(Job(kind=kind, chore=f"{kind}-{name}", created_at=NOW, not_before=NOW, **values))


def _gradings(session: Session, course: Course, assignment: Assignment) -> None:
    made = [
        classroom.handed_in(session, assignment, classroom.member(session, course, login)) for login in "abc"
    ]
    classroom.failed(session, made[0])
    rests = session.scalars(select(Job).where(Job.grading_id == made[1].grading_id)).one()
    rests.attempts, rests.state = 1, JobState.WAITING


def _messages(session: Session, course: Course) -> None:
    webhook = Webhook(
        course_id=course.id, name="Hook", url="https://example.org/", events=[], secret=b"", created_at=NOW
    )
    session.add(webhook)
    session.flush()
    session.add(Job(kind=JobKind.WEBHOOK, webhook_id=webhook.id, created_at=NOW))
    changes: tuple[dict[str, Any], ...] = (
        {},
        {"attempts": 2},
        {"attempts": 10, "state": DeliveryState.FAILED, "error": "timeout", "tried_at": NOW},
    )
    for each in changes:
        message = events.message(webhook.id, WebhookEvent.GRADED, {"course_id": course.id}, now=NOW)
        for name, value in each.items():
            setattr(message, name, value)
        session.add(message)


def _grades(session: Session, course: Course, assignment: Assignment) -> None:
    platform = LmsPlatform(
        name="Moodle", issuer="https://example.org", client_id="1", authorization_url="", token_url="",
        jwks_url="", state=PlatformState.ACTIVE, created_at=NOW,
    )  # fmt: skip
    session.add(platform)
    session.flush()
    session.add(Job(kind=JobKind.PASSBACK, platform_id=platform.id, created_at=NOW))
    deployment = LmsDeployment(platform_id=platform.id, deployment_id="1", approved=True, created_at=NOW)
    session.add(deployment)
    session.flush()
    context = LmsContext(
        deployment_id=deployment.id, context_id="1", title="", course_id=course.id, created_at=NOW
    )
    session.add(context)
    session.flush()
    link = LmsLink(
        lms_context_id=context.id,
        link_id="1",
        title="Activity",
        assignment_id=assignment.id,
        created_at=NOW,
    )
    session.add(link)
    session.flush()
    states = ((PassbackState.WAITING, 0, ""), (PassbackState.WAITING, 1, "locked"))
    for number, (state, attempts, reason) in enumerate([*states, (PassbackState.REFUSED, 0, "refused")]):
        person = classroom.person(session, f"of-platform-{number}")
        grade = LmsGrade(
            link_id=link.id,
            person_id=person.id,
            revision=1,
            state=state,
            reason=reason,
            not_before=NOW,
            attempts=attempts,
        )
        session.add(grade)
