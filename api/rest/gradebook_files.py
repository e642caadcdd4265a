"""Gradebook files of learning platforms, filled with the points of an assignment."""

from decimal import Decimal
from typing import Annotated, NamedTuple
from uuid import UUID

from fastapi import APIRouter, Depends, Query, Request, Response
from starlette.concurrency import run_in_threadpool

from api.rest._model import Answer
from api.rest._visit import Visit
from api.spreadsheets import filling
from api.spreadsheets.filling import CannotFill, Filling, GradeFile
from api.spreadsheets.matching import Unmatched
from api.spreadsheets.table_file import MOST_BYTES, NotATable
from api.web.body_limit import takes_file
from submissions.connect.lms import accounts
from submissions.connect.lms.line_items import made_maximum
from submissions.errors import NotFound, Unusable
from submissions.teaching.gradebook.gradebook import gradebook

router = APIRouter(tags=["grades"])

_BODY = {
    "requestBody": {
        "required": True,
        "description": "the file as Canvas, Moodle, Blackboard or Brightspace exported it, at most 2 MiB",
        "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
    }
}
_FILE = {
    "description": "the same file, in which only the cells of one column are others",
    "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
}
AssignmentId = Annotated[UUID, Query(description="whose points are filled in")]
ColumnIndex = Annotated[
    int | None,
    Query(
        alias="column",
        ge=0,
        le=10_000,
        description="the place of the column from 0; without it, that with the title of the assignment, or "
        "the emptiest",
    ),
]
Scale = Annotated[bool, Query(description="convert points to what the column is out of")]
ByName = Annotated[
    bool, Query(description="fill the rows of `why` `likely`, too: they have the full name of one student")
]
OutOf = Annotated[
    Decimal | None,
    Query(gt=0, le=100_000, description="what the column is out of, where the file does not say it"),
]


class _How(NamedTuple):
    """How a file is filled."""

    column: ColumnIndex = None
    scale: Scale = True
    out_of: OutOf = None
    by_name: ByName = False


How = Annotated[_How, Depends()]


class FileColumn(Answer):
    """A column that takes points."""

    index: int
    title: str
    possible: float | None
    """The points that it is out of; null where the file does not say it."""


class FileRow(Answer):
    """A row of nobody here. It stays as it is."""

    row: int
    """The row from 1, below the header; empty lines are not counted."""
    name: str
    ids: list[str]
    why: Unmatched


class StudentInFile(Answer):
    """A student of the course."""

    person_id: UUID
    name: str
    login: str


class FilledFile(Answer):
    """The result that filling a file would have."""

    platform: str
    columns: list[FileColumn]
    column: FileColumn
    """The one that is filled."""
    changed: int
    """Cells that get other points than they have."""
    replaced: int
    """Changed cells that have points already."""
    fallen: int
    """Changed cells that fall below half: the column may be out of something else."""
    out_of: float | None
    """The points that ours are converted to; null where nobody said it, and then the file is not filled."""
    same: int
    unmatched: list[FileRow]
    not_in_file: list[StudentInFile]
    without_grade: list[StudentInFile]
    kept: list[StudentInFile]
    """Students whose entry is not points, for example *excused*."""


@router.post("/courses/{course_id}/gradebook/check", response_model=FilledFile, openapi_extra=_BODY)
@takes_file()
async def check_gradebook_file(
    request: Request, visit: Visit, course_id: UUID, assignment_id: AssignmentId, how: How
) -> Response:
    """Return what filling a file with the points of an assignment would do. Nothing is stored."""
    content = await _content(request)
    document = await run_in_threadpool(
        lambda: _written(_filled(visit, course_id, assignment_id, content, how))
    )
    return Response(document, media_type="application/json")


class _Filled(NamedTuple):
    file: GradeFile
    result: Filling
    column: int
    out_of: Decimal | None
    """The maximum of the column, where it is known."""


def _written(filled: _Filled) -> str:
    """Return the document as text, in a thread: 20,000 rows would hold up the event loop for too long."""
    file, matches = filled.file, filled.result.matches
    document = FilledFile.of(
        filled.result,
        platform=file.platform.name,
        columns=[file.column(each.index) for each in file.columns],
        column=file.column(filled.column),
        out_of=filled.out_of,
        unmatched=matches.unmatched,
        not_in_file=matches.absent,
    )
    return document.model_dump_json()


@router.post(
    "/courses/{course_id}/gradebook/fill",
    response_class=Response,
    responses={200: _FILE},
    openapi_extra=_BODY,
)
@takes_file()
async def fill_gradebook_file(
    request: Request, visit: Visit, course_id: UUID, assignment_id: AssignmentId, how: How
) -> Response:
    """The file with the points of an assignment. All else in it stays byte for byte. Nothing is stored."""
    content = await _content(request)
    filled = await run_in_threadpool(_filled, visit, course_id, assignment_id, content, how)
    if how.scale and filled.out_of is None:
        raise Unusable("out_of", "gradebook-no-maximum")
    return Response(filled.result.content, media_type="application/octet-stream")


async def _content(request: Request) -> bytes:
    content = await request.body()
    if len(content) > MOST_BYTES:
        raise Unusable("body", "gradebook-too-large")
    return content


def _filled(visit: Visit, course_id: UUID, assignment_id: UUID, content: bytes, how: _How) -> _Filled:
    with visit.database.read() as session:
        book = gradebook(session, visit.caller, course_id)
        sourced_ids = accounts.sourced_ids(session, course_id)
    column = next((each for each in book.columns if each.assignment.id == assignment_id), None)
    if column is None:
        raise NotFound
    try:
        file = filling.opened(content)
        index = file.like(column.assignment.title).index if how.column is None else how.column
        target = file.column(index)
        with visit.database.read() as session:
            known = target.possible or how.out_of or made_maximum(session, column, target.title)
        result = filling.filled(
            file,
            index,
            column,
            book.rows,
            scale=how.scale,
            out_of=known,
            by_name=how.by_name,
            sourced_ids=sourced_ids,
        )
    except (NotATable, CannotFill) as error:
        raise Unusable("body", f"gradebook-{error.why}") from None
    return _Filled(file, result, index, known)
