"""The interface on a migrated database, as somebody with a token sees it."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

from fastapi import FastAPI
from fastapi.testclient import TestClient
from httpx2 import Response
from sqlalchemy import func, select

from submissions.operating.service import Service
from submissions.operating.settings import Settings
from submissions.people import durations
from submissions.people.access import people, tokens
from submissions.people.access.policy import Caller, Scope
from submissions.storage.database import Database
from submissions.tables import Assignment, Person, Role
from tests.world.application import application
from tests.world.school import School

API = "/api/v1"
EVERYTHING = frozenset(Scope)
USUAL = EVERYTHING - {Scope.ADMIN}


@dataclass(frozen=True)
class Asking:
    """Somebody who asks, or nobody."""

    client: TestClient
    person_id: UUID | None = None
    token: str = ""

    def __call__(self, method: str, path: str, **options: Any) -> Response:
        headers = {
            **({"Authorization": f"Bearer {self.token}"} if self.token else {}),
            **options.pop("headers", {}),
        }
        return self.client.request(method, API + path, headers=headers, **options)

    def get(self, path: str, **options: Any) -> Response:
        return self("GET", path, **options)

    def post(self, path: str, **options: Any) -> Response:
        return self("POST", path, **options)

    def patch(self, path: str, **options: Any) -> Response:
        return self("PATCH", path, **options)

    def delete(self, path: str, **options: Any) -> Response:
        return self("DELETE", path, **options)


@dataclass(frozen=True)
class Interface:
    """A class, and the interface to it."""

    school: School
    app: FastAPI
    client: TestClient

    @property
    def nobody(self) -> Asking:
        return Asking(self.client)

    def owner(self, **limits: Any) -> Asking:
        """Who owns the course."""
        return self.ask(self._member(Role.OWNER), **limits)

    def student(self, **limits: Any) -> Asking:
        """A new student of the course."""
        return self.ask(self.school.student(), **limits)

    def member(self, role: Role, **limits: Any) -> Asking:
        """Somebody else in the course."""
        return self.ask(self._member(role), **limits)

    def stranger(self) -> Asking:
        """Somebody with an account who is in no course."""
        with self.school.database.begin() as session:
            made = people.add(session, f"stranger-{self._number()}", "Stranger", now=self.school.clock())
        return self.ask(made.id)

    def operator(self) -> Asking:
        """Who runs the installation."""
        with self.school.database.begin() as session:
            made = people.add(session, f"operator-{self._number()}", "Operator", now=self.school.clock())
            made.operator = True
        return self.ask(made.id, scopes=EVERYTHING, operator=True)

    def ask(
        self,
        person_id: UUID,
        *,
        scopes: frozenset[Scope] = USUAL,
        operator: bool = False,
        course_id: UUID | None = None,
        lasts: timedelta = durations.TOKEN,
    ) -> Asking:
        """The same person with a token."""
        wanted = tokens.TokenRequest("test", scopes, lasts, course_id)
        with self.school.database.begin() as session:
            made = tokens.create(session, Caller(person_id, operator), wanted, now=self.school.clock())
        return Asking(self.client, person_id, made.text)

    @property
    def course(self) -> str:
        return f"/courses/{self.school.course_id}"

    @property
    def assignment(self) -> str:
        return f"/assignments/{self.school.assignment_id}"

    def submit(
        self, asking: Asking, text: str = "class Value: ...", name: str = "value.py"
    ) -> dict[str, Any]:
        """A file handed in over the interface; the answer."""
        answer = asking.post(f"{self.assignment}/submissions", files={"file": (name, text.encode())})
        assert answer.status_code == 202, answer.text
        return dict(answer.json())

    def set(self, **policies: Any) -> None:
        """Change the assignment behind everybody's back."""
        with self.school.database.begin() as session:
            assignment = session.get_one(Assignment, self.school.assignment_id)
            for name, value in policies.items():
                setattr(assignment, name, value)

    def _member(self, role: Role) -> UUID:
        clock = self.school.clock
        with self.school.database.begin() as session:
            made = people.add(session, f"our-{role}-{self._number()}", role.title(), now=clock())
            people.enrol(session, self.school.course_id, made.id, role, now=clock())
        return made.id

    def _number(self) -> int:
        with self.school.database.read() as session:
            return session.scalar(select(func.count()).select_from(Person)) or 0


@contextmanager
def interface(url: str, folder: Path, **policies: Any) -> Iterator[Interface]:
    """The interface on a migrated database."""
    with closing(Database(url)) as database:
        school = School.open(database, **policies)
        settings = Settings(data_dir=folder)
        app = application(Service(settings, database, school.clock))
        with TestClient(app, base_url="http://localhost", raise_server_exceptions=False) as client:
            yield Interface(school, app, client)
