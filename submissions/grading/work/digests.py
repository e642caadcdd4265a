"""Digests by e-mail: who has unread notices, one e-mail for all of them. It says how many, and never what."""

from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy import func, or_, select, update
from sqlalchemy.orm import Session

from grader.records import Frozen
from submissions.storage.database import Database
from submissions.tables import MailState, Notice, Person

_AT_A_TIME = 50


class Digest(Frozen):
    """An e-mail that is to be sent."""

    person_id: UUID
    address: str
    language: str | None
    number: int
    """Unread notices that were in no e-mail yet."""


def take_due(database: Database, every: timedelta, *, now: datetime) -> list[Digest]:
    """Mark digests that are due as sent, and return them: nobody gets one twice, whatever fails."""
    with database.begin() as session:
        due = _due(session, now - every)
        people = [each.person_id for each in due]
        session.execute(
            update(Notice)
            .where(Notice.person_id.in_(people), Notice.mailed_at.is_(None))
            .values(mailed_at=now)
        )
        for person_id in people:
            state = session.get(MailState, person_id) or MailState(person_id=person_id)
            state.sent_at = now
            session.add(state)
    return due


def put_back(database: Database, digest: Digest, *, at: datetime) -> None:
    """Have the notices of a digest that could not be sent go into the next, when that is due."""
    with database.begin() as session:
        taken = update(Notice).where(Notice.person_id == digest.person_id, Notice.mailed_at == at)
        session.execute(taken.values(mailed_at=None))


def _due(session: Session, before: datetime) -> list[Digest]:
    """Return digests for people with news whose login is an address, without an e-mail since `before`."""
    rows = session.execute(
        select(Person.id, Person.login, Person.language, func.count())
        .join(Notice, Notice.person_id == Person.id)
        .outerjoin(MailState, MailState.person_id == Person.id)
        .where(
            Notice.read_at.is_(None),
            Notice.mailed_at.is_(None),
            Person.login.contains("@"),
            Person.disabled_at.is_(None),
            MailState.stopped_at.is_(None),
            or_(MailState.sent_at.is_(None), MailState.sent_at <= before),
        )
        .group_by(Person.id, Person.login, Person.language)
        .order_by(Person.id)
        .limit(_AT_A_TIME)
    )
    return [Digest(*row) for row in rows]
