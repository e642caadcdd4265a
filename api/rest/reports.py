"""The report of a submission, as much of it as may be told; its file; and its receipt."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Response
from pydantic import Field, JsonValue

from api.formats import json
from api.problems.errors import NotGradedYet, ResultHidden
from api.rest._file import FILE, FILE_TYPE, as_attachment
from api.rest._model import Answer, Given, Id, Moment
from api.rest._records import model_of
from api.rest._visit import Known, Visit
from api.web import etags
from api.web.dependencies import Ours
from api.web.openapi import NOT_MODIFIED, TAGGED, answers
from grader.report import Report
from submissions.errors import NotFound
from submissions.grading.intake import receipts
from submissions.tables import UNFINISHED
from submissions.teaching.results import reading, result

router = APIRouter(tags=["submissions"])
_DIGITS = Field(min_length=64, max_length=64, pattern="^[0-9a-f]{64}$")
_EXAMPLE: dict[str, JsonValue] = {
    "submission_id": "019301c0-5b7e-7c1a-9f7e-0d9b6f2f3a10",
    "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    "received_at": "2026-11-30T12:00:00.123456Z",
    "signature": "60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752",
}


@router.get(
    "/submissions/{submission_id}/report",
    response_model=model_of(Report),
    responses=answers(409, 410, successes={200: TAGGED, 304: NOT_MODIFIED}),
)
def get_report(visit: Visit, submission_id: UUID, if_none_match: etags.IfNoneMatch = None) -> Response:
    """The whole report, as `backgrade check --json` writes it.

    Staff see all of it. Students see what the hint level of the assignment allows: without `repair` below 4;
    below 3 only what fails and, from 2 on, where; at 0 only which suites passed.
    """
    with visit.database.read() as session:
        seen = result.read(session, visit.caller, submission_id, now=visit.now())
        if seen.submission.state in UNFINISHED:
            raise NotGradedYet
        if seen.hidden_until is not None:
            raise ResultHidden
        report = result.report_of(session, seen)
    if report is None:
        raise NotFound
    return etags.content(json.of_report(report).encode(), "application/json", if_none_match, {})


@router.get(
    "/submissions/{submission_id}/file",
    response_class=Response,
    responses=answers(410, successes={200: FILE, 304: NOT_MODIFIED}),
)
def get_file(visit: Visit, submission_id: UUID, if_none_match: etags.IfNoneMatch = None) -> Response:
    """The file that was submitted."""
    with visit.database.read() as session:
        submission = reading.get(session, visit.caller, submission_id)
        content = reading.content(session, submission)
    headers = as_attachment(submission.file_name)
    return etags.content(content, FILE_TYPE, if_none_match, headers, f'"{submission.sha256}"')


class Receipt(Answer):
    """A statement that these bytes were taken in at that time."""

    submission_id: UUID
    sha256: str
    received_at: datetime
    signature: str


class GivenReceipt(Given, json_schema_extra={"examples": [_EXAMPLE]}):
    """A receipt to be looked at, as it was given out."""

    submission_id: Id
    sha256: Annotated[str, _DIGITS]
    received_at: Moment
    signature: Annotated[str, _DIGITS]


class Verified(Answer):
    """The result of verifying a receipt."""

    genuine: bool
    """Whether it was given out here, for exactly this."""


@router.post("/receipts/verify")
def verify_receipt(ours: Ours, _: Known, given: GivenReceipt) -> Verified:
    """Whether a receipt was given out by this installation."""
    with ours.database.read() as session:
        receipt = receipts.Receipt(given.submission_id, given.sha256, given.received_at)
        return Verified(genuine=receipts.verify(session, receipt, given.signature))
