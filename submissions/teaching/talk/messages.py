"""Messages of staff to one student of a course."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.orm import Session

from grader.records import Frozen
from submissions.people.access import audit
from submissions.people.access.notices import NoticePlace, notify
from submissions.people.access.people import place, require_member
from submissions.people.access.policy import Action, Caller, require
from submissions.tables import NoticeKind, Person, StaffMessage
from submissions.texts.several_lines import several_lines

_MOST = 100


class SentMessage(Frozen):
    """A message, and who wrote it."""

    message: StaffMessage
    by: str
    """Empty where their account is gone."""


def send(
    session: Session, caller: Caller, course_id: UUID, person_id: UUID, text: str, *, now: datetime
) -> StaffMessage:
    """Write to somebody who is in the course; they get a notice."""
    require(session, caller, Action.COMMENT, course_id)
    place(session, course_id, person_id)
    message = StaffMessage(
        course_id=course_id,
        person_id=person_id,
        by_id=caller.known,
        text=several_lines("text", text),
        created_at=now,
    )
    session.add(message)
    audit.record(session, caller.known, "message-sent", course_id, about=person_id, now=now)
    notify(session, [person_id], NoticeKind.MESSAGE, NoticePlace(course_id), now=now)
    session.flush()
    return message


def own(session: Session, caller: Caller, course_id: UUID) -> list[SentMessage]:
    """Return the messages of staff of a course to the caller, the latest first."""
    require(session, caller, Action.SEE_OWN_SUBMISSION, course_id)
    return _listed(session, course_id, caller.known)


def sent(session: Session, caller: Caller, course_id: UUID, person_id: UUID) -> list[SentMessage]:
    """Return the messages of staff to somebody, for staff."""
    require(session, caller, Action.SEE_SUBMISSIONS, course_id)
    require_member(session, course_id, person_id)
    return _listed(session, course_id, person_id)


def _listed(session: Session, course_id: UUID, person_id: UUID) -> list[SentMessage]:
    rows = session.execute(
        select(StaffMessage, Person.name)
        .outerjoin(Person, Person.id == StaffMessage.by_id)
        .where(StaffMessage.course_id == course_id, StaffMessage.person_id == person_id)
        .order_by(StaffMessage.id.desc())
        .limit(_MOST)
    )
    return [SentMessage(message, name or "") for message, name in rows]
