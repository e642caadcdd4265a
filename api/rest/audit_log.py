"""The audit log of a course."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Query
from pydantic import JsonValue

from api.rest._model import Answer, Moment
from api.rest._visit import Visit
from api.web.cursors import Paging, Part
from submissions.people.access.audit_log import LogEntry, LogRequest, entries

router = APIRouter(tags=["courses"])

_Text = Annotated[str, Query(max_length=200)]


class LogEvent(Answer):
    """Something that was done."""

    id: UUID
    at: datetime
    action: str
    actor_id: UUID | None
    """Null for the system itself."""
    actor: str | None
    """Their name today; null where the account was erased."""
    subject_id: UUID | None
    subject: str | None
    """The name of the person that it concerns; of a submission, of who submitted it. Else the assignment."""
    assignment: str | None
    """The title of the assignment in which it happened."""
    details: dict[str, JsonValue]


@router.get("/courses/{course_id}/log")
def list_log(
    visit: Visit,
    paging: Paging,
    course_id: UUID,
    action: _Text = "",
    who: _Text = "",
    since: Moment | None = None,
    until: Moment | None = None,
) -> Part[LogEvent]:
    """List who did what in a course, the newest first."""
    asked = LogRequest(action, who, since, until)
    with visit.database.read() as session:
        found = entries(session, visit.caller, course_id, asked, after=paging.after, limit=paging.more)
    return paging.part([_document(each) for each in found], [each.event.id for each in found])


def _document(entry: LogEntry) -> LogEvent:
    return LogEvent.of(
        entry.event,
        actor=entry.actor,
        subject=entry.person or entry.assignment,
        assignment=entry.assignment,
    )
