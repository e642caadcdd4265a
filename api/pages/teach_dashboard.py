"""The dashboard of an assignment: where a class stands, what it misunderstands, whom to look at."""

from collections.abc import Iterator
from uuid import UUID

from fastapi import APIRouter, Response

from api.i18n import gettext as _, number
from api.pages._class_figures import FIGURES, Looked
from api.pages._counted_people import counted_list, held_cause
from api.pages._course_figures import turnout_definition
from api.pages._download import download_csv
from api.pages._fields import Asked
from api.pages._figure import AsksOrder
from api.pages._selection import (
    AsksSelection,
    attempt_choices,
    section_choices,
    selection_definition,
)
from api.pages._visit import Visit
from api.spreadsheets.cells import cell, csv_text
from api.web.counted_people import MayAskPeople
from api.words import finding as finding_words
from grader import faults
from grader.records import Frozen, replace
from submissions.courses.courses import courses
from submissions.errors import NotFound
from submissions.people.access.policy import Action
from submissions.teaching.figures.causes import holders
from submissions.teaching.figures.pulse import pulse

router = APIRouter()

_MOST_HOLDERS = 5000
"""Students of a list in its CSV."""
_TO_TEACH = 3
_CHARTED = 5
"""Students with a submission from which on charts are drawn: of fewer, a sentence says more than bars."""
_OF_HUNTS = ("points", "time")
"""The figures of a fault hunt, which has neither causes nor suites."""


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
    """Show the figures of an assignment, and the students with a `cause` or those that a number counts."""
    with visit.in_assignment(assignment_id, Action.SEE_SUBMISSIONS) as (session, view):
        assignment, zone = view.assignment, view.course.zone
        selection = asked.read(zone)
        looked = Looked(session, assignment, selection, zone, asked.query)
        names = _OF_HUNTS if looked.is_of_hunt else FIGURES
        figures = [FIGURES[name](looked).sorted_by(order) for name in names]
        is_few = looked.turnout.submitted < _CHARTED
        view.show(
            turnout=looked.turnout,
            pulse=pulse(session, assignment),
            lessons=list(_lessons(looked)),
            sections=section_choices(session, view.course.id),
            held=held_cause(session, assignment, selection, cause),
            counted=counted_list(session, assignment, selection, question),
        )
    return view.page(
        "teach_dashboard.html",
        asked=asked,
        attempts=attempt_choices(),
        definition=turnout_definition(),
        selection_definition=selection_definition(),
        figures=[replace(each, chart="") for each in figures] if is_few else figures,
        is_few=is_few,
        charted=_CHARTED,
    )


@router.get("/teach/assignments/{assignment_id:uuid}/figures/{figure}.csv")
def figure_csv(visit: Visit, assignment_id: UUID, figure: str, asked: AsksSelection) -> Response:
    """Return one figure as a CSV file."""
    with visit.reading(assignment_id, Action.SEE_SUBMISSIONS) as (session, assignment):
        course = courses.course_of(session, assignment)
        if figure not in FIGURES:
            raise NotFound
        shown = FIGURES[figure](
            Looked(session, assignment, asked.read(course.zone), course.zone, asked.query)
        )
    return download_csv(f"{assignment.title} {figure}", shown.csv)


@router.get("/teach/assignments/{assignment_id:uuid}/students.csv")
def holders_csv(visit: Visit, assignment_id: UUID, asked: AsksSelection, cause: Asked = "") -> Response:
    """Download the students who have a cause now, for a spreadsheet."""
    with visit.reading(assignment_id, Action.SEE_SUBMISSIONS) as (session, assignment):
        selection = asked.read(courses.course_of(session, assignment).zone)
        known = cause if cause in faults.load() else ""
        held = holders(session, assignment, selection, known, limit=_MOST_HOLDERS) if known else []
    headings = [_("Student"), _("Attempt"), _("Points, percent"), _("Certainty"), _("Submission")]
    certainty = {True: cell(_("proven")), False: cell(_("likely"))}
    rows = [
        (cell(each.name), each.number, each.percent, certainty[each.proven], each.submission_id)
        for each in held
    ]
    return download_csv(f"{assignment.title} {known or 'students'}", csv_text([map(cell, headings), *rows]))


def _lessons(looked: Looked) -> Iterator[Lesson]:
    """Yield what to teach next: the causes that lose the class most; of equals, the most frequent first."""
    lasting = [each for each in looked.causes if each.now]
    lasting.sort(key=lambda each: -(each.points_lost or 0))
    for each in lasting[:_TO_TEACH]:
        lost = "" if each.points_lost is None else number(round(each.points_lost, 2))
        title, has_page = finding_words.cause(each.cause), each.cause in faults.load()
        yield Lesson(each.cause, title, each.now, lost, has_page)
