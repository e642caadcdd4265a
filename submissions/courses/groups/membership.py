"""A student's own group: made, joined by its code, left. It stays as it is from its first submission on."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.orm import Session

from grader.records import Frozen
from submissions.courses.grades.deadlines import Deadlines
from submissions.courses.groups import changes
from submissions.errors import CodeUnknown, GroupUndecided, NotAllowed, Unusable
from submissions.people.access import audit
from submissions.people.access.policy import Action, Caller, require, require_in
from submissions.people.access.random_secret import usual_code
from submissions.tables import (
    Assignment,
    Extension,
    GroupMember,
    Person,
    Role,
    State,
    StudentGroup,
    Submission,
)


class OwnGroup(Frozen):
    """A student's view of groups."""

    group: StudentGroup | None
    """None: they are in none, and submit alone."""
    members: Sequence[Person]
    """The members by name, the student among them."""
    fixed: Unusable | None
    """Why the student cannot make, join or leave a group now; None: they can."""

    @property
    def undecided(self) -> bool:
        """Whether a submission has to say that it is made alone: no group can be joined after it."""
        return self.group is None and self.fixed is None

    @property
    def room(self) -> bool:
        """Whether others can still join by the code."""
        return self.group is not None and self.fixed is None


def own(session: Session, caller: Caller, assignment: Assignment, *, now: datetime) -> OwnGroup | None:
    """Return the caller's group; None where everybody submits alone, or the caller is not a student there."""
    return _own_group(session, caller, assignment, Action.SEE_ASSIGNMENT, now)


def _own_group(
    session: Session, caller: Caller, assignment: Assignment, action: Action, now: datetime
) -> OwnGroup | None:
    course_id = require_in(session, caller, action, assignment)
    role = require(session, caller, action, course_id)
    if assignment.group_size == 1 or role is not Role.STUDENT:
        return None
    group = _group_of(session, assignment, caller.known)
    members = changes.members_of(session, [group.id])[group.id] if group else []
    try:
        _require_free(session, assignment, caller.known, members, now)
    except Unusable as error:
        return OwnGroup(group, members, error)
    return OwnGroup(group, members, None)


def require_decided(
    session: Session, caller: Caller, assignment: Assignment, *, alone: bool, now: datetime
) -> None:
    """Check that who submits is in a group, can join none, or says that they submit `alone`.

    Raises `GroupUndecided` if it is not decided.
    """
    if alone:
        return
    group = _own_group(session, caller, assignment, Action.SUBMIT, now)
    if group is not None and group.undecided:
        raise GroupUndecided


def create(session: Session, caller: Caller, assignment: Assignment, *, now: datetime) -> StudentGroup:
    """A group with the caller in it.

    Raises `Unusable` if they are in one already, have submitted, or it is past their due date.
    """
    _begin(session, caller, assignment, now)
    (group,) = changes.made(session, assignment, [""], now)
    changes.put(session, group, [caller.known], now)
    audit.record_about(
        session, caller.known, "group-made", assignment, caller.known, now=now, group=group.number
    )
    return group


def join(
    session: Session, caller: Caller, assignment: Assignment, code: str, *, now: datetime
) -> StudentGroup:
    """The group of a code, with the caller in it.

    Raises:
        CodeUnknown: if no group of the assignment has that code.
        Unusable: if they are in one already, they or the group have submitted, it is full, or it is past
            their due date.
    """
    _begin(session, caller, assignment, now)
    chosen = select(StudentGroup).where(
        StudentGroup.assignment_id == assignment.id, StudentGroup.code == usual_code(code, changes.LETTERS)
    )
    group = session.scalar(chosen)
    if group is None:
        raise CodeUnknown
    members = changes.members_of(session, [group.id])[group.id]
    if has_submitted(session, assignment, [each.id for each in members]):
        raise Unusable("group", "group-has-submitted")
    if len(members) >= assignment.group_size:
        raise Unusable("group", "group-is-full", most=assignment.group_size)
    changes.put(session, group, [caller.known], now)
    audit.record_about(
        session, caller.known, "group-joined", assignment, caller.known, now=now, group=group.number
    )
    return group


def leave(session: Session, caller: Caller, assignment: Assignment, *, now: datetime) -> None:
    """Remove the caller from their group, if they are in one.

    Raises `Unusable` if the group has submitted, or it is past their due date.
    """
    _require_student(session, caller, assignment)
    changes.hold(session, assignment, changes=True)
    group = _group_of(session, assignment, caller.known)
    if group is None:
        return
    number = group.number
    members = changes.members_of(session, [group.id])[group.id]
    _require_free(session, assignment, caller.known, members, now)
    changes.take(session, assignment, [caller.known])
    changes.drop_empty(session, assignment)
    audit.record_about(session, caller.known, "group-left", assignment, caller.known, now=now, group=number)


def others(session: Session, assignment: Assignment, person_id: UUID) -> list[Person]:
    """Return the people with whom somebody submits, and keep the groups as they are in this transaction."""
    if assignment.group_size == 1:
        return []
    changes.hold(session, assignment, changes=False)
    return mates(session, assignment, person_id)


def mates(session: Session, assignment: Assignment, person_id: UUID) -> list[Person]:
    """The other members of somebody's group; nobody where they are in none."""
    group = _group_of(session, assignment, person_id)
    members = changes.members_of(session, [group.id])[group.id] if group else []
    is_member = any(each.id == person_id for each in members)
    return [each for each in members if each.id != person_id] if is_member else []


def has_submitted(session: Session, assignment: Assignment, people: Sequence[UUID]) -> bool:
    """Whether one of them has; what was withdrawn is none."""
    chosen = select(Submission.id).where(
        Submission.assignment_id == assignment.id,
        Submission.person_id.in_(people),
        Submission.state != State.WITHDRAWN,
    )
    return session.scalar(chosen.limit(1)) is not None


def _begin(session: Session, caller: Caller, assignment: Assignment, now: datetime) -> None:
    """Check that the caller can come into a group; changes of groups wait from here on."""
    _require_student(session, caller, assignment)
    changes.hold(session, assignment, changes=True)
    if _group_of(session, assignment, caller.known) is not None:
        raise Unusable("group", "group-is-had")
    _require_free(session, assignment, caller.known, [], now)


def _require_student(session: Session, caller: Caller, assignment: Assignment) -> None:
    require_in(session, caller, Action.SUBMIT, assignment)
    assert assignment.course_id is not None
    if require(session, caller, Action.SUBMIT, assignment.course_id) is not Role.STUDENT:
        raise NotAllowed
    changes.require_groups(assignment)


def _require_free(
    session: Session, assignment: Assignment, person_id: UUID, members: Sequence[Person], now: datetime
) -> None:
    """Check that a student can still change with whom they submit."""
    dates = Deadlines.of(assignment, session.get(Extension, (assignment.id, person_id)))
    if assignment.archived_at is not None or (dates.due_at is not None and now > dates.due_at):
        raise Unusable("group", "group-after-due")
    if has_submitted(session, assignment, [person_id, *(each.id for each in members)]):
        raise Unusable("group", "group-has-submitted")


def _group_of(session: Session, assignment: Assignment, person_id: UUID) -> StudentGroup | None:
    chosen = select(StudentGroup).join(GroupMember, GroupMember.group_id == StudentGroup.id)
    theirs = GroupMember.assignment_id == assignment.id, GroupMember.person_id == person_id
    return session.scalar(chosen.where(*theirs))
