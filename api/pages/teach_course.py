"""The first page of a course for its staff: where each assignment stands, and what is misunderstood."""

from datetime import datetime
from uuid import UUID

from fastapi import APIRouter, Response
from sqlalchemy.orm import Session

from api.i18n import gettext as _
from api.pages._course_figures import FIGURES, LookedCourse
from api.pages._download import download_csv
from api.pages._figure import AsksOrder
from api.pages._selection import (
    AskedSelection,
    AsksSelection,
    attempt_choices,
    section_choices,
    selection_definition,
)
from api.pages._visit import Visit
from grader.records import Frozen
from submissions.connect.webhooks import endpoints
from submissions.courses.assignments import assignments
from submissions.courses.courses import courses, join_codes
from submissions.errors import NotFound
from submissions.people.access import people
from submissions.people.access.policy import Action, Caller, may
from submissions.tables import Course

router = APIRouter()


@router.get("/teach/courses/{course_id:uuid}")
def course(visit: Visit, course_id: UUID, asked: AsksSelection, order: AsksOrder) -> Response:
    """Show a course to its staff."""
    with visit.in_course(course_id, Action.SEE_SUBMISSIONS) as (session, view):
        students = people.students(session, visit.caller, course_id)
        looked = _looked(session, visit.caller, view.course, asked)
        steps = next_course_steps(session, visit.caller, view.course, students=students, now=visit.now())
        view.show(
            figures=[make(looked).sorted_by(order) for make in FIGURES.values()],
            sections=section_choices(session, course_id),
            stopped_webhooks=endpoints.stopped(session, visit.caller, course_id),
        )
    return view.page(
        "teach_course.html",
        students=students,
        next_steps=steps,
        asked=asked,
        attempts=attempt_choices(),
        selection_definition=selection_definition(),
    )


@router.get("/teach/courses/{course_id:uuid}/figures/{figure}.csv")
def figure_csv(visit: Visit, course_id: UUID, figure: str, asked: AsksSelection) -> Response:
    """Return one figure as a CSV file."""
    with visit.database.read() as session:
        found = courses.get(session, visit.caller, course_id, Action.SEE_SUBMISSIONS)
        if figure not in FIGURES:
            raise NotFound
        shown = FIGURES[figure](_looked(session, visit.caller, found, asked))
    return download_csv(f"{found.title} {figure}", shown.csv)


def _looked(session: Session, caller: Caller, found: Course, asked: AskedSelection) -> LookedCourse:
    listed = [each for each in assignments.listed(session, caller, found.id) if each.published]
    return LookedCourse(session, found, listed, asked.read(found.zone), asked.query)


class CourseStep(Frozen):
    """A step, and whether it is done."""

    text: str
    why: str
    url: str
    is_done: bool


def next_course_steps(
    session: Session, caller: Caller, course: Course, *, students: int, now: datetime
) -> list[CourseStep]:
    """Return all steps of a course while one is open and the caller may do them all; then none."""
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
