"""Who asks, where it has to be known before anything else is looked at."""

from typing import Annotated

from fastapi import Depends

from api.web.caller import Asks
from submissions.people.access.policy import Caller


def _known(caller: Asks) -> Caller:
    _ = caller.known
    return caller


Known = Annotated[Caller, Depends(_known)]
"""The caller. Nobody else gets as far as a check of what they sent."""
