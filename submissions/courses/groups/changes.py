"""What every change of a group needs, whoever asks for it: one at a time, bounded, and written down."""

from collections.abc import Collection, Iterable
from datetime import datetime
from uuid import UUID

from sqlalchemy import delete, exists, func, select
from sqlalchemy.orm import Session

from submissions.errors import Unusable
from submissions.people.access.random_secret import fresh_code
from submissions.tables import IS_STUDENT, Assignment, Enrolment, GroupMember, Person, StudentGroup

LETTERS = 12
"""The number of letters of a code."""


def hold(session: Session, assignment: Assignment, *, changes: bool) -> None:
    """Keep the groups of an assignment as they are until the transaction ends.

    Changes wait for each other and for submissions that arrive; submissions do not wait for each other.
    """
    chosen = select(Assignment.id).where(Assignment.id == assignment.id)
    session.scalar(chosen.with_for_update(key_share=True) if changes else chosen.with_for_update(read=True))


def require_groups(assignment: Assignment) -> None:
    """Check that students may submit together."""
    if assignment.group_size == 1:
        raise Unusable("group", "no-groups")


def made(session: Session, assignment: Assignment, names: Iterable[str], now: datetime) -> list[StudentGroup]:
    """New groups, without members."""
    numbered = select(func.max(StudentGroup.number)).where(StudentGroup.assignment_id == assignment.id)
    last = session.scalar(numbered) or 0
    found = [
        StudentGroup(
            assignment_id=assignment.id, number=number, name=name, code=fresh_code(LETTERS), created_at=now
        )
        for number, name in enumerate(names, last + 1)
    ]
    session.add_all(found)
    session.flush()
    return found


def put(session: Session, group: StudentGroup, people: Iterable[UUID], now: datetime) -> None:
    """Add people who are in no group to a group; the caller has checked that there is room."""
    session.add_all(
        GroupMember(assignment_id=group.assignment_id, person_id=each, group_id=group.id, joined_at=now)
        for each in people
    )
    session.flush()


def take(session: Session, assignment: Assignment, people: Collection[UUID]) -> None:
    """Remove people from their groups."""
    theirs = delete(GroupMember).where(GroupMember.assignment_id == assignment.id)
    session.execute(theirs.where(GroupMember.person_id.in_(people)))


def drop_empty(session: Session, assignment: Assignment) -> None:
    """Groups that nobody is in are gone."""
    session.flush()
    full = exists().where(GroupMember.group_id == StudentGroup.id)
    session.execute(delete(StudentGroup).where(StudentGroup.assignment_id == assignment.id, ~full))


def members_of(session: Session, groups: Collection[UUID]) -> dict[UUID, list[Person]]:
    """Return by group its members who are students of the course, by name."""
    rows = session.execute(
        select(GroupMember.group_id, Person)
        .join(Person, Person.id == GroupMember.person_id)
        .join(Assignment, Assignment.id == GroupMember.assignment_id)
        .join(
            Enrolment,
            (Enrolment.person_id == GroupMember.person_id) & (Enrolment.course_id == Assignment.course_id),
        )
        .where(GroupMember.group_id.in_(groups), IS_STUDENT)
        .order_by(Person.name_key, Person.id)
    )
    found: dict[UUID, list[Person]] = {group_id: [] for group_id in groups}
    for group_id, person in rows:
        found[group_id].append(person)
    return found
