"""A course with its owner and a student, each at a browser, and an engine that waits to be asked."""

from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from fastapi import FastAPI

from grader.finding import Diagnosis
from grader.records import to_json
from grader.report import Report, Verdict
from submissions.courses.assignments.draft import Draft
from submissions.operating.service import Service
from submissions.operating.settings import Settings
from submissions.storage.database import Database
from submissions.tables import Assignment, Course, Person, Role, StoredReport, Submission
from tests.api.conftest import graph, report, suite, wrong
from tests.api.explained import OVERWRITTEN
from tests.patience import DATABASE
from tests.world import classroom
from tests.world.application import application
from tests.world.browser import Browser
from tests.world.clock import FakeClock
from tests.world.pages import Page

SOURCE = "class Value:\n" + "\n" * 15 + "            self.grad = 1.0 * out.grad\n"
"""What `OVERWRITTEN` speaks of: its line 17."""


@dataclass
class Desk:
    """A place for each of both."""

    service: Service
    app: FastAPI
    course: Course
    owner: Person
    student: Person
    clock: FakeClock = field(default_factory=FakeClock)

    @property
    def home(self) -> str:
        """The page of the course."""
        return f"/teach/courses/{self.course.id}"

    def browser(self, who: Person | None) -> Browser:
        """Somebody's browser."""
        return Browser.of(who, self.app, self.service)

    @cached_property
    def me(self) -> Browser:
        """The student's."""
        return self.browser(self.student)

    @cached_property
    def teacher(self) -> Browser:
        """The owner's."""
        return self.browser(self.owner)

    def member(self, login: str, role: Role) -> Browser:
        """The browser of somebody else in the course."""
        with self.service.database.begin() as session:
            person = classroom.member(session, self.course, login, role)
        return self.browser(person)

    def assignment(self, **policies: Any) -> Assignment:
        """One that is published."""
        draft = Draft(**{"title": "Backprop by hand", "published": True, **policies})
        with self.service.database.begin() as session:
            return classroom.assignment(session, self.course, draft)

    def handed_in(self, to: Assignment, content: str = SOURCE, *, by: Person | None = None) -> Submission:
        """A submission that waits."""
        with self.service.database.begin() as session:
            given = session.get_one(Assignment, to.id)
            return classroom.handed_in(
                session, given, by or self.student, at=self.clock(), content=content.encode()
            )

    def graded(
        self,
        submission: Submission,
        points: str = "25",
        told: Report | None = None,
        causes: Sequence[str] = ("overwritten_gradient",),
    ) -> None:
        """What a worker leaves behind."""
        with self.service.database.begin() as session:
            found = session.get_one(Submission, submission.id)
            classroom.graded(session, found, points, causes)
            session.merge(StoredReport(grading_id=found.grading_id, content=to_json(told or overwritten())))

    def send(self, page: Page, how: str, **files: Any) -> Page:
        """Press one of the two buttons of the form for a file."""
        form = next(each for each in page.forms if "code" in each.values)
        return self.me.submit(page, form, {"how": how}, **files)


def overwritten() -> Report:
    """A report that finds gradients overwritten in line 17."""
    failed = graph(Verdict.FAILED, "b = a + a", wrong=(wrong(),))
    return report(
        suite(Verdict.PASSED, graph(Verdict.PASSED), slug="linear_chain"),
        suite(Verdict.FAILED, failed, slug="a_plus_a"),
        diagnosis=Diagnosis(findings=(OVERWRITTEN,)),
    )


@contextmanager
def desk(url: str, folder: Path, **settings: Any) -> Iterator[Desk]:
    """A course in a migrated database."""
    clock = FakeClock()
    with closing(Database(url, DATABASE)) as database:
        service = Service(Settings(data_dir=folder, **settings), database, clock)
        with database.begin() as session:
            course, owner = classroom.course(session)
            student = classroom.member(session, course, "student")
            person = session.get_one(Person, owner.known)
        yield Desk(service, application(service), course, person, student, clock)
