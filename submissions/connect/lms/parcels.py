"""Grades made ready to be sent, and what is written down of each: all that the sender reads and writes."""

from datetime import datetime, timedelta
from decimal import Decimal
from typing import NamedTuple, TypeVarTuple
from uuid import UUID

from sqlalchemy import ColumnElement, Select, func, select, update
from sqlalchemy.orm import Session

from grader.records import Frozen
from submissions.connect.lms import accounts
from submissions.connect.lms.answers import LINE_ITEM_GONE
from submissions.connect.lms.services import ServiceAccess
from submissions.connect.lms.vocabulary import LINE_ITEM, RESULT, SCORE
from submissions.courses.grades.cells import Column, GradeCell, column, grades
from submissions.courses.grades.deadlines import Deadlines
from submissions.jobs import claims
from submissions.jobs.claims import Claim
from submissions.jobs.retries import PASSBACK
from submissions.outward import events
from submissions.tables import (
    Assignment,
    Extension,
    Job,
    LmsContext,
    LmsDeployment,
    LmsGrade,
    LmsLink,
    LmsPlatform,
    PassbackState,
    Person,
    PlatformState,
    Submission,
    WebhookEvent,
)
from submissions.teaching.results.visibility import students_visibility

BROKEN = 5
"""Failures of a platform in a row, after which its courses are told."""

_Row = TypeVarTuple("_Row")
_STEP = timedelta(seconds=1)
_LOOK_AGAIN = timedelta(days=1)
"""Where nobody knows when hidden suites open: a change of the assignment sends the grade before."""
_OURS = frozenset({LINE_ITEM, RESULT, SCORE})


class GradeNote(Frozen):
    """The facts for a comment on a grade: nothing that a hint would tell."""

    points: Decimal
    possible: Decimal
    late_days: int
    """0 where lateness costs nothing."""
    late_step_hours: int
    """The hours of each step in which the late penalty grows."""
    overridden: bool
    path: str
    """The path of the student's page with the result."""
    language: str | None


class Parcel(Frozen):
    """One grade as it is now, and where it goes. Its request has a time that no other has."""

    link_id: UUID
    person_id: UUID
    revision: int
    platform_id: UUID
    product: str
    access: ServiceAccess
    sub: str
    line_item_url: str
    line_items_url: str
    resource_link_id: str
    assignment_id: UUID
    title: str
    possible: Decimal
    stamped_at: datetime
    note: GradeNote | None
    """None where a grade that was sent is no more."""
    is_new: bool
    """Nothing was sent for this student before."""
    was_gone: bool
    """The column was not there when it was sent last."""
    started_at: datetime | None = None
    submitted_at: datetime | None = None


class _DueGrade(NamedTuple):
    """A grade that may be sent, and the way it goes."""

    grade: LmsGrade
    link: LmsLink
    context: LmsContext
    platform: LmsPlatform

    @property
    def is_granted(self) -> bool:
        """Whether the platform lets us store it, in a column that is there or that we may make."""
        has_column = self.link.line_item_url or LINE_ITEM in self.context.scopes
        return SCORE in self.context.scopes and bool(has_column)


def has_due(now: datetime) -> ColumnElement[bool]:
    """Return the condition on jobs that a grade is to be sent to their platform."""
    return Job.platform_id.in_(_due(select(LmsPlatform.id), now))


def take_parcel(session: Session, claim: Claim, *, now: datetime) -> Parcel | bool:
    """Return the grade whose turn it is.

    It is True where one was settled without a request, and False where none is due or the platform rests.
    Its time is written before the request is made, so that after a crash the next one is later.
    """
    job = claims.held(session, claim)
    if job is None or job.not_before is not None:
        return False
    chosen = _due(select(LmsGrade, LmsLink, LmsContext, LmsPlatform), now)
    by = LmsGrade.not_before, LmsGrade.link_id, LmsGrade.person_id
    row = session.execute(chosen.where(LmsPlatform.id == claim.subject).order_by(*by).limit(1)).one_or_none()
    if row is None:
        return False
    parcel = _prepared(session, _DueGrade(*row), now)
    session.flush()
    return parcel or True


