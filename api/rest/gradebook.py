"""The grades of a course."""

from datetime import datetime
from decimal import Decimal
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Response
from pydantic import Field

from api.rest._model import Answer, Given, Id
from api.rest._visit import Visit
from api.spreadsheets.gradebook import as_csv
from api.web.cursors import PagingByName, Part
from submissions.courses.grades.cells import Column
from submissions.teaching.gradebook.grade_sheet import SheetRequest, sheet
from submissions.teaching.gradebook.grade_standing import with_standing
from submissions.teaching.gradebook.grade_totals import percent
from submissions.teaching.gradebook.grade_weights import set_weights, try_weights
from submissions.teaching.gradebook.gradebook import Gradebook, GradebookRow, gradebook

router = APIRouter(tags=["grades"])

_MOST_CHANGES = 500

_CSV = {
    "description": "a row a student, a column an assignment, with a header; UTF-8",
    "content": {"text/csv": {"schema": {"type": "string"}}},
}


class Graded(Answer):
    """An assignment in the gradebook."""

    assignment_id: UUID
    title: str
    possible: float
    weight: float
    """Its weight in the total: its points, unless another was set."""


class Grade(Answer):
    """One student's grade in one assignment."""

    assignment_id: UUID
    points: float
    """The points after what lateness costs."""
    possible: float
    submission_id: UUID | None
    """The submission that it comes from; null where a person gave it and nothing was graded."""
    late_days: int
    overridden: bool
    """A person gave these points."""
    outdated: bool
    """Graded on an earlier version of the assignment, and not again yet."""
    asked: float | None
    """The share of the assignment that was asked of the submission, in percent; null if it is not known."""


class StudentGrades(Answer):
    """One student."""

    person_id: UUID
    login: str
    name: str
    section: str
    sis_id: str
    """Their number in the university's records; empty where nobody gave it."""
    grades: list[Grade]
    """The grades there are, in no particular order."""
    waiting: list[UUID]
    """Assignments with a submission that has no grade yet: it waits, or we could not grade it."""
    missing: list[UUID]
    """Published assignments past the due date of the student, without a submission. One that was withdrawn,
    or in which there was nothing to grade, is none."""
    percent: float | None
    """The total so far by the weights; null where nothing counts yet."""


class GradebookPart(Part[StudentGrades]):
    """Some students, and all assignments."""

    assignments: list[Graded]


@router.get("/courses/{course_id}/gradebook")
def get_gradebook(visit: Visit, paging: PagingByName, course_id: UUID) -> GradebookPart:
    """The grades of a course by student name."""
    with visit.database.read() as session:
        book = gradebook(session, visit.caller, course_id, after=paging.after, limit=paging.more)
        rows = with_standing(session, book.columns, book.rows, whole=False, now=visit.now())
    places = [(row.name, row.person_id) for row in book.rows]
    part = paging.part([_student(book.columns, row) for row in rows], places)
    return GradebookPart(
        items=part.items,
        next_cursor=part.next_cursor,
        assignments=[_graded(column) for column in book.columns],
    )


@router.get("/courses/{course_id}/gradebook.csv", response_class=Response, responses={200: _CSV})
def export_gradebook(visit: Visit, course_id: UUID) -> Response:
    """The grades of a whole course as a table for a spreadsheet."""
    with visit.database.read() as session:
        book = gradebook(session, visit.caller, course_id)
        rows = with_standing(session, book.columns, book.rows, whole=True, now=visit.now())
    headers = {"Content-Disposition": 'attachment; filename="grades.csv"'}
    return Response(
        as_csv(Gradebook(book.columns, rows)), headers=headers, media_type="text/csv; charset=utf-8"
    )


class Figures(Answer):
    """Mean and median of those who have a grade; null where nobody has."""

    assignment_id: UUID | None
    """Null for the total, in percent."""
    mean: float | None
    median: float | None
    graded: int
    missing: int


class GradeStatistics(Answer):
    """The statistics of a whole course."""

    assignments: list[Figures]
    total: Figures
    as_of: datetime
    """The time of the figures; of a large course, up to a minute ago."""


class AssignmentWeight(Given):
    """The weight of one assignment."""

    assignment_id: Id
    weight: Annotated[Decimal | None, Field(strict=False, ge=0, le=10_000, decimal_places=4)]
    """Null: its points."""


class GradebookWeights(Given, json_schema_extra={"examples": [{"weights": []}]}):
    """Weights in the total of the course. Assignments that are left out keep theirs."""

    weights: Annotated[list[AssignmentWeight], Field(max_length=200)]


class TotalChange(Answer):
    """A student whose total would change, in percent; null where nothing counts."""

    person_id: UUID
    name: str
    section: str
    before: float | None
    after: float | None


class WeightTrial(Answer):
    """The changes that other weights would make to the totals of the class."""

    students: int
    rises: int
    falls: int
    mean_before: float | None
    """The mean of the totals in percent; null where nobody has one."""
    mean_after: float | None
    median_before: float | None
    median_after: float | None
    changes: list[TotalChange]
    """The largest first, at most 500."""


@router.get("/courses/{course_id}/gradebook/statistics")
def get_grade_statistics(visit: Visit, course_id: UUID) -> GradeStatistics:
    """Mean, median and missing submissions of each assignment, and of the totals."""
    with visit.database.read() as session:
        found = sheet(session, visit.caller, course_id, SheetRequest(), now=visit.now())
    return GradeStatistics(
        assignments=[Figures.of(each, assignment_id=id_) for id_, each in found.statistics.items()],
        total=Figures.of(found.totals, assignment_id=None),
        as_of=found.as_of,
    )


@router.put("/courses/{course_id}/gradebook/weights", operation_id="change-weights", status_code=204)
def put_weights(visit: Visit, course_id: UUID, given: GradebookWeights) -> None:
    """Set the weights of assignments in the total."""
    with visit.database.begin() as session:
        weights = {each.assignment_id: each.weight for each in given.weights}
        set_weights(session, visit.caller, course_id, weights, now=visit.now())


@router.post("/courses/{course_id}/gradebook/weights/trial", operation_id="check-weights")
def post_weight_trial(visit: Visit, course_id: UUID, given: GradebookWeights) -> WeightTrial:
    """Say which totals other weights would change, and by how much. Nothing is stored."""
    with visit.database.read() as session:
        weights = {each.assignment_id: each.weight for each in given.weights}
        found = try_weights(session, visit.caller, course_id, weights, now=visit.now())
    return WeightTrial.of(
        found,
        mean_before=found.before.mean,
        mean_after=found.after.mean,
        median_before=found.before.median,
        median_after=found.after.median,
        changes=found.changes[:_MOST_CHANGES],
    )


def _graded(column: Column) -> Graded:
    return Graded.of(column, assignment_id=column.assignment.id, title=column.assignment.title)


def _student(columns: list[Column], row: GradebookRow) -> StudentGrades:
    return StudentGrades.of(
        row,
        grades=[Grade.of(cell, assignment_id=assignment_id) for assignment_id, cell in row.cells.items()],
        waiting=sorted(row.waiting),
        missing=sorted(row.missing),
        percent=percent(columns, row),
    )
