"""Groups formed by staff: one student at a time, from a list, or at random.

A change never moves what was submitted before it: that counts for those who were members then.
"""

import secrets
from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import chain
from uuid import UUID

from sqlalchemy import exists, func, select
from sqlalchemy.orm import Session

from grader.records import Frozen
from submissions.courses.groups import changes
from submissions.errors import NotFound, Unusable
from submissions.people.access import audit
from submissions.people.access.people import place
from submissions.people.access.policy import Action, Caller, require_in
from submissions.storage.rows import row_of
from submissions.tables import (
    IS_STUDENT,
    Assignment,
    Enrolment,
    GroupMember,
    Person,
    Role,
    State,
    StudentGroup,
    Submission,
)
from submissions.texts.single_line import single_line

MOST_LINES = 5000
LONGEST_NAME = 64
_DIGITS = 9


class GroupOverview(Frozen):
    """A group with its members, by name."""

    group: StudentGroup
    members: Sequence[Person]


class GroupLine(Frozen):
    """One student of a list, and the name of their group."""

    row: int
    login: str
    name: str


class GroupsOverview(Frozen):
    """All groups of an assignment, and who is in none."""

    groups: Sequence[GroupOverview]
    alone: Sequence[Person]
    """Students of the course, by name."""
    submitted: Mapping[UUID, int]
    """The number of submissions here by student."""


def overview(session: Session, caller: Caller, assignment: Assignment) -> GroupsOverview:
    """The groups of an assignment, in the order in which they were formed; four queries."""
    require_in(session, caller, Action.SEE_PEOPLE, assignment)
    chosen = select(StudentGroup).where(StudentGroup.assignment_id == assignment.id)
    groups = session.scalars(chosen.order_by(StudentGroup.number)).all()
    members = changes.members_of(session, [each.id for each in groups])
    used = session.execute(
        select(Submission.person_id, func.count())
        .where(
            Submission.assignment_id == assignment.id,
            Submission.attempt > 0,
            Submission.state != State.WITHDRAWN,
        )
        .group_by(Submission.person_id)
    )
    return GroupsOverview(
        [GroupOverview(each, members[each.id]) for each in groups],
        _without_group(session, assignment),
        {person_id: number for person_id, number in used if person_id is not None},
    )


def found_by_hand(
    session: Session, caller: Caller, assignment: Assignment, login: str, number: str
) -> tuple[UUID, UUID | None]:
    """The student of a login and the group of a number, as staff type them; no number: a new group.

    Raises `Unusable` if there is no such student of the course, or no such group.
    """
    course_id = require_in(session, caller, Action.SEE_PEOPLE, assignment)
    person_id = _students(session, course_id).get(login.strip().lower())
    if person_id is None:
        raise Unusable("login", "nobody-in-the-course")
    if not number.strip():
        return person_id, None
    chosen = select(StudentGroup.id).where(StudentGroup.assignment_id == assignment.id)
    is_number = number.strip().isascii() and number.strip().isdecimal() and len(number.strip()) < _DIGITS
    group_id = session.scalar(chosen.where(StudentGroup.number == int(number))) if is_number else None
    if group_id is None:
        raise Unusable("group", "no-such-group")
    return person_id, group_id


def put_into(
    session: Session,
    caller: Caller,
    assignment: Assignment,
    person_id: UUID,
    group_id: UUID | None,
    *,
    now: datetime,
) -> StudentGroup:
    """Move a student into a group, or into a new one.

    Raises `Unusable` if the group is full, or everybody submits alone.
    """
    course_id = require_in(session, caller, Action.EDIT_PEOPLE, assignment)
    changes.require_groups(assignment)
    if place(session, course_id, person_id).role != Role.STUDENT:
        raise NotFound
    changes.hold(session, assignment, changes=True)
    group = row_of(session, StudentGroup, group_id, assignment_id=assignment.id) if group_id else None
    if group is None:
        (group,) = changes.made(session, assignment, [""], now)
    before = [each for each in changes.members_of(session, [group.id])[group.id] if each.id != person_id]
    if len(before) >= assignment.group_size:
        raise Unusable("group", "group-is-full", most=assignment.group_size)
    changes.take(session, assignment, [person_id])
    changes.put(session, group, [person_id], now)
    changes.drop_empty(session, assignment)
    audit.record_about(
        session, caller.known, "group-changed", assignment, person_id, now=now, group=group.number
    )
    return group


def take_out(
    session: Session, caller: Caller, assignment: Assignment, person_id: UUID, *, now: datetime
) -> None:
    """Remove a student from their group."""
    require_in(session, caller, Action.EDIT_PEOPLE, assignment)
    changes.hold(session, assignment, changes=True)
    if session.get(GroupMember, (assignment.id, person_id)) is None:
        raise NotFound
    changes.take(session, assignment, [person_id])
    changes.drop_empty(session, assignment)
    audit.record_about(session, caller.known, "group-changed", assignment, person_id, now=now)


