"""The visit that a page answers: the request, who sent it, and the service."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request

from api.web.caller import Asks
from api.web.dependencies import Ours
from api.web.visit import ServiceVisit


@dataclass(frozen=True, slots=True)
class PageVisit(ServiceVisit):
    """A request for a page."""

    request: Request


async def _visit(request: Request, service: Ours, caller: Asks) -> PageVisit:  # it needs no thread
    return PageVisit(service, caller, request)


Visit = Annotated[PageVisit, Depends(_visit)]
"""The visit that an endpoint answers."""
