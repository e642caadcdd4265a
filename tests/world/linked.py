"""An assignment here that is linked to an activity of a learning platform, whose grades are sent there."""

from dataclasses import dataclass, field
from datetime import timedelta
from decimal import Decimal
from typing import Any
from uuid import UUID

from sqlalchemy import select

from grader.sandbox.plays import Source
from submissions.connect.lms import claims, contexts, keys, launches
from submissions.connect.lms.sender import GradeSender
from submissions.connect.lms.vocabulary import CLAIM
from submissions.courses.assignments import assignments
from submissions.courses.assignments.draft import Draft
from submissions.grading.intake.submit import submit
from submissions.grading.work.task import Grader, grading_engine
from submissions.jobs.claims import release
from submissions.jobs.crew import Crew
from submissions.jobs.host import JobHost
from submissions.outward import outbox
from submissions.outward.openid.outward import Outward, OutwardAnswer, OutwardRequest, Unreachable
from submissions.people.access.policy import Caller
from submissions.storage.database import Database
from submissions.tables import (
    Assignment,
    LmsContext,
    LmsGrade,
    LmsLink,
    LmsPlatform,
    PassbackState,
    Person,
)
from submissions.teaching.gradebook import overrides
from tests.world import classroom
from tests.world.clock import NOW, FakeClock
from tests.world.learning_platform import INSTRUCTOR, ORIGIN, LearningPlatform, registered

STUDENT = "student-1"
DUE = NOW + timedelta(days=1)


@dataclass
class Refusing:
    """Nothing is asked."""

    error: Unreachable

    def send(self, _: OutwardRequest) -> OutwardAnswer:
        raise self.error


@dataclass
class Linked:
    """An assignment here, its activity there, and a student who came from there."""

    database: Database
    clock: FakeClock = field(default_factory=FakeClock)

    def __post_init__(self) -> None:
        self.platform = LearningPlatform(self.clock, our_keys=self._our_keys)
        self.sender = self.another_sender()
        with self.database.begin() as session:
            course, self.owner = classroom.course(session)
            draft = Draft(title="Homework", published=True, due_at=DUE, closes_at=DUE + timedelta(days=9))
            self.assignment_id = classroom.assignment(session, course, draft).id
            self.course_id = course.id
            registered(session, NOW)
        self.launch("teacher", **{f"{CLAIM}roles": [INSTRUCTOR]})
        with self.database.begin() as session:
            context = session.scalars(select(LmsContext)).one()
            context.teacher_id = self.owner.known
            session.flush()
            contexts.link_course(session, self.owner, context.id, course.id, now=NOW)
        self.student_id = self.launch(STUDENT)

    def another_sender(self, outward: Outward | None = None) -> Crew:
        host = JobHost(self.database, self.clock)
        self.handler = GradeSender(
            host, outward or self.platform, lambda note: f"{note.points} of {note.possible}", self.clock
        )
        return Crew(host, self.handler)

    def launch(self, sub: str, **other: Any) -> UUID:
        custom = {f"{CLAIM}custom": {"assignment": str(self.assignment_id)}}
        found = claims.read(self.platform.claims("", {"sub": sub, **custom, **other}), origin=ORIGIN)
        with self.database.begin() as session:
            platform = session.scalars(select(LmsPlatform)).one()
            deployment = launches.deployment_of(session, platform.id, "7", now=self.clock())
            return launches.admit(session, deployment.id, found, language=None, now=self.clock()).person.id

    def graded(self, points: str, who: UUID | None = None, content: bytes = b"class Value: ...") -> None:
        with self.database.begin() as session:
            person = session.get_one(Person, who or self.student_id)
            assignment = session.get_one(Assignment, self.assignment_id)
            given = classroom.handed_in(session, assignment, person, at=self.clock(), content=content)
            classroom.graded(session, given, points)
            self.changed(session, person.id)

    def graded_for_real(self, source: Source, grader: Grader) -> None:
        """Let the engine grade a file that the student hands in."""
        with self.database.begin() as session:
            assignment = session.get_one(Assignment, self.assignment_id)
            submit(session, Caller(self.student_id), assignment, source, now=self.clock())
        host = JobHost(self.database, self.clock)
        assert grading_engine(host, grader, slots=1).turn()

    def changed(self, session: Any, person_id: UUID) -> None:
        outbox.send_grades(session, self.assignment_id, [person_id], now=self.clock())

    def send(self, *, after: float = 2) -> None:
        self.clock.advance(seconds=after)
        while self.sender.turn():
            pass

    def free(self) -> None:
        """Free what a process held that is gone."""
        with self.database.begin() as session:
            release(session, now=self.clock())

    def state(self, who: UUID | None = None) -> tuple[PassbackState, str]:
        grade = self.grade(who)
        return PassbackState(grade.state), grade.reason

    def grade(self, who: UUID | None = None) -> LmsGrade:
        with self.database.read() as session:
            link = session.scalars(select(LmsLink)).one()
            return session.get_one(LmsGrade, (link.id, who or self.student_id))

    def override(self, points: str) -> None:
        with self.database.begin() as session:
            assignment = session.get_one(Assignment, self.assignment_id)
            overrides.give(
                session, self.owner, assignment, self.student_id, Decimal(points), "viva", now=self.clock()
            )

    def change(self, **other: Any) -> None:
        with self.database.begin() as session:
            assignment = session.get_one(Assignment, self.assignment_id)
            draft = assignments.draft_of(session, assignment)
            values = {name: getattr(draft, name) for name in Draft.__dataclass_fields__}
            assignments.change(
                session,
                self.owner,
                assignment,
                Draft(**{**values, **other}),
                revision=assignment.revision,
                now=self.clock(),
            )

    def _our_keys(self) -> dict[str, Any]:
        with self.database.read() as session:
            return keys.published(session, now=self.clock())
