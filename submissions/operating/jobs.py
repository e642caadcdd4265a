"""The jobs of the whole service, for who runs it: what waits, what failed, and another try."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, Select, and_, exists, func, null, select
from sqlalchemy.orm import InstrumentedAttribute, Session, aliased

from grader.records import Frozen, replace
from submissions.connect.lms import passback
from submissions.connect.webhooks import deliveries
from submissions.errors import NotFound
from submissions.jobs.clock import due
from submissions.operating.settings import Settings
from submissions.people.access.policy import Caller, require_operator
from submissions.storage.database import Database
from submissions.tables import (
    UNFINISHED,
    Assignment,
    Course,
    DeliveryState,
    Grading,
    Job,
    JobKind,
    JobState,
    LmsGrade,
    LmsLink,
    PassbackState,
    State,
    Submission,
    Webhook,
    WebhookDelivery,
)
from submissions.teaching.regrades import regrades

MOST = 100
"""Failed jobs of each kind that are shown, and messages or grades that one request tries again."""

CHORES = JobKind.MAIL, JobKind.HOUSEKEEPING
"""The kinds of what is done again and again."""


def chores_of(settings: Settings) -> Sequence[JobKind]:
    """Return the kinds of chores of a service: where no e-mail is sent, one from before waits for ever."""
    return CHORES if settings.sends_mail else (JobKind.HOUSEKEEPING,)


@dataclass(frozen=True, slots=True)
class JobKindCounts:
    """The number of jobs of one kind."""

    kind: JobKind
    waiting: int
    """Jobs that wait, with those that failed before and are tried again."""
    retrying: int
    """Waiting jobs that failed before."""
    running: int
    """Gradings and chores that run, or webhooks and platforms to which something is sent."""
    failed: int
    """Jobs that were given up and can be tried again, and chores that failed when they were done last."""
    oldest: datetime | None
    """The time since which the oldest job waits that is due, a grade or a chore since it is due."""


class FailedJob(Frozen):
    """A job that was given up, or a chore that failed when it was done last."""

    kind: JobKind
    course_id: UUID | None
    """None for a chore."""
    course: str
    name: str
    """The name of its assignment, its webhook, its activity or its chore."""
    person_id: UUID | None
    """The person whose grade or submission it is."""
    submission_id: UUID | None
    webhook_id: UUID | None
    reason: str
    """An error of ours, or the id of a reason."""
    failed_at: datetime | None


def counts(
    session: Session, caller: Caller, *, now: datetime, chores: Sequence[JobKind] = CHORES
) -> list[JobKindCounts]:
    """Count the jobs of each kind, and of these kinds of chores."""
    require_operator(caller)
    return [
        _gradings(session, now),
        _deliveries(session, now),
        _grades(session, now),
        *(_chores(session, kind, now) for kind in chores),
    ]


def failed(session: Session, caller: Caller, chores: Sequence[JobKind] = CHORES) -> list[FailedJob]:
    """The jobs that were given up, kind after kind, the newest of each first; some of each."""
    require_operator(caller)
    gradings = _failed_gradings(
        Course.id, Course.title, Assignment.title, Submission.person_id, Submission.id, null(),
        func.coalesce(Job.error, ""), Job.finished_at,
    ).order_by(Job.finished_at.desc(), Job.id)  # fmt: skip
    messages = _failed_deliveries(
        Course.id, Course.title, Webhook.name, null(), null(), Webhook.id,
        func.coalesce(WebhookDelivery.error, ""), WebhookDelivery.tried_at,
    ).order_by(WebhookDelivery.tried_at.desc(), WebhookDelivery.id)  # fmt: skip
    grades = _failed_grades(
        Course.id, Course.title, LmsLink.title, LmsGrade.person_id, null(), null(),
        LmsGrade.reason, LmsGrade.stamped_at,
    ).order_by(LmsGrade.stamped_at.desc(), LmsGrade.link_id, LmsGrade.person_id)  # fmt: skip
    ill = select(Job).where(_has_failed(*chores)).order_by(Job.kind, Job.id)
    return [
        *(FailedJob(JobKind.GRADING, *row) for row in _some(session, gradings)),
        *(FailedJob(JobKind.WEBHOOK, *row) for row in _some(session, messages)),
        *(FailedJob(JobKind.PASSBACK, *row) for row in _some(session, grades)),
        *map(_failed_chore, session.scalars(ill)),
    ]


def try_again(database: Database, caller: Caller, kind: JobKind, now: Callable[[], datetime]) -> int:
    """Try jobs of a kind again that were given up; how many. Those that are left wait for another request."""
    require_operator(caller)
    operator = replace(caller, scopes=None)  # who runs the service may do so in each course
    match kind:
        case JobKind.GRADING:
            return _grade_again(database, operator, now)
        case JobKind.WEBHOOK:
            with database.begin() as session:
                return _send_deliveries(session, operator, now())
        case JobKind.PASSBACK:
            with database.begin() as session:
                return _send_grades(session, operator, now())
        case JobKind.MAIL | JobKind.HOUSEKEEPING:
            with database.begin() as session:
                return _do_chores(session, kind)


def _grade_again(database: Database, caller: Caller, now: Callable[[], datetime]) -> int:
    with database.read() as session:
        assignments = session.scalars(_failed_gradings(Assignment.id).distinct()).all()
    queued = 0
    for each in assignments:
        with suppress(NotFound):  # deleted since
            queued += regrades.all_failed(database, caller, each, now)
    return queued


def _send_deliveries(session: Session, caller: Caller, now: datetime) -> int:
    longest_ago = WebhookDelivery.tried_at.nulls_first(), WebhookDelivery.id
    failed = _failed_deliveries(Webhook, WebhookDelivery.id).order_by(*longest_ago)
    chosen = _some(session, failed)
    for webhook, delivery_id in chosen:
        deliveries.resend(session, caller, webhook, delivery_id, now=now)
    return len(chosen)


def _send_grades(session: Session, caller: Caller, now: datetime) -> int:
    longest_ago = LmsGrade.stamped_at.nulls_first(), LmsGrade.link_id, LmsGrade.person_id
    failed = _failed_grades(Course.id, LmsGrade.link_id, LmsGrade.person_id).order_by(*longest_ago)
    chosen = _some(session, failed)
    for course_id, link_id, person_id in chosen:
        passback.send_again(session, caller, course_id, link_id, person_id, now=now)
    return len(chosen)


def _do_chores(session: Session, kind: JobKind) -> int:
    failed = session.scalars(select(Job).where(_has_failed(kind)).with_for_update()).all()
    for job in failed:
        job.error, job.attempts, job.not_before = None, 0, None
    return len(failed)


def _gradings(session: Session, now: datetime) -> JobKindCounts:
    """Count gradings, trials too. The oldest is a student's: trials wait as long as any of these does."""
    return _counts(
        session,
        JobKind.GRADING,
        waits=_is(JobKind.GRADING, JobState.WAITING),
        tries=Job.attempts,
        since=Job.created_at,
        is_due=due(JobKind.GRADING, now) & Job.course_id.is_not(None),
        failed=_failed_gradings(Job.id),
    )


