"""The report of a submission, as much of it as may be told."""

from uuid import UUID

from fastapi import APIRouter, Response

from api.formats import json
from api.hints import Rung
from api.rest._caller import Known
from api.rest._told import told
from api.web import etags
from api.web.dependencies import Ours
from api.web.openapi import NOT_MODIFIED, TAGGED, answers
from api.web.request_errors import NotGradedYet, ResultHidden
from grader.report import Report
from submissions import submitted, tables
from submissions.errors import NotFound
from submissions.policy import Action, may
from submissions.tables import UNFINISHED

router = APIRouter(tags=["submissions"])


@router.get(
    "/submissions/{submission_id}/report",
    operation_id="get-report",
    response_model=Report,
    responses=answers(409, successes={200: TAGGED, 304: NOT_MODIFIED}),
)
def get_report(
    ours: Ours, caller: Known, submission_id: UUID, if_none_match: etags.IfNoneMatch = None
) -> Response:
    """The whole report, as `backgrade check --json` writes it.

    Staff see all of it. Students see what the hint level of the assignment allows: without `repair` below 4;
    below 3 findings say only what fails and, from 2 on, where; at 0 there are none.
    """
    with ours.database.read() as session:
        found = submitted.get(session, caller, submission_id)
        if found.state in UNFINISHED:
            raise NotGradedYet
        report = submitted.report(session, found)
        if report is None:
            raise NotFound
        if not submitted.may_see_result(session, caller, found, ours.now()):
            raise ResultHidden
        assignment = session.get_one(tables.Assignment, found.assignment_id)
        assert assignment.course_id is not None
        staff = may(session, caller, Action.SEE_SUBMISSIONS, assignment.course_id)
    rung = Rung.REPAIR if staff else Rung(assignment.hint_rung)
    content = json.render([told(report, rung)], {}, hints=rung).encode()
    return etags.content(content, "application/json", if_none_match, {})
