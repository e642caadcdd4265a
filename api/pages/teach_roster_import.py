"""A list of students: what it would change first, then the change."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from fastapi import APIRouter, Response

from api.i18n import gettext as _
from api.pages._carried_file import Carried, carry
from api.pages._fields import Line
from api.pages._visit import Visit
from api.spreadsheets.roster import NoLogins, students
from api.spreadsheets.table_file import NotATable
from api.web.body_limit import takes_file
from api.web.see_other import see_other
from api.words import Message
from api.words.unusable import WHY, unusable
from submissions.courses.courses import courses, roster_import
from submissions.courses.courses.roster_import import RosterLine
from submissions.errors import Stale, Unusable
from submissions.people.access.policy import Action

router = APIRouter()

_APPLY = "apply"
_MOST_SHOWN = 200
"""Lines of each kind; of more, how many there are."""


@router.get("/teach/courses/{course_id:uuid}/people/import")
def choose(visit: Visit, course_id: UUID) -> Response:
    """Show the form for the list."""
    return _page(visit, course_id)


@router.post("/teach/courses/{course_id:uuid}/people/import")
@takes_file()
def import_roster(
    visit: Visit, course_id: UUID, file: Carried, how: Line = "", seen: Line = "", deactivate: Line = ""
) -> Response:
    """Show what the list would change; or, of a list that was seen, make the change."""
    with visit.database.read() as session:
        courses.get(session, visit.caller, course_id, Action.EDIT_PEOPLE)
    try:
        content = file.content()
        lines = students(content)
        if how == _APPLY and _apply(visit, course_id, lines, seen, deactivate=bool(deactivate)):
            return see_other(f"/teach/courses/{course_id}/people")
        with visit.database.read() as session:
            plan = roster_import.plan(session, visit.caller, course_id, lines)
    except NotATable as error:
        return _page(visit, course_id, _error_message(f"gradebook-{error.why}"))
    except NoLogins:
        return _page(visit, course_id, _error_message("gradebook-no-login"))
    except Unusable as error:
        return _page(visit, course_id, Message(unusable(error)))
    stale = Message(_("The course has changed since you checked the list."), _("Check the changes again."))
    return _page(
        visit,
        course_id,
        stale if how == _APPLY else None,
        plan=plan,
        problems=[(each, unusable(each.error)) for each in plan.problems],
        content=carry(content),
        file_name=file.name,
    )


def _apply(
    visit: Visit, course_id: UUID, lines: Sequence[RosterLine], seen: str, *, deactivate: bool
) -> bool:
    """Make the change; return False if the course has changed since the list was seen."""
    try:
        with visit.database.begin() as session:
            roster_import.apply(
                session, visit.caller, course_id, lines, digest=seen, deactivate=deactivate, now=visit.now()
            )
    except Stale:
        return False
    return True


def _error_message(why: str) -> Message:
    return Message(_(WHY[why]))


def _page(
    visit: Visit,
    course_id: UUID,
    message: Message | None = None,
    **seen: Any,  # noqa: ANN401 - what the template shows of a list
) -> Response:
    with visit.in_course(course_id, Action.EDIT_PEOPLE) as (_session, view):
        view.show(plan=None, message=message, most_shown=_MOST_SHOWN)
    return view.page("teach_roster_import.html", wrong=message, **seen)
