"""The dashboard of an assignment: where a class stands, what it misunderstands, whom to look at."""

import csv
import io
from collections.abc import Iterator
from typing import Any
from uuid import UUID

from fastapi import APIRouter, Response
from sqlalchemy.orm import Session

from api.i18n import gettext as _, number
from api.pages._class_figures import FIGURES, Looked
from api.pages._counted_people import counted_list
from api.pages._course_figures import turnout_definition
from api.pages._download import download
from api.pages._fields import Asked
from api.pages._figure_order import AsksOrder
from api.pages._held_cause import held_cause
from api.pages._selection import (
    AskedSelection,
    AsksSelection,
    attempt_choices,
    section_choices,
    selection_definition,
)
from api.pages._visit import Visit
from api.spreadsheets.cells import cell
from api.web.counted_people import MayAskPeople
from api.words import finding as finding_words
from grader import faults
from grader.records import Frozen, replace
from submissions.courses.assignments import assignments
from submissions.courses.courses import courses
from submissions.errors import NotFound
from submissions.people.access.policy import Action, may
from submissions.teaching.figures.causes import holders
from submissions.teaching.figures.pulse import pulse

router = APIRouter()

_MOST_HOLDERS = 5000
"""Students of a list in its CSV."""
_TO_TEACH = 3
_CHARTED = 5
"""Students with a submission from which on charts are drawn: of fewer, a sentence says more than bars."""


class Lesson(Frozen):
    """A cause that many have now."""

    cause: str
    title: str
    students: int
    lost: str
    """The points that it costs the class; empty where that says nothing."""
    has_page: bool


@router.get("/teach/assignments/{assignment_id:uuid}/dashboard")
def dashboard(
    visit: Visit,
    assignment_id: UUID,
    asked: AsksSelection,
    question: MayAskPeople,
    order: AsksOrder,
    cause: Asked = "",
) -> Response:
    """The page; with `cause`, also the students who have it now; with `counted`, whom a number counts."""
    with visit.database.read() as session:
        seen = _content(session, visit, assignment_id, asked, cause)
        selection = asked.read(seen["course"].zone)
        counted = counted_list(session, seen["assignment"], selection, question)
    seen["figures"] = [each.sorted_by(order) for each in seen["figures"]]
    return visit.page(
        "teach_dashboard.html",
        asked=asked,
        attempts=attempt_choices(),
        counted=counted,
        **seen,
    )


@router.get("/teach/assignments/{assignment_id:uuid}/figures/{figure}.csv")
def figure_csv(visit: Visit, assignment_id: UUID, figure: str, asked: AsksSelection) -> Response:
    """Return one figure as a CSV file."""
    with visit.database.read() as session:
        assignment = assignments.get(session, visit.caller, assignment_id, Action.SEE_SUBMISSIONS)
        course = courses.course_of(session, assignment)
        if figure not in FIGURES:
            raise NotFound
        shown = FIGURES[figure](
            Looked(session, assignment, asked.read(course.zone), course.zone, asked.query)
        )
    answer = download(f"{assignment.title} {figure}.csv".replace("/", "-"), shown.csv.encode())
    answer.headers["Content-Type"] = "text/csv; charset=utf-8"
    return answer


@router.get("/teach/assignments/{assignment_id:uuid}/students.csv")
def holders_csv(visit: Visit, assignment_id: UUID, asked: AsksSelection, cause: Asked = "") -> Response:
    """The students who have a cause now, for a spreadsheet."""
    with visit.database.read() as session:
        assignment = assignments.get(session, visit.caller, assignment_id, Action.SEE_SUBMISSIONS)
        selection = asked.read(courses.course_of(session, assignment).zone)
        known = cause if cause in faults.load() else ""
        held = holders(session, assignment, selection, known, limit=_MOST_HOLDERS) if known else []
    written = io.StringIO()
    table = csv.writer(written, lineterminator="\r\n")
    headings = [_("Student"), _("Attempt"), _("Points, percent"), _("Certainty"), _("Submission")]
    table.writerow(map(cell, headings))
    for each in held:
        certainty = _("proven") if each.proven else _("likely")
        table.writerow([cell(each.name), each.number, each.percent, cell(certainty), f"{each.submission_id}"])
    name = f"{assignment.title} {known or 'students'}.csv".replace("/", "-")
    answer = download(name, written.getvalue().encode())
    answer.headers["Content-Type"] = "text/csv; charset=utf-8"
    return answer


def _content(
    session: Session, visit: Visit, assignment_id: UUID, asked: AskedSelection, cause: str
) -> dict[str, Any]:
    """Return all that the page shows."""
    assignment = assignments.get(session, visit.caller, assignment_id, Action.SEE_SUBMISSIONS)
    course = courses.course_of(session, assignment)
    selection = asked.read(course.zone)
    looked = Looked(session, assignment, selection, course.zone, asked.query)
    figures = [make(looked) for make in FIGURES.values()]
    is_few = looked.turnout.submitted < _CHARTED
    if is_few:
        figures = [replace(each, chart="") for each in figures]
    return {
        **visit.course_frame(session, course),
        "assignment": assignment,
        "may_edit": may(session, visit.caller, Action.EDIT_ASSIGNMENT, course.id),
        "turnout": looked.turnout,
        "pulse": pulse(session, assignment),
        "definition": turnout_definition(),
        "selection_definition": selection_definition(),
        "figures": figures,
        "is_few": is_few,
        "charted": _CHARTED,
        "lessons": list(_lessons(looked)),
        "sections": section_choices(session, course.id),
        "held": held_cause(session, assignment, selection, cause),
        "now": visit.now(),
    }


def _lessons(looked: Looked) -> Iterator[Lesson]:
    """Yield what to teach next: the causes that lose the class most; of equals, the most frequent first."""
    lasting = [each for each in looked.causes if each.now]
    lasting.sort(key=lambda each: -(each.points_lost or 0))
    for each in lasting[:_TO_TEACH]:
        lost = "" if each.points_lost is None else number(round(each.points_lost, 2))
        title, has_page = finding_words.cause(each.cause), each.cause in faults.load()
        yield Lesson(each.cause, title, each.now, lost, has_page)
