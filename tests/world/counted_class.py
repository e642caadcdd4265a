"""A class whose every result is known: each file says itself what its report is to be.

`10n wrong_sign! seed_missing?` passes the first suite of its assignment, fails the second, and cannot be
asked the third; its causes are one that is proven and one that is likely. No sandbox is needed.
"""

import dataclasses
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from itertools import count
from typing import Any
from uuid import UUID

from fastapi.testclient import TestClient
from sqlalchemy import select
from sqlalchemy.orm import Session

from grader.finding import Certainty, Diagnosis, Finding
from grader.records import replace
from grader.report import Report, SuiteResult, Verdict
from submissions.courses.assignments import assignments, extensions, late_days
from submissions.courses.assignments.draft import Draft
from submissions.courses.assignments.extensions import Grant
from submissions.courses.courses import courses
from submissions.courses.groups import forming
from submissions.grading.intake.submit import withdraw
from submissions.grading.work.results import FinishedReport, store, work as work_of
from submissions.jobs import claims
from submissions.jobs.claims import Claim
from submissions.people import durations
from submissions.people.access import people, tokens
from submissions.people.access.policy import Caller, Scope
from submissions.storage.database import Database
from submissions.tables import (
    Assignment,
    Counts,
    Course,
    Enrolment,
    Grading,
    Hinting,
    Job,
    JobState,
    Person,
    Role,
    Submission,
)
from submissions.teaching.gradebook import overrides
from submissions.teaching.gradebook.grade_weights import set_weights
from submissions.teaching.regrades import regrade_requests, regrades
from tests.world.classroom import assignment, handed_in
from tests.world.school import report

SUITES = ("linear_chain", "a_plus_a", "sums_by_hand", "diamond", "tanh")
OPENED = datetime(2026, 10, 20, 8, tzinfo=UTC)
DUE = datetime(2026, 10, 25, 0, 30, tzinfo=UTC)
"""In the night in which clocks go back, in Madrid: half an hour before they do."""
NOW = datetime(2026, 11, 2, 8, tzinfo=UTC)

_VERDICTS = {
    "1": Verdict.PASSED, "0": Verdict.FAILED, "h": Verdict.FAILED, "m": Verdict.MISSING,
    "n": Verdict.NOT_APPLICABLE, "x": Verdict.NOT_RUN,
}  # fmt: skip
_OWNER = "a worker"


