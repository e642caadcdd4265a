"""The report of a submission, as much of it as may be told."""

from uuid import UUID

from fastapi import APIRouter, Response

from api.formats import json
from api.problems.errors import NotGradedYet, ResultHidden
from api.rest._records import model_of
from api.rest._visit import Visit
from api.web import etags
from api.web.openapi import NOT_MODIFIED, TAGGED, answers
from grader.report import Report
from submissions.errors import NotFound
from submissions.tables import UNFINISHED
from submissions.teaching.results import result

router = APIRouter(tags=["submissions"])


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
