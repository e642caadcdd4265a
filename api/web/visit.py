"""A visit, the argument of every endpoint: the service, and the caller."""

from datetime import datetime

from grader.records import Frozen
from submissions.operating.service import Service
from submissions.people.access.policy import Caller
from submissions.storage.database import Database


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
