"""Courses of learning platforms that lead to a course: their rosters, and the grades sent there."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Request
from pydantic import Field

from api.rest._model import Answer, Given, Items
from api.rest._visit import Visit
from api.web import outward
from api.web.cursors import PagingByName, Part
from api.web.openapi import answers
from submissions.connect.lms import contexts, passback, roster
from submissions.connect.lms.roster import (
    RoleChange,
    RosterDifference,
    StaffDecision,
)
from submissions.connect.lms.services import Services
from submissions.errors import NotFound, Stale
from submissions.outward.openid.outward import Conversation
from submissions.tables import PassbackState, Role

router = APIRouter(tags=["learning platforms"])


class PlatformCourse(Answer):
    """A course of a platform that leads to a course here."""

    id: Annotated[UUID, Field(validation_alias="context_id")]
    title: str
    platform: str
    trouble: str
    """The id of why the services of the platform do not work; empty where they do."""
    scopes: list[str]
    """The scopes that the platform granted in this course."""
    activities: int
    launched_at: datetime | None


class PlatformCourseList(Items[PlatformCourse]):
    """All of them, by title."""


class StaffRoleWanted(Given):
    """The role that somebody of the staff has from now on, whatever the platform says."""

    person_id: UUID
    role: StaffDecision


class PlatformRosterWanted(Given, json_schema_extra={"examples": [{}]}):
    """A request for the roster of a platform. Without a digest, nothing is changed."""

    apply: Annotated[str | None, Field(max_length=64, pattern="^[0-9a-f]{64}$")] = None
    """The `digest` of the changes that you saw."""
    staff: Annotated[list[StaffRoleWanted], Field(max_length=500, default_factory=list)]
    """Your decisions about people in `staff`; whom you leave out stays as they are."""


class PlatformMember(Answer):
    """Somebody on the roster of a platform."""

    sub: str
    """Their id there."""
    name: str
    """Empty where the platform sends no names."""
    role: Role


class AbsentMember(Answer):
    """Somebody in the course whom the platform sent before, and who is not on its roster any more."""

    person_id: UUID
    name: str


class ChangedMember(Answer):
    """Somebody who comes back, or gets another role."""

    person_id: UUID
    sub: str
    name: str
    before: Role | None
    """`null`: they are not in the course now."""
    role: Role


class LoweredMember(Answer):
    """Staff whom the roster lists with fewer rights, or not at all: nothing changes unless you decide so."""

    person_id: UUID
    name: str
    role: Role
    platform_role: Annotated[Role | None, Field(validation_alias="there")]
    """`null`: they are not on the roster."""


class PlatformRosterChanges(Answer):
    """The changes that the roster of a platform makes."""

    digest: Annotated[str, Field(validation_alias="mark")]
    """Send it as `apply` to carry out these changes."""
    applied: bool
    added: Annotated[list[PlatformMember], Field(validation_alias="new")]
    changed: list[ChangedMember]
    absent: list[AbsentMember]
    """Students: they are removed from the course; their submissions and grades are kept."""
    staff: list[LoweredMember]
    same: Annotated[int, Field(validation_alias="unchanged")]


@router.get("/courses/{course_id}/platform-courses")
def list_platform_courses(visit: Visit, course_id: UUID) -> PlatformCourseList:
    """List which courses of platforms lead to this course."""
    with visit.database.read() as session:
        found = passback.contexts(session, visit.caller, course_id)
    return PlatformCourseList(items=[PlatformCourse.of(each) for each in found])


@router.post("/courses/{course_id}/platform-courses/{context_id}/roster", responses=answers(502))
async def import_platform_roster(
    request: Request, visit: Visit, course_id: UUID, context_id: UUID, given: PlatformRosterWanted
) -> PlatformRosterChanges:
    """Compare the course with the roster of a platform; with `apply`, change it."""
    return await outward.converse(request, _imported(visit, course_id, context_id, given))


def _imported(
    visit: Visit, course_id: UUID, context_id: UUID, given: PlatformRosterWanted
) -> Conversation[PlatformRosterChanges]:
    services = Services(visit.database, visit.now)
    members = yield from roster.read(visit.database, services, visit.caller, course_id, context_id)
    if given.apply is None:
        with visit.database.read() as session:
            return _changes(
                roster.difference(session, visit.caller, course_id, context_id, members), applied=False
            )
    with visit.database.begin() as session:
        found = roster.difference(session, visit.caller, course_id, context_id, members)
        if found.mark != given.apply:
            raise Stale
        decisions = {each.person_id: each.role for each in given.staff}
        roster.apply(session, visit.caller, course_id, context_id, members, decisions, now=visit.now())
        return _changes(found, applied=True)


@router.delete("/courses/{course_id}/platform-courses/{context_id}", status_code=204)
def remove_platform_course(visit: Visit, course_id: UUID, context_id: UUID) -> None:
    """Disconnect a course of a platform: grades are sent there no more, until a teacher connects it again."""
    with visit.database.begin() as session:
        contexts.unlink_course(session, visit.caller, course_id, context_id, now=visit.now())


def _changes(found: RosterDifference, *, applied: bool) -> PlatformRosterChanges:
    return PlatformRosterChanges.of(
        found,
        applied=applied,
        changed=[_changed(each) for each in found.changed],
        absent=[AbsentMember(person_id=id_, name=name) for id_, name in found.gone],
    )


def _changed(change: RoleChange) -> ChangedMember:
    return ChangedMember.of(change, sub=change.member.sub, role=change.member.role)


class PlatformGrade(Answer):
    """A student's grade in an activity of a platform."""

    link_id: UUID
    """The id of the activity's link."""
    activity: str
    assignment_id: UUID
    person_id: UUID
    state: PassbackState
    reason: str
    """The id of why it was not taken, or not yet; empty where there is nothing to say."""
    points: float | None
    """The points that the platform took last; null where it has taken nothing."""
    possible: float | None
    sent_at: datetime | None


@router.get("/courses/{course_id}/platform-grades")
def list_platform_grades(
    visit: Visit, paging: PagingByName, course_id: UUID, state: PassbackState | None = None
) -> Part[PlatformGrade]:
    """List what became of each grade, by activity and student; of one state, if it is named."""
    after = (_id(paging.after[0]), paging.after[1]) if paging.after else None
    with visit.database.read() as session:
        rows = passback.listed(session, visit.caller, course_id, state=state, after=after, limit=paging.more)
    places = [(str(row.link_id), row.person_id) for row in rows]
    return paging.part([PlatformGrade.of(row) for row in rows], places)


@router.post(
    "/courses/{course_id}/platform-grades/{link_id}/{person_id}/send",
    operation_id="submit-platform-grade",
    status_code=204,
)
def send_platform_grade(visit: Visit, course_id: UUID, link_id: UUID, person_id: UUID) -> None:
    """Send one grade again, as it is now. It goes when it is its turn."""
    with visit.database.begin() as session:
        passback.send_again(session, visit.caller, course_id, link_id, person_id, now=visit.now())


@router.post(
    "/courses/{course_id}/platform-grades/send", operation_id="submit-platform-grades", status_code=204
)
def send_platform_grades(visit: Visit, course_id: UUID) -> None:
    """Send all grades of a course again, as they are now. Each goes when it is its turn."""
    with visit.database.begin() as session:
        passback.send_all_again(session, visit.caller, course_id, now=visit.now())


def _id(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError:
        raise NotFound from None
