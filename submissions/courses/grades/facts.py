"""Keeps what figures are counted from: written with each result, from the report alone.

An attempt's own facts (points, suites, causes) are written once. What it is among the attempts of its student
(first, last, best, the one that counts; how long each cause lasted) is worked out again when one is added.
"""

import hashlib
import json
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

from sqlalchemy import and_, delete, insert, select, text, update
from sqlalchemy.orm import Session, aliased

from submissions.courses.grades.attempt_facts import Cause, FactsOfAttempt, histories, placed
from submissions.courses.grades.deadlines import Deadlines, after_lateness
from submissions.courses.grades.report_facts import ReportFacts
from submissions.storage.rows import insert_once
from submissions.tables import (
    Assignment,
    AssignmentVersion,
    AttemptFact,
    CauseFact,
    CauseHistory,
    Counts,
    Extension,
    Grading,
    State,
    Submission,
    VerdictPattern,
)

_HOUR = 3600
_ALL = Decimal(100)
_FEW = 10
"""Students whose attempts are locked one by one."""


def keep(session: Session, submission: Submission, grading: Grading, found: ReportFacts) -> None:
    """Write the facts of a submission whose counting grading was just stored; a trial has none.

    Call it last in a transaction: on PostgreSQL it waits for other results of the same student.
    """
    assignment = session.get_one(Assignment, submission.assignment_id)
    if submission.person_id is None or assignment.course_id is None:
        return
    lock(session, assignment.id, [submission.person_id])
    session.execute(delete(CauseFact).where(CauseFact.submission_id == submission.id))
    session.execute(delete(AttemptFact).where(AttemptFact.submission_id == submission.id))
    if grading.state == State.GRADED:
        version = session.get_one(AssignmentVersion, grading.version_id)
        write(session, [row_of(submission, grading, version, found)])
        if found.causes:
            session.execute(insert(CauseFact), cause_rows(submission, found))
    reckon(session, assignment, [submission.person_id])


def row_of(
    submission: Submission, grading: Grading, version: AssignmentVersion, found: ReportFacts
) -> dict[str, Any]:
    """Return the facts of one attempt; `reckon` adds its place among others."""
    earned = (grading.points or Decimal(0)) * _ALL / version.points if version.points else Decimal(0)
    return {
        "submission_id": submission.id,
        "assignment_id": submission.assignment_id,
        "person_id": submission.person_id,
        "at": submission.created_at,
        "hour": hour(submission.created_at),
        "earned": earned,
        "passed": bool(grading.passed),
        "suites": dict(found.suites),
        "cause_count": len(found.causes),
    }


def cause_rows(submission: Submission, found: ReportFacts) -> list[dict[str, Any]]:
    """The facts of its causes."""
    return [
        {
            "submission_id": submission.id,
            "cause": cause,
            "place": place,
            "proven": proven,
            "assignment_id": submission.assignment_id,
            "person_id": submission.person_id,
        }
        for place, (cause, proven) in enumerate(found.causes.items())
    ]


def write(session: Session, rows: Sequence[dict[str, Any]]) -> None:
    """Insert attempts that are not reckoned yet."""
    unplaced = {
        "percent": Decimal(0), "late": False, "number": 0,
        "is_first": False, "is_last": False, "is_best": False, "counts": False,
        "ever_late": False, "ever_passed": False,
    }  # fmt: skip
    patterns = [pattern_of(row["suites"]) for row in rows]
    _keep_patterns(session, {digest: row["suites"] for digest, row in zip(patterns, rows, strict=True)})
    session.execute(
        insert(AttemptFact),
        [
            {name: value for name, value in row.items() if name != "suites"}
            | unplaced
            | {"progress_at": row["at"], "pattern": digest}
            for digest, row in zip(patterns, rows, strict=True)
        ],
    )


def pattern_of(suites: Mapping[str, str]) -> str:
    """Return the digest of the verdicts of an attempt, independent of the order of suites."""
    return hashlib.sha256(json.dumps(suites, sort_keys=True).encode()).hexdigest()


def _keep_patterns(session: Session, patterns: Mapping[str, Mapping[str, str]]) -> None:
    """Store new patterns of verdicts in a fixed order: so two transactions never wait for each other."""
    digests = sorted(patterns)
    known = set(session.scalars(select(VerdictPattern.digest).where(VerdictPattern.digest.in_(digests))))
    for digest in digests:
        if digest not in known:
            insert_once(session, VerdictPattern, digest=digest, suites=dict(patterns[digest]))


def reckon(session: Session, assignment: Assignment, people: Collection[UUID] | None = None) -> None:
    """Give each attempt its place among those of its student, and each cause its history.

    Of some people, or of all: needed as well where dates, extensions or what counts have changed.
    """
    lock(session, assignment.id, people)
    attempts = _attempts(session, assignment, people)
    causes = _causes(session, assignment, people)
    repeated = _repeated(session, assignment, people)
    changed: list[dict[str, Any]] = []
    lasted: list[dict[str, Any]] = []
    for person_id, theirs in attempts.items():
        changed += [
            {"submission_id": each.submission_id, **place.row}
            for each, place in placed(theirs, assignment.counts, repeated.get(person_id))
        ]
        lasted += [
            {"assignment_id": assignment.id, "person_id": person_id, **each.row}
            for each in histories([(each, causes.get(each.submission_id, {})) for each in theirs])
        ]
    if changed:
        session.execute(update(AttemptFact), changed)
    stale = delete(CauseHistory).where(CauseHistory.assignment_id == assignment.id)
    session.execute(stale if people is None else stale.where(CauseHistory.person_id.in_(people)))
    if lasted:
        session.execute(insert(CauseHistory), lasted)