def _deliveries(session: Session, now: datetime) -> JobKindCounts:
    return _counts(
        session,
        JobKind.WEBHOOK,
        waits=WebhookDelivery.state == DeliveryState.WAITING,
        tries=WebhookDelivery.attempts,
        since=WebhookDelivery.created_at,
        is_due=WebhookDelivery.next_at <= now,
        failed=_failed_deliveries(WebhookDelivery.id),
    )


def _grades(session: Session, now: datetime) -> JobKindCounts:
    return _counts(
        session,
        JobKind.PASSBACK,
        waits=LmsGrade.state == PassbackState.WAITING,
        tries=LmsGrade.attempts,
        since=LmsGrade.not_before,
        is_due=LmsGrade.not_before <= now,
        failed=_failed_grades(LmsGrade.person_id),
    )


def _chores(session: Session, kind: JobKind, now: datetime) -> JobKindCounts:
    return _counts(
        session,
        kind,
        waits=_is(kind, JobState.WAITING),
        tries=Job.attempts,
        since=Job.not_before,
        is_due=due(kind, now),
        failed=select(Job.id).where(_has_failed(kind)),
    )


def _counts(
    session: Session,
    kind: JobKind,
    *,
    waits: ColumnElement[bool],
    tries: InstrumentedAttribute[int],
    since: InstrumentedAttribute[datetime] | InstrumentedAttribute[datetime | None],
    is_due: ColumnElement[bool],
    failed: Select[Any],
) -> JobKindCounts:
    """Count the jobs of one kind, in one query."""
    asked = select(
        _number(waits),
        _number(waits & (tries > 0)),
        select(_number(_is(kind, JobState.RUNNING))).correlate(None).scalar_subquery(),
        select(func.count()).select_from(failed.subquery()).scalar_subquery(),
        func.min(since).filter(waits & is_due),
    )
    return JobKindCounts(kind, *session.execute(asked).one())


