"""A visit, the argument of every endpoint: the service, and the caller."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from uuid import UUID

from sqlalchemy.orm import Session

from grader.records import Frozen
from submissions.courses.assignments import assignments
from submissions.operating.service import Service
from submissions.people.access.policy import Action, Caller
from submissions.storage.database import Database
from submissions.tables import Assignment


class ServiceVisit(Frozen):
    """A caller who asks the service for something."""

    service: Service
    caller: Caller

    @property
    def database(self) -> Database:
        """The database of the service."""
        return self.service.database

    def now(self) -> datetime:
        """The time of the service."""
        return self.service.now()

    @contextmanager
    def reading(
        self, assignment_id: UUID, action: Action = Action.SEE_ASSIGNMENT
    ) -> Iterator[tuple[Session, Assignment]]:
        """Read of an assignment, if the caller may do this there."""
        with self.database.read() as session:
            yield session, assignments.get(session, self.caller, assignment_id, action)

    @contextmanager
    def changing(
        self, assignment_id: UUID, action: Action = Action.SEE_ASSIGNMENT
    ) -> Iterator[tuple[Session, Assignment]]:
        """Change something of an assignment in one transaction, if the caller may do this there."""
        with self.database.begin() as session:
            yield session, assignments.get(session, self.caller, assignment_id, action)
