"""The next steps in a new course: a way in for students, the students, an assignment that they see."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.orm import Session

from api.i18n import gettext as _
from submissions.courses.assignments import assignments
from submissions.courses.courses import join_codes
from submissions.people.access.policy import Action, Caller, may
from submissions.tables import Course


@dataclass(frozen=True, slots=True)
class CourseStep:
    """A step, and whether it is done."""

    text: str
    why: str
    url: str
    is_done: bool


def next_course_steps(
    session: Session, caller: Caller, course: Course, *, students: int, now: datetime
) -> list[CourseStep]:
    """All steps of a course, as long as one is open and the caller may do them all; then none."""
    needed = (Action.EDIT_PEOPLE, Action.EDIT_ASSIGNMENT)
    if not all(may(session, caller, action, course.id) for action in needed):
        return []
    home = f"/teach/courses/{course.id}"
    made = assignments.listed(session, caller, course.id)
    codes = join_codes.listed(session, caller, course.id, now=now)
    steps = [
        CourseStep(
            _("Create a join code"),
            _("Students join the course with it."),
            f"{home}/settings",
            bool(codes) or students > 0,
        ),
        CourseStep(
            _("Import the roster"),
            _("A table of your students is enough. You can leave it out where they join with a code."),
            f"{home}/people/import",
            students > 0,
        ),
        CourseStep(
            _("Create an assignment"),
            _("A title and a due date are enough."),
            f"{home}/assignments/new",
            bool(made),
        ),
        CourseStep(
            _("Publish it"),
            _("Look at it as students see it first."),
            f"/assignments/{made[0].id}/preview" if made else f"{home}/assignments/new",
            any(each.published for each in made),
        ),
    ]
    return [] if all(step.is_done for step in steps) else steps
