"""The lecture view: the commonest causes of late, one a slide, each with an example that names nobody."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from uuid import UUID

from fastapi import APIRouter, Response
from sqlalchemy.orm import Session

from api.i18n import N_, gettext as _
from api.pages._fault_example import shown_by
from api.pages._fields import Asked
from api.pages._visit import Visit
from api.report_view.finding import FindingView, finding_view
from api.report_view.source_lines import SourceLines
from api.words import finding as finding_words
from grader import faults
from grader.finding import Certainty, Finding
from grader.records import Frozen
from submissions.courses.assignments import assignments
from submissions.courses.assignments.hints import Rung
from submissions.courses.courses import courses
from submissions.operating.service import Service
from submissions.people.access.policy import Action
from submissions.tables import Assignment, Course
from submissions.teaching.figures.lecture import LectureCause, lecture_causes
from submissions.teaching.results.trimming import trim_finding

router = APIRouter()

_MOST = 5
"""Causes of a lecture."""
_TIMES: Mapping[str, str] = {
    "1": N_("Last 24 hours"),
    "7": N_("Last 7 days"),
    "30": N_("Last 30 days"),
    "all": N_("Any time"),
}
_USUAL = "7"


class Slide(Frozen):
    """One cause."""

    cause: str
    title: str
    students: int
    view: FindingView | None
    """The example; None where no small graph shows this cause."""
    is_ours: bool
    """It is made with our own class, as no report has one."""
    has_page: bool


@router.get("/teach/courses/{course_id:uuid}/lecture")
def lecture_of_course(visit: Visit, course_id: UUID, days: Asked = _USUAL) -> Response:
    """Show the figures of all published assignments of a course, for a lecture."""
    with visit.database.read() as session:
        course = courses.get(session, visit.caller, course_id, Action.SEE_SUBMISSIONS)
        listed = [each for each in assignments.listed(session, visit.caller, course_id) if each.published]
        slides = _slides(session, visit.service, course, listed, days)
    home = f"/teach/courses/{course_id}"
    return _page(visit, course.title, home, slides, days)


@router.get("/teach/assignments/{assignment_id:uuid}/lecture")
def lecture_of_assignment(visit: Visit, assignment_id: UUID, days: Asked = _USUAL) -> Response:
    """Show the figures of one assignment, for a lecture."""
    with visit.reading(assignment_id, Action.SEE_SUBMISSIONS) as (session, assignment):
        course = courses.course_of(session, assignment)
        slides = _slides(session, visit.service, course, [assignment], days)
    home = f"/teach/assignments/{assignment_id}/dashboard"
    return _page(visit, assignment.title, home, slides, days)


def _page(visit: Visit, title: str, home: str, slides: Sequence[Slide], days: str) -> Response:
    return visit.page(
        "teach_lecture.html",
        title=title,
        home=home,
        slides=slides,
        days=days if days in _TIMES else _USUAL,
        times=[(value, _(text)) for value, text in _TIMES.items()],
    )


def _slides(
    session: Session, service: Service, course: Course, of: Sequence[Assignment], days: str
) -> list[Slide]:
    asked = days if days in _TIMES else _USUAL
    since = None if asked == "all" else service.now() - timedelta(days=int(asked))
    ids = [each.id for each in of]
    return [_slide(each) for each in lecture_causes(session, course.id, ids, since=since, limit=_MOST)]


def _slide(of: LectureCause) -> Slide:
    known = of.cause in faults.load()
    example = of.example or (_our_own(of.cause) if known else None)
    view = _view(example) if example else None
    return Slide(of.cause, finding_words.cause(of.cause), of.students, view, of.example is None, known)


def _view(example: Finding) -> FindingView | None:
    view = finding_view(trim_finding(example, max(Rung)), SourceLines("", b""))
    return view if view.explained else None


def _our_own(cause: str) -> Finding | None:
    """Return a finding made with our own class, where no report has an example."""
    shown = shown_by(cause)
    if shown is None or shown.raised or not shown.ends:
        return None
    return Finding(fault=cause, certainty=Certainty.PROVEN, explained=shown.explained)
