"""Submissions with what may be told of their results, in as many queries for many as for one."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.orm import Session

from submissions.deadlines import Deadlines, after_lateness
from submissions.policy import Action, Caller, may
from submissions.statuses import statuses
from submissions.submitted import place, shown_by
from submissions.tables import Assignment, AssignmentVersion, Extension, Grading, State, Submission


@dataclass(frozen=True, slots=True)
class Result:
    """What a submission came to."""

    points: Decimal
    """After what lateness costs."""
    earned: Decimal
    """Before that."""
    possible: Decimal
    passed: bool
    causes: tuple[str, ...]
    """Faults, the first to look at first."""
    late_days: int
    graded_at: datetime


@dataclass(frozen=True, slots=True)
class Summary:
    """One submission as a caller may see it."""

    submission: Submission
    ahead: int | None
    shown_from: datetime | None
    """When its result is shown to them, where that is not yet."""
    result: Result | None
    staff: bool
    """Whether the caller is, and may be told everything."""


def summaries(
    session: Session,
    caller: Caller,
    assignment: Assignment,
    submissions: Sequence[Submission],
    *,
    now: datetime,
) -> list[Summary]:
    """A summary of each, for this caller."""
    assert assignment.course_id is not None
    staff = may(session, caller, Action.SEE_SUBMISSIONS, assignment.course_id)
    deadlines = _deadlines(session, assignment, submissions)
    places = _places(session, [each for each in submissions if each.state == State.QUEUED])
    graded = _graded(session, submissions)
    found = []
    for each in submissions:
        dates = deadlines.get(each.person_id, Deadlines.of(assignment))
        shown_from = None if staff else shown_by(assignment, dates)
        hidden = shown_from is not None and now < shown_from
        result = (
            None if hidden or each.id not in graded else _result(assignment, dates, each, *graded[each.id])
        )
        found.append(Summary(each, places.get(each.id), shown_from if hidden else None, result, staff))
    return found


def summary(
    session: Session, caller: Caller, assignment: Assignment, submission: Submission, *, now: datetime
) -> Summary:
    """The summary of one."""
    return summaries(session, caller, assignment, [submission], now=now)[0]


def _places(session: Session, queued: Sequence[Submission]) -> dict[UUID, int | None]:
    """By submission, how many are graded before it. Of one, those before it are counted; of many, all."""
    if len(queued) == 1:
        return {queued[0].id: place(session, queued[0])}
    found = statuses(session, [each.id for each in queued])
    return {id_: status.ahead for id_, status in found.items()}


def _deadlines(
    session: Session, assignment: Assignment, submissions: Sequence[Submission]
) -> dict[UUID | None, Deadlines]:
    """By person, of those who have an extension."""
    people = {each.person_id for each in submissions}
    found = session.scalars(
        select(Extension).where(Extension.assignment_id == assignment.id, Extension.person_id.in_(people))
    )
    return {each.person_id: Deadlines.of(assignment, each) for each in found}


def _graded(session: Session, submissions: Sequence[Submission]) -> dict[UUID, tuple[Grading, Decimal]]:
    """By submission, the grading that counts and the points there were."""
    gradings = [each.grading_id for each in submissions if each.state == State.GRADED]
    if not gradings:
        return {}
    rows = session.execute(
        select(Grading, AssignmentVersion.points)
        .join(AssignmentVersion, AssignmentVersion.id == Grading.version_id)
        .where(Grading.id.in_(gradings))
    )
    by_grading = {grading.id: (grading, possible) for grading, possible in rows}
    return {
        each.id: by_grading[each.grading_id]
        for each in submissions
        if each.state == State.GRADED and each.grading_id in by_grading
    }


def _result(
    assignment: Assignment, deadlines: Deadlines, submission: Submission, grading: Grading, possible: Decimal
) -> Result:
    assert grading.points is not None
    assert grading.finished_at is not None
    at = submission.created_at
    return Result(
        points=after_lateness(grading.points, assignment, deadlines, at),
        earned=grading.points,
        possible=possible,
        passed=bool(grading.passed),
        causes=tuple(grading.causes),
        late_days=deadlines.days_late(at),
        graded_at=grading.finished_at,
    )
