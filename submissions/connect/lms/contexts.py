"""What courses and activities of platforms lead to: said once by a teacher, and changed by one."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.orm import Session

from grader.records import Frozen
from submissions.connect.lms import accounts, copied_courses
from submissions.courses.assignments import assignments
from submissions.courses.assignments.draft import Draft
from submissions.courses.courses import courses
from submissions.errors import NotFound
from submissions.outward import outbox
from submissions.people.access import audit
from submissions.people.access.policy import Action, Caller, may, require_in
from submissions.storage.rows import row_of
from submissions.tables import (
    Assignment,
    Course,
    LmsContext,
    LmsDeepLink,
    LmsDeployment,
    LmsLink,
    LmsPlatform,
    Role,
)
from submissions.teaching.terms import course_copy


class Activity(Frozen):
    """An activity of a platform that a teacher looks at."""

    link: LmsLink
    course_id: UUID


class LinkedActivity(Frozen):
    """An activity of a platform in a course, as staff see it."""

    link_id: UUID
    title: str
    assignment: str
    """Its title; empty where the activity leads nowhere yet."""


def unlinked(session: Session, caller: Caller, context_id: UUID) -> LmsContext:
    """A course of a platform that leads nowhere yet, for the teacher whom the platform sent."""
    me = caller.known
    context = session.get(LmsContext, context_id)
    if context is None or context.course_id is not None or context.teacher_id != me:
        raise NotFound
    return context


def linkable(session: Session, caller: Caller) -> list[Course]:
    """The courses that the caller may link: those in which they may change assignments."""
    mine = courses.visible(session, caller)
    return [each for each in mine if may(session, caller, Action.EDIT_ASSIGNMENT, each.id)]


def link_course(
    session: Session, caller: Caller, context_id: UUID, course_id: UUID, *, now: datetime
) -> LmsContext:
    """Link a platform's course to one of the caller's."""
    context = unlinked(session, caller, context_id)
    courses.get(session, caller, course_id, Action.EDIT_ASSIGNMENT)
    return _link(session, caller, context, course_id, now)


def make_course(
    session: Session, caller: Caller, context_id: UUID, zone: str, *, now: datetime
) -> LmsContext:
    """Link a platform's course to a new one of its title, whose owner is the caller."""
    context = unlinked(session, caller, context_id)
    course = courses.create_for(session, caller.known, context.title, zone, now=now)
    return _link(session, caller, context, course.id, now)


def copy_course(
    session: Session, caller: Caller, context_id: UUID, course_id: UUID, *, days: int, now: datetime
) -> LmsContext:
    """Link a platform's course to a copy of the course whose assignments its activities name.

    The copy has the title of the platform's course, and its dates are so many days later.

    Raises `Unusable` if dates cannot be moved by so many days.
    """
    context = unlinked(session, caller, context_id)
    offered = {each.id: each for each in copied_courses.offered(session, caller, context)}
    if course_id not in offered:
        raise NotFound
    made = course_copy.copy_for(session, caller, offered[course_id], title=context.title, days=days, now=now)
    return _link(session, caller, context, made.id, now)


def unlink_course(
    session: Session, caller: Caller, course_id: UUID, context_id: UUID, *, now: datetime
) -> None:
    """Have a platform's course lead nowhere: its next teacher says where. Grades are sent no more."""
    courses.get(session, caller, course_id, Action.EDIT_COURSE)
    context = row_of(session, LmsContext, context_id, course_id=course_id)
    context.course_id, context.teacher_id = None, None
    for link in session.scalars(select(LmsLink).where(LmsLink.lms_context_id == context.id)):
        link.assignment_id, link.line_item_url = None, ""
    session.flush()
    audit.record(session, caller.known, "lms-course-unlinked", course_id, about=context.id, now=now)


def activity(session: Session, caller: Caller, link_id: UUID) -> Activity:
    """An activity, for who may change assignments of its course."""
    caller.require_signed_in()
    link = session.get(LmsLink, link_id)
    context = session.get(LmsContext, link.lms_context_id) if link is not None else None
    if link is None or context is None or context.course_id is None:
        raise NotFound
    courses.get(session, caller, context.course_id, Action.EDIT_ASSIGNMENT)
    return Activity(link, context.course_id)


