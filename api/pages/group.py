"""A student's own group: made, joined and left on the page of the assignment."""

from uuid import UUID

from fastapi import APIRouter, Response

from api.i18n import gettext as _
from api.pages import assignment as assignment_page
from api.pages._fields import Typed
from api.pages._visit import Visit
from api.web.see_other import see_other
from api.words import Message
from api.words.unusable import unusable
from submissions.courses.groups import membership
from submissions.errors import CodeUnknown, Unusable
from submissions.people.access.policy import Action

router = APIRouter()


@router.post("/assignments/{assignment_id:uuid}/group")
def join_group(visit: Visit, assignment_id: UUID, typed: Typed) -> Response:
    """Make a group, or join the one of a code; or the page again, and why not."""
    code = typed.get("code", "").strip()
    try:
        with visit.changing(assignment_id, Action.SUBMIT) as (session, found):
            if typed.get("how") == "make":
                membership.create(session, visit.caller, found, now=visit.now())
            else:
                membership.join(session, visit.caller, found, code, now=visit.now())
    except CodeUnknown:
        message = Message(
            _("No group of this assignment has this code."), _("Ask for it again, and copy all of it.")
        )
        return assignment_page.page_again(visit, assignment_id, message)
    except Unusable as error:
        message = Message(_("You are in the same group as before."), unusable(error))
        return assignment_page.page_again(visit, assignment_id, message)
    return see_other(f"/assignments/{assignment_id}")


@router.post("/assignments/{assignment_id:uuid}/group/leave")
def leave_group(visit: Visit, assignment_id: UUID) -> Response:
    """Leave the group; or show the page again, and why not."""
    try:
        with visit.changing(assignment_id, Action.SUBMIT) as (session, found):
            membership.leave(session, visit.caller, found, now=visit.now())
    except Unusable as error:
        message = Message(_("You are in the same group as before."), unusable(error))
        return assignment_page.page_again(visit, assignment_id, message)
    return see_other(f"/assignments/{assignment_id}")
