"""What every page is asked with: the request, who sent it, and the service."""

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from fastapi import Depends, Request

from api.web.caller import Asks
from api.web.dependencies import Ours
from submissions.operating.service import Service
from submissions.people.access.policy import Caller
from submissions.storage.database import Database


@dataclass(frozen=True, slots=True)
class PageVisit:
    """A request for a page."""

    request: Request
    service: Service
    caller: Caller

    @property
    def database(self) -> Database:
        """The database of the service."""
        return self.service.database

    def now(self) -> datetime:
        """The time of the service."""
        return self.service.now()


async def _visit(request: Request, service: Ours, caller: Asks) -> PageVisit:  # it needs no thread
    return PageVisit(request, service, caller)


Visit = Annotated[PageVisit, Depends(_visit)]
"""The visit that an endpoint answers."""
