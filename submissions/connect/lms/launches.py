"""What becomes of a launch that was verified: who it is, where they belong, and the page they go on to."""

from datetime import datetime
from enum import StrEnum
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.orm import Session

from grader.records import Frozen
from submissions.connect import durations
from submissions.connect.lms import accounts, copied_courses, passback
from submissions.connect.lms.claims import LaunchClaims, read
from submissions.connect.lms.logins import require_active
from submissions.connect.lms.platforms import is_at, origin_of
from submissions.connect.lms.vocabulary import CHOOSE, REVIEW, role_of
from submissions.errors import LaunchRefused
from submissions.outward import outbox
from submissions.outward.openid import id_tokens
from submissions.storage.rows import insert_once
from submissions.tables import (
    Assignment,
    Enrolment,
    LmsContext,
    LmsDeepLink,
    LmsDeployment,
    LmsGrade,
    LmsLink,
    LmsLogin,
    LmsPlatform,
    Person,
    Role,
)
from submissions.tables.identity import new_id

_STAFF = frozenset({Role.ASSISTANT, Role.INSTRUCTOR})


class LaunchTarget(StrEnum):
    """Where somebody goes on to."""

    ASSIGNMENT = "assignment"
    COURSE = "course"
    REVIEW = "review"
    LINK_COURSE = "link-course"
    """A teacher says which course this is."""
    LINK_ASSIGNMENT = "link-assignment"
    """A teacher says which assignment this is."""
    CHOOSE = "choose"
    """A teacher chooses assignments for the platform."""


class Launched(Frozen):
    """The person who came in, and the page they go to."""

    person: Person
    destination: LaunchTarget
    target: UUID
    """The id of what the page shows."""
    is_staff: bool
    reviewed: UUID | None = None
    return_url: str = ""
    """Their course on the platform; empty where it did not say, or named a page of somebody else."""


def checked(
    token: str,
    platform: LmsPlatform,
    login: LmsLogin,
    keys: dict[str, object],
    *,
    origin: str,
    now: datetime,
) -> LaunchClaims:
    """The claims of a launch, if everything about it is in order.

    Raises `LaunchRefused` or `TokenRefused` if something is not.
    """
    require_active(platform)
    if login.platform_id != platform.id:
        raise LaunchRefused("issuer")
    claims = id_tokens.checked(
        token, keys, issuer=platform.issuer, client_id=platform.client_id, nonce=login.nonce, now=now
    )
    said = read(claims, origin=origin)
    if said.choosing and not is_at(platform, origin_of(said.choosing["return_url"])):
        raise LaunchRefused("deep-link-return")
    return said


def deployment_of(session: Session, platform_id: UUID, deployment_id: str, *, now: datetime) -> LmsDeployment:
    """The deployment of a launch. The first of a platform is taken: its operator approved the platform.

    Any other is written down, for an operator to approve.
    """
    chosen = select(LmsDeployment).where(LmsDeployment.platform_id == platform_id)
    known = session.scalar(chosen.where(LmsDeployment.deployment_id == deployment_id))
    if known is not None:
        return known
    session.get(LmsPlatform, platform_id, with_for_update=True)  # of two at once, one is the first
    there = {each.deployment_id: each for each in session.scalars(chosen)}
    if deployment_id in there:
        return there[deployment_id]
    deployment = LmsDeployment(
        platform_id=platform_id, deployment_id=deployment_id, approved=not there, created_at=now
    )
    session.add(deployment)
    session.flush()
    return deployment


def admit(
    session: Session, deployment_id: UUID, claims: LaunchClaims, *, language: str | None, now: datetime
) -> Launched:
    """Admit the person of a launch: their account, their place in the course, and the page they go on to.

    Raises `LaunchRefused` if the deployment waits for approval, their role has no place here, or a teacher
    has not said yet what the link leads to.
    """
    deployment = session.get_one(LmsDeployment, deployment_id)
    if not deployment.approved:
        raise LaunchRefused("deployment")
    platform = session.get_one(LmsPlatform, deployment.platform_id)
    role = role_of(claims.roles)
    if role is None:
        raise LaunchRefused("role")
    if not claims.context:
        raise LaunchRefused("no-context")
    _remember(platform, claims, now)
    context = _context(session, deployment, claims, now)
    if context.course_id is None and role != Role.INSTRUCTOR:
        raise LaunchRefused("course-not-linked-yet")
    person = accounts.of(session, platform, claims, language, now=now)
    is_staff = role in _STAFF
    choosing = _choosing(session, context, person, role, claims, now) if claims.message == CHOOSE else None
    if context.course_id is None:
        return _unlinked(session, context, person, claims, now)
    accounts.enrol(session, context.course_id, person.id, role, now=now)
    passback.try_person_again(session, context, person.id, now=now)
    is_staff &= session.get_one(Enrolment, (context.course_id, person.id)).role != Role.STUDENT
    if choosing is not None:
        return Launched(person, LaunchTarget.CHOOSE, choosing, is_staff)
    return _to_link(session, platform, context, person, claims, is_staff=is_staff, now=now)


