"""Who may need help in a course, and why. As many queries for 3,000 students as for 30."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from uuid import UUID

from sqlalchemy import Select, String, Uuid, and_, cast, func, or_, select
from sqlalchemy.orm import Session

from submissions.access.policy import Action, Caller, require
from submissions.grades.deadlines import Deadlines
from submissions.tables import (
    Assignment,
    AttemptFact,
    CauseHistory,
    Enrolment,
    Extension,
    Grading,
    Hinting,
    Person,
    RegradeRequest,
    RequestState,
    Role,
    State,
    Submission,
)
from submissions.watch.watch_thresholds import Thresholds, thresholds

AFTERWARDS = timedelta(days=7)
"""So long after it has closed an assignment is still watched."""


class WatchReason(StrEnum):
    """Why somebody is on the list."""

    REQUEST = "request"
    """They asked for a regrade, and nobody answered."""
    OUR_FAILURE = "our-failure"
    """We failed to grade the latest attempt."""
    SAME_CAUSE = "same-cause"
    NO_PROGRESS = "no-progress"
    HINTS_TOP = "hints-top"
    """All hints of the latest attempt are open, and it does not pass."""
    STOPPED = "stopped"
    NEVER_STARTED = "never-started"


@dataclass(frozen=True, slots=True)
class SeenReason:
    """One reason."""

    kind: WatchReason
    cause: str = ""
    """The fault that stays, by slug."""
    number: int = 0
    """Attempts in a row that have it, up to the latest graded one."""
    since: datetime | None = None
    """Since when there was no progress, or nothing at all."""


@dataclass(frozen=True, slots=True)
class WatchEntry:
    """A student who may need help with an assignment."""

    person_id: UUID
    name: str
    assignment: Assignment
    reasons: tuple[SeenReason, ...]
    attempts: int
    last_at: datetime | None
    submission_id: UUID | None
    """The latest attempt."""


@dataclass(frozen=True, slots=True)
class _Latest:
    """The latest attempt of a student, with what is known of all of theirs."""

    submission_id: UUID
    at: datetime
    state: str
    opened_rung: int
    passed: bool
    staying: tuple[str, int]
    """The cause of enough attempts in a row up to the last graded one, and how many; empty where none is."""
    attempts: int
    progress_at: datetime | None
    """When the best result was reached first, where later attempts were graded and none was better."""


@dataclass(frozen=True, slots=True)
class _Request:
    """An open request of an active student."""

    name: str
    assignment: Assignment
    at: datetime


_Pair = tuple[UUID, UUID]
"""An assignment and a person."""


def watch_list(session: Session, caller: Caller, course_id: UUID, *, now: datetime) -> list[WatchEntry]:
    """Who has most reasons comes first. Watched are assignments that are open, or closed lately.

    Raises:
        NotSignedIn, NotFound, NotAllowed, ScopeMissing: if the caller may not see submissions.
    """
    require(session, caller, Action.SEE_SUBMISSIONS, course_id)
    limits = thresholds(session, caller, course_id)
    watched = list(session.scalars(_watched(course_id, now)))
    people = session.execute(
        select(Person.id, Person.name)
        .join(Enrolment, Enrolment.person_id == Person.id)
        .where(Enrolment.course_id == course_id, Enrolment.role == Role.STUDENT, Enrolment.active)
    ).all()
    requests = _requests(session, course_id)
    asked = {assignment_id for assignment_id, _ in requests}
    latest = _latest(session, [*{each.id for each in watched} | asked], limits.same_cause_attempts)
    extensions = _extensions(session, [each.id for each in watched])
    found = []
    for assignment in watched:
        for person_id, name in people:
            mine = latest.get((assignment.id, person_id))
            dates = Deadlines.of(assignment, extensions.get((assignment.id, person_id)))
            asks = requests.pop((assignment.id, person_id), None)
            reasons = (*_asks(asks), *_reasons(assignment, dates, mine, limits, now))
            if reasons:
                found.append(_entry(person_id, name, assignment, reasons, mine))
    for pair, asks in requests.items():  # of assignments that are watched no more
        found.append(_entry(pair[1], asks.name, asks.assignment, (*_asks(asks),), latest.get(pair)))
    return sorted(found, key=lambda each: (-len(each.reasons), each.name, each.person_id))


def _entry(
    person_id: UUID,
    name: str,
    assignment: Assignment,
    reasons: tuple[SeenReason, ...],
    mine: _Latest | None,
) -> WatchEntry:
    if mine is None:
        return WatchEntry(person_id, name, assignment, reasons, 0, None, None)
    return WatchEntry(person_id, name, assignment, reasons, mine.attempts, mine.at, mine.submission_id)


def _asks(request: _Request | None) -> Iterator[SeenReason]:
    if request is not None:
        yield SeenReason(WatchReason.REQUEST, since=request.at)


def _requests(session: Session, course_id: UUID) -> dict[tuple[UUID, UUID], _Request]:
    """By assignment and person, the open ones."""
    rows = session.execute(
        select(RegradeRequest, Person.name, Assignment)
        .join(Person, Person.id == RegradeRequest.person_id)
        .join(Assignment, Assignment.id == RegradeRequest.assignment_id)
        .join(
            Enrolment,
            and_(Enrolment.course_id == course_id, Enrolment.person_id == RegradeRequest.person_id),
        )
        .where(
            Assignment.course_id == course_id,
            RegradeRequest.state == RequestState.OPEN,
            Enrolment.role == Role.STUDENT,
            Enrolment.active,
        )
    )
    return {
        (request.assignment_id, request.person_id): _Request(name, assignment, request.created_at)
        for request, name, assignment in rows
    }


def _reasons(
    assignment: Assignment, dates: Deadlines, last: _Latest | None, limits: Thresholds, now: datetime
) -> Iterator[SeenReason]:
    if last is None:
        if dates.due_at is not None and dates.due_at - now <= limits.not_started:
            yield SeenReason(WatchReason.NEVER_STARTED)
        return
    if last.passed:
        return
    if last.state == State.INTERNAL_ERROR:
        yield SeenReason(WatchReason.OUR_FAILURE, since=last.at)
    cause, number = last.staying
    if cause:
        yield SeenReason(WatchReason.SAME_CAUSE, cause=cause, number=number)
    if last.progress_at is not None and now - last.progress_at >= limits.no_progress:
        yield SeenReason(WatchReason.NO_PROGRESS, since=last.progress_at)
    if assignment.hinting == Hinting.CLIMB and last.opened_rung >= assignment.hint_rung > 1:
        yield SeenReason(WatchReason.HINTS_TOP)
    due = dates.due_at is None or now < dates.due_at
    if due and now - last.at >= limits.stopped:
        yield SeenReason(WatchReason.STOPPED, since=last.at)


def _watched(course_id: UUID, now: datetime) -> Select[Assignment]:
    end = func.coalesce(Assignment.closes_at, Assignment.due_at)
    return (
        select(Assignment)
        .where(
            Assignment.course_id == course_id,
            Assignment.published,
            Assignment.archived_at.is_(None),
            or_(Assignment.opens_at.is_(None), Assignment.opens_at <= now),
            or_(end.is_(None), end >= now - AFTERWARDS),
        )
        .order_by(Assignment.due_at.is_(None), Assignment.due_at, Assignment.id)
    )


def _latest(session: Session, watched: Sequence[UUID], number: int) -> dict[_Pair, _Latest]:
    """The latest attempt of each student, in two queries; a cause stays from so many in a row on."""
    of = (
        select(
            Submission.assignment_id,
            Submission.person_id,
            cast(func.max(cast(Submission.id, String)), Uuid).label("id"),  # PostgreSQL has no order of ids
            func.count().label("attempts"),
        )
        .where(
            Submission.assignment_id.in_(watched),
            Submission.person_id.is_not(None),
            ~Submission.reused,
            Submission.state != State.WITHDRAWN,
        )
        .group_by(Submission.assignment_id, Submission.person_id)
        .subquery()
    ).c
    rows = session.execute(
        select(
            of.assignment_id, of.person_id, of.id, Submission.created_at, Submission.state,
            Submission.opened_rung, Grading.passed, of.attempts, AttemptFact.progress_at,
        )
        .join(Submission, Submission.id == of.id)
        .outerjoin(Grading, Grading.id == Submission.grading_id)
        .outerjoin(
            AttemptFact,
            and_(
                AttemptFact.assignment_id == of.assignment_id,
                AttemptFact.person_id == of.person_id,
                AttemptFact.is_last.is_(True),
                AttemptFact.at > AttemptFact.progress_at,
            ),
        )
    )  # fmt: skip
    staying = _staying(session, watched, number)
    return {
        (pair := (assignment_id, person_id)): _Latest(
            id_, at, state, opened, bool(passed), staying.get(pair, ("", 0)), attempts, progress_at
        )
        for assignment_id, person_id, id_, at, state, opened, passed, attempts, progress_at in rows
    }


def _staying(session: Session, watched: Sequence[UUID], number: int) -> dict[_Pair, tuple[str, int]]:
    """By student, the cause that has been there longest, where it is in so many attempts up to the last."""
    rows = session.execute(
        select(CauseHistory.assignment_id, CauseHistory.person_id, CauseHistory.cause, CauseHistory.streak)
        .where(CauseHistory.assignment_id.in_(watched), CauseHistory.streak >= number)
        .order_by(CauseHistory.streak, CauseHistory.cause.desc())
    )
    return {(assignment_id, person_id): (cause, streak) for assignment_id, person_id, cause, streak in rows}


def _extensions(session: Session, watched: Sequence[UUID]) -> Mapping[tuple[UUID, UUID], Extension]:
    chosen = select(Extension).where(Extension.assignment_id.in_(watched))
    return {(each.assignment_id, each.person_id): each for each in session.scalars(chosen)}