def settle(
    session: Session, parcel: Parcel, state: PassbackState, reason: str = "", *, now: datetime
) -> None:
    """Write down the outcome. If the grade has changed meanwhile, it goes on waiting."""
    grade = session.get(LmsGrade, (parcel.link_id, parcel.person_id), with_for_update=True)
    platform = session.get(LmsPlatform, parcel.platform_id)
    if platform is not None and state in {PassbackState.SENT, PassbackState.OVERRIDDEN}:
        platform.graded_at, platform.trouble, platform.failures = now, "", 0
    if grade is None:
        return
    if state in {PassbackState.SENT, PassbackState.OVERRIDDEN}:
        grade.points = parcel.note.points if parcel.note else None
        grade.possible, grade.sent_at = parcel.possible, now
    if grade.revision == parcel.revision:
        grade.state, grade.reason, grade.attempts = state, reason, 0


def retry(session: Session, parcel: Parcel, reason: str, state: PassbackState, *, now: datetime) -> None:
    """Try a parcel again after a while; after some failures it ends in this state."""
    grade = session.get(LmsGrade, (parcel.link_id, parcel.person_id), with_for_update=True)
    if grade is None or grade.revision != parcel.revision:
        return
    grade.attempts += 1
    grade.reason = reason
    pause = PASSBACK.pause(grade.attempts)
    if pause is None:
        grade.state = state
    else:
        grade.not_before = now + pause


def rest(session: Session, parcel: Parcel, reason: str, pause: timedelta, *, now: datetime) -> None:
    """Leave the platform alone for a while; its grades wait, and say why.

    Afterwards the others go first: this one may be the only one that the platform cannot store.
    """
    # A platform is locked before its job, here as where it is changed or deleted.
    platform = session.get(LmsPlatform, parcel.platform_id, with_for_update=True)
    job = Job.platform_id == parcel.platform_id
    session.execute(update(Job).where(job).values(not_before=now + pause))
    grade = session.get(LmsGrade, (parcel.link_id, parcel.person_id), with_for_update=True)
    if platform is not None:
        platform.trouble, platform.failures = reason, platform.failures + 1
        if platform.failures == BROKEN:
            _tell_courses(session, platform.id, now)
    if grade is not None and grade.revision == parcel.revision:
        grade.reason, grade.not_before = reason, now + pause


def _tell_courses(session: Session, platform_id: UUID, now: datetime) -> None:
    """Tell the webhooks of all courses to which the platform leads that its services do not work."""
    led = (
        select(LmsContext.course_id)
        .join(LmsDeployment, LmsDeployment.id == LmsContext.deployment_id)
        .where(LmsDeployment.platform_id == platform_id, LmsContext.course_id.is_not(None))
        .distinct()
    )
    for course_id in session.scalars(led):
        if course_id is not None:
            events.publish(session, course_id, WebhookEvent.PLATFORM, {"platform_id": platform_id}, now=now)


def failures(session: Session, platform_id: UUID) -> int:
    """How often in a row a platform has failed."""
    platform = session.get(LmsPlatform, platform_id)
    return platform.failures if platform is not None else 0


def keep_line_item(session: Session, link_id: UUID, url: str) -> None:
    """Store where the grades of a link go; an empty address is looked for again."""
    session.execute(update(LmsLink).where(LmsLink.id == link_id).values(line_item_url=url))


def _due(chosen: Select[*_Row], now: datetime) -> Select[*_Row]:
    """All grades that may be sent now."""
    return (
        chosen.select_from(LmsGrade)
        .join(LmsLink, LmsLink.id == LmsGrade.link_id)
        .join(LmsContext, LmsContext.id == LmsLink.lms_context_id)
        .join(LmsDeployment, LmsDeployment.id == LmsContext.deployment_id)
        .join(LmsPlatform, LmsPlatform.id == LmsDeployment.platform_id)
        .where(
            LmsGrade.state == PassbackState.WAITING,
            LmsGrade.not_before <= now,
            LmsPlatform.state == PlatformState.ACTIVE,
            LmsLink.assignment_id.is_not(None),
        )
    )


