"""A student's own grade in one assignment, from the results that they see of it, and why it is that."""

from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal
from uuid import UUID

from sqlalchemy.orm import Session

from grader.records import Frozen
from submissions.courses.grades.deadlines import Deadlines
from submissions.people.access.policy import Viewer
from submissions.tables import Assignment, Counts
from submissions.teaching.gradebook import overrides
from submissions.teaching.results.result import Result, SubmissionScore
from submissions.teaching.results.visibility import visibility


class OwnAssignmentGrade(Frozen):
    """The caller's grade of one assignment, as it counts now."""

    points: Decimal
    possible: Decimal
    late_days: int = 0
    overridden: bool = False
    is_partial: bool = False
    """Whether hidden suites, which are not open yet, are left out."""
    submission_id: UUID | None = None
    """The attempt that counts; None where staff set the grade."""


def own_grade(
    session: Session,
    viewer: Viewer,
    assignment: Assignment,
    history: Sequence[Result],
    *,
    possible: Decimal,
    deadlines: Deadlines,
    now: datetime,
) -> OwnAssignmentGrade | None:
    """Return the grade that follows from these results of a student; None where nothing may be shown."""
    given = overrides.own(session, viewer, assignment)
    if visibility(viewer, assignment).results_hidden_until(deadlines, now) is not None:
        return None
    if given is not None:
        return OwnAssignmentGrade(given.points, possible, overridden=True)
    scored = [(each, each.score) for each in history if each.score is not None]
    if not scored:
        return None
    if assignment.counts == Counts.LATEST:
        counting, score = scored[0]
    else:
        counting, score = max(scored, key=lambda pair: _share(pair[1]))
    partial = bool(counting.closed_suites)
    points, of = (score.points, score.possible) if partial else (_share(score) * possible, possible)
    return OwnAssignmentGrade(
        points, of, counting.late_days, is_partial=partial, submission_id=counting.submission.id
    )


def _share(score: SubmissionScore) -> Decimal:
    """Return the part of the points that were possible then: the version may have been another."""
    return score.points / score.possible if score.possible else Decimal(0)
