"""Regrade requests: a student asks, staff answer. An answer may come with points."""

from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.orm import Session

from grader.records import Frozen
from submissions.errors import NotFound, Unusable
from submissions.outward import events
from submissions.people.access import audit
from submissions.people.access.notices import NoticePlace, notify
from submissions.people.access.policy import Action, Caller, require, require_in
from submissions.storage.rows import row_of
from submissions.tables import (
    Assignment,
    Enrolment,
    NoticeKind,
    Person,
    RegradeRequest,
    RequestState,
    Role,
    State,
    Submission,
    WebhookEvent,
)
from submissions.teaching.gradebook import overrides
from submissions.teaching.results import result
from submissions.texts.several_lines import several_lines
from submissions.texts.single_line import LONGEST

_STAFF = (Role.OWNER, Role.INSTRUCTOR, Role.ASSISTANT)


class AskedRequest(Frozen):
    """A request for a regrade, as staff see it."""

    request: RegradeRequest
    name: str
    """The name of the student."""
    assignment: Assignment


class Decision(Frozen):
    """How a request is answered."""

    changed: bool
    answer: str
    points: Decimal | None = None
    """The points to which the grade is set, with the answer as the reason; None: the grade stays."""


def ask(
    session: Session, caller: Caller, submission_id: UUID, reason: str, *, now: datetime
) -> RegradeRequest:
    """Ask for a regrade of a submission of one's own, of which the result is shown; staff get a notice.

    Raises `Unusable` if the reason cannot be used, it has no result, or a request is open in the assignment.
    """
    seen = result.read(session, caller, submission_id, now=now)
    if not seen.own:
        raise NotFound
    course_id = require_in(session, caller, Action.SUBMIT, seen.assignment)
    if seen.submission.state != State.GRADED or seen.hidden_until is not None:
        raise Unusable("request", "no-result-yet")
    mine = select(RegradeRequest.id).where(
        RegradeRequest.assignment_id == seen.assignment.id,
        RegradeRequest.person_id == caller.known,
        RegradeRequest.state == RequestState.OPEN,
    )
    if session.scalar(mine.limit(1)) is not None:
        raise Unusable("request", "is-asked")
    request = RegradeRequest(
        assignment_id=seen.assignment.id,
        submission_id=submission_id,
        person_id=caller.known,
        reason=several_lines("request", reason),
        created_at=now,
    )
    session.add(request)
    _notify_staff(session, course_id, request, now)
    session.flush()
    ids = {"request_id": request.id, **events.of_submission(seen.submission)}
    events.publish(session, course_id, WebhookEvent.REQUEST, ids, now=now)
    return request


def _notify_staff(session: Session, course_id: UUID, request: RegradeRequest, now: datetime) -> None:
    chosen = select(Enrolment.person_id).where(
        Enrolment.course_id == course_id, Enrolment.active, Enrolment.role.in_(_STAFF)
    )
    place = NoticePlace(course_id, request.assignment_id, request.submission_id)
    notify(session, session.scalars(chosen), NoticeKind.REQUEST, place, now=now)


def withdraw(session: Session, caller: Caller, request_id: UUID, *, now: datetime) -> RegradeRequest:
    """Withdraw an open request of the caller. Raises `Unusable` if it is not open any more."""
    me = caller.known
    request, assignment = _request_and_assignment(session, request_id)
    if request.person_id != me:
        raise NotFound
    require_in(session, caller, Action.SUBMIT, assignment)
    _require_open(request)
    request.state, request.closed_at = RequestState.WITHDRAWN, now
    session.flush()
    return request


def answer(
    session: Session, caller: Caller, request_id: UUID, decision: Decision, *, now: datetime
) -> RegradeRequest:
    """Answer an open request; its student gets a notice. To change a grade takes the right to edit grades.

    Raises `Unusable` if the answer or the points cannot be used, or it is not open any more.
    """
    caller.require_signed_in()
    request, assignment = _request_and_assignment(session, request_id)
    course_id = require_in(session, caller, Action.COMMENT, assignment)
    if decision.changed:
        require(session, caller, Action.EDIT_GRADES, course_id)
    _require_open(request)
    text = several_lines("answer", decision.answer)
    if decision.changed and decision.points is not None:
        reason = " ".join(text.split())[:LONGEST]
        overrides.give(session, caller, assignment, request.person_id, decision.points, reason, now=now)
    request.state = RequestState.CHANGED if decision.changed else RequestState.UNCHANGED
    request.answer, request.closed_at = text, now
    place = NoticePlace(course_id, assignment.id, request.submission_id)
    notify(session, [request.person_id], NoticeKind.REQUEST_ANSWERED, place, now=now)
    audit.record_about(
        session,
        caller.known,
        "request-answered",
        assignment,
        request.person_id,
        now=now,
        request=str(request.id),
        state=request.state,
    )
    session.flush()
    return request


def of_submission(session: Session, submission: Submission) -> Sequence[RegradeRequest]:
    """The requests about a submission that the caller may see, the latest first."""
    chosen = select(RegradeRequest).where(RegradeRequest.submission_id == submission.id)
    return session.scalars(chosen.order_by(RegradeRequest.id.desc())).all()


def listed(
    session: Session,
    caller: Caller,
    course_id: UUID,
    *,
    state: RequestState | None = RequestState.OPEN,
    after: UUID | None = None,
    limit: int,
) -> list[AskedRequest]:
    """Return the requests of a course, the latest first; one query."""
    require(session, caller, Action.SEE_SUBMISSIONS, course_id)
    chosen = (
        select(RegradeRequest, Person.name, Assignment)
        .join(Person, Person.id == RegradeRequest.person_id)
        .join(Assignment, Assignment.id == RegradeRequest.assignment_id)
        .where(Assignment.course_id == course_id)
        .order_by(RegradeRequest.id.desc())
        .limit(limit)
    )
    if state is not None:
        chosen = chosen.where(RegradeRequest.state == state)
    if after is not None:
        chosen = chosen.where(RegradeRequest.id < after)
    return [AskedRequest(*row) for row in session.execute(chosen)]


def course_of(session: Session, caller: Caller, request_id: UUID) -> UUID:
    """Return the course of a request, for its staff."""
    caller.require_signed_in()
    _request, assignment = _request_and_assignment(session, request_id)
    return require_in(session, caller, Action.COMMENT, assignment)


def _request_and_assignment(session: Session, request_id: UUID) -> tuple[RegradeRequest, Assignment]:
    request = row_of(session, RegradeRequest, request_id)
    return request, session.get_one(Assignment, request.assignment_id)


def _require_open(request: RegradeRequest) -> None:
    if request.state != RequestState.OPEN:
        raise Unusable("request", "is-closed")
