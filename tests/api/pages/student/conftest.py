"""A course with a student and a teacher, each at a browser, and an engine that waits to be told."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest

from grader.finding import Diagnosis
from grader.report import Report, Verdict
from submissions.assignments.draft import Draft
from submissions.operating.service import Service
from submissions.operating.settings import Settings
from submissions.storage.database import Database
from submissions.tables import Assignment, Course, Person, Role, StoredReport, Submission
from tests import classroom
from tests.api.conftest import graph, report, suite, wrong
from tests.api.explained import OVERWRITTEN
from tests.api.pages.teach.browsing import Page, SignedInBrowser
from tests.classroom import NOW, Idle
from tests.world.application import application

SOURCE = "class Value:\n" + "\n" * 15 + "            self.grad = 1.0 * out.grad\n"
"""What `OVERWRITTEN` speaks of: its line 17."""


@dataclass
class Desk:
    """A student's place."""

    service: Service
    app: Any
    course: Course
    owner: Person
    student: Person
    now: list[datetime] = field(default_factory=lambda: [NOW])

    def browser(self, who: Person | None) -> SignedInBrowser:
        """Somebody's browser."""
        return SignedInBrowser(self.app, self.service, who)

    @cached_property
    def me(self) -> SignedInBrowser:
        """The student's."""
        return self.browser(self.student)

    def member(self, login: str, role: Role) -> SignedInBrowser:
        """The browser of somebody else in the course."""
        with self.service.database.begin() as session:
            person = classroom.member(session, self.course, login, role)
        return self.browser(person)

    def assignment(self, **set_to: Any) -> Assignment:
        """One that is published, set as said."""
        draft = Draft(**{"title": "Backprop by hand", "published": True, **set_to})
        with self.service.database.begin() as session:
            return classroom.assignment(session, self.course, draft)

    def handed_in(self, to: Assignment, content: str = SOURCE, *, by: Person | None = None) -> Submission:
        """A submission that waits."""
        with self.service.database.begin() as session:
            given = session.get_one(Assignment, to.id)
            return classroom.handed_in(
                session, given, by or self.student, at=self.now[0], content=content.encode()
            )

    def graded(self, submission: Submission, points: str = "25", told: Report | None = None) -> None:
        """What a worker leaves behind."""
        with self.service.database.begin() as session:
            found = session.get_one(Submission, submission.id)
            classroom.graded(session, found, points, ["overwritten_gradient"])
            content = (told or overwritten()).model_dump_json()
            session.merge(StoredReport(grading_id=found.grading_id, content=content))

    def send(self, page: Page, how: str, **files: Any) -> Page:
        """Press one of the two buttons of the form for a file."""
        form = next(each for each in page.forms if "code" in each.values)
        return self.me.send(page, form, {"how": how}, **files)


def overwritten() -> Report:
    """A report that finds gradients overwritten in line 17."""
    failed = graph(Verdict.FAILED, "b = a + a", wrong=(wrong(),))
    return report(
        suite(Verdict.PASSED, graph(Verdict.PASSED), slug="linear_chain"),
        suite(Verdict.FAILED, failed, slug="a_plus_a"),
        diagnosis=Diagnosis(findings=(OVERWRITTEN,)),
    )


@pytest.fixture
def desk(sqlite_url: str, tmp_path: Path) -> Iterator[Desk]:
    """A course on SQLite."""
    now = [NOW]
    with closing(Database(sqlite_url)) as database:
        service = Service(Settings(data_dir=tmp_path, trials_per_hour=3), database, Idle(), lambda: now[0])
        with database.begin() as session:
            course, owner = classroom.course(session)
            student = classroom.member(session, course, "student")
            person = session.get_one(Person, owner.known)
        yield Desk(service, application(service), course, person, student, now)