@dataclass
class CountedClass:
    """What happens in it, a transaction each."""

    database: Database
    course_id: UUID
    owner_id: UUID
    people: dict[str, UUID] = field(default_factory=dict)
    assignments: dict[str, UUID] = field(default_factory=dict)
    _lines: Iterator[int] = field(default_factory=lambda: count(1))

    @classmethod
    def open(cls, database: Database, zone: str = "Europe/Madrid") -> "CountedClass":
        """A course in which there is nobody yet."""
        with database.begin() as session:
            owner = people.add(session, "owner", "Owner", now=OPENED)
            course = courses.create(session, Caller(owner.id, operator=True), "Backprop", zone, now=OPENED)
            course.late_days = 2
            return cls(database, course.id, owner.id)

    @property
    def owner(self) -> Caller:
        """Who teaches it."""
        return Caller(self.owner_id)

    def reader(self, client: TestClient) -> Callable[..., Any]:
        """How its teacher reads JSON over REST: by path and query."""
        with self.database.begin() as session:
            scopes = frozenset(Scope) - {Scope.ADMIN}
            wanted = tokens.TokenRequest("test", scopes, durations.TOKEN)
            token = tokens.create(session, self.owner, wanted, now=NOW).text

        def get(path: str, **query: Any) -> Any:
            headers = {"Authorization": f"Bearer {token}"}
            answer = client.get(f"/api/v1{path}", params=query, headers=headers)
            assert answer.status_code == 200, answer.text
            return answer.json()

        return get

    def student(self, name: str, section: str = "") -> None:
        """Somebody joins."""
        with self.database.begin() as session:
            person = people.add(session, name, name.title(), now=OPENED)
            people.enrol(session, self.course_id, person.id, Role.STUDENT, now=OPENED)
            session.get_one(Enrolment, (self.course_id, person.id)).section = section
            self.people[name] = person.id

    def leaves(self, name: str) -> None:
        """Somebody is a student no more."""
        with self.database.begin() as session:
            people.leave(session, self.owner, self.course_id, self.people[name], now=NOW)

    def helps(self, name: str) -> None:
        """A student becomes an assistant."""
        with self.database.begin() as session:
            people.give_role(session, self.owner, self.course_id, self.people[name], Role.ASSISTANT, now=NOW)

    def assigns(self, title: str, *slugs: str, **policies: Any) -> None:
        """An assignment, each of its suites weighing as much as the others."""
        draft = Draft(title=title, published=True, weights=dict.fromkeys(slugs, 1), **policies)
        with self.database.begin() as session:
            course = session.get_one(Course, self.course_id)
            self.assignments[title] = assignment(session, course, draft).id

    def changes(self, title: str, **policies: Any) -> None:
        """Other settings of an assignment."""
        with self._assignment(title) as (session, given):
            draft = dataclasses.replace(assignments.draft_of(session, given), **policies)
            assignments.change(session, self.owner, given, draft, revision=given.revision, now=NOW)

    def hands_in(self, name: str, title: str, at: datetime, told: str, *, same: str = "") -> UUID:
        """A file that waits, unlike all others but those with the same word in them."""
        content = f"{told} # {same or next(self._lines)}"
        with self._assignment(title) as (session, given):
            by = session.get_one(Person, self.people[name])
            return handed_in(session, given, by, at=at, content=content.encode()).id

    def graded(self, name: str, title: str, at: datetime, told: str, *, same: str = "") -> UUID:
        """A file with its result."""
        submission_id = self.hands_in(name, title, at, told, same=same)
        self.grades(submission_id)
        return submission_id

    def grades(self, submission_id: UUID, told: str = "") -> None:
        """The grading that waits is done, as the file says or as `told`; nothing, where none waits."""
        with self.database.begin() as session:
            job = self._job(session, submission_id)
            if job is None:
                return
            asked = work_of(session, job, b"secret")
            known = told or asked.source.content.decode()
            blank = report(asked)
            made = _told(blank, known)
            assert store(session, Claim.of(job), FinishedReport.of(made), now=NOW)

    def fails(self, submission_id: UUID) -> None:
        """We could not grade it."""
        with self.database.begin() as session:
            job = self._job(session, submission_id)
            assert job is not None
            claims.fail(session, job, "SandboxUnavailable", None, now=NOW)

    def regrades(self, submission_id: UUID, told: str) -> None:
        """It is graded once more, with another result."""
        with self.database.begin() as session:
            submission = session.get_one(Submission, submission_id)
            regrades.one(session, self.owner, submission, now=NOW)
        self.grades(submission_id, told)

    def withdraws(self, name: str, submission_id: UUID) -> None:
        """Its student takes it back."""
        with self.database.begin() as session:
            withdraw(session, Caller(self.people[name]), session.get_one(Submission, submission_id), now=NOW)

    def extends(self, name: str, title: str, due_at: datetime) -> None:
        """One student gets a later due date."""
        with self._assignment(title) as (session, given):
            extensions.give(session, self.owner, given, self.people[name], Grant(due_at=due_at), now=NOW)

    def uses_late_days(self, name: str, title: str, days: int, at: datetime) -> None:
        """A student moves a due date."""
        with self._assignment(title) as (session, given):
            late_days.use(session, Caller(self.people[name]), given, days, now=at)

    def overrides(self, name: str, title: str, points: str) -> None:
        """Staff set a grade."""
        with self._assignment(title) as (session, given):
            overrides.give(
                session, self.owner, given, self.people[name], Decimal(points), "In the lab.", now=NOW
            )

    def weighs(self, title: str, weight: str) -> None:
        """Staff set how much an assignment counts in the total."""
        weights: dict[UUID, Decimal | None] = {self.assignments[title]: Decimal(weight)}
        with self.database.begin() as session:
            set_weights(session, self.owner, self.course_id, weights, now=NOW)

    def asks(self, name: str, submission_id: UUID) -> None:
        """A student asks for a regrade."""
        with self.database.begin() as session:
            regrade_requests.ask(
                session, Caller(self.people[name]), submission_id, "Line 12 adds up.", now=NOW
            )

    def groups(self, title: str, *names: str) -> None:
        """Students submit together."""
        group_id = None
        for name in names:
            with self._assignment(title) as (session, given):
                made = forming.put_into(session, self.owner, given, self.people[name], group_id, now=OPENED)
                group_id = made.id

    @contextmanager
    def _assignment(self, title: str) -> Iterator[tuple[Session, Assignment]]:
        with self.database.begin() as session:
            yield session, session.get_one(Assignment, self.assignments[title])

    def _job(self, session: Session, submission_id: UUID) -> Job | None:
        """The latest one that waits, as a worker holds it."""
        job = session.scalars(
            select(Job)
            .join(Grading, Grading.id == Job.grading_id)
            .where(Grading.submission_id == submission_id, Job.state == JobState.WAITING)
            .order_by(Job.id.desc())
        ).first()
        if job is not None:
            job.state, job.owner = JobState.RUNNING, _OWNER
            session.flush()
        return job


