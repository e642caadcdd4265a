"""A course with people in it, for tests of what teachers do."""

from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.orm import Session

from grader.sandbox.plays import Source
from submissions.courses.assignments import assignments
from submissions.courses.assignments.draft import Draft
from submissions.courses.courses import courses
from submissions.grading.intake.submit import submit
from submissions.grading.work.results import move
from submissions.jobs import claims
from submissions.people.access import people
from submissions.people.access.policy import Caller
from submissions.tables import (
    Assignment,
    Course,
    Grading,
    Job,
    JobState,
    Person,
    Role,
    State,
    Submission,
)
from tests.world.clock import NOW

OPERATOR = Caller(UUID(int=1), operator=True)
"""Somebody who may do everything, for what a test needs to be there and is not about."""


def person(session: Session, login: str, name: str = "") -> Person:
    """Somebody with an account."""
    return people.add(session, login, name or login.title(), now=NOW)


def course(session: Session, *, zone: str = "Europe/Madrid") -> tuple[Course, Caller]:
    """A course, and its owner."""
    owner = person(session, "owner")
    course = courses.create(session, Caller(owner.id, operator=True), "Backprop 101", zone, now=NOW)
    return course, Caller(owner.id)


def member(session: Session, of: Course, login: str, role: Role = Role.STUDENT) -> Person:
    """Somebody in the course."""
    added = person(session, login)
    people.enrol(session, of.id, added.id, role, now=NOW)
    return added


def assignment(session: Session, of: Course, draft: Draft | None = None) -> Assignment:
    """An assignment that students see."""
    return assignments.create(session, OPERATOR, of.id, draft or Draft(title="Core", published=True), now=NOW)


def handed_in(
    session: Session, of: Assignment, by: Person, *, at: datetime = NOW, content: bytes = b"class Value: ..."
) -> Submission:
    """A submission that waits."""
    return submit(session, Caller(by.id), of, Source("value.py", content), now=at)


def failed(session: Session, submission: Submission, error: str = "SandboxUnavailable") -> Submission:
    """The submission as it is left behind where we could not grade it."""
    job = session.scalars(select(Job).where(Job.grading_id == submission.grading_id)).one()
    job.state, job.owner = JobState.RUNNING, "a worker"
    claims.fail(session, job, error, None, now=NOW)
    session.flush()
    return submission


def graded(session: Session, submission: Submission, points: str, causes: Sequence[str] = ()) -> Submission:
    """The submission as a worker leaves it behind: its last grading done."""
    grading = session.scalars(
        select(Grading)
        .where(Grading.submission_id == submission.id)
        .order_by(Grading.created_at.desc(), Grading.id.desc())
        .limit(1)
    ).one()
    job = session.scalars(select(Job).where(Job.grading_id == grading.id)).one()
    job.state = JobState.DONE
    grading.state, grading.finished_at = State.GRADED, NOW
    grading.points, grading.passed = Decimal(points), not causes
    grading.cause, grading.causes = next(iter(causes), None), list(causes)
    submission.grading_id = grading.id
    session.flush()
    move(session, grading.id, State.GRADED)
    session.flush()
    return submission
