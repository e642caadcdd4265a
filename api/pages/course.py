"""A course as its students see it: what there is to hand in, until when, and what was earned."""

from dataclasses import dataclass
from uuid import UUID

from fastapi import APIRouter, Request, Response
from sqlalchemy.orm import Session

from api.pages._page import render
from api.pages._standing import Standing, standings
from api.web.caller import Asks
from api.web.dependencies import Ours
from api.words.en import assignment as words
from submissions import assignments, courses, gradebook, submitted
from submissions.gradebook import Cell
from submissions.policy import Action, Caller, may
from submissions.service import Service
from submissions.tables import Assignment

router = APIRouter()


@dataclass(frozen=True, slots=True)
class Row:
    """An assignment in the list."""

    assignment: Assignment
    standing: Standing
    cell: Cell | None
    """The grade; None where nothing was graded, or it is not shown yet."""
    kept_back: bool


@router.get("/courses/{course_id:uuid}")
def course(request: Request, service: Ours, caller: Asks, course_id: UUID) -> Response:
    """The page."""
    with service.database.read() as session:
        found = courses.get(session, caller, course_id)
        rows = _rows(session, service, caller, course_id)
        staff = may(session, caller, Action.SEE_SUBMISSIONS, course_id)
    return render(
        request, "course.html", words=words, course=found, rows=rows, staff=staff, now=service.now()
    )


def _rows(session: Session, service: Service, caller: Caller, course_id: UUID) -> list[Row]:
    now, me = service.now(), caller.known
    listed = assignments.listed(session, caller, course_id)
    dates = standings(session, listed, me, now=now)
    grades = gradebook.grades(session, gradebook.columns(session, course_id), [me]).get(me, {})
    rows = []
    for each in listed:
        shown = submitted.shown_by(each, dates[each.id].deadlines)
        kept_back = shown is not None and now < shown
        cell = None if kept_back else grades.get(each.id)
        rows.append(Row(each, dates[each.id], cell, kept_back and each.id in grades))
    return rows
