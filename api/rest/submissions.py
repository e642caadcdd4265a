"""Submissions: handed in, listed, looked at, taken back."""

import dataclasses
import hashlib
from typing import Annotated, Any
from uuid import UUID

from fastapi import APIRouter, Query, Response
from pydantic import ConfigDict
from sqlalchemy.orm import Session

from api.rest._caller import Known
from api.rest._submission import Submission, shown
from api.rest._upload import BODY, Upload
from api.rest.receipts import Receipt
from api.web import etags
from api.web.cursors import Paging, Part
from api.web.dependencies import Ours
from api.web.idempotency import Made, Repeatable
from api.web.openapi import NOT_MODIFIED, TAGGED, answers
from submissions import assignments, hand_in, secrets, submitted, tables
from submissions.errors import NotAllowed
from submissions.policy import Action, Caller, Scope, may, require_scope
from submissions.receipts import KEY, receipt_of, sign
from submissions.service import Service
from submissions.summaries import summaries, summary

router = APIRouter(tags=["submissions"])

_LINKS = {
    "submission": {"operationId": "get-submission", "parameters": {"submission_id": "$response.body#/id"}},
    "report": {"operationId": "get-report", "parameters": {"submission_id": "$response.body#/id"}},
    "events": {"operationId": "watch-submission", "parameters": {"submission_id": "$response.body#/id"}},
}
_TAKEN_IN: dict[str, Any] = {"description": "taken in, to be graded in a moment", "links": _LINKS}


def _without_example(schema: dict[str, Any]) -> None:
    """That of a submission has no receipt."""
    schema.pop("examples", None)


class Accepted(Submission):
    """A file that was taken in."""

    model_config = ConfigDict(json_schema_extra=_without_example)

    receipt: Receipt
    """Signed: keep it."""


@router.post(
    "/assignments/{assignment_id}/submissions",
    operation_id="submit",
    status_code=202,
    response_model=Accepted,
    responses=answers(409, 415, successes={202: _TAKEN_IN}),
    openapi_extra=BODY,
)
def submit(ours: Ours, caller: Known, once: Repeatable, assignment_id: UUID, source: Upload) -> Response:
    """Hand a file in: as `multipart/form-data`, as it is with its name in `?name=`, or in a JSON document.

    A file that comes as it is may also be `text/x-python`, `application/x-ipynb+json` or `text/plain`.
    The same bytes handed in again keep their grading, and use no attempt, unless the assignment has changed.
    """

    def make(session: Session) -> Made:
        assignment = assignments.get(session, caller, assignment_id, Action.SUBMIT)
        made = hand_in.hand_in(session, ours.queue, assignment, caller.known, source, now=ours.now())
        seen = summary(session, caller, assignment, made, now=ours.now())
        certified = receipt_of(made)
        signature = sign(certified, secrets.key(session, KEY, now=ours.now()))
        receipt = Receipt(**dataclasses.asdict(certified), signature=signature)
        answer = Accepted(**dict(shown(seen, assignment.hint_rung)), receipt=receipt)
        headers = {"Location": f"/api/v1/submissions/{made.id}", "Retry-After": "1"}
        return Made(answer, status=202, headers=headers)

    content = f"{source.name}\n{hashlib.sha256(source.content).hexdigest()}".encode()
    answer = once.answer(content, make)
    ours.queue.wake()
    return answer


@router.get("/assignments/{assignment_id}/submissions", operation_id="list-submissions")
def list_submissions(
    ours: Ours,
    caller: Known,
    paging: Paging,
    assignment_id: UUID,
    person: Annotated[UUID | None, Query(description="only those of this person")] = None,
) -> Part[Submission]:
    """The submissions of an assignment, the newest first: all of them for its staff, your own for you."""
    with ours.database.read() as session:
        assignment = assignments.get(session, caller, assignment_id, Action.SEE_OWN_SUBMISSION)
        found = submitted.listed(
            session,
            caller,
            assignment_id,
            person_id=_whose(session, caller, assignment, person),
            after=paging.after_id(),
            limit=paging.more,
        )
        seen = summaries(session, caller, assignment, found, now=ours.now())
    items = [shown(each, assignment.hint_rung) for each in seen]
    return paging.part(items, [(str(each.id),) for each in items])


@router.get(
    "/submissions/{submission_id}",
    operation_id="get-submission",
    response_model=Submission,
    responses={200: TAGGED, 304: NOT_MODIFIED},
)
def get_submission(
    ours: Ours, caller: Known, submission_id: UUID, if_none_match: etags.IfNoneMatch = None
) -> Response:
    """A submission. While it is not graded, `Retry-After` says when to ask again."""
    with ours.database.read() as session:
        answer = _seen(session, ours, caller, submitted.get(session, caller, submission_id))
    response = etags.document(answer, if_none_match)
    if answer.state in tables.UNFINISHED:
        response.headers["Retry-After"] = "1"
    return response


@router.post("/submissions/{submission_id}/withdraw", operation_id="withdraw", responses=answers(409))
def withdraw(ours: Ours, caller: Known, submission_id: UUID) -> Submission:
    """Take back a file that waits. It uses no attempt."""
    require_scope(caller, Scope.SUBMISSIONS_WRITE)
    with ours.database.begin() as session:
        found = submitted.get(session, caller, submission_id)
        if found.person_id != caller.person_id:
            raise NotAllowed
        hand_in.withdraw(session, found, now=ours.now())
        return _seen(session, ours, caller, found)


def _seen(session: Session, ours: Service, caller: Caller, found: tables.Submission) -> Submission:
    assignment = session.get_one(tables.Assignment, found.assignment_id)
    return shown(summary(session, caller, assignment, found, now=ours.now()), assignment.hint_rung)


def _whose(
    session: Session, caller: Caller, assignment: tables.Assignment, person: UUID | None
) -> UUID | None:
    """Whose are meant where nobody is named: everybody's for staff, else the caller's."""
    assert assignment.course_id is not None
    if person is not None or may(session, caller, Action.SEE_SUBMISSIONS, assignment.course_id):
        return person
    return caller.known
