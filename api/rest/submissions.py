"""Submissions: handed in, listed, looked at, taken back."""

import hashlib
from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from fastapi import APIRouter, Query, Response
from pydantic import JsonValue
from sqlalchemy.orm import Session

from api.problems import rate_limit
from api.rest._model import OR_NULL, Answer
from api.rest._sorting import Direction, SortDirection
from api.rest._upload import BODY, Upload
from api.rest._visit import Visit
from api.rest.reports import Receipt
from api.web import etags
from api.web.body_limit import takes_file
from api.web.cursors import Paging, Part
from api.web.idempotency import CreatedResource, Repeatable
from api.web.openapi import NOT_MODIFIED, RATE_LIMIT, TAGGED, answers
from grader.faults import FaultSign, first
from grader.gradients import Method
from grader.records import asdict
from submissions import tables
from submissions.courses.assignments import assignments
from submissions.courses.groups import membership
from submissions.grading.intake import receipts, submit as intake
from submissions.people.access.policy import Action, viewer_in
from submissions.tables import State
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


class Result(Answer):
    """The result of a submission."""

    points: float
    """The points after what lateness costs."""
    earned: float
    """The points before what lateness costs."""
    possible: float
    asked: float | None
    """The share of the assignment, in percent, that was asked: the rest is not applicable to the class, and
    all points are for what was asked. Null where suites are hidden, and for results of version 0.1."""
    passed: bool
    """Whether everything was earned."""
    cause: str | None
    """The fault to look at first; null where there is none, or it is hidden."""
    causes: list[str]
    """All faults that were found; empty where they are hidden."""
    gradients: Annotated[Method | None, OR_NULL]
    """How gradients were obtained, if not by backpropagation; null if they were, or if it is hidden."""
    gradients_proven: bool
    """Whether that is proven, and not only likely."""
    late_days: int
    graded_at: datetime


_EXAMPLE: dict[str, JsonValue] = {
    "id": "019301c0-5b7e-7c1a-9f7e-0d9b6f2f3a10",
    "assignment_id": "019301bf-1f0e-7d42-8c55-3f0c2b1a9e77",
    "person_id": "019301be-77aa-7b1c-a0b4-52c7d1e0f6a3",
    "file_name": "value.py",
    "class_name": "",
    "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    "state": "graded",
    "ahead": None,
    "attempt": 1,
    "reused": False,
    "opened_rung": 0,
    "created_at": "2026-11-30T12:00:00.123456Z",
    "result": {
        "points": 6.5,
        "earned": 6.5,
        "possible": 10,
        "asked": 100,
        "passed": False,
        "cause": first(FaultSign.REPLACED),
        "causes": [first(FaultSign.REPLACED)],
        "gradients": None,
        "gradients_proven": False,
        "late_days": 0,
        "graded_at": "2026-11-30T12:00:00.412Z",
    },
    "result_shown_from": None,
}


class Submission(Answer, json_schema_extra={"examples": [_EXAMPLE]}):
    """A file that was submitted."""

    id: UUID
    assignment_id: UUID
    person_id: UUID | None
    file_name: str
    class_name: str
    """The class that was named with it; empty: none was."""
    sha256: str
    state: State
    """`queued` and `grading` pass; `graded`, `refused` (nothing to grade: free of charge), `internal_error`
    (ours, free of charge), `withdrawn` stay."""
    ahead: int | None
    """How many are graded before it; null where it does not wait."""
    attempt: int
    """The attempt it used, from 1; 0 where it used none."""
    reused: bool
    """Whether the same file was submitted before: that grading counts, and no attempt was used."""
    opened_rung: int
    """The highest hint level that its student opened; 0: none."""
    created_at: datetime
    result: Result | None
    """null before there is one, and before it is shown."""
    result_shown_from: datetime | None
    """When the result is shown, where that is later than now."""


def shown(seen: result.Result) -> Submission:
    """The document of one."""
    submission = seen.submission
    return Submission.of(
        submission,
        state=seen.progress.state,
        ahead=seen.progress.ahead,
        result=Result.of(seen.score, late_days=seen.late_days) if seen.score else None,
        result_shown_from=seen.hidden_until,
    )


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
