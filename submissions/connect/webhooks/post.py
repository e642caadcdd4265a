"""One request to a webhook, and what its outcome means."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from enum import StrEnum

from grader.records import Frozen
from submissions.outward.outgoing.addresses import Network
from submissions.outward.outgoing.exchange import NoAnswer, NoAnswerKind, exchange

SECONDS = 15.0
"""The seconds for all of a request, its connection included."""

_READ = 16 * 1024
_REDIRECTS = range(300, 400)
_SUCCESS = range(200, 300)


class PostError(StrEnum):
    """Why a message did not arrive."""

    NAME = NoAnswerKind.NAME
    """Stored by earlier versions only: it told which names exist behind our firewall."""
    REFUSED = NoAnswerKind.REFUSED
    """The name was not found, or leads to an address that may not be reached: nobody is told which."""
    CONNECTION = NoAnswerKind.CONNECTION
    CERTIFICATE = NoAnswerKind.CERTIFICATE
    TIMEOUT = NoAnswerKind.TIMEOUT
    PROTOCOL = NoAnswerKind.PROTOCOL
    REDIRECT = "redirect"
    STATUS = "bad-status"


class PostOutcome(Frozen):
    """The outcome of a request."""

    status: int | None = None
    error: PostError | None = None
    """None: the message was accepted."""
    retry_after: timedelta | None = None


def post(
    url: str,
    payload: str,
    headers: Mapping[str, str],
    *,
    internal: Sequence[Network] = (),
    seconds: float = SECONDS,
) -> PostOutcome:
    """Send a message once. What the receiver answers is thrown away but for its status."""
    own = {"Content-Type": "application/json", **headers}
    try:
        answer = exchange(
            "POST", url, own, payload.encode(), internal=internal, seconds=seconds, longest=_READ
        )
    except NoAnswer as none:
        error = PostError(none.kind)
        return PostOutcome(error=PostError.REFUSED if error == PostError.NAME else error)
    if answer.status in _SUCCESS:
        return PostOutcome(answer.status)
    error = PostError.REDIRECT if answer.status in _REDIRECTS else PostError.STATUS
    return PostOutcome(answer.status, error, _retry_after(answer.headers.get("retry-after")))


def _retry_after(text: str | None) -> timedelta | None:
    """Seconds, as nearly everybody writes them; a date is passed over, and our own pause holds."""
    if text is None or not text.isascii() or not text.isdigit() or len(text) > len("86400"):
        return None
    return timedelta(seconds=int(text))
