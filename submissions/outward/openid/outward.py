"""Requests to platforms, and their answers."""

import json
from collections.abc import Generator
from typing import Any, Protocol, TypeAlias, TypeVar

from msgspec import field

from grader.records import Frozen
from submissions.outward import durations
from submissions.outward.outgoing.addresses import EVERYWHERE
from submissions.outward.outgoing.exchange import NoAnswer, exchange

_LONGEST = 1024 * 1024


class Unreachable(Exception):
    """there is no answer: no connection, too slow, too long, or an address that is not asked."""


class OutwardRequest(Frozen):
    """A request to a platform."""

    method: str
    url: str
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes | None = None
    is_public: bool = False
    """A document that is the same for everybody: pages that need it at the same time share one request."""


class OutwardAnswer(Frozen):
    """The answer of a platform.

    The phrase of its status line is left out: some repeat what they were sent there.
    """

    status: int
    headers: dict[str, str] = field(default_factory=dict)
    """Headers by their names in lower case."""
    body: bytes = b""

    @property
    def is_good(self) -> bool:
        """Whether it did what it was asked."""
        return 200 <= self.status < 300  # noqa: PLR2004 - the successes of HTTP

    def json(self) -> Any:  # noqa: ANN401 - whatever it is
        """The body as JSON, whatever type it claims to be; None where it is something else."""
        try:
            return json.loads(self.body)
        except (ValueError, RecursionError):
            return None


class Outward(Protocol):
    """A carrier of requests to platforms."""

    def send(self, request: OutwardRequest) -> OutwardAnswer:
        """The answer. Raises `Unreachable` if there is none."""


_Result = TypeVar("_Result")

Conversation: TypeAlias = Generator[OutwardRequest, OutwardAnswer, _Result]
"""Work that asks other machines on its way: it yields each request, and is given the answer or `Unreachable`.

Who carries the requests decides what waits meanwhile: a thread of its own, or, for pages, no thread at all.
No transaction is open while an answer is awaited.
"""


def converse(outward: Outward, conversation: Conversation[_Result]) -> _Result:
    """Carry a conversation out in this thread, which waits for each answer: never in one of pages."""
    try:
        request = next(conversation)
        while True:
            try:
                answer = outward.send(request)
            except Unreachable as error:
                request = conversation.throw(error)
            else:
                request = conversation.send(answer)
    except StopIteration as end:
        result: _Result = end.value
        return result


class Internet:
    """Carries them over the network. With `private`, also to machines that only this network reaches."""

    def __init__(self, *, private: bool = False, seconds: float = durations.ANSWER) -> None:
        self._internal = EVERYWHERE if private else ()
        self._seconds = seconds

    def send(self, request: OutwardRequest) -> OutwardAnswer:
        """The answer. Raises `Unreachable` if there is none."""
        try:
            answer = exchange(
                request.method,
                request.url,
                request.headers,
                request.body,
                internal=self._internal,
                seconds=self._seconds,
                longest=_LONGEST,
            )
        except NoAnswer as error:
            raise Unreachable(error.kind) from None
        if not answer.is_whole:
            raise Unreachable("too-long")
        return OutwardAnswer(answer.status, dict(answer.headers), answer.body)
