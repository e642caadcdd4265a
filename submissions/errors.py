"""What is wrong with a request, as data: the third family of errors, beside the student's and ours.

The edge has a kind, a status and words for each class. None is a fault of ours.
`StorageError` stands apart: nothing is wrong with the request, but nothing can be stored.
"""

from datetime import datetime, timedelta
from enum import StrEnum

from sqlalchemy.exc import SQLAlchemyError


class RequestError(Exception):
    """the request cannot be carried out."""


class NotSignedIn(RequestError):
    """it has to be known who asks."""


class TokenInvalid(NotSignedIn):
    """the token is none of ours, has expired, or was revoked."""


class NotFound(RequestError):
    """there is no such thing, or none that this caller may know of."""


class Deleted(RequestError):
    """it was there, and was deleted at the end of the time for which it is kept."""


class NotAllowed(RequestError):
    """the caller may see it, but not do this."""


class ScopeMissing(RequestError):
    """the token was not given this right."""

    def __init__(self, scope: str) -> None:
        super().__init__(scope)
        self.scope = scope


class Unusable(RequestError):
    """a value that was given cannot be used.

    Every function that takes a value which somebody typed or sent raises it for one that cannot be what it is
    for. Docstrings name only other reasons.
    """

    def __init__(self, field: str, why: str, **limits: int) -> None:
        super().__init__(f"{field}: {why}")
        self.field = field
        self.why = why
        """The id of the reason."""
        self.limits = limits
        """The bounds that the value has to keep, by name."""


class AlreadyThere(RequestError):
    """the login is taken; or, without one, the person is in the course already."""

    def __init__(self, login: str = "") -> None:
        super().__init__(login)
        self.login = login


class Stale(RequestError):
    """somebody else has changed it since it was read."""


class NotOpenYet(RequestError):
    """the assignment opens later."""

    def __init__(self, opens_at: datetime) -> None:
        super().__init__(str(opens_at))
        self.opens_at = opens_at


class Closed(RequestError):
    """nothing is taken any more."""

    def __init__(self, closed_at: datetime | None) -> None:
        super().__init__(str(closed_at))
        self.closed_at = closed_at
        """None where it was archived."""


class NoAttemptsLeft(RequestError):
    """all attempts were used."""

    def __init__(self, limit: int) -> None:
        super().__init__(str(limit))
        self.limit = limit


class NoRoom(RequestError):
    """the student's files in this course take all the room there is for them."""

    def __init__(self, most: int, used: int) -> None:
        super().__init__(f"{used} of {most}")
        self.most = most
        self.used = used
        """Bytes."""


class GroupUndecided(RequestError):
    """the student is in no group, and did not say that they submit alone: no group can be joined after it."""


class TooSoon(RequestError):
    """it may be tried again later."""

    def __init__(self, until: datetime, every: timedelta | None = None) -> None:
        super().__init__(str(until))
        self.until = until
        self.every = every
        """Once in so much time it may be tried; None where the rule is another."""


class TooOften(TooSoon):
    """it was tried more often than is good; it may be tried again later."""


class ForeignForm(RequestError):
    """the form did not come from a page of ours, or that page was from before the last sign-in."""


class PlainHttp(RequestError):
    """the connection is not encrypted, and goes over a network."""


class WrongPassword(RequestError):
    """there is no such login, or the password is another; which of both is not told."""


class LinkUsed(RequestError):
    """the link is none of ours, has expired, or was used before."""


class CodeUnknown(RequestError):
    """the join code is none of ours, has expired, or was revoked."""


class LaunchRefused(RequestError):
    """a learning platform sent somebody in a way that cannot be trusted; `reason` is the id of why."""

    def __init__(self, reason: str, **facts: int) -> None:
        super().__init__(reason)
        self.reason = reason
        self.facts = facts
        """Numbers that the explanation names, like seconds."""
        self.language: str | None = None
        """That of the platform, where it was verified who comes from there."""
        self.return_url = ""
        """Their course on the platform, where it was verified."""


class SignOnRefused(RequestError):
    """somebody came from a sign-on provider in a way that is not accepted; `reason` is the id of why."""

    def __init__(self, reason: str, **facts: int) -> None:
        super().__init__(reason)
        self.reason = reason
        self.facts = facts
        """Numbers that the explanation names, like seconds."""


class WrongSecondFactor(RequestError):
    """the code is not the one that the authenticator app shows, or was used before."""


class SignInExpired(RequestError):
    """the first half of a sign-in is too long ago, or began in another browser."""


class PlatformFailed(RequestError):
    """a learning platform did not answer a request of ours as it has to; `reason` is the id of why."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class OutwardBusy(RequestError):
    """as many requests to other machines wait for their answers as may; nothing was sent."""


class NotWithdrawable(RequestError):
    """only what waits to be graded can be taken back."""


class StorageFailure(StrEnum):
    """Why nothing can be stored."""

    FULL = "full"
    READ_ONLY = "read-only"
    NO_ACCESS = "no-access"
    """The account of the process may not read or write there, or there is no such folder."""
    GONE = "gone"
    """The file of the database was removed or replaced while it was in use."""
    DAMAGED = "damaged"
    BROKEN = "broken"
    """The machine reports an error of the disk, or a limit."""
    FILES = "files"
    """The storage of submitted files does not answer, or refuses us."""
    FOREIGN = "foreign"
    """The storage of submitted files is another installation's."""


class StorageError(SQLAlchemyError):
    """nothing can be stored at the moment.

    It belongs to the errors of the database: whoever waits until that answers again waits for this too.
    """

    def __init__(self, failure: StorageFailure, place: str = "") -> None:
        super().__init__(f"{failure}: {place}" if place else str(failure))
        self.failure = failure
        self.place = place
        """The file or folder, for operators; empty where the database is another machine's."""


class FileLost(StorageError):
    """a submitted file is not where it was stored, or is another one: waiting does not bring it back."""