def _failed_gradings(*columns: Any) -> Select[Any]:  # noqa: ANN401 - whatever is asked for
    """Choose submissions of courses that we could not grade, and that are not being graded again."""
    later = aliased(Grading)
    again = exists().where(later.submission_id == Submission.id, later.state.in_(UNFINISHED))
    return (
        select(*columns)
        .select_from(Job)
        .join(Grading, Grading.id == Job.grading_id)
        .join(Submission, (Submission.id == Grading.submission_id) & (Submission.grading_id == Grading.id))
        .join(Assignment, Assignment.id == Submission.assignment_id)
        .join(Course, Course.id == Assignment.course_id)
        .where(Job.state == JobState.GIVEN_UP, Submission.state == State.INTERNAL_ERROR)
        .where(~again, ~regrades.file_is_gone())
    )


def _failed_deliveries(*columns: Any) -> Select[Any]:  # noqa: ANN401 - whatever is asked for
    """Choose messages of webhooks that are on: nothing is sent to the others."""
    return (
        select(*columns)
        .select_from(WebhookDelivery)
        .join(Webhook, Webhook.id == WebhookDelivery.webhook_id)
        .join(Course, Course.id == Webhook.course_id)
        .where(WebhookDelivery.state == DeliveryState.FAILED, Webhook.disabled_at.is_(None))
    )


def _failed_grades(*columns: Any) -> Select[Any]:  # noqa: ANN401 - whatever is asked for
    return (
        select(*columns)
        .select_from(LmsGrade)
        .join(LmsLink, LmsLink.id == LmsGrade.link_id)
        .join(Assignment, Assignment.id == LmsLink.assignment_id)
        .join(Course, Course.id == Assignment.course_id)
        .where(LmsGrade.state.in_(passback.NEEDS_TRYING))
    )


def _has_failed(*kinds: JobKind) -> ColumnElement[bool]:
    """Return the condition on chores that their last run failed: they come back by themselves."""
    return and_(Job.kind.in_(kinds), Job.state == JobState.WAITING, Job.error.is_not(None))


def _failed_chore(job: Job) -> FailedJob:
    name, why = job.chore or "", job.error or ""
    return FailedJob(JobKind(job.kind), None, "", name, None, None, None, why, job.started_at)


def _is(kind: JobKind, state: JobState) -> ColumnElement[bool]:
    return and_(Job.kind == kind, Job.state == state)


def _some(session: Session, chosen: Select[Any]) -> Sequence[Any]:
    return session.execute(chosen.limit(MOST)).all()


def _number(condition: ColumnElement[bool]) -> ColumnElement[int]:
    """Count the rows of which it is true."""
    return func.count().filter(condition)
