"""What each role may do, as a table: read from the policy itself."""

from uuid import UUID

from fastapi import APIRouter, Response

from api.i18n import N_, gettext as _
from api.pages._visit import Visit
from api.words.role import ROLES
from submissions.people.access.policy import Action, roles_with
from submissions.tables import Role

router = APIRouter()


@router.get("/teach/courses/{course_id:uuid}/roles")
def roles(visit: Visit, course_id: UUID) -> Response:
    """Show which roles have which permissions."""
    with visit.in_course(course_id, Action.SEE_PEOPLE) as (_session, view):
        view.show(roles=ROLES, permissions=PERMISSIONS)
    return view.page(
        "teach_roles.html",
        all_roles=list(Role),
        actions=[(_(ACTIONS[action]), roles_with(action)) for action in Action],
    )


PERMISSIONS = {
    Role.OWNER: N_("Can do everything, including changes to the course and its owners."),
    Role.INSTRUCTOR: N_("Manages assignments, people and grades."),
    Role.ASSISTANT: N_("Sees all submissions and grades, and changes nothing."),
    Role.STUDENT: N_("Submits, and sees their own submissions and grades."),
    Role.OBSERVER: N_("Sees the assignments, and submits nothing."),
}
ACTIONS = {
    Action.SEE_COURSE: N_("See the course"),
    Action.EDIT_COURSE: N_("Change, archive and delete the course"),
    Action.SEE_PEOPLE: N_("See the people of the course"),
    Action.EDIT_PEOPLE: N_("Add, change and remove people; create join codes and sign-in links"),
    Action.SEE_LOG: N_("Read the audit log"),
    Action.SEE_ASSIGNMENT: N_("See published assignments"),
    Action.SEE_DRAFT: N_("See assignments before they are published"),
    Action.EDIT_ASSIGNMENT: N_("Create, change and archive assignments"),
    Action.EXPORT_COURSE: N_("Export the course to a file"),
    Action.SUBMIT: N_("Submit"),
    Action.SEE_OWN_SUBMISSION: N_("See their own submissions and grades"),
    Action.SEE_SUBMISSIONS: N_("See all submissions, results and causes"),
    Action.COMMENT: N_("Comment on submissions and write to students"),
    Action.SEE_GRADES: N_("See and download all grades"),
    Action.EDIT_GRADES: N_("Set points, extensions and weights; grade again"),
}
"""The names of the actions of the policy, in a table of who may do them."""
