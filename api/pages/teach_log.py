"""The audit log of a course: who did what, the newest first."""

from datetime import UTC, datetime, timedelta
from typing import Annotated
from urllib.parse import urlencode
from uuid import UUID

from fastapi import APIRouter, Depends, Response

from api.i18n import gettext as _
from api.pages._fields import After, Asked
from api.pages._visit import Visit
from api.words.audit import EVENTS
from api.words.audit_details import concerns, details
from api.words.moment import zone_named
from grader.records import Frozen
from submissions.people.access.audit_log import LogRequest, entries
from submissions.people.access.policy import Action
from submissions.tables import YEARS

router = APIRouter()

_ON_A_PAGE = 100


class LogQuery(Frozen):
    """The query of the address."""

    action: Asked = ""
    who: Asked = ""
    since: Asked = ""
    until: Asked = ""
    after: After = None

    def in_zone(self, zone: str) -> LogRequest:
        """Return the query with days of this zone."""
        begin, end = _day(self.since, zone), _day(self.until, zone)
        end = end + timedelta(days=1) if end else None
        return LogRequest(self.action if self.action in EVENTS else "", self.who, begin, end)


@router.get("/teach/courses/{course_id:uuid}/log")
def log(visit: Visit, course_id: UUID, query: Annotated[LogQuery, Depends()]) -> Response:
    """Show what was done in a course, and by whom."""
    with visit.in_course(course_id, Action.SEE_LOG) as (session, view):
        asked = query.in_zone(view.course.zone)
        found = entries(session, visit.caller, course_id, asked, after=query.after, limit=_ON_A_PAGE + 1)
    wanted = {"action": asked.action, "who": query.who, "since": query.since, "until": query.until}
    older = {**wanted, "after": str(found[_ON_A_PAGE - 1].event.id)} if len(found) > _ON_A_PAGE else None
    return view.page(
        "teach_log.html",
        entries=found[:_ON_A_PAGE],
        events=EVENTS,
        choices=[("", _("All events")), *((name, _(text)) for name, text in EVENTS.items())],
        details=details,
        concerns=concerns,
        wanted=wanted,
        older=f"?{urlencode(older)}" if older else "",
        is_first=query.after is None,
    )


def _day(text: str, zone: str) -> datetime | None:
    """The begin of a day in the zone of the course; None where no day stands."""
    try:
        day = datetime.fromisoformat(text).replace(tzinfo=zone_named(zone))
    except ValueError:
        return None
    return day.astimezone(UTC) if day.year in YEARS else None
