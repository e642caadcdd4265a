"""The grades of a course: a page of students at a time, and all of them for a spreadsheet."""

from uuid import UUID

from fastapi import APIRouter, Request, Response

from api.pages._by_name import LastSeen, next_page
from api.pages._download import download
from api.pages._page import render
from api.spreadsheets.gradebook import as_csv
from api.web.caller import Asks
from api.web.dependencies import Ours
from submissions.access.policy import Action
from submissions.courses import courses
from submissions.results.gradebook import gradebook

router = APIRouter()

_ON_A_PAGE = 100
_LAST = _ON_A_PAGE - 1
_BYTE_ORDER_MARK = "\ufeff"
"""Without it, Excel takes UTF-8 for something else."""


@router.get("/teach/courses/{course_id:uuid}/grades")
def grades(
    request: Request,
    service: Ours,
    caller: Asks,
    course_id: UUID,
    after: LastSeen,
) -> Response:
    """Some students by name."""
    with service.database.read() as session:
        course = courses.get(session, caller, course_id, Action.SEE_GRADES)
        book = gradebook(session, caller, course_id, after=after, limit=_ON_A_PAGE + 1)
    rows = book.rows
    return render(
        request,
        "teach_grades.html",
        course=course,
        columns=book.columns,
        rows=rows[:_ON_A_PAGE],
        possible=sum(column.possible for column in book.columns),
        more=next_page(rows[_LAST].name, rows[_LAST].person_id) if len(rows) > _ON_A_PAGE else "",
        is_first=after is None,
    )


@router.get("/teach/courses/{course_id:uuid}/grades.csv")
def grades_csv(service: Ours, caller: Asks, course_id: UUID, *, bom: bool = False) -> Response:
    """All of them."""
    with service.database.read() as session:
        course = courses.get(session, caller, course_id, Action.SEE_GRADES)
        book = gradebook(session, caller, course_id)
    text = as_csv(book)
    content = f"{_BYTE_ORDER_MARK}{text}" if bom else text
    answer = download(f"{course.title.replace('/', '-')} grades.csv", content.encode())
    answer.headers["Content-Type"] = "text/csv; charset=utf-8"
    return answer
