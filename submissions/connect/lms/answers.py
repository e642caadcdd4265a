"""What an answer of a platform to a grade means, and what is done next. One table, and nothing else."""

from datetime import datetime, timedelta
from email.utils import parsedate_to_datetime
from enum import StrEnum

from grader.records import Frozen
from submissions.jobs.retries import LONGEST_ASKED, PLATFORM
from submissions.outward.openid.outward import OutwardAnswer


class Next(StrEnum):
    """The next step after an answer."""

    STORED = "stored"
    FRESH_TOKEN = "fresh-token"  # noqa: S105 - what follows
    NOT_GRANTED = "not-granted"
    NOT_ENROLLED = "not-enrolled"
    FIND_AGAIN = "find-again"
    """The line item is gone: we look for it, or make another."""
    SUPERSEDED = "superseded"
    """A later grade stands there, or this one was stored before."""
    PAUSE = "pause"
    """The platform as a whole does not take grades at the moment."""
    RETRY = "retry"
    """This grade was not taken, maybe for now."""
    REFUSED = "refused"


class Consequence(Frozen):
    """The next step, and the reason for it."""

    next: Next
    reason: str = ""


LINE_ITEM_GONE = "line-item-gone"
_BY_STATUS = {
    401: Consequence(Next.FRESH_TOKEN, "not-granted"),
    403: Consequence(Next.NOT_GRANTED, "not-granted"),
    404: Consequence(Next.FIND_AGAIN, LINE_ITEM_GONE),
    408: Consequence(Next.PAUSE, "busy"),
    409: Consequence(Next.SUPERSEDED, "newer-there"),
    410: Consequence(Next.FIND_AGAIN, LINE_ITEM_GONE),
    425: Consequence(Next.PAUSE, "busy"),
    429: Consequence(Next.PAUSE, "busy"),
    502: Consequence(Next.PAUSE, "unreachable"),
    503: Consequence(Next.PAUSE, "busy"),
    504: Consequence(Next.PAUSE, "unreachable"),
}
_NOT_THIS_PERSON = frozenset({400, 412, 422})
_REDIRECTS = range(300, 400)
_FORBIDDEN, _CONFLICT, _SERVER = 403, 409, 500
_LONGEST_READ = 2000


def meaning(answer: OutwardAnswer | None) -> Consequence:
    """Return the consequence of an answer to a grade, or of no answer (None)."""
    if answer is None:
        return Consequence(Next.PAUSE, "unreachable")
    if answer.is_good:
        return Consequence(Next.RETRY, "not-a-platform") if _is_page(answer) else Consequence(Next.STORED)
    return _refused(answer.status, answer.body[:_LONGEST_READ].lower())


def _refused(status: int, said: bytes) -> Consequence:
    if status == _FORBIDDEN and b"rate limit" in said:  # as one platform says it
        return Consequence(Next.PAUSE, "busy")
    if status in _NOT_THIS_PERSON:
        superseded = b"timestamp" in said and b"missing" not in said
        return _BY_STATUS[_CONFLICT] if superseded else Consequence(Next.NOT_ENROLLED, "not-enrolled")
    if status in _REDIRECTS:
        return Consequence(Next.RETRY, "not-a-platform")
    other = Consequence(Next.RETRY, "locked") if status >= _SERVER else Consequence(Next.REFUSED, "refused")
    return _BY_STATUS.get(status, other)


def pause(answer: OutwardAnswer | None, failures: int, *, now: datetime) -> timedelta:
    """Return how long a platform is left alone: as it asks, or longer with each failure; at most an hour."""
    asked = _retry_after(answer.headers.get("retry-after", "") if answer else "", now)
    return min(max(asked or PLATFORM.pause(failures + 1), timedelta(seconds=1)), LONGEST_ASKED)


def _retry_after(header: str, now: datetime) -> timedelta | None:
    if header.isascii() and header.isdigit():
        return timedelta(seconds=min(int(header[:9]), 10**6))
    try:
        return parsedate_to_datetime(header) - now
    except (TypeError, ValueError):
        return None


def _is_page(answer: OutwardAnswer) -> bool:
    """Whether an answer is a page for people, as the sign-in page of a proxy: then nothing was stored."""
    start = answer.body.lstrip()[:200].lower()
    return start.startswith((b"<!doctype html", b"<html"))
