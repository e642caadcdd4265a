"""What each role may do, as a table: read from the policy itself."""

from uuid import UUID

from fastapi import APIRouter, Response

from api.i18n import gettext as _
from api.pages._course_frame import course_frame
from api.pages._page import render
from api.pages._roles import ACTIONS, PERMISSIONS
from api.pages._visit import Visit
from api.words.role import ROLES
from submissions.courses.courses import courses
from submissions.people.access.policy import Action, roles_with
from submissions.tables import Role

router = APIRouter()


@router.get("/teach/courses/{course_id:uuid}/roles")
def roles(visit: Visit, course_id: UUID) -> Response:
    """Roles across, permissions down."""
    with visit.database.read() as session:
        course = courses.get(session, visit.caller, course_id, Action.SEE_PEOPLE)
        frame = course_frame(session, visit.caller, course)
    return render(
        visit.request,
        "teach_roles.html",
        **frame,
        roles=ROLES,
        permissions=PERMISSIONS,
        all_roles=list(Role),
        actions=[(_(ACTIONS[action]), roles_with(action)) for action in Action],
    )
