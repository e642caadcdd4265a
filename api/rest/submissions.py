"""Submissions: handed in, listed, looked at, taken back."""

import hashlib
from typing import Annotated, Any
from uuid import UUID

from fastapi import APIRouter, Query, Response
from sqlalchemy.orm import Session

from api.problems import rate_limit
from api.rest._sorting import Direction, SortDirection
from api.rest._submission import Submission, shown
from api.rest._upload import BODY, Upload
from api.rest._visit import Visit
from api.rest.receipts import Receipt
from api.web import etags
from api.web.body_limit import takes_file
from api.web.cursors import Paging, Part
from api.web.idempotency import CreatedResource, Repeatable
from api.web.openapi import NOT_MODIFIED, RATE_LIMIT, TAGGED, answers
from grader.records import asdict
from submissions import tables
from submissions.courses.assignments import assignments
from submissions.courses.groups import membership
from submissions.grading.intake import receipts, submit as intake
from submissions.people.access.policy import Action, viewer_in
from submissions.teaching.results import course_submissions, reading, result
from submissions.teaching.results.ordering import SubmissionColumn, SubmissionOrder

router = APIRouter(tags=["submissions"])

_LINKS = {
    "submission": {"operationId": "get-submission", "parameters": {"submission_id": "$response.body#/id"}},
    "report": {"operationId": "get-report", "parameters": {"submission_id": "$response.body#/id"}},
    "events": {"operationId": "watch-submission", "parameters": {"submission_id": "$response.body#/id"}},
}
_SORT = (
    "what the list is sorted by. Of equals the newest is first, and what has none is last. Students may sort "
    "by `submitted`, `assignment`, `attempt` and `state`"
)
_SORT_COURSE = (
    "what the list is sorted by. Of equals the newest is first, and what has none is last. Points are "
    "compared before what lateness costs"
)
_TAKEN_IN: dict[str, Any] = {
    "description": "taken in, to be graded in a moment",
    "headers": RATE_LIMIT,
    "links": _LINKS,
}


Alone = Annotated[
    bool,
    Query(
        description="`true`: you submit alone. It is needed where groups are formed, while you are in none: "
        "after you submit, you cannot join one"
    ),
]


def _without_example(schema: dict[str, Any]) -> None:
    """Remove the example: that of a submission has no receipt."""
    schema.pop("examples", None)


class Accepted(Submission, json_schema_extra=_without_example):
    """A file that was taken in."""

    receipt: Receipt
    """Signed: keep it."""


@router.post(
    "/assignments/{assignment_id}/submissions",
    status_code=202,
    response_model=Accepted,
    responses=answers(409, 415, successes={202: _TAKEN_IN}),
    openapi_extra=BODY,
)
@takes_file()
def submit(
    visit: Visit, once: Repeatable, assignment_id: UUID, source: Upload, *, alone: Alone = False
) -> Response:
    """Submit a file: as `multipart/form-data`, as it is with its name in `?name=`, or in a JSON document.

    A file that comes as it is may also be `text/x-python`, `application/x-ipynb+json` or `text/plain`.
    Where students form groups, a student who is in none and sends no `alone=true` gets `group-undecided`.
    The same bytes submitted again keep their grading, and use no attempt, unless the assignment has changed.
    """
    limits: dict[str, str] = {}  # of now: not of an answer that is kept to be repeated

    def make(session: Session) -> CreatedResource:
        assignment = assignments.get(session, visit.caller, assignment_id, Action.SUBMIT)
        membership.require_decided(session, visit.caller, assignment, alone=alone, now=visit.now())
        most = visit.service.settings.student_bytes
        submitted = intake.submit(session, visit.caller, assignment, source, most_bytes=most, now=visit.now())
        seen = result.result_of(session, visit.caller, submitted, now=visit.now())
        certified = receipts.receipt_of(submitted)
        signature = receipts.issue(session, submitted, now=visit.now())
        receipt = Receipt(**asdict(certified), signature=signature)
        answer = Accepted(**dict(shown(seen)), receipt=receipt)
        headers = {"Location": f"/api/v1/submissions/{submitted.id}", "Retry-After": "1"}
        pause = assignment.cooldown_seconds
        if pause and not submitted.reused:
            limits.update(rate_limit.submissions(pause, reset=pause).headers)
        return CreatedResource(answer, status=202, headers=headers)

    given = [source.name, hashlib.sha256(source.content).hexdigest(), source.class_name, "alone=1" * alone]
    answer = once.answer("\n".join(filter(None, given)).encode(), make)
    answer.headers.update(limits)
    return answer


@router.get("/assignments/{assignment_id}/submissions")
def list_submissions(
    visit: Visit,
    paging: Paging,
    assignment_id: UUID,
    person: Annotated[UUID | None, Query(description="only those of this person")] = None,
    sort: Annotated[SubmissionColumn, Query(description=_SORT)] = SubmissionColumn.SUBMITTED,
    order: Direction = SortDirection.DESCENDING,
) -> Part[Submission]:
    """The submissions of an assignment, the newest first: all of them for its staff, your own for you."""
    with visit.reading(assignment_id, Action.SEE_OWN_SUBMISSION) as (session, assignment):
        rows = reading.listed(
            session,
            visit.caller,
            assignment_id,
            SubmissionOrder(sort, order is SortDirection.DESCENDING),
            person_id=person,
            after=paging.after,
            limit=paging.more,
        )
        viewer = viewer_in(session, visit.caller, assignment)
        seen = result.results_of(session, viewer, assignment, rows, now=visit.now())
    items = [shown(submission) for submission in seen]
    return paging.part(items, [submission.id for submission in items])


@router.get("/courses/{course_id}/submissions")
def list_course_submissions(
    visit: Visit,
    paging: Paging,
    course_id: UUID,
    sort: Annotated[SubmissionColumn, Query(description=_SORT_COURSE)] = SubmissionColumn.SUBMITTED,
    order: Direction = SortDirection.DESCENDING,
) -> Part[Submission]:
    """The submissions of a course, the newest first, whichever assignment they are for. For its staff."""
    with visit.database.read() as session:
        seen = course_submissions.results(
            session,
            visit.caller,
            course_id,
            SubmissionOrder(sort, order is SortDirection.DESCENDING),
            after=paging.after,
            limit=paging.more,
            now=visit.now(),
        )
    items = [shown(submission) for submission in seen]
    return paging.part(items, [submission.id for submission in items])


@router.get(
    "/submissions/{submission_id}", response_model=Submission, responses={200: TAGGED, 304: NOT_MODIFIED}
)
def get_submission(visit: Visit, submission_id: UUID, if_none_match: etags.IfNoneMatch = None) -> Response:
    """A submission. While it is not graded, `Retry-After` says when to ask again."""
    with visit.database.read() as session:
        answer = shown(result.read(session, visit.caller, submission_id, now=visit.now()))
    response = etags.document(answer, if_none_match)
    if answer.state in tables.UNFINISHED:
        response.headers["Retry-After"] = "1"
    return response


@router.post("/submissions/{submission_id}/withdraw", responses=answers(409))
def withdraw(visit: Visit, submission_id: UUID) -> Submission:
    """Take back a file that waits. It uses no attempt."""
    with visit.database.begin() as session:
        submission = reading.get(session, visit.caller, submission_id)
        intake.withdraw(session, visit.caller, submission, now=visit.now())
        return shown(result.result_of(session, visit.caller, submission, now=visit.now()))
