"""What is wrong with a request as HTTP: more of the family in `submissions.errors`."""

from starlette.exceptions import HTTPException

from api.problems.rate_limit import RateLimit
from submissions.errors import RequestError

_TOO_LARGE = 413


class PreconditionRequired(RequestError):
    """a change has to say what it was made on."""


class KeyReused(RequestError):
    """another request came with this key before."""


class InFlight(RequestError):
    """the first request with this key is still being done."""


class UnknownType(RequestError):
    """content of this type is not taken here."""


class NotGradedYet(RequestError):
    """there is no result yet."""


class TooManyStreams(RequestError):
    """whoever asks follows as many submissions at a time as anybody may."""

    def __init__(self, limit: RateLimit) -> None:
        super().__init__()
        self.limit = limit


class NoStreamFree(RequestError):
    """this process serves as many streams of events as it can."""


class ResultHidden(RequestError):
    """the result is shown later."""


class BodyTooLarge(HTTPException):
    """the body is larger than its route takes.

    Of the family that FastAPI lets through while it reads a body, as is the next one.
    """

    def __init__(self, limit: int) -> None:
        super().__init__(_TOO_LARGE)
        self.limit = limit


class BodyNotAdmitted(HTTPException):
    """who asks may not send a body of that size; `error` says why."""

    def __init__(self, error: RequestError) -> None:
        super().__init__(_TOO_LARGE)
        self.error = error