def activities(session: Session, caller: Caller, course_id: UUID) -> list[LinkedActivity]:
    """The activities of all platforms that lead to a course, by title."""
    courses.get(session, caller, course_id, Action.SEE_GRADES)
    chosen = (
        select(LmsLink.id, LmsLink.title, Assignment.title)
        .join(LmsContext, LmsContext.id == LmsLink.lms_context_id)
        .outerjoin(Assignment, Assignment.id == LmsLink.assignment_id)
        .where(LmsContext.course_id == course_id)
        .order_by(LmsLink.title, LmsLink.id)
    )
    return [LinkedActivity(id_, title, to or "") for id_, title, to in session.execute(chosen)]


def link_assignment(
    session: Session, caller: Caller, link_id: UUID, assignment_id: UUID, *, now: datetime
) -> Assignment:
    """Lead an activity to an assignment of its course; its grades go there from now on."""
    found = activity(session, caller, link_id)
    assignment = row_of(session, Assignment, assignment_id, course_id=found.course_id)
    require_in(session, caller, Action.EDIT_ASSIGNMENT, assignment)
    found.link.assignment_id = assignment.id
    outbox.send_grades(session, assignment.id, now=now)
    audit.record(session, caller.known, "lms-activity-linked", found.course_id, about=found.link.id, now=now)
    return assignment


def make_assignment(
    session: Session, caller: Caller, link_id: UUID, stage: str, title: str, *, now: datetime
) -> Assignment:
    """Lead an activity to a new assignment of its course: a draft until somebody has looked at it."""
    found = activity(session, caller, link_id)
    draft = Draft(title=title, stage=stage)
    made = assignments.create(session, caller, found.course_id, draft, now=now)
    return link_assignment(session, caller, link_id, made.id, now=now)


def opened_activity(session: Session, context: LmsContext) -> LmsLink | None:
    """The activity from which a teacher came to connect the course; None where they came from none."""
    chosen = select(LmsLink).where(LmsLink.lms_context_id == context.id, LmsLink.opened_at.is_not(None))
    return session.scalar(chosen.order_by(LmsLink.opened_at.desc(), LmsLink.id.desc()).limit(1))


def choice_of(session: Session, context: LmsContext, person_id: UUID, *, now: datetime) -> LmsDeepLink | None:
    """The choice of assignments that somebody was asked for in a course, if they have not answered."""
    chosen = select(LmsDeepLink).where(
        LmsDeepLink.lms_context_id == context.id,
        LmsDeepLink.person_id == person_id,
        LmsDeepLink.expires_at > now,
    )
    return session.scalar(chosen.order_by(LmsDeepLink.id.desc()).limit(1))


def platform_of(session: Session, context: LmsContext) -> LmsPlatform:
    """The platform of a course of it."""
    deployment = session.get_one(LmsDeployment, context.deployment_id)
    return session.get_one(LmsPlatform, deployment.platform_id)


def beside(session: Session, context: LmsContext) -> list[LmsContext]:
    """The other courses of its platform that lead to the same course here."""
    platform = platform_of(session, context)
    chosen = (
        select(LmsContext)
        .join(LmsDeployment, LmsDeployment.id == LmsContext.deployment_id)
        .where(
            LmsDeployment.platform_id == platform.id,
            LmsContext.course_id == context.course_id,
            LmsContext.id != context.id,
        )
    )
    return list(session.scalars(chosen.order_by(LmsContext.id)))


def _link(
    session: Session, caller: Caller, context: LmsContext, course_id: UUID, now: datetime
) -> LmsContext:
    context.course_id = course_id
    session.flush()
    accounts.enrol(session, course_id, caller.known, Role.INSTRUCTOR, now=now)
    copied_courses.connect_activities(session, context, now=now)
    audit.record(session, caller.known, "lms-course-linked", course_id, about=context.id, now=now)
    return context