def policies(assignment: Assignment) -> tuple[object, ...]:
    """Return the settings of an assignment that decide about all attempts."""
    return (
        assignment.due_at,
        assignment.closes_at,
        assignment.counts,
        assignment.late_percent_per_day,
        assignment.late_most_percent,
        assignment.late_step_hours,
        assignment.late_accepted_days,
    )


def hour(at: datetime) -> int:
    """The hour of a moment: whole hours since 1970."""
    return int(at.timestamp()) // _HOUR


def _attempts(
    session: Session, assignment: Assignment, people: Collection[UUID] | None
) -> dict[UUID, list[FactsOfAttempt]]:
    """Return the attempts by person, the oldest first, with the late penalty of each."""
    chosen = (
        select(
            AttemptFact.submission_id,
            AttemptFact.person_id,
            AttemptFact.at,
            AttemptFact.earned,
            AttemptFact.passed,
            Extension,
        )
        .outerjoin(
            Extension,
            and_(
                Extension.assignment_id == AttemptFact.assignment_id,
                Extension.person_id == AttemptFact.person_id,
            ),
        )
        .where(AttemptFact.assignment_id == assignment.id)
        .order_by(AttemptFact.at, AttemptFact.submission_id)
    )
    if people is not None:
        chosen = chosen.where(AttemptFact.person_id.in_(people))
    found: dict[UUID, list[FactsOfAttempt]] = {}
    for submission_id, person_id, at, earned, passed, extension in session.execute(chosen):
        deadlines = Deadlines.of(assignment, extension)
        percent = after_lateness(earned, assignment, deadlines, at)
        late = deadlines.days_late(at) > 0
        found.setdefault(person_id, []).append(
            FactsOfAttempt(submission_id, at, earned, percent, late, passed)
        )
    return found


def _causes(
    session: Session, assignment: Assignment, people: Collection[UUID] | None
) -> dict[UUID, dict[Cause, bool]]:
    """Return causes by submission, each with whether it is proven; the one that is shown first is first."""
    chosen = (
        select(CauseFact.submission_id, CauseFact.cause, CauseFact.proven)
        .where(CauseFact.assignment_id == assignment.id)
        .order_by(CauseFact.submission_id, CauseFact.place)
    )
    if people is not None:
        chosen = chosen.where(CauseFact.person_id.in_(people))
    found: dict[UUID, dict[Cause, bool]] = {}
    for submission_id, cause, proven in session.execute(chosen):
        found.setdefault(submission_id, {})[cause] = proven
    return found


def _repeated(session: Session, assignment: Assignment, people: Collection[UUID] | None) -> dict[UUID, UUID]:
    """Return by person the attempt with the file that they submitted again after their last attempt.

    That is no attempt, and it is their latest file.
    """
    if assignment.counts != Counts.LATEST:
        return {}
    attempt = aliased(Submission)
    chosen = (
        select(Submission.person_id, attempt.id)
        .outerjoin(
            attempt,
            and_(
                Submission.reused.is_(True),
                attempt.assignment_id == Submission.assignment_id,
                attempt.person_id == Submission.person_id,
                attempt.grading_id == Submission.grading_id,
                attempt.reused.is_(False),
            ),
        )
        .where(
            Submission.assignment_id == assignment.id,
            Submission.state == State.GRADED,
            Submission.person_id.is_not(None),
        )
        .order_by(Submission.created_at, Submission.id)
    )
    if people is not None:
        chosen = chosen.where(Submission.person_id.in_(people))
    latest = dict(session.execute(chosen).all())
    return {
        person_id: attempt_id
        for person_id, attempt_id in latest.items()
        if person_id is not None and attempt_id is not None
    }


def lock(session: Session, assignment_id: UUID, people: Collection[UUID] | None) -> None:
    """Keep other transactions from counting attempts of these people here, or of all, until this one ends.

    Two results of one student are reckoned one after the other; those of two students are not, unless
    somebody reckons many at once.
    """
    if session.get_bind().dialect.name != "postgresql":
        return
    whole = hash(assignment_id)  # of integers: the same in every process
    if people is None or len(people) > _FEW:
        session.execute(text("SELECT pg_advisory_xact_lock(:whole)"), {"whole": whole})
        return
    session.execute(text("SELECT pg_advisory_xact_lock_shared(:whole)"), {"whole": whole})
    for own in sorted(hash((assignment_id, person_id)) for person_id in people):
        session.execute(text("SELECT pg_advisory_xact_lock(:own)"), {"own": own})
