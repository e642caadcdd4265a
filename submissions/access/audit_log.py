"""The audit log of a course, as its teachers read it: the newest first, with the names of people."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from sqlalchemy import or_, select
from sqlalchemy.orm import Session, aliased

from submissions.access.policy import Action, Caller, require
from submissions.tables import Assignment, AuditEvent, Person


@dataclass(frozen=True, slots=True)
class LogRequest:
    """Which events to list."""

    action: str = ""
    who: str = ""
    """Part of the name or login of who did it, or of whom it concerns."""
    since: datetime | None = None
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One event. Names are None for the system itself, and for accounts that were erased."""

    event: AuditEvent
    actor: str | None
    subject: str | None
    """A person or an assignment."""


def entries(
    session: Session,
    caller: Caller,
    course_id: UUID,
    asked: LogRequest,
    *,
    after: UUID | None = None,
    limit: int,
) -> list[LogEntry]:
    """The events of a course; `after` the last one seen. One query.

    Raises:
        NotSignedIn, NotFound, NotAllowed, ScopeMissing: if the caller may not read the log.
    """
    require(session, caller, Action.SEE_LOG, course_id)
    actor, subject = aliased(Person), aliased(Person)
    chosen = (
        select(AuditEvent, actor.name, subject.name, Assignment.title)
        .outerjoin(actor, actor.id == AuditEvent.actor_id)
        .outerjoin(subject, subject.id == AuditEvent.subject_id)
        .outerjoin(Assignment, Assignment.id == AuditEvent.subject_id)
        .where(AuditEvent.course_id == course_id)
        .order_by(AuditEvent.id.desc())
        .limit(limit)
    )
    if after is not None:
        chosen = chosen.where(AuditEvent.id < after)
    if asked.action:
        chosen = chosen.where(AuditEvent.action == asked.action)
    if words := asked.who.strip():
        columns = (actor.name, actor.login, subject.name, subject.login)
        chosen = chosen.where(or_(*(each.icontains(words, autoescape=True) for each in columns)))
    if asked.since is not None:
        chosen = chosen.where(AuditEvent.at >= asked.since)
    if asked.until is not None:
        chosen = chosen.where(AuditEvent.at <= asked.until)
    return [LogEntry(event, by, whom or title) for event, by, whom, title in session.execute(chosen)]
