"""A class on a database: a course, its assignment, students who hand files in, and a clock that is set."""

import hashlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.orm import Session

from grader.report import Report, Score, SuiteResult, Verdict
from grader.sandbox.level import Level
from grader.sandbox.plays import Source
from submissions.courses.assignments import assignments
from submissions.courses.assignments.draft import Draft
from submissions.courses.courses import courses
from submissions.grading.intake import trials
from submissions.grading.intake.submit import submit
from submissions.grading.work.results import FinishedReport, Work, store
from submissions.grading.work.task import Grader
from submissions.jobs.claims import Claim, claim
from submissions.people.access import people
from submissions.people.access.policy import Caller
from submissions.storage.database import Database
from submissions.tables import Assignment, Grading, Job, JobKind, Role, Submission
from submissions.tables.identity import new_id
from tests.world.classroom import OPERATOR
from tests.world.clock import FakeClock

MONDAY = datetime(2026, 11, 16, 9, 0, tzinfo=UTC)
"""When it opens: in the past of engines, which go by the time of day."""
_LEASE = timedelta(seconds=20)
_numbers = count(1)


@dataclass
class School:
    """Everything a test of submissions needs. Each step is a transaction."""

    database: Database
    course_id: UUID
    assignment_id: UUID
    clock: FakeClock = field(default_factory=lambda: FakeClock(MONDAY))
    """Of the people in it; an engine has one of its own."""

    @classmethod
    def open(cls, database: Database, **policies: Any) -> "School":
        """A course with one published assignment."""
        with database.begin() as session:
            owner = people.add(session, f"owner-{next(_numbers)}", "Owner", now=MONDAY)
            course = courses.create(session, Caller(owner.id, operator=True), "Backprop", "UTC", now=MONDAY)
            draft = Draft(title="Core", published=True, **policies)
            assignment = assignments.create(session, OPERATOR, course.id, draft, now=MONDAY)
        return cls(database, course.id, assignment.id)

    def student(self) -> UUID:
        """A new student of the course."""
        with self.database.begin() as session:
            person = people.add(session, f"student-{next(_numbers)}", "Student", now=self.clock())
        self.enrol(person.id)
        return person.id

    def enrol(self, person_id: UUID) -> None:
        """Somebody with an account becomes a student of the course."""
        with self.database.begin() as session:
            people.enrol(session, self.course_id, person_id, Role.STUDENT, now=self.clock())

    def submit(
        self,
        student: UUID,
        text: str = "class Value: ...",
        name: str = "value.py",
        class_name: str = "",
    ) -> UUID:
        """A file handed in; its submission."""
        with self.database.begin() as session:
            assignment = session.get_one(Assignment, self.assignment_id)
            source = Source(name, text.encode(), class_name=class_name)
            return submit(session, Caller(student), assignment, source, now=self.clock()).id

    def try_out(self, text: str = "class Value: ...", whom: str = "192.0.2.1") -> UUID:
        """A file tried without an account; its submission."""
        with self.database.begin() as session:
            source = Source("value.py", text.encode())
            key = trials.begin(session, "core", source, whom=whom, now=self.clock())
            return trials.find(session, key, now=self.clock()).id

    def take(self, worker: UUID | None = None) -> Claim | None:
        """Claim the job whose turn it is."""
        with self.database.begin() as session:
            return claim(
                session, JobKind.GRADING, worker or new_id(), now=self.clock(), until=self.clock() + _LEASE
            )

    def taken(self) -> Claim:
        """The same, where there must be one."""
        found = self.take()
        assert found is not None
        return found

    def store(self, taken: Claim, *, passed: bool = True) -> bool:
        """Store a report for a claim."""
        with self.database.begin() as session:
            asked = work_of(session, taken.job_id)
            made = FinishedReport.of(report(asked, passed=passed))
            return store(session, taken, made, now=self.clock())

    def grade_all(self) -> list[UUID]:
        """Grade whatever waits; the submissions in their order."""
        graded = []
        while taken := self.take():
            assert self.store(taken)
            graded.append(self.submission_of(taken))
        return graded

    def submission_of(self, taken: Claim) -> UUID:
        """Return the submission that an attempt grades."""
        with self.database.read() as session:
            return session.get_one(Grading, taken.subject).submission_id

    def submission(self, submission_id: UUID) -> Submission:
        """As it is now."""
        with self.database.read() as session:
            return session.get_one(Submission, submission_id)

    def grading(self, submission_id: UUID) -> Grading:
        """The one that counts."""
        with self.database.read() as session:
            found = session.get_one(Submission, submission_id).grading_id
            return session.get_one(Grading, found)

    def job(self, submission_id: UUID) -> Job:
        """That of the grading that counts."""
        with self.database.read() as session:
            grading_id = session.get_one(Submission, submission_id).grading_id
            return session.scalars(select(Job).where(Job.grading_id == grading_id)).one()

    @contextmanager
    def assignment(self) -> Iterator[Assignment]:
        """The assignment, to be changed."""
        with self.database.begin() as session:
            yield session.get_one(Assignment, self.assignment_id)


def work_of(session: Session, job_id: UUID) -> Work:
    """What a job asks for."""
    from submissions.grading.work.results import work

    return work(session, session.get_one(Job, job_id), b"secret")


def report(work: Work, *, passed: bool = True) -> Report:
    """A report without a grader: everything right, or nothing."""
    suites = tuple(
        SuiteResult(
            slug=suite.slug, title=suite.title, stage=suite.stage, core=suite.core,
            verdict=Verdict.PASSED if passed else Verdict.FAILED,
            earned=suite.points if passed else 0, possible=suite.points, missing=0, graphs=(),
        )
        for suite in work.assignment.suites
    )  # fmt: skip
    return Report(
        name=work.source.name,
        sha256=hashlib.sha256(work.source.content).hexdigest(),
        seed=f"{work.seed:x}",
        assignment=work.assignment.name,
        sandbox=Level.LOCKED,
        score=Score(
            earned=sum(each.earned for each in suites),
            possible=sum(each.possible for each in suites),
            missing=0,
        ),
        suites=suites,
    )


def grader(grade: Callable[[Work], Report] = report) -> Grader:
    """One without a sandbox."""
    return Grader(grade, lambda: str(Level.LOCKED))
