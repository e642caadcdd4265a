"""A course with its owner and a student, each at a browser."""

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest

from submissions.access.policy import Caller
from submissions.operating.service import Service
from submissions.operating.settings import Settings
from submissions.storage.database import Database
from submissions.tables import Assignment, Course, Person, Role
from tests import classroom
from tests.api.pages.teach.browsing import SignedInBrowser
from tests.classroom import NOW, Idle
from tests.world.application import application


@dataclass
class Classroom:
    """A course and who is in it."""

    service: Service
    course: Course
    owner: Caller
    student: Person
    browser: Callable[[Person | None], SignedInBrowser]
    teacher: SignedInBrowser

    @property
    def home(self) -> str:
        """The page of the course."""
        return f"/teach/courses/{self.course.id}"

    def member(self, login: str, role: Role) -> SignedInBrowser:
        """The browser of somebody else in the course."""
        with self.service.database.begin() as session:
            person = classroom.member(session, self.course, login, role)
        return self.browser(person)

    def assignment(self) -> Assignment:
        """One that students see."""
        with self.service.database.begin() as session:
            return classroom.assignment(session, self.course)


@pytest.fixture
def room(sqlite_url: str, tmp_path: Path) -> Iterator[Classroom]:
    """A course on SQLite."""
    with closing(Database(sqlite_url)) as database:
        service = Service(Settings(data_dir=tmp_path), database, Idle(), lambda: NOW)
        app = application(service)
        with database.begin() as session:
            course, owner = classroom.course(session)
            student = classroom.member(session, course, "student")
            person = session.get_one(Person, owner.known)

        def browser(who: Person | None) -> SignedInBrowser:
            return SignedInBrowser(app, service, who)

        yield Classroom(service, course, owner, student, browser, browser(person))
