"""Regrade requests: asked by students, answered by staff."""

from datetime import datetime
from decimal import Decimal
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Query, Response
from pydantic import Field
from sqlalchemy.orm import Session

from api.rest._model import Answer, Given, Paragraph
from api.rest._visit import Visit
from api.web.cursors import Paging, Part
from api.web.idempotency import Repeatable
from submissions.courses.assignments.draft import POINTS
from submissions.tables import RequestState
from submissions.teaching.regrades import regrade_requests
from submissions.teaching.regrades.regrade_requests import Decision

router = APIRouter(tags=["grades"])


class RegradeRequest(Answer):
    """A student asks staff to look at a result again."""

    id: UUID
    assignment_id: UUID
    submission_id: UUID
    person_id: UUID
    state: RequestState
    reason: str
    answer: str
    created_at: datetime
    closed_at: datetime | None
    """When it was answered or withdrawn."""


class NewRegradeRequest(Given, json_schema_extra={"examples": [{"reason": "Line 12 adds up."}]}):
    """A request for staff to look at something."""

    reason: Paragraph


class RequestAnswer(
    Given, json_schema_extra={"examples": [{"changed": True, "answer": "You are right.", "points": 80}]}
):
    """How a request is answered."""

    changed: bool
    answer: Paragraph
    points: Annotated[float | None, Field(ge=0, le=POINTS.most)] = None
    """Where the grade changed, the points that it is set to; the answer is the reason."""


@router.get("/courses/{course_id}/regrade-requests")
def list_regrade_requests(
    visit: Visit,
    paging: Paging,
    course_id: UUID,
    state: Annotated[RequestState | None, Query(description="only those in this state")] = None,
) -> Part[RegradeRequest]:
    """The regrade requests of a course, the latest first. For staff."""
    with visit.database.read() as session:
        found = regrade_requests.listed(
            session, visit.caller, course_id, state=state, after=paging.after, limit=paging.more
        )
        items = [RegradeRequest.of(each.request) for each in found]
    return paging.part(items, [each.id for each in items])


@router.post("/submissions/{submission_id}/regrade-requests", status_code=201, response_model=RegradeRequest)
def create_regrade_request(
    visit: Visit, once: Repeatable, submission_id: UUID, new: NewRegradeRequest
) -> Response:
    """Ask for a regrade of a submission of yours. One request of an assignment can be open at a time."""

    def make(session: Session) -> RegradeRequest:
        made = regrade_requests.ask(session, visit.caller, submission_id, new.reason, now=visit.now())
        return RegradeRequest.of(made)

    return once.answer(new, make)


@router.post("/regrade-requests/{request_id}/withdraw")
def withdraw_regrade_request(visit: Visit, request_id: UUID) -> RegradeRequest:
    """Take back an open request of yours."""
    with visit.database.begin() as session:
        return RegradeRequest.of(
            regrade_requests.withdraw(session, visit.caller, request_id, now=visit.now())
        )


@router.post("/regrade-requests/{request_id}/answer")
def answer_regrade_request(visit: Visit, request_id: UUID, given: RequestAnswer) -> RegradeRequest:
    """Answer an open request. To change a grade takes the right to edit grades."""
    points = None if given.points is None else round(Decimal(str(given.points)), 4)
    decision = Decision(given.changed, given.answer, points)
    with visit.database.begin() as session:
        request = regrade_requests.answer(session, visit.caller, request_id, decision, now=visit.now())
        return RegradeRequest.of(request)
