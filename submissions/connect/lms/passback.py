"""Grades that are sent to platforms, as staff see them: a state for each student, and a way to send again."""

from collections.abc import Iterator
from datetime import datetime
from decimal import Decimal
from uuid import UUID

from sqlalchemy import ColumnElement, func, select, update
from sqlalchemy.orm import Session

from grader.records import Frozen
from submissions.errors import NotFound
from submissions.outward import outbox
from submissions.people.access import audit
from submissions.people.access.policy import Action, Caller, require
from submissions.tables import (
    Assignment,
    LmsContext,
    LmsDeployment,
    LmsGrade,
    LmsLink,
    LmsPlatform,
    PassbackState,
    Person,
)

NEEDS_TRYING = (
    PassbackState.REFUSED,
    PassbackState.NOT_GRANTED,
    PassbackState.NOT_ENROLLED,
    PassbackState.GONE,
)
_WITHOUT_COLUMN = (PassbackState.NOT_GRANTED, PassbackState.GONE)


class SentGrade(Frozen):
    """A student's grade in an activity of a platform."""

    link_id: UUID
    activity: str
    assignment_id: UUID
    assignment: str
    person_id: UUID
    name: str
    state: PassbackState
    reason: str
    points: Decimal | None
    """The points that the platform accepted last, out of `possible`."""
    possible: Decimal | None
    sent_at: datetime | None
    not_before: datetime


class LinkedContext(Frozen):
    """A course of a platform that leads to a course here."""

    context_id: UUID
    title: str
    platform: str
    trouble: str
    """Why its services do not work; empty where they do."""
    launched_at: datetime | None
    scopes: tuple[str, ...]
    activities: int


def contexts(session: Session, caller: Caller, course_id: UUID) -> list[LinkedContext]:
    """Return the contexts of platforms that lead to a course."""
    require(session, caller, Action.SEE_GRADES, course_id)
    activities = select(func.count()).where(LmsLink.lms_context_id == LmsContext.id).scalar_subquery()
    chosen = (
        select(LmsContext, LmsPlatform, activities)
        .join(LmsDeployment, LmsDeployment.id == LmsContext.deployment_id)
        .join(LmsPlatform, LmsPlatform.id == LmsDeployment.platform_id)
        .where(LmsContext.course_id == course_id)
        .order_by(LmsContext.title, LmsContext.id)
    )
    return [
        LinkedContext(
            context.id,
            context.title,
            platform.name,
            platform.trouble,
            platform.launched_at,
            tuple(context.scopes),
            count,
        )
        for context, platform, count in session.execute(chosen)
    ]


def listed(
    session: Session,
    caller: Caller,
    course_id: UUID,
    *,
    state: PassbackState | None = None,
    after: tuple[UUID, UUID] | None = None,
    limit: int,
) -> list[SentGrade]:
    """The grades of a course, or those of one state; `after` the link and the person of the last one seen."""
    require(session, caller, Action.SEE_GRADES, course_id)
    is_listed = LmsGrade.state != PassbackState.NOTHING if state is None else LmsGrade.state == state
    chosen = (
        select(LmsGrade, LmsLink.title, Assignment.id, Assignment.title, Person.name)
        .join(LmsLink, LmsLink.id == LmsGrade.link_id)
        .join(Assignment, Assignment.id == LmsLink.assignment_id)
        .join(Person, Person.id == LmsGrade.person_id)
        .where(Assignment.course_id == course_id, is_listed, *_behind(after))
        .order_by(LmsGrade.link_id, LmsGrade.person_id)
        .limit(limit)
    )
    return [
        SentGrade(
            grade.link_id,
            activity,
            assignment_id,
            assignment,
            grade.person_id,
            name,
            PassbackState(grade.state),
            grade.reason,
            grade.points,
            grade.possible,
            grade.sent_at,
            grade.not_before,
        )
        for grade, activity, assignment_id, assignment, name in session.execute(chosen)
    ]


def _behind(last: tuple[UUID, UUID] | None) -> Iterator[ColumnElement[bool]]:
    """Yield the condition for what comes after a link and a person, if any."""
    if last is not None:
        link_id, person_id = last
        same = (LmsGrade.link_id == link_id) & (LmsGrade.person_id > person_id)
        yield (LmsGrade.link_id > link_id) | same


def counts(session: Session, caller: Caller, course_id: UUID) -> dict[PassbackState, int]:
    """How many grades of a course are in each state."""
    require(session, caller, Action.SEE_GRADES, course_id)
    chosen = (
        select(LmsGrade.state, func.count())
        .join(LmsLink, LmsLink.id == LmsGrade.link_id)
        .join(Assignment, Assignment.id == LmsLink.assignment_id)
        .where(Assignment.course_id == course_id)
        .group_by(LmsGrade.state)
    )
    return {PassbackState(state): count for state, count in session.execute(chosen)}


def send_again(
    session: Session, caller: Caller, course_id: UUID, link_id: UUID, person_id: UUID, *, now: datetime
) -> None:
    """Send one grade again, as it is now."""
    require(session, caller, Action.EDIT_GRADES, course_id)
    link = session.get(LmsLink, link_id)
    assignment = session.get(Assignment, link.assignment_id) if link and link.assignment_id else None
    grade = session.get(LmsGrade, (link_id, person_id))
    if assignment is None or assignment.course_id != course_id or grade is None:
        raise NotFound
    _wait(session, LmsGrade.link_id == link_id, LmsGrade.person_id == person_id, now=now)
    audit.record(session, caller.known, "lms-sent-again", course_id, about=person_id, now=now)


def send_all_again(session: Session, caller: Caller, course_id: UUID, *, now: datetime) -> None:
    """Send all grades of a course again, as they are now."""
    require(session, caller, Action.EDIT_GRADES, course_id)
    linked = select(LmsLink.assignment_id).join(LmsContext, LmsContext.id == LmsLink.lms_context_id)
    assignments = select(Assignment.id).where(Assignment.course_id == course_id, Assignment.id.in_(linked))
    for assignment_id in session.scalars(assignments).all():
        outbox.send_grades(session, assignment_id, now=now)
    audit.record(session, caller.known, "lms-sent-again", course_id, now=now)


def try_again(session: Session, context: LmsContext, *, now: datetime) -> None:
    """Send again what a platform refused, since it grants other rights than before."""
    _wait(session, _is_in(context), LmsGrade.state.in_(NEEDS_TRYING), now=now)


def try_link_again(session: Session, link: LmsLink, *, now: datetime) -> None:
    """Send again what could not be sent, since the activity has a column now."""
    _wait(session, LmsGrade.link_id == link.id, LmsGrade.state.in_(_WITHOUT_COLUMN), now=now)


def try_person_again(session: Session, context: LmsContext, person_id: UUID, *, now: datetime) -> None:
    """Send again what a platform refused because somebody was not enrolled, since it sent them here again."""
    refused = LmsGrade.state == PassbackState.NOT_ENROLLED
    _wait(session, _is_in(context), LmsGrade.person_id == person_id, refused, now=now)


def _is_in(context: LmsContext) -> ColumnElement[bool]:
    """Return the condition for a grade in an activity of this course of a platform."""
    return LmsGrade.link_id.in_(select(LmsLink.id).where(LmsLink.lms_context_id == context.id))


def _wait(session: Session, *which: ColumnElement[bool], now: datetime) -> None:
    """Have these grades sent."""
    session.flush()
    chosen = update(LmsGrade).where(*which).values(**outbox.waiting(now))
    session.execute(chosen, execution_options={"synchronize_session": False})
