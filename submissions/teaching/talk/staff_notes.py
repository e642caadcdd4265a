"""What staff write down about a student, for each other. Students never see it."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.orm import Session

from grader.records import Frozen
from submissions.errors import NotFound
from submissions.people.access import audit
from submissions.people.access.people import require_member
from submissions.people.access.policy import Action, Caller, require
from submissions.tables import Person, StaffNote
from submissions.texts.several_lines import several_lines

_MOST = 100


class WrittenNote(Frozen):
    """A note, and who wrote it."""

    note: StaffNote
    by: str
    """Empty where their account is gone."""


def add(
    session: Session, caller: Caller, course_id: UUID, person_id: UUID, text: str, *, now: datetime
) -> StaffNote:
    """Write a note about somebody who is in the course, or was."""
    require(session, caller, Action.COMMENT, course_id)
    require_member(session, course_id, person_id)
    note = StaffNote(
        course_id=course_id,
        person_id=person_id,
        by_id=caller.known,
        text=several_lines("text", text),
        created_at=now,
    )
    session.add(note)
    audit.record(session, caller.known, "note-written", course_id, about=person_id, now=now)
    session.flush()
    return note


def listed(session: Session, caller: Caller, course_id: UUID, person_id: UUID) -> list[WrittenNote]:
    """The notes about somebody, the latest first."""
    require(session, caller, Action.SEE_SUBMISSIONS, course_id)
    require_member(session, course_id, person_id)
    rows = session.execute(
        select(StaffNote, Person.name)
        .outerjoin(Person, Person.id == StaffNote.by_id)
        .where(StaffNote.course_id == course_id, StaffNote.person_id == person_id)
        .order_by(StaffNote.id.desc())
        .limit(_MOST)
    )
    return [WrittenNote(note, name or "") for note, name in rows]


def remove(
    session: Session,
    caller: Caller,
    course_id: UUID,
    note_id: UUID,
    *,
    about: UUID | None = None,
    now: datetime,
) -> StaffNote:
    """Delete a note; with `about`, one about that person."""
    require(session, caller, Action.COMMENT, course_id)
    note = session.get(StaffNote, note_id)
    if note is None or note.course_id != course_id or about not in (None, note.person_id):
        raise NotFound
    session.delete(note)
    audit.record(session, caller.known, "note-removed", course_id, about=note.person_id, now=now)
    session.flush()
    return note
