"""The outermost layer: gives every request an id, and logs a line about its answer.

The line has the template of the route, never the path: links that sign in and keys of trials are paths.
"""

import logging
import re
import secrets
import time
from collections.abc import Callable

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.process.logs import REQUEST
from api.web.traffic import known_method
from grader.spans import Attributes, TracedSpan, span

HEADER = b"x-request-id"
NO_ROUTE = "-"

_LOG = logging.getLogger("backgrade.request")
_ID_BYTES = 16
_ID = r"([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"
_SUBMISSION = re.compile(rf"/submissions/{_ID}(?:[/?#]|$)")
_NO_ANSWER = 499
"""The status that nginx logs for a request whose caller went away before there was an answer."""
_WRONG, _FAILED = 400, 500
_MANY = ("/healthz", "/readyz", "/metrics", "/static/")
"""The paths that machines ask for every few seconds, or every page: if all is well, at level debug."""

Answered = Callable[[str, str, int, float], None]
"""Is told the method, route, status and seconds of every answer."""


class RequestLog:
    """An ASGI application around another."""

    def __init__(self, app: ASGIApp, *, prefix: str = "", answered: Answered | None = None) -> None:
        self._app = app
        self._prefix = prefix
        self._answered = answered

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        request = secrets.token_hex(_ID_BYTES)
        scope.setdefault("state", {})["request_id"] = request
        REQUEST.set(request)
        answer = _Answer(send, request)
        if scope["path"].startswith(_MANY):
            await self._log(scope, receive, answer)
            return
        with span("request", {"backgrade.request": request}) as current:
            try:
                await self._log(scope, receive, answer)
            finally:
                self._describe(current, scope, answer)

    def _describe(self, current: TracedSpan, scope: Scope, answer: "_Answer") -> None:
        """Tell a trace what the line tells, and nothing of who asked."""
        method, route = known_method(scope["method"]), template(scope, self._prefix)
        attributes: Attributes = {
            "http.request.method": method,
            "http.route": route,
            "http.response.status_code": answer.status or _NO_ANSWER,
            "backgrade.submission": _submission(scope, answer),
        }
        current.describe(attributes, name=f"{method} {route}")

    async def _log(self, scope: Scope, receive: Receive, answer: "_Answer") -> None:
        began = time.perf_counter()
        try:
            await self._app(scope, receive, answer.send)
        except Exception:
            answer.status = answer.status or _FAILED
            raise  # the server logs it, with the id of the request
        finally:
            self._line(scope, answer, time.perf_counter() - began)

    def _line(self, scope: Scope, answer: "_Answer", seconds: float) -> None:
        route, status = template(scope, self._prefix), answer.status or _NO_ANSWER
        ordinary = route.startswith(_MANY) and status < _WRONG
        fields = {
            "request": answer.request,
            "person": getattr(scope["state"].get("caller"), "person_id", None),
            "submission": _submission(scope, answer),
            "method": scope["method"],
            "route": route,
            "status": status,
            "reason": scope["state"].get("reason"),
            "ms": round(seconds * 1000, 1),
        }
        _LOG.log(logging.DEBUG if ordinary else logging.INFO, "answered", extra=fields)
        if self._answered is not None:
            self._answered(scope["method"], route, status, seconds)


class _Answer:
    """The answer that is sent back, with the id of its request."""

    def __init__(self, send: Send, request: str) -> None:
        self._send = send
        self.request = request
        self.status = 0
        self.location = ""

    async def send(self, message: Message) -> None:
        """Pass a part of the answer on."""
        if message["type"] == "http.response.start":
            self.status = message["status"]
            headers = [header for header in message.get("headers", ()) if header[0].lower() != HEADER]
            self.location = next(
                (value.decode("latin-1") for name, value in headers if name.lower() == b"location"), ""
            )
            message = {**message, "headers": [*headers, (HEADER, self.request.encode())]}
        await self._send(message)


def template(scope: Scope, prefix: str) -> str:
    """The route's path with names in place of what was asked for; `-` where there is no such route."""
    path = getattr(scope.get("route"), "path", None)
    if path is None:
        return str(scope.get("root_path") or NO_ROUTE)
    return f"{prefix}{path}" if scope["path"].startswith(f"{prefix}/") else str(path)


def _submission(scope: Scope, answer: _Answer) -> str | None:
    """The id of the submission that was asked for, or was made."""
    asked = _SUBMISSION.search(scope["path"])
    created = _SUBMISSION.search(answer.location)
    found = asked or created
    return found[1] if found else None
