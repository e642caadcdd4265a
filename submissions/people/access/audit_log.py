"""The audit log of a course, as its teachers read it: the newest first, with the names of people."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from uuid import UUID

from sqlalchemy import ColumnElement, func, or_, select
from sqlalchemy.orm import Session, aliased

from grader.records import Frozen
from submissions.people.access.policy import Action, Caller, require
from submissions.tables import Assignment, AuditEvent, Person, RegradeRun, Submission

_ASSIGNMENT = "assignment"
"""The name under which details keep the id of one."""


class LogRequest(Frozen):
    """A request for events of the log: which ones, and since when."""

    action: str = ""
    who: str = ""
    """Part of the name or login of who did it, or of whom it concerns."""
    since: datetime | None = None
    until: datetime | None = None


class LogEntry(Frozen):
    """One event. Names are None for the system itself, and for accounts that were erased."""

    event: AuditEvent
    actor: str | None
    person: str | None
    """The person whom it concerns; of a submission, the person who submitted it."""
    assignment: str | None
    """The title of the one in which it happened."""
    submission_id: UUID | None
    titles: Mapping[str, str]
    """Titles of the course's assignments by id, as details name them."""


def entries(
    session: Session,
    caller: Caller,
    course_id: UUID,
    asked: LogRequest,
    *,
    after: UUID | None = None,
    limit: int,
) -> list[LogEntry]:
    """The events of a course; `after` the last one seen. Two queries."""
    require(session, caller, Action.SEE_LOG, course_id)
    actor, subject = aliased(Person), aliased(Person)
    chosen = (
        select(AuditEvent, actor.name, subject.name, Assignment.title, Submission.id)
        .outerjoin(Submission, Submission.id == AuditEvent.subject_id)
        .outerjoin(RegradeRun, RegradeRun.id == AuditEvent.subject_id)
        .outerjoin(actor, actor.id == AuditEvent.actor_id)
        .outerjoin(subject, subject.id == func.coalesce(Submission.person_id, AuditEvent.subject_id))
        .outerjoin(
            Assignment,
            Assignment.id
            == func.coalesce(Submission.assignment_id, RegradeRun.assignment_id, AuditEvent.subject_id),
        )
        .where(AuditEvent.course_id == course_id, *_asked_for(asked, actor, subject))
        .order_by(AuditEvent.id.desc())
        .limit(limit)
    )
    if after is not None:
        chosen = chosen.where(AuditEvent.id < after)
    rows = session.execute(chosen).all()
    titles = _titles(session, course_id)
    return [
        LogEntry(event, by, whom, title or titles.get(event.details.get(_ASSIGNMENT, "")), file, titles)
        for event, by, whom, title, file in rows
    ]


def _asked_for(
    asked: LogRequest, actor: type[Person], subject: type[Person]
) -> Iterator[ColumnElement[bool]]:
    """Yield the conditions of a request."""
    if asked.action:
        yield AuditEvent.action == asked.action
    if words := asked.who.strip():
        columns = (actor.name, actor.login, subject.name, subject.login)
        yield or_(*(each.icontains(words, autoescape=True) for each in columns))
    if asked.since is not None:
        yield AuditEvent.at >= asked.since
    if asked.until is not None:
        yield AuditEvent.at <= asked.until


def _titles(session: Session, course_id: UUID) -> dict[str, str]:
    chosen = select(Assignment.id, Assignment.title).where(Assignment.course_id == course_id)
    return {str(id_): title for id_, title in session.execute(chosen)}
