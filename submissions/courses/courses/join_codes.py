"""Codes by which people join a course: 80 random bits in letters that are not mistaken for each other."""

from datetime import datetime, timedelta
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.orm import Session

from submissions.courses import durations
from submissions.errors import AlreadyThere, CodeUnknown, Unusable
from submissions.people.access import audit
from submissions.people.access.people import enrol
from submissions.people.access.policy import Action, Caller, require
from submissions.people.access.random_secret import fresh_code, usual_code
from submissions.storage.rows import row_of
from submissions.tables import Course, JoinCode, Person, Role

_LETTERS = 16
_GIVEN = frozenset({Role.STUDENT, Role.OBSERVER, Role.ASSISTANT})
"""The roles that a code can give: nobody becomes a teacher by something that is passed on."""


class Invitation(NamedTuple):
    """A valid code, and the course that it leads to."""

    code: JoinCode
    course: Course


def make(
    session: Session,
    caller: Caller,
    course_id: UUID,
    *,
    role: Role = Role.STUDENT,
    now: datetime,
    lasts: timedelta = durations.JOIN_CODE,
) -> JoinCode:
    """A new code of a course. Raises `Unusable` if it cannot give that role, or live that long."""
    require(session, caller, Action.EDIT_PEOPLE, course_id)
    if role not in _GIVEN:
        raise Unusable("role", "not-by-code")
    if not timedelta(0) < lasts <= durations.JOIN_CODE_LONGEST:
        raise Unusable("expires_at", "too-long-a-life")
    join_code = JoinCode(
        course_id=course_id, code=fresh_code(_LETTERS), role=role, created_at=now, expires_at=now + lasts
    )
    session.add(join_code)
    session.flush()
    audit.record(session, caller.known, "join-code-made", course_id, about=join_code.id, now=now)
    return join_code


def listed(session: Session, caller: Caller, course_id: UUID, *, now: datetime) -> list[JoinCode]:
    """The codes of a course that are good, the newest first."""
    require(session, caller, Action.EDIT_PEOPLE, course_id)
    chosen = select(JoinCode).where(
        JoinCode.course_id == course_id, JoinCode.revoked_at.is_(None), JoinCode.expires_at > now
    )
    return list(session.scalars(chosen.order_by(JoinCode.id.desc())))


def revoke(session: Session, caller: Caller, course_id: UUID, code_id: UUID, *, now: datetime) -> None:
    """Revoke a code; people who joined by it stay."""
    require(session, caller, Action.EDIT_PEOPLE, course_id)
    code = row_of(session, JoinCode, code_id, course_id=course_id)
    if code.revoked_at is not None:
        return
    code.revoked_at = now
    audit.record(session, caller.known, "join-code-revoked", course_id, about=code_id, now=now)


def find(session: Session, text: str, *, now: datetime) -> Invitation:
    """Return the invitation behind a code, however it was typed.

    Raises `CodeUnknown` if there is none, it is no longer good, or the course is over.
    """
    row = session.execute(
        select(JoinCode, Course)
        .join(Course, Course.id == JoinCode.course_id)
        .where(
            JoinCode.code == usual_code(text, _LETTERS),
            JoinCode.revoked_at.is_(None),
            JoinCode.expires_at > now,
            Course.archived_at.is_(None),
        )
    ).one_or_none()
    if row is None:
        raise CodeUnknown
    return Invitation(*row)


def join(session: Session, invitation: Invitation, person_id: UUID, *, now: datetime) -> None:
    """Bring a person into the course. Who is in it stays what they are."""
    code = invitation.code
    session.get_one(Person, person_id, with_for_update=True)  # who clicks twice joins once
    try:
        enrol(session, code.course_id, person_id, Role(code.role), now=now)
    except AlreadyThere:
        return
    audit.record(session, person_id, "joined", code.course_id, about=person_id, now=now)
