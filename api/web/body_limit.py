"""How large the body of a request may be, and for whom: looked at before the first byte of it is asked for.

A body is small unless its route says otherwise with `takes`. What is larger is read only for who may send it:
whether somebody may is known by then, because a route is found by the head of a request.
"""

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar

from fastapi import Request
from starlette.concurrency import run_in_threadpool
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.problems.answers import answer
from api.problems.details import body_too_large
from api.problems.errors import BodyNotAdmitted, BodyTooLarge
from api.problems.kinds import Kind
from api.web import csrf
from api.web.caller import caller_of_head
from grader.records import Frozen
from submissions.courses.assignments.draft import LONGEST_TEXT
from submissions.errors import RequestError

SMALL = 64 * 1024
TEXTS = SMALL + 2 * 4 * LONGEST_TEXT
"""The two texts of an assignment, where each letter takes four bytes."""

_PIECE = 16 * 1024
"""Forms are taken apart between two turns of the loop: everybody else waits for one piece at most."""
_FOR_PROGRAMS = "/api/"
_MARK = "_takes"

_Endpoint = TypeVar("_Endpoint", bound=Callable[..., Any])
Admits = Callable[[Request], object]
"""Raises a `RequestError` for who may not send a large body. Called in a thread."""


class Takes(Frozen):
    """The limits of the body of a route that takes more than a small one."""

    most: int | None
    """None: as much as a file."""
    admits: Admits


def _known(request: Request) -> object:
    return caller_of_head(request).known


def takes_file(admits: Admits = _known) -> Callable[[_Endpoint], _Endpoint]:
    """Mark a route whose request may be as large as a file."""
    return _takes(Takes(None, admits))


def takes_texts(endpoint: _Endpoint) -> _Endpoint:
    """Mark a route that takes the two texts of an assignment."""
    return _takes(Takes(TEXTS, _known))(endpoint)


def _takes(what: Takes) -> Callable[[_Endpoint], _Endpoint]:
    def marked(endpoint: _Endpoint) -> _Endpoint:
        setattr(endpoint, _MARK, what)
        return endpoint

    return marked


class BodyLimit:
    """An ASGI application around another that may read bodies without looking at their length."""

    def __init__(self, app: ASGIApp, files: int) -> None:
        self._app = app
        self._files = files

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request = Request(scope)
        if (_content_length(request) or 0) > self._files:
            refused = answer(request, Kind.TOO_LARGE, body_too_large(self._files))
            await refused(scope, receive, send)
            return
        await self._app(scope, _Body(scope, receive, self._files).receive, send)


class _Body:
    """The body of one request, a piece at a time."""

    def __init__(self, scope: Scope, receive: Receive, files: int) -> None:
        self._scope = scope
        self._receive = receive
        self._files = files
        self._is_welcome = False
        self._taken = 0
        self._rest = b""
        self._has_more = True

    async def receive(self) -> Message:
        """The next piece."""
        if not self._is_welcome:
            await self._require_welcome(Request(self._scope))
            self._is_welcome = True
        if not self._rest:
            message = await self._receive()
            if message["type"] != "http.request":
                return message
            self._rest, self._has_more = message.get("body", b""), bool(message.get("more_body"))
            self._count(len(self._rest))
        piece, self._rest = self._rest[:_PIECE], self._rest[_PIECE:]
        await asyncio.sleep(0)
        return {"type": "http.request", "body": piece, "more_body": self._has_more or bool(self._rest)}

    def _count(self, more: int) -> None:
        self._taken += more
        if self._taken > self._limit():
            raise BodyTooLarge(self._limit())

    async def _require_welcome(self, request: Request) -> None:
        """Check that who asks may send a body as large as this one says it is."""
        limit, said = self._limit(), _content_length(request)
        if said is not None and said > limit:
            raise BodyTooLarge(limit)
        takes = _takes_of(self._scope)
        if takes is None or (said is not None and said <= SMALL):
            return
        try:
            if not request.url.path.startswith(_FOR_PROGRAMS):
                csrf.require_own_browser(request)
            await run_in_threadpool(takes.admits, request)
        except RequestError as error:
            raise BodyNotAdmitted(error) from None

    def _limit(self) -> int:
        takes = _takes_of(self._scope)
        if takes is None:
            return min(SMALL, self._files)
        return self._files if takes.most is None else min(takes.most, self._files)


def _takes_of(scope: Scope) -> Takes | None:
    limit = getattr(scope.get("endpoint"), _MARK, None)
    assert limit is None or isinstance(limit, Takes)
    return limit


def _content_length(request: Request) -> int | None:
    """The length in the header; of a body in chunks nobody knows it before its end."""
    said = request.headers.get("content-length")
    if said is None:
        return None if "transfer-encoding" in request.headers else 0
    return int(said) if said.isascii() and said.isdigit() and len(said) <= len(str(1 << 63)) else 1 << 63
