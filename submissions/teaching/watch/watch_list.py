"""Who may need help in a course, and why. As many queries for 3,000 students as for 30."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from enum import StrEnum
from typing import Any
from uuid import UUID

from sqlalchemy import Select, and_, case, false, func, literal, null, or_, select, union_all
from sqlalchemy.orm import Session

from grader.records import Frozen, replace
from submissions.courses.grades.deadlines import Deadlines
from submissions.people.access.policy import Action, Caller, require
from submissions.tables import (
    IS_STUDENT,
    UNFINISHED,
    Assignment,
    AttemptFact,
    CauseHistory,
    Enrolment,
    Extension,
    Hinting,
    Person,
    RegradeRequest,
    RequestState,
    State,
    Submission,
)
from submissions.tables.name_key import family_key, name_key
from submissions.teaching import durations
from submissions.teaching.results.ordering import in_table_order
from submissions.teaching.watch.watch_thresholds import Thresholds, thresholds

_NOT_GRADED = (*UNFINISHED, State.REFUSED, State.INTERNAL_ERROR)


class WatchReason(StrEnum):
    """Why somebody is on the list; the most urgent first."""

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


class SeenReason(Frozen):
    """One reason."""

    kind: WatchReason
    cause: str = ""
    """The fault that stays, by slug."""
    number: int = 0
    """Attempts in a row that have it, up to the latest graded one."""
    since: datetime | None = None
    """Since when there was no progress, or nothing at all."""


class WatchEntry(Frozen):
    """A student who may need help with an assignment."""

    person_id: UUID
    name: str
    assignment: Assignment
    reasons: tuple[SeenReason, ...]
    attempts: int
    last_at: datetime | None
    submission_id: UUID | None
    """The latest attempt."""

    @property
    def urgency(self) -> tuple[int, int, int]:
        """Lower is sooner: by the most urgent reason, by how often a cause came back, by how many reasons."""
        reasons = [_BY_URGENCY.index(each.kind) for each in self.reasons]
        return min(reasons), -max(each.number for each in self.reasons), -len(reasons)

    @property
    def only_never_started(self) -> bool:
        """Whether all that is known is that there is no submission."""
        return all(each.kind is WatchReason.NEVER_STARTED for each in self.reasons)


_BY_URGENCY = list(WatchReason)


class _Latest(Frozen):
    """The latest attempt of a student, with what is known of all of theirs."""

    submission_id: UUID
    at: datetime
    state: str
    opened_rung: int
    passed: bool
    attempts: int
    progress_at: datetime | None
    """When the best result was reached first, where later attempts were graded and none was better."""
    staying: tuple[str, int]
    """The cause of enough attempts in a row up to the last graded one, and how many; empty where none is."""

    def after(self, earlier: "_Latest") -> "_Latest":
        """Return the latest attempt with the attempts before it counted in."""
        progress_at = self.progress_at or earlier.progress_at
        return replace(self, attempts=self.attempts + earlier.attempts, progress_at=progress_at)


class _Request(Frozen):
    """An open request of an active student."""

    name: str
    assignment: Assignment
    at: datetime


_Pair = tuple[UUID, UUID]
"""An assignment and a person."""


def watch_list(session: Session, caller: Caller, course_id: UUID, *, now: datetime) -> list[WatchEntry]:
    """Students of assignments that are open or closed lately, the most urgent first, then by family name."""
    require(session, caller, Action.SEE_SUBMISSIONS, course_id)
    limits = thresholds(session, caller, course_id)
    watched = list(session.scalars(_watched(course_id, now)))
    people = session.execute(
        select(Person.id, Person.name)
        .join(Enrolment, Enrolment.person_id == Person.id)
        .where(Enrolment.course_id == course_id, IS_STUDENT)
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
    return sorted(found, key=lambda each: (each.urgency, family_key(each.name), each.person_id))


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
    """Return the open requests by assignment and person."""
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
            IS_STUDENT,
        )
    )
    return {
        (request.assignment_id, request.person_id): _Request(name, assignment, request.created_at)
        for request, name, assignment in rows
    }


def _never_started(dates: Deadlines, limits: Thresholds, now: datetime) -> Iterator[SeenReason]:
    if dates.due_at is not None and dates.due_at - now <= limits.not_started:
        yield SeenReason(WatchReason.NEVER_STARTED)


def _reasons(
    assignment: Assignment, dates: Deadlines, last: _Latest | None, limits: Thresholds, now: datetime
) -> Iterator[SeenReason]:
    if last is None:
        yield from _never_started(dates, limits, now)
    elif not last.passed:
        yield from _since_the_latest(assignment, dates, last, limits, now)


def _since_the_latest(
    assignment: Assignment, dates: Deadlines, last: _Latest, limits: Thresholds, now: datetime
) -> Iterator[SeenReason]:
    """Yield why a student may need help who has submitted, and not everything right."""
    # Every reason that holds counts, not the first: staff filter the list by each.
    if last.state == State.INTERNAL_ERROR:
        yield SeenReason(WatchReason.OUR_FAILURE, since=last.at)
    cause, number = last.staying
    if cause:
        yield SeenReason(WatchReason.SAME_CAUSE, cause=cause, number=number)
    if last.progress_at is not None and now - last.progress_at >= limits.no_progress:
        yield SeenReason(WatchReason.NO_PROGRESS, since=last.progress_at)
    if assignment.hinting == Hinting.CLIMB and last.opened_rung >= assignment.hint_rung > 1:
        yield SeenReason(WatchReason.HINTS_TOP)
    is_over = dates.due_at is not None and dates.due_at <= now
    if not is_over and now - last.at >= limits.stopped:
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
            or_(end.is_(None), end >= now - durations.WATCHED),
        )
        .order_by(Assignment.due_at.is_(None), Assignment.due_at, Assignment.id)
    )


def _latest(session: Session, watched: Sequence[UUID], number: int) -> dict[_Pair, _Latest]:
    """Return the latest attempt of each student, with the causes that stayed for `number` attempts in a row.

    The last graded one is known from facts. What waits or could not be graded comes beside: it is little.
    """
    staying = _staying(session, watched, number)
    found: Iterable[Any] = session.execute(union_all(_last_graded(watched), _not_graded(watched)))
    latest: dict[_Pair, _Latest] = {}
    for row in sorted(found, key=lambda each: each.submission_id):
        assignment_id, person_id, id_, at, state, rung, passed, attempts, progress_at = row
        pair = (assignment_id, person_id)
        lasting = staying.get(pair, ("", 0))
        mine = _Latest(id_, at, state, rung, passed, attempts, progress_at, lasting)
        latest[pair] = mine.after(latest[pair]) if pair in latest else mine
    return latest


_Rows = Select[*tuple[Any, ...]]
"""Assignment, person, and what `_Latest` begins with."""


def _last_graded(watched: Sequence[UUID]) -> _Rows:
    """Select the last graded attempt of each student, with the number of graded attempts.

    The last column is when the best result was reached, where later attempts were graded and none was better.
    """
    return (
        select(
            AttemptFact.assignment_id, AttemptFact.person_id, AttemptFact.submission_id, AttemptFact.at,
            literal(State.GRADED.value), Submission.opened_rung, AttemptFact.passed, AttemptFact.number,
            case((AttemptFact.at > AttemptFact.progress_at, AttemptFact.progress_at)),
        )
        .join(Submission, Submission.id == AttemptFact.submission_id)
        .where(AttemptFact.assignment_id.in_(watched), AttemptFact.is_last.is_(True))
    )  # fmt: skip


def _not_graded(watched: Sequence[UUID]) -> _Rows:
    return select(
        Submission.assignment_id, Submission.person_id, Submission.id, Submission.created_at,
        Submission.state, Submission.opened_rung, false(), literal(1), null(),
    ).where(
        Submission.assignment_id.in_(watched),
        Submission.state.in_(_NOT_GRADED),
        Submission.person_id.is_not(None),
        ~Submission.reused,
    )  # fmt: skip


def _staying(session: Session, watched: Sequence[UUID], number: int) -> dict[_Pair, tuple[str, int]]:
    """Return by student the cause with the longest streak up to the last attempt, of at least `number`."""
    rows = session.execute(
        select(CauseHistory.assignment_id, CauseHistory.person_id, CauseHistory.cause, CauseHistory.streak)
        .where(CauseHistory.assignment_id.in_(watched), CauseHistory.streak >= number)
        .order_by(CauseHistory.streak, CauseHistory.cause.desc())
    )
    return {(assignment_id, person_id): (cause, streak) for assignment_id, person_id, cause, streak in rows}


def _extensions(session: Session, watched: Sequence[UUID]) -> Mapping[tuple[UUID, UUID], Extension]:
    chosen = select(Extension).where(Extension.assignment_id.in_(watched))
    return {(each.assignment_id, each.person_id): each for each in session.scalars(chosen)}


class WatchColumn(StrEnum):
    """The columns by which the watch list is sorted."""

    URGENCY = "urgency"
    STUDENT = "student"
    ASSIGNMENT = "assignment"
    ATTEMPTS = "attempts"
    LATEST = "latest"


class WatchOrder(Frozen):
    """A column, and which way round. Of equals the most urgent is first; what has none is last."""

    by: WatchColumn = WatchColumn.URGENCY
    descending: bool = False

    def sorted(self, entries: Iterable[WatchEntry]) -> list[WatchEntry]:
        """Sort entries that come with the most urgent first."""
        return in_table_order(entries, _KEYS[self.by], descending=self.descending)


_KEYS: Mapping[WatchColumn, Callable[[WatchEntry], Any]] = {
    WatchColumn.URGENCY: lambda entry: entry.urgency,
    WatchColumn.STUDENT: lambda entry: name_key(entry.name),
    WatchColumn.ASSIGNMENT: lambda entry: name_key(entry.assignment.title),
    WatchColumn.ATTEMPTS: lambda entry: entry.attempts,
    WatchColumn.LATEST: lambda entry: entry.last_at,
}
