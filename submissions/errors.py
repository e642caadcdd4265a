"""What is wrong with a request, as data: the third family of errors, beside the student's and ours.

Each says by its `kind` what it is; the edge gives it a status and words. None is a fault of ours.
"""

from datetime import datetime
from typing import ClassVar


class RequestError(Exception):
    """the request cannot be carried out."""

    kind: ClassVar[str]


class NotSignedIn(RequestError):
    """it has to be known who asks."""

    kind = "not-signed-in"


class TokenInvalid(NotSignedIn):
    """the token is none of ours, has expired, or was revoked."""

    kind = "invalid-token"


class NotFound(RequestError):
    """there is no such thing, or none that this caller may know of."""

    kind = "not-found"


class NotAllowed(RequestError):
    """the caller may see it, but not do this."""

    kind = "not-allowed"


class ScopeMissing(RequestError):
    """the token was not given this right."""

    kind = "insufficient-scope"

    def __init__(self, scope: str) -> None:
        super().__init__(scope)
        self.scope = scope


class Unusable(RequestError):
    """a value that was given cannot be used."""

    kind = "unusable"

    def __init__(self, field: str, why: str) -> None:
        super().__init__(f"{field}: {why}")
        self.field = field
        self.why = why
        """The id of the reason."""


class AlreadyThere(RequestError):
    """there is one already."""

    kind = "already-there"


class Stale(RequestError):
    """somebody else has changed it since it was read."""

    kind = "stale"


class NotOpenYet(RequestError):
    """the assignment opens later."""

    kind = "not-open-yet"

    def __init__(self, opens_at: datetime) -> None:
        super().__init__(str(opens_at))
        self.opens_at = opens_at


class Closed(RequestError):
    """nothing is taken any more."""

    kind = "closed"

    def __init__(self, closed_at: datetime | None) -> None:
        super().__init__(str(closed_at))
        self.closed_at = closed_at
        """None where it was archived."""


class NoAttemptsLeft(RequestError):
    """all attempts were used."""

    kind = "no-attempts-left"

    def __init__(self, limit: int) -> None:
        super().__init__(str(limit))
        self.limit = limit


class TooSoon(RequestError):
    """it may be tried again later."""

    kind = "too-soon"

    def __init__(self, until: datetime) -> None:
        super().__init__(str(until))
        self.until = until


class TooOften(TooSoon):
    """it was tried more often than is good; it may be tried again later."""

    kind = "too-often"


class ForeignForm(RequestError):
    """the form did not come from a page of ours, or that page was from before the last sign-in."""

    kind = "foreign-form"


class PlainHttp(RequestError):
    """the connection is not encrypted, and goes over a network."""

    kind = "plain-http"


class WrongPassword(RequestError):
    """there is no such login, or the password is another; which of both is not told."""

    kind = "wrong-password"


class LinkUsed(RequestError):
    """the link is none of ours, has expired, or was used before."""

    kind = "link-used"


class CodeUnknown(RequestError):
    """the join code is none of ours, has expired, or was revoked."""

    kind = "code-unknown"


class NotWithdrawable(RequestError):
    """only what waits to be graded can be taken back."""

    kind = "not-withdrawable"
