"""How far a student is in a course: grades, attempts over time, causes overcome and open. Only their own."""

import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime
from decimal import Decimal
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.orm import Session

from grader.records import Frozen
from grader.report import Verdict
from submissions.courses.grades.cells import GradeCell, columns
from submissions.courses.grades.deadlines import Deadlines, after_lateness
from submissions.people.access.policy import Caller, viewer_in
from submissions.tables import Assignment, Extension, Grading, State, StoredReport, Submission
from submissions.teaching.gradebook.gradebook import own_grades
from submissions.teaching.results.trimming import trim_causes
from submissions.teaching.results.visibility import Visibility, visibility

MOST = 100
"""Attempts of a course that are looked at: the latest."""

_NOT_ASKED = (Verdict.NOT_APPLICABLE,)

_UNKNOWN = "unknown"


class GradedAttempt(Frozen):
    """One graded submission."""

    submission_id: UUID
    at: datetime
    points: Decimal
    """The points after the late penalty."""
    causes: tuple[str, ...]
    """The causes that the caller sees."""
    passed: int | None
    """Suites; None where the report was deleted."""
    asked: int | None


class AssignmentProgress(Frozen):
    """A student's progress in one assignment."""

    assignment: Assignment
    grade: GradeCell | None
    """The grade that counts now; None where nothing is graded or shown yet."""
    attempts: tuple[GradedAttempt, ...]
    """The first first."""
    submitted: bool
    """Whether anything was submitted, also where its result is not shown; what was withdrawn is nothing."""

    @property
    def open(self) -> tuple[str, ...]:
        """The causes in the latest attempt."""
        return self.attempts[-1].causes if self.attempts else ()

    @property
    def overcome(self) -> tuple[str, ...]:
        """The known causes of earlier attempts that the latest does not have, the first first."""
        met = dict.fromkeys(cause for attempt in self.attempts for cause in attempt.causes)
        return tuple(cause for cause in met if cause not in self.open and cause != _UNKNOWN)


def progress(session: Session, caller: Caller, course_id: UUID, *, now: datetime) -> list[AssignmentProgress]:
    """Return the progress by due date, in as many queries for many assignments and attempts as for one."""
    grades = own_grades(session, caller, course_id, now=now)
    listed = [each.assignment for each in columns(session, course_id) if each.assignment.published]
    attempts = _attempts(session, caller, listed, now)
    cells = {id_: grade.cell for id_, grade in grades.items()}
    submitted = _submitted(session, caller, listed)
    return [
        AssignmentProgress(each, cells.get(each.id), tuple(attempts[each.id]), each.id in submitted)
        for each in listed
    ]


def _submitted(session: Session, caller: Caller, listed: Sequence[Assignment]) -> set[UUID]:
    """The ids of those to which the caller submitted anything."""
    chosen = select(Submission.assignment_id).where(
        Submission.assignment_id.in_([each.id for each in listed]),
        Submission.person_id == caller.known,
        Submission.state != State.WITHDRAWN,
    )
    return set(session.scalars(chosen.distinct()))


def _attempts(
    session: Session, caller: Caller, listed: Sequence[Assignment], now: datetime
) -> dict[UUID, list[GradedAttempt]]:
    """Return by assignment the attempts whose result the caller sees by now."""
    by_id = {each.id: each for each in listed}
    rows = session.execute(
        select(Submission, Grading)
        .join(Grading, Grading.id == Submission.grading_id)
        .where(
            Submission.assignment_id.in_(by_id),
            Submission.person_id == caller.known,
            Submission.state == State.GRADED,
            ~Submission.reused,
        )
        .order_by(Submission.id.desc())
        .limit(MOST)
    ).all()
    dates = _deadlines(session, caller, listed)
    seen = {each.id: visibility(viewer_in(session, caller, each), each) for each in listed}
    shown = [row for row in rows if _is_shown(seen[row[0].assignment_id], dates[row[0].assignment_id], now)]
    suites = _suites(session, [grading.id for _, grading in shown])
    found: dict[UUID, list[GradedAttempt]] = defaultdict(list)
    for submission, grading in reversed(shown):
        id_ = submission.assignment_id
        passed, asked = suites.get(grading.id, (None, None))
        earned = grading.points or Decimal(0)
        points = after_lateness(earned, by_id[id_], dates[id_], submission.created_at)
        causes = trim_causes(grading.causes, seen[id_].rung_of(submission, dates[id_], now))
        found[id_].append(GradedAttempt(submission.id, submission.created_at, points, causes, passed, asked))
    return found


def _is_shown(seen: Visibility, deadlines: Deadlines, now: datetime) -> bool:
    """Whether all of a result is shown: one without its hidden suites is left to its own page."""
    return seen.results_hidden_until(deadlines, now) is None and not seen.closed_suites(deadlines, now)


def _deadlines(session: Session, caller: Caller, listed: Sequence[Assignment]) -> dict[UUID, Deadlines]:
    chosen = select(Extension).where(
        Extension.person_id == caller.known, Extension.assignment_id.in_([each.id for each in listed])
    )
    extensions = {each.assignment_id: each for each in session.scalars(chosen)}
    return {each.id: Deadlines.of(each, extensions.get(each.id)) for each in listed}


def _suites(session: Session, gradings: Iterable[UUID]) -> dict[UUID, tuple[int, int]]:
    """Return by grading how many suites passed, of those that could be asked."""
    rows = session.execute(
        select(StoredReport.grading_id, StoredReport.content).where(
            StoredReport.grading_id.in_(list(gradings))
        )
    )
    return {grading_id: _counted(content) for grading_id, content in rows}


def _counted(content: str) -> tuple[int, int]:
    # Only the verdicts are read: to make a report of each would take longer than the page.
    verdicts = [suite["verdict"] for suite in json.loads(content)["suites"]]
    asked = [verdict for verdict in verdicts if verdict not in _NOT_ASKED]
    return asked.count(Verdict.PASSED), len(asked)
