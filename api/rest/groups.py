"""Groups of students who submit an assignment together."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter
from pydantic import Field
from sqlalchemy.orm import Session

from api.rest._model import Answer, Given
from api.rest._visit import Visit
from api.web.body_limit import takes_file
from api.words.unusable import unusable
from submissions.courses.assignments import assignments
from submissions.courses.assignments.draft import GROUP
from submissions.courses.groups import forming, membership
from submissions.courses.groups.forming import LONGEST_NAME, MOST_LINES, GroupLine, GroupOverview
from submissions.grading.intake.group_rows import SharedAs, standings
from submissions.people.access.policy import Action
from submissions.tables import Assignment

router = APIRouter(tags=["groups"])


class GroupStudent(Answer):
    """A member of a group."""

    person_id: Annotated[UUID, Field(validation_alias="id")]
    name: str


class SubmissionGroup(Answer):
    """Students who submit together."""

    id: UUID
    number: int
    """The number from 1, in the order in which the groups of the assignment were formed."""
    name: str
    """The name that a list of staff gives it; empty for none."""
    code: str
    """The code by which students join it."""
    members: list[GroupStudent]


class SubmissionGroups(Answer):
    """The groups of an assignment."""

    size: int
    """How many students a group can have; 1: everybody submits alone."""
    items: list[SubmissionGroup]
    alone: list[GroupStudent]
    """Students of the course who are in no group."""


class OwnMember(GroupStudent):
    """A member of your group, and what a submission at this moment would be for them."""

    standing: SharedAs
    late: bool


class OwnSubmissionGroup(Answer):
    """The group with which you submit."""

    size: int
    """How many students a group can have; 1: everybody submits alone."""
    id: UUID | None
    """null: you are in no group, and submit alone."""
    code: str | None
    """Give it to the others; null where nobody can join any more."""
    members: list[OwnMember]
    fixed: str | None
    """Why you cannot make, join or leave a group now; null: you can."""


class GroupJoined(Given, json_schema_extra={"examples": [{"code": None}]}):
    """The group that you join."""

    code: Annotated[str | None, Field(max_length=40)] = None
    """The code of the group; null makes a new one."""


class GroupChosen(Given, json_schema_extra={"examples": [{"group_id": None}]}):
    """The group that a student is put into."""

    group_id: Annotated[UUID | None, Field(strict=False)] = None
    """null makes a new one."""


class StudentInList(Given):
    """One student of a list, and the name of their group."""

    login: Annotated[str, Field(max_length=200)]
    group: Annotated[str, Field(max_length=LONGEST_NAME)]
    """Empty: the student stays where they are."""


class GroupList(Given, json_schema_extra={"examples": [{"students": []}]}):
    """Students with their groups."""

    students: Annotated[list[StudentInList], Field(max_length=MOST_LINES)]


class RandomGroups(Given, json_schema_extra={"examples": [{"size": 3}]}):
    """How large groups are to be."""

    size: Annotated[int, Field(ge=2, le=GROUP.most)]


class GroupsFormed(Answer):
    """The groups that were formed."""

    number: int
    """Students, where a list was sent; groups, where they were formed at random."""


@router.get("/assignments/{assignment_id}/group")
def get_own_group(visit: Visit, assignment_id: UUID) -> OwnSubmissionGroup:
    """Return with whom you submit an assignment. Staff are in no group."""
    with visit.database.read() as session:
        return _own_group(session, visit, assignments.get(session, visit.caller, assignment_id))


@router.put("/assignments/{assignment_id}/group")
def join_group(visit: Visit, assignment_id: UUID, joined: GroupJoined) -> OwnSubmissionGroup:
    """Join the group of a code, or make one: until you or the group have submitted, or your due date."""
    with visit.changing(assignment_id) as (session, assignment):
        if joined.code is None:
            membership.create(session, visit.caller, assignment, now=visit.now())
        else:
            membership.join(session, visit.caller, assignment, joined.code, now=visit.now())
        return _own_group(session, visit, assignment)


@router.delete("/assignments/{assignment_id}/group", status_code=204)
def leave_group(visit: Visit, assignment_id: UUID) -> None:
    """Leave your group: until it has submitted, or your due date."""
    with visit.changing(assignment_id, Action.SUBMIT) as (session, assignment):
        membership.leave(session, visit.caller, assignment, now=visit.now())


@router.get("/assignments/{assignment_id}/groups")
def list_groups(visit: Visit, assignment_id: UUID) -> SubmissionGroups:
    """The groups of an assignment, in the order in which they were formed, and who is in none."""
    with visit.reading(assignment_id, Action.SEE_PEOPLE) as (session, assignment):
        found = forming.overview(session, visit.caller, assignment)
        return SubmissionGroups(
            size=assignment.group_size,
            items=[_document(each) for each in found.groups],
            alone=[GroupStudent.of(each) for each in found.alone],
        )


@router.put("/assignments/{assignment_id}/groups/people/{person_id}")
def change_group_of_student(
    visit: Visit, assignment_id: UUID, person_id: UUID, chosen: GroupChosen
) -> SubmissionGroup:
    """Put a student into a group, out of the one they were in. What was submitted before counts as before."""
    with visit.changing(assignment_id, Action.SEE_PEOPLE) as (session, assignment):
        made = forming.put_into(
            session, visit.caller, assignment, person_id, chosen.group_id, now=visit.now()
        )
        found = forming.overview(session, visit.caller, assignment)
        return next(_document(each) for each in found.groups if each.group.id == made.id)


@router.delete("/assignments/{assignment_id}/groups/people/{person_id}", status_code=204)
def remove_from_group(visit: Visit, assignment_id: UUID, person_id: UUID) -> None:
    """Take a student out of their group. What was submitted before counts as before."""
    with visit.changing(assignment_id, Action.EDIT_PEOPLE) as (session, assignment):
        forming.take_out(session, visit.caller, assignment, person_id, now=visit.now())


@router.post("/assignments/{assignment_id}/groups/list")
@takes_file()
def import_groups(visit: Visit, assignment_id: UUID, given: GroupList) -> GroupsFormed:
    """Put the students of a list into groups by their names, all or nobody. A new name makes a group."""
    lines = [GroupLine(row, each.login, each.group) for row, each in enumerate(given.students, 1)]
    with visit.changing(assignment_id, Action.EDIT_PEOPLE) as (session, assignment):
        return GroupsFormed(number=forming.form(session, visit.caller, assignment, lines, now=visit.now()))


@router.post("/assignments/{assignment_id}/groups/random")
def create_random_groups(visit: Visit, assignment_id: UUID, wanted: RandomGroups) -> GroupsFormed:
    """Form groups at random from the students who are in none and have not submitted."""
    with visit.changing(assignment_id, Action.EDIT_PEOPLE) as (session, assignment):
        made = forming.form_at_random(session, visit.caller, assignment, wanted.size, now=visit.now())
        return GroupsFormed(number=made)


def _own_group(session: Session, visit: Visit, assignment: Assignment) -> OwnSubmissionGroup:
    found = membership.own(session, visit.caller, assignment, now=visit.now())
    if found is None:
        return OwnSubmissionGroup(size=assignment.group_size, id=None, code=None, members=[], fixed=None)
    members = standings(session, assignment, found.members, now=visit.now())
    return OwnSubmissionGroup(
        size=assignment.group_size,
        id=found.group.id if found.group else None,
        code=found.group.code if found.group and found.room else None,
        members=[
            OwnMember(person_id=each.person.id, name=each.person.name, standing=each.standing, late=each.late)
            for each in members
        ],
        fixed=unusable(found.fixed) if found.fixed else None,
    )


def _document(of: GroupOverview) -> SubmissionGroup:
    return SubmissionGroup.of(of.group, members=of.members)
