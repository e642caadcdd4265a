"""Whatever happens in a course, the facts that are kept are those that `figures rebuild` makes of reports."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from decimal import Decimal
from random import Random

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from submissions.courses.assignments import assignments, extensions
from submissions.courses.assignments.draft import Draft
from submissions.courses.assignments.extensions import Grant
from submissions.courses.courses import erasure
from submissions.grading.intake.submit import withdraw
from submissions.grading.work.results import FinishedReport, store
from submissions.jobs.claims import Claim
from submissions.people.access import people
from submissions.people.access.policy import Caller
from submissions.storage.database import Database
from submissions.tables import (
    Assignment,
    Counts,
    Course,
    Enrolment,
    Extension,
    Job,
    JobState,
    Override,
    Person,
    Role,
    State,
    Submission,
)
from submissions.teaching.figures.rebuild import rebuild
from submissions.teaching.gradebook import overrides
from submissions.teaching.regrades import regrades
from tests.submissions.teaching.figures.test_figures import SEED, SIGN, attempt, rows, told
from tests.world import classroom
from tests.world.clock import NOW

_STEPS = 60
_LOGINS = ("ada", "b_b", "cy", "dee")
_DUE = NOW + timedelta(hours=20)


@dataclass
class _Term:
    """A course in which things happen at random, one an hour."""

    session: Session
    rng: Random
    course: Course
    made: Assignment
    staff: Caller
    hour: int = 0

    @property
    def now(self) -> datetime:
        return NOW + timedelta(hours=self.hour)

    def step(self) -> None:
        """Something happens."""
        self.hour += 1
        happens: list[Callable[[], None]] = [
            self.submits, self.submits, self.submits, self.submits_again, self.is_graded_again,
            self.gets_an_extension, self.loses_it, self.gets_points, self.loses_them, self.leaves_or_comes,
            self.moves_dates, self.withdraws, self.moves_section, self.is_erased,
        ]  # fmt: skip
        self.rng.choice(happens)()
        self.session.flush()

    def student(self) -> Person | None:
        """One who is in the course."""
        found = self.session.scalars(
            select(Person)
            .join(Enrolment, Enrolment.person_id == Person.id)
            .where(Enrolment.course_id == self.course.id, Enrolment.role == Role.STUDENT, Enrolment.active)
            .order_by(Person.login)
        ).all()
        return self.rng.choice(found) if found else None

    def causes(self) -> list[str]:
        return self.rng.choice([[], [SIGN], [SEED], [SIGN, SEED], [SEED, SIGN]])

    def submits(self) -> None:
        if student := self.student():
            attempt(
                self.session, self.made, student, self.hour, self.causes(), likely=self.rng.choice(["", SIGN])
            )

    def submits_again(self) -> None:
        """The file of an earlier attempt."""
        submission = self.graded()
        if submission is None or submission.person_id is None:
            return
        by = self.session.get_one(Person, submission.person_id)
        place = self.session.get_one(Enrolment, (self.course.id, by.id))
        if place.active:
            content = f"{by.login} {self.rng.randrange(1, self.hour + 1)}".encode()
            classroom.handed_in(self.session, self.made, by, at=self.now, content=content)
            self.finish()

    def is_graded_again(self) -> None:
        submission = self.graded()
        if submission is not None and not submission.reused:
            regrades.one(self.session, self.staff, submission, now=self.now)
            self.finish()

    def finish(self) -> None:
        """A worker stores what it finds in whatever waits."""
        for job in self.session.scalars(select(Job).where(Job.state == JobState.WAITING)):
            job.state, job.owner = JobState.RUNNING, "a worker"
            self.session.flush()
            report = told(self.causes())
            assert store(self.session, Claim.of(job), FinishedReport.of(report), now=self.now)

    def gets_an_extension(self) -> None:
        if student := self.student():
            due_at = (self.made.due_at or _DUE) + timedelta(hours=self.rng.randrange(1, 40))
            grant = Grant(due_at=due_at, closes_at=_DUE + timedelta(days=20), reason="Ill")
            extensions.give(self.session, self.staff, self.made, student.id, grant, now=self.now)

    def loses_it(self) -> None:
        found = self.session.scalars(select(Extension).order_by(Extension.person_id).limit(1)).first()
        if found is not None:
            extensions.take_back(self.session, self.staff, self.made, found.person_id, now=self.now)

    def gets_points(self) -> None:
        if student := self.student():
            points = Decimal(self.rng.randrange(0, 101))
            overrides.give(self.session, self.staff, self.made, student.id, points, "As agreed", now=self.now)

    def loses_them(self) -> None:
        found = self.session.scalars(select(Override).order_by(Override.person_id).limit(1)).first()
        if found is not None:
            overrides.take_back(self.session, self.staff, self.made, found.person_id, now=self.now)

    def leaves_or_comes(self) -> None:
        places = select(Enrolment).where(
            Enrolment.course_id == self.course.id, Enrolment.role == Role.STUDENT
        )
        place = self.rng.choice(self.session.scalars(places.order_by(Enrolment.created_at)).all())
        if place.active:
            people.leave(self.session, self.staff, self.course.id, place.person_id, now=self.now)
        else:
            people.enrol(self.session, self.course.id, place.person_id, Role.STUDENT, now=self.now)

    def moves_dates(self) -> None:
        draft = replace(
            assignments.draft_of(self.session, self.made),
            due_at=_DUE + timedelta(hours=self.rng.randrange(-30, 30)),
            counts=self.rng.choice(list(Counts)),
            late_percent_per_day=Decimal(self.rng.choice([0, 10, 50])),
        )
        revision = self.made.revision
        assignments.change(self.session, self.staff, self.made, draft, revision=revision, now=self.now)

    def withdraws(self) -> None:
        """Before it is graded."""
        if student := self.student():
            content = f"withdrawn {self.hour}".encode()
            found = classroom.handed_in(self.session, self.made, student, at=self.now, content=content)
            withdraw(self.session, Caller(student.id), found, now=self.now)

    def moves_section(self) -> None:
        if student := self.student():
            place = self.session.get_one(Enrolment, (self.course.id, student.id))
            place.section = self.rng.choice(["", "Friday"])

    def is_erased(self) -> None:
        """And somebody else comes."""
        student = self.student()
        if student is None:
            return
        erasure.erase(self.session, self.staff, student.id, student.login, now=self.now)
        self.session.expire_all()
        classroom.member(self.session, self.course, f"new-{self.hour}")

    def graded(self) -> Submission | None:
        chosen = select(Submission).where(Submission.state == State.GRADED).order_by(Submission.id)
        found = self.session.scalars(chosen).all()
        return self.rng.choice(found) if found else None


@pytest.mark.sampled(one_in=3)
@pytest.mark.parametrize("seed", range(3))
def test_facts_that_were_kept_are_those_that_are_made_again(database: Database, seed: int) -> None:
    with database.begin() as session:
        course, owner = classroom.course(session)
        weights = dict.fromkeys(("linear_chain", "a_plus_a", "sums_by_hand", "diamond"), 1)
        draft = Draft(
            title="Core", published=True, weights=weights, due_at=_DUE, closes_at=_DUE + timedelta(days=9),
            late_percent_per_day=Decimal(10),
        )  # fmt: skip
        made = classroom.assignment(session, course, draft)
        for login in _LOGINS:
            classroom.member(session, course, login)
        term = _Term(session, Random(seed), course, made, Caller(owner.known, operator=True))
        for number in range(1, _STEPS + 1):
            term.step()
            if number % 20 == 0:
                kept = rows(session)
                rebuild(session, made.id)
                session.expire_all()

                assert rows(session) == kept
                assert kept[0]