def _told(blank: Report, told: str) -> Report:
    """A report of the same suites, with this outcome."""
    marks, *causes = told.partition("#")[0].split()
    suites = [_suite(each, mark) for each, mark in zip(blank.suites, marks, strict=True)]
    findings = tuple(
        Finding(fault=each[:-1], certainty=Certainty.PROVEN if each[-1] == "!" else Certainty.LIKELY)
        for each in causes
    )
    return replace(blank, suites=tuple(suites), diagnosis=Diagnosis(findings=findings))


def _suite(blank: SuiteResult, mark: str) -> SuiteResult:
    possible = 0 if mark == "n" else 4
    earned = {"1": 4, "h": 1}.get(mark, 0)
    missing = 4 if mark == "m" else 0
    return replace(blank, verdict=_VERDICTS[mark], earned=earned, possible=possible, missing=missing)


def full(database: Database) -> CountedClass:
    """Everything that a figure could count wrongly, once at least."""
    of = CountedClass.open(database)
    for name, section in (
        ("ada", "Friday"), ("bob", "Friday"), ("cy", ""), ("dee", "Monday"), ("eve", "Friday"),
        ("fay", "Friday"), ("gus", ""), ("hal", "Monday"), ("ivy", "Monday"), ("jo", "Friday"), ("kim", ""),
    ):  # fmt: skip
        of.student(name, section)
    _old(of)
    _core(of)
    _latest(of)
    _pairs(of)
    of.assigns("Empty", *SUITES[:2], opens_at=OPENED)
    of.assigns("One", *SUITES[:2], opens_at=OPENED, due_at=NOW + timedelta(days=1), points=Decimal(1))
    of.graded("kim", "One", NOW - timedelta(days=4), "h0 seed_missing?")
    of.weighs("Old", "0")
    of.weighs("One", "12.5")
    of.leaves("fay")
    of.helps("jo")
    return of


def _old(of: CountedClass) -> None:
    """It is over for long, and two still wait for an answer about it."""
    of.assigns("Old", *SUITES[:2], opens_at=OPENED, due_at=OPENED + timedelta(days=2))
    of.graded("hal", "Old", OPENED + timedelta(hours=3), "00 log_rule!")
    of.asks("hal", of.graded("hal", "Old", OPENED + timedelta(hours=5), "10 log_rule!"))
    of.asks("fay", of.graded("fay", "Old", OPENED + timedelta(hours=5), "10 log_rule!"))


