"""Try files: files of teachers with the points that they should get. For staff."""

from decimal import Decimal
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Response
from pydantic import Field
from sqlalchemy.orm import Session

from api.formats import json
from api.problems.errors import NotGradedYet
from api.rest._file import FILE, FILE_TYPE, as_attachment
from api.rest._model import Answer, Given, Items, Line
from api.rest._records import model_of
from api.rest._visit import Visit
from api.web.body_limit import takes_file
from api.web.idempotency import Repeatable
from api.web.openapi import answers
from grader.report import Report
from submissions.courses.assignments import assignments
from submissions.errors import NotFound
from submissions.grading.intake import try_files
from submissions.grading.intake.source import from_bytes
from submissions.grading.intake.try_files import TriedFile
from submissions.people.access.policy import Action, Caller
from submissions.tables import UNFINISHED
from submissions.teaching.results import reading, result

router = APIRouter(tags=["assignments"])

_LONGEST = 1024 * 1024
_LONGEST_NAME = 200


class TryFile(Answer):
    """A try file, and what came of it on the assignment as it is now."""

    id: UUID
    title: str
    file_name: str
    is_starter: bool
    expected: float
    possible: float
    points: float | None
    """null while it is graded, or where Backgrade failed."""
    as_expected: Annotated[bool | None, Field(validation_alias="is_right")]
    failed: bool
    """Whether Backgrade could not grade it."""


class TryFileList(Items[TryFile]):
    """All try files of an assignment."""


class NewTryFile(
    Given,
    json_schema_extra={
        "examples": [{"title": "Solution", "name": "value.py", "content": "class Value:\n    ...\n"}]
    },
):
    """A file to be tried at every change of the assignment."""

    title: Line
    name: Annotated[str, Field(min_length=1, max_length=_LONGEST_NAME)] = "value.py"
    content: Annotated[str, Field(max_length=_LONGEST)] | None = None
    """null: the starter code of the assignment, whatever that is."""
    expected: Annotated[float, Field(ge=0, le=10_000, allow_inf_nan=False)] | None = None
    """The points that it should get; null: all, and none for the starter code."""


@router.get("/assignments/{assignment_id}/try-files")
def list_try_files(visit: Visit, assignment_id: UUID) -> TryFileList:
    """List what each try file should get, and what it gets."""
    with visit.reading(assignment_id, Action.SEE_SUBMISSIONS) as (session, assignment):
        found = try_files.tried(session, visit.caller, assignment)
        return TryFileList(items=[_document(each) for each in found])


@router.post("/assignments/{assignment_id}/try-files", status_code=201, response_model=TryFile)
@takes_file()
def add_try_file(visit: Visit, once: Repeatable, assignment_id: UUID, new: NewTryFile) -> Response:
    """Keep a file with the assignment and grade it. It counts for nobody."""

    def make(session: Session) -> TryFile:
        assignment = assignments.get(session, visit.caller, assignment_id, Action.EDIT_ASSIGNMENT)
        source = None if new.content is None else from_bytes(new.content.encode(), new.name)
        expected = None if new.expected is None else Decimal(str(new.expected))
        wanted = try_files.NewTryFile(new.title, source, expected)
        file = try_files.add(session, visit.caller, assignment, wanted, now=visit.now())
        return _document(try_files.one(session, visit.caller, assignment, file.id))

    return once.answer(new, make)


@router.get("/assignments/{assignment_id}/try-files/{try_file_id}")
def get_try_file(visit: Visit, assignment_id: UUID, try_file_id: UUID) -> TryFile:
    """Return what one try file should get, and what it gets."""
    with visit.reading(assignment_id, Action.SEE_SUBMISSIONS) as (session, assignment):
        return _document(try_files.one(session, visit.caller, assignment, try_file_id))


@router.get(
    "/assignments/{assignment_id}/try-files/{try_file_id}/report",
    response_model=model_of(Report),
    responses=answers(409),
)
def get_try_file_report(visit: Visit, assignment_id: UUID, try_file_id: UUID) -> Response:
    """The whole report on a try file, as `backgrade check --json` writes it."""
    with visit.reading(assignment_id, Action.SEE_SUBMISSIONS) as (session, assignment):
        submission = try_files.one(session, visit.caller, assignment, try_file_id).submission
        if submission.state in UNFINISHED:
            raise NotGradedYet
        report = result.report_of(session, result.result_of(session, Caller(), submission, now=visit.now()))
    if report is None:
        raise NotFound
    return Response(json.of_report(report), media_type="application/json")


@router.get(
    "/assignments/{assignment_id}/try-files/{try_file_id}/file",
    response_class=Response,
    responses=answers(successes={200: FILE}),
)
def get_try_file_content(visit: Visit, assignment_id: UUID, try_file_id: UUID) -> Response:
    """The bytes of a try file."""
    with visit.reading(assignment_id, Action.SEE_SUBMISSIONS) as (session, assignment):
        submission = try_files.one(session, visit.caller, assignment, try_file_id).submission
        content = reading.content(session, submission)
    return Response(content, media_type=FILE_TYPE, headers=as_attachment(submission.file_name))


@router.delete("/assignments/{assignment_id}/try-files/{try_file_id}", status_code=204)
def remove_try_file(visit: Visit, assignment_id: UUID, try_file_id: UUID) -> None:
    """Keep a try file no longer."""
    with visit.changing(assignment_id, Action.EDIT_ASSIGNMENT) as (session, assignment):
        try_files.remove(session, visit.caller, assignment, try_file_id, now=visit.now())


def _document(tried: TriedFile) -> TryFile:
    return TryFile.of(
        tried,
        id=tried.file.id,
        title=tried.file.title,
        file_name=tried.submission.file_name,
        is_starter=tried.file.is_starter,
    )