def _require_room(assignment: Assignment, people: Mapping[UUID, int], staying: Sequence[object]) -> None:
    """Require that people, who stand in these rows, have room beside those who stay in their group."""
    if len(people) + len(staying) > assignment.group_size:
        row = people[[*people][-1]]
        raise Unusable("file", "group-line-too-many", row=row, most=assignment.group_size)


def form(
    session: Session, caller: Caller, assignment: Assignment, lines: Sequence[GroupLine], *, now: datetime
) -> int:
    """Put all students of a list into the groups that it names, or none; return how many.

    A name that no group has makes one. Who is not in the list stays where they are.

    Raises `Unusable` if everybody submits alone, or a line cannot be used, with its row.
    """
    course_id = require_in(session, caller, Action.EDIT_PEOPLE, assignment)
    changes.require_groups(assignment)
    if len(lines) > MOST_LINES:
        raise Unusable("file", "too-many-lines", most=MOST_LINES)
    changes.hold(session, assignment, changes=True)
    wanted = _members_by_group(lines, _students(session, course_id))
    chosen = select(StudentGroup).where(StudentGroup.assignment_id == assignment.id, StudentGroup.name != "")
    named = {each.name: each for each in session.scalars(chosen)}
    new = [name for name in wanted if name not in named]
    named |= {each.name: each for each in changes.made(session, assignment, new, now)}
    moved = set(chain.from_iterable(wanted.values()))
    present = changes.members_of(session, [named[name].id for name in wanted])
    # People who move leave room: a group's size is known only now, and nobody moves before all groups fit.
    for name, people in wanted.items():
        _require_room(assignment, people, [each for each in present[named[name].id] if each.id not in moved])
    changes.take(session, assignment, moved)
    for name, people in wanted.items():
        changes.put(session, named[name], people, now)
    changes.drop_empty(session, assignment)
    formed = {"groups": len(wanted), "students": len(moved)}
    audit.record_about(session, caller.known, "groups-formed", assignment, None, now=now, **formed)
    return len(moved)


def form_at_random(
    session: Session, caller: Caller, assignment: Assignment, size: int, *, now: datetime
) -> int:
    """Form groups of `size` or one fewer from students who have none and have not submitted.

    Returns how many groups.

    Raises `Unusable` if everybody submits alone, or groups cannot be so large.
    """
    require_in(session, caller, Action.EDIT_PEOPLE, assignment)
    changes.require_groups(assignment)
    if not 1 < size <= assignment.group_size:
        raise Unusable("size", "out-of-range", least=2, most=assignment.group_size)
    changes.hold(session, assignment, changes=True)
    people = [each.id for each in _without_group(session, assignment, new_only=True)]
    secrets.SystemRandom().shuffle(people)
    number = -(-len(people) // size)
    for start, group in enumerate(changes.made(session, assignment, [""] * number, now)):
        changes.put(session, group, people[start::number], now)
    formed = {"groups": number, "students": len(people)}
    audit.record_about(session, caller.known, "groups-formed", assignment, None, now=now, **formed)
    return number


def _members_by_group(lines: Sequence[GroupLine], students: Mapping[str, UUID]) -> dict[str, dict[UUID, int]]:
    """Return by name of a group its people, each with the row of the list."""
    found: defaultdict[str, dict[UUID, int]] = defaultdict(dict)
    seen: set[UUID] = set()
    for line in lines:
        if not line.name.strip():
            continue
        person_id = students.get(line.login.strip().lower())
        if person_id is None:
            raise Unusable("file", "group-line-unknown", row=line.row)
        if person_id in seen:
            raise Unusable("file", "group-line-twice", row=line.row)
        seen.add(person_id)
        name = single_line("file", line.name)
        if len(name) > LONGEST_NAME:
            raise Unusable("file", "too-long", longest=LONGEST_NAME)
        found[name][person_id] = line.row
    return found


def _students(session: Session, course_id: UUID) -> dict[str, UUID]:
    """Return the students of a course by login."""
    chosen = (
        select(Person.login, Person.id)
        .join(Enrolment, Enrolment.person_id == Person.id)
        .where(Enrolment.course_id == course_id, IS_STUDENT)
    )
    return dict(session.execute(chosen).all())


def _without_group(session: Session, assignment: Assignment, *, new_only: bool = False) -> list[Person]:
    """Students of the course who are in no group, by name; of those, who have not submitted."""
    in_one = exists().where(
        GroupMember.assignment_id == assignment.id, GroupMember.person_id == Enrolment.person_id
    )
    has = exists().where(
        Submission.assignment_id == assignment.id,
        Submission.person_id == Enrolment.person_id,
        Submission.state != State.WITHDRAWN,
    )
    chosen = (
        select(Person)
        .join(Enrolment, Enrolment.person_id == Person.id)
        .where(
            Enrolment.course_id == assignment.course_id,
            IS_STUDENT,
            ~in_one,
        )
        .order_by(Person.name_key, Person.id)
    )
    return list(session.scalars(chosen.where(~has) if new_only else chosen))
