"""The visit that an endpoint of the REST interface answers: the service, and a caller who is known."""

from typing import Annotated

from fastapi import Depends

from api.web.caller import Asks
from api.web.dependencies import Ours
from api.web.visit import ServiceVisit
from submissions.people.access.policy import Caller


def _signed_in(caller: Asks) -> Caller:
    caller.require_signed_in()
    return caller


Known = Annotated[Caller, Depends(_signed_in)]
"""The caller. Nobody else gets as far as a check of what they sent."""


async def _visit(service: Ours, caller: Known) -> ServiceVisit:  # it needs no thread
    return ServiceVisit(service, caller)


Visit = Annotated[ServiceVisit, Depends(_visit)]
"""The service, and a caller who is known."""
