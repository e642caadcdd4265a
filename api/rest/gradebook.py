"""The grades of a course."""

from uuid import UUID

from fastapi import APIRouter, Response

from api.rest._caller import Known
from api.rest._model import Answer
from api.spreadsheets.gradebook import as_csv
from api.web.cursors import PagingByName, Part
from api.web.dependencies import Ours
from submissions.results.gradebook import Column, GradebookRow, GradeCell, gradebook

router = APIRouter(tags=["grades"])

_CSV = {
    "description": "a row a student, a column an assignment, with a header; UTF-8",
    "content": {"text/csv": {"schema": {"type": "string"}}},
}


class Graded(Answer):
    """An assignment in the gradebook."""

    assignment_id: UUID
    title: str
    possible: float


class Grade(Answer):
    """One student's grade in one assignment."""

    assignment_id: UUID
    points: float
    """After what lateness costs."""
    possible: float
    submission_id: UUID | None
    """What it comes from; null where a person gave it and nothing was graded."""
    late_days: int
    overridden: bool
    """A person gave these points."""
    outdated: bool
    """Graded on an earlier version of the assignment, and not again yet."""


class StudentGrades(Answer):
    """One student."""

    person_id: UUID
    login: str
    name: str
    grades: list[Grade]
    """Those there are, in no particular order."""


class GradebookPart(Part[StudentGrades]):
    """Some students, and all assignments."""

    assignments: list[Graded]


@router.get("/courses/{course_id}/gradebook", operation_id="get-gradebook")
def get_gradebook(ours: Ours, caller: Known, paging: PagingByName, course_id: UUID) -> GradebookPart:
    """The grades of a course by student name."""
    with ours.database.read() as session:
        book = gradebook(session, caller, course_id, after=paging.after, limit=paging.more)
    places = [(row.name, row.person_id) for row in book.rows]
    part = paging.part([_student(row) for row in book.rows], places)
    return GradebookPart(
        items=part.items,
        next_cursor=part.next_cursor,
        assignments=[_graded(column) for column in book.columns],
    )


@router.get(
    "/courses/{course_id}/gradebook.csv",
    operation_id="export-gradebook",
    response_class=Response,
    responses={200: _CSV},
)
def export_gradebook(ours: Ours, caller: Known, course_id: UUID) -> Response:
    """The grades of a whole course as a table for a spreadsheet."""
    with ours.database.read() as session:
        book = gradebook(session, caller, course_id)
    headers = {"Content-Disposition": 'attachment; filename="grades.csv"'}
    return Response(as_csv(book), headers=headers, media_type="text/csv; charset=utf-8")


def _graded(column: Column) -> Graded:
    assignment = column.assignment
    return Graded(assignment_id=assignment.id, title=assignment.title, possible=float(column.possible))


def _student(row: GradebookRow) -> StudentGrades:
    grades = [_grade(assignment_id, cell) for assignment_id, cell in row.cells.items()]
    return StudentGrades(person_id=row.person_id, login=row.login, name=row.name, grades=grades)


def _grade(assignment_id: UUID, cell: GradeCell) -> Grade:
    return Grade(
        assignment_id=assignment_id,
        points=float(cell.points),
        possible=float(cell.possible),
        submission_id=cell.submission_id,
        late_days=cell.late_days,
        overridden=cell.overridden,
        outdated=cell.outdated,
    )