def _core(of: CountedClass) -> None:
    """The best counts, after a penalty; one suite is a bonus, one is hidden."""
    of.assigns(
        "Core", *SUITES, opens_at=OPENED, due_at=DUE, closes_at=DUE + timedelta(days=4),
        late_percent_per_day=Decimal(10), late_most_percent=Decimal(25), bonus=("tanh",),
        hidden_suites=("diamond",), points=Decimal(70), hinting=Hinting.CLIMB,
    )  # fmt: skip

    def at(**after: float) -> datetime:
        return DUE + timedelta(**after)

    of.graded("ada", "Core", at(hours=-30), "00000 wrong_sign! seed_missing!")
    of.graded("ada", "Core", at(hours=-28), "10000 seed_missing? wrong_sign?")
    of.graded("ada", "Core", at(hours=-25, minutes=-7), "11000 seed_missing!")
    of.graded("ada", "Core", at(seconds=0), "11111")  # more than everything, at the last moment
    of.graded("ada", "Core", at(hours=1), "11110")  # as good, in the hour that comes twice, and late
    for hours in (-5, -4, -2):
        of.graded("bob", "Core", at(hours=hours), "h0000 wrong_sign! unknown?")
    of.graded("cy", "Core", at(hours=3), "1100n seed_missing?")
    of.graded("cy", "Core", at(hours=26), "n110n overwritten_gradient!")  # earns more and loses more
    of.graded("dee", "Core", at(hours=-3), "11100 wrong_sign!")
    of.graded("dee", "Core", at(hours=-1), "11100 seed_missing!")  # a tie
    of.graded("dee", "Core", at(hours=30), "11101")  # best, and the penalty lets another count
    of.graded("gus", "Core", at(hours=5), "mx000")
    of.extends("gus", "Core", at(hours=20))  # is late no more
    of.graded("fay", "Core", at(hours=-9), "00000 wrong_sign!")
    of.graded("jo", "Core", at(hours=-9), "11111")
    again = of.graded("hal", "Core", at(hours=-8), "00000 wrong_sign!")
    of.regrades(again, "11110")
    of.asks("hal", of.graded("hal", "Core", at(hours=-7), "h0000 wrong_sign!"))
    of.hands_in("hal", "Core", at(hours=-6), "11111")  # waits
    of.fails(of.hands_in("ivy", "Core", at(hours=-6), "11111"))
    of.withdraws("kim", of.hands_in("kim", "Core", at(hours=-6), "11111"))
    of.overrides("eve", "Core", "35")
    of.overrides("bob", "Core", "68.25")


def _latest(of: CountedClass) -> None:
    """The latest counts, and points do not divide evenly; an early version had fewer suites."""
    of.assigns(
        "Latest", *SUITES[:3], opens_at=OPENED, due_at=DUE + timedelta(days=1),
        closes_at=DUE + timedelta(days=5), counts=Counts.LATEST, late_percent_per_day=Decimal(20),
        points=Decimal(1000),
    )  # fmt: skip
    of.graded("ada", "Latest", DUE, "110 tanh_rule!")
    of.changes("Latest", weights=dict.fromkeys(SUITES[:4], 1), points=Decimal(999))
    of.graded("bob", "Latest", DUE, "1111", same="bob")
    of.graded("bob", "Latest", DUE + timedelta(hours=1), "1000 wrong_sign?")
    of.graded("bob", "Latest", DUE + timedelta(hours=2), "1111", same="bob")
    of.graded("cy", "Latest", DUE, "1110 tanh_rule!")
    of.graded("cy", "Latest", DUE + timedelta(hours=30), "110h tanh_rule! wrong_sign!")
    for number, told in enumerate(("0000 relu_rule!", "1000 relu_rule!", "0100 relu_rule!", "0111")):
        of.graded("dee", "Latest", DUE + timedelta(minutes=50 * number), told)
    of.graded("hal", "Latest", DUE + timedelta(hours=60), "1h00 wrong_sign!")


def _pairs(of: CountedClass) -> None:
    """Two submit together, with late days of their own."""
    of.assigns(
        "Pairs", *SUITES[:3], opens_at=OPENED, due_at=DUE, closes_at=DUE + timedelta(days=3), group_size=3,
        late_percent_per_day=Decimal(30), late_days_usable=1, points=Decimal(30),
    )  # fmt: skip
    of.groups("Pairs", "ada", "gus", "fay")
    of.uses_late_days("gus", "Pairs", 1, DUE - timedelta(days=1))
    of.graded("ada", "Pairs", DUE - timedelta(hours=50), "100 wrong_sign! seed_missing!")
    of.graded("gus", "Pairs", DUE + timedelta(hours=2), "110 seed_missing!")
    of.graded("bob", "Pairs", DUE - timedelta(days=2), "111", same="bob")
    of.graded("bob", "Pairs", DUE + timedelta(days=1), "111", same="bob")
    of.hands_in("dee", "Pairs", DUE - timedelta(hours=5), "111")