def _remember(platform: LmsPlatform, claims: LaunchClaims, now: datetime) -> None:
    platform.launched_at = now
    platform.product = claims.product or platform.product
    if claims.message != CHOOSE:  # some name fewer services while somebody chooses
        platform.scopes = list(claims.scopes)


def _to_link(
    session: Session,
    platform: LmsPlatform,
    context: LmsContext,
    person: Person,
    claims: LaunchClaims,
    *,
    is_staff: bool,
    now: datetime,
) -> Launched:
    assert context.course_id is not None
    if not claims.link:
        return Launched(person, LaunchTarget.COURSE, context.course_id, is_staff)
    link = _link(session, context, claims, now)
    # Staff see an activity before its students: they link it, and look at what is not published yet.
    if link.assignment_id is None:
        place = session.get_one(Enrolment, (context.course_id, person.id))
        if not is_staff or place.role == Role.ASSISTANT:
            raise LaunchRefused("not-linked-yet")
        return Launched(person, LaunchTarget.LINK_ASSIGNMENT, link.id, is_staff)
    if not is_staff:
        if not session.get_one(Assignment, link.assignment_id).published:
            raise LaunchRefused("not-published-yet")
        if session.get(LmsGrade, (link.id, person.id)) is None:
            outbox.send_grades(session, link.assignment_id, [person.id], now=now)
    if claims.message != REVIEW:
        return Launched(person, LaunchTarget.ASSIGNMENT, link.assignment_id, is_staff)
    reviewed = _reviewed(session, platform, person, claims, is_staff=is_staff)
    return Launched(person, LaunchTarget.REVIEW, link.assignment_id, is_staff, reviewed.id)


def _reviewed(
    session: Session, platform: LmsPlatform, person: Person, claims: LaunchClaims, *, is_staff: bool
) -> Person:
    """Return whose submissions are reviewed; students may see their own alone."""
    reviewed = accounts.find(session, platform.id, claims.reviewed)
    if not is_staff and (reviewed is None or reviewed.id != person.id):
        raise LaunchRefused("review")
    if reviewed is None:
        raise LaunchRefused("nothing-to-review")
    return reviewed


def _context(session: Session, deployment: LmsDeployment, claims: LaunchClaims, now: datetime) -> LmsContext:
    key = {"deployment_id": deployment.id, "context_id": claims.context}
    title = claims.context_title or claims.context[:200]
    insert_once(session, LmsContext, id=new_id(), **key, title=title, scopes=[], created_at=now)
    context = session.scalars(select(LmsContext).filter_by(**key)).one()
    context.title = title
    context.line_items_url = claims.line_items_url or context.line_items_url
    context.memberships_url = claims.memberships_url or context.memberships_url
    if claims.message != CHOOSE and set(claims.scopes) != set(context.scopes):
        context.scopes = list(claims.scopes)
        passback.try_again(session, context, now=now)
    session.flush()
    return context


def _link(session: Session, context: LmsContext, claims: LaunchClaims, now: datetime) -> LmsLink:
    key = {"lms_context_id": context.id, "link_id": claims.link}
    title = claims.link_title or claims.link[:200]
    insert_once(session, LmsLink, id=new_id(), **key, title=title, created_at=now)
    link = session.scalars(select(LmsLink).filter_by(**key)).one()
    link.title = title
    if claims.line_item_url and not link.line_item_url:
        passback.try_link_again(session, link, now=now)
    link.line_item_url = claims.line_item_url or link.line_item_url
    link.carried_id = _carried(claims) or link.carried_id
    if link.assignment_id is None:
        copied_courses.connect(session, context, link, now=now)
    return link


def _carried(claims: LaunchClaims) -> UUID | None:
    """The assignment that a deep link named: a course that was copied brings it along."""
    try:
        return UUID(claims.assignment)
    except ValueError:
        return None


def _unlinked(
    session: Session, context: LmsContext, person: Person, claims: LaunchClaims, now: datetime
) -> Launched:
    """A teacher is the first who comes: they say which course this is, then come back to the activity."""
    context.teacher_id = person.id
    if claims.link:
        _link(session, context, claims, now).opened_at = now
    session.flush()
    return Launched(person, LaunchTarget.LINK_COURSE, context.id, is_staff=True)


def _choosing(
    session: Session,
    context: LmsContext,
    person: Person,
    role: Role,
    claims: LaunchClaims,
    now: datetime,
) -> UUID:
    if role != Role.INSTRUCTOR:
        raise LaunchRefused("role")
    if not claims.choosing.get("links"):
        raise LaunchRefused("deep-linking")
    chosen = LmsDeepLink(
        id=new_id(),
        lms_context_id=context.id,
        person_id=person.id,
        settings=dict(claims.choosing),
        expires_at=now + durations.CHOOSING,
    )
    session.add(chosen)
    session.flush()
    return chosen.id