def _prepared(session: Session, due: _DueGrade, now: datetime) -> Parcel | None:
    """Return the parcel; None where there is nothing to send now, which is written down."""
    grade = due.grade
    assignment = session.get_one(Assignment, due.link.assignment_id)
    one = column(session, assignment)
    cell = grades(session, [one], [grade.person_id]).get(grade.person_id, {}).get(assignment.id)
    sub = accounts.sub_of(session, due.platform.id, grade.person_id)
    stamp = now.replace(microsecond=0)
    # The first of these that holds is the reason that staff read, so the order is one of what they can do.
    if cell is None and grade.points is None:
        _end(grade, PassbackState.NOTHING)
    elif (hidden_until := _hidden_until(session, assignment, grade, now)) is not None:
        grade.not_before, grade.reason = hidden_until, "not-released"
    elif sub is None:
        _end(grade, PassbackState.NOT_ENROLLED, "not-enrolled")
    elif not due.is_granted:
        _end(grade, PassbackState.NOT_GRANTED, "not-granted")
    elif grade.stamped_at is not None and stamp < grade.stamped_at + _STEP:
        grade.not_before = grade.stamped_at + _STEP
    else:
        grade.stamped_at = stamp
        return _parcel(session, due, one, cell, sub, stamp)
    return None


def _parcel(
    session: Session, due: _DueGrade, one: Column, cell: GradeCell | None, sub: str, stamp: datetime
) -> Parcel:
    grade, link, context, platform = due
    assignment = one.assignment
    started, submitted = _times(session, assignment, grade.person_id, cell)
    return Parcel(
        link_id=link.id,
        person_id=grade.person_id,
        revision=grade.revision,
        platform_id=platform.id,
        product=platform.product,
        access=ServiceAccess.to(platform, _OURS & set(context.scopes)),
        sub=sub,
        line_item_url=link.line_item_url,
        line_items_url=context.line_items_url,
        resource_link_id=link.link_id,
        assignment_id=assignment.id,
        title=assignment.title,
        possible=one.possible,
        stamped_at=stamp,
        note=_note(session, grade, assignment, cell) if cell is not None else None,
        is_new=grade.sent_at is None,
        was_gone=grade.reason == LINE_ITEM_GONE,
        started_at=started,
        submitted_at=submitted,
    )


def _hidden_until(
    session: Session, assignment: Assignment, grade: LmsGrade, now: datetime
) -> datetime | None:
    """When the grade may be known there; while suites are hidden that it counts, it is looked at again."""
    dates = Deadlines.of(assignment, session.get(Extension, (assignment.id, grade.person_id)))
    seen = students_visibility(assignment)
    if (until := seen.results_hidden_until(dates, now)) is not None:
        return until
    if not seen.closed_suites(dates, now):
        return None
    coming = [date for date in (dates.due_at, dates.closes_at) if date is not None and date > now]
    return min(coming, default=now + _LOOK_AGAIN)


def _end(grade: LmsGrade, state: PassbackState, reason: str = "") -> None:
    grade.state, grade.reason = state, reason


def _note(session: Session, grade: LmsGrade, assignment: Assignment, cell: GradeCell) -> GradeNote:
    person = session.get_one(Person, grade.person_id)
    path = f"/assignments/{assignment.id}"
    return GradeNote(
        cell.points,
        cell.possible,
        late_days=cell.late_days if assignment.late_percent_per_day else 0,
        late_step_hours=assignment.late_step_hours,
        overridden=cell.overridden,
        path=path,
        language=person.language,
    )


def _times(
    session: Session, assignment: Assignment, person_id: UUID, cell: GradeCell | None
) -> tuple[datetime | None, datetime | None]:
    """When the student began, and when what counts was submitted: regrades change neither."""
    if cell is None or cell.submission_id is None:
        return None, None
    first = select(func.min(Submission.created_at)).where(
        Submission.assignment_id == assignment.id, Submission.person_id == person_id
    )
    return session.scalar(first), session.get_one(Submission, cell.submission_id).created_at
