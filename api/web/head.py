"""The head of a request: refused where it is longer than any of ours, before anything of it is looked at.

Of its cookies only those go on that are ours: the others are not read, so nothing can be hidden in them.
"""

from collections.abc import Iterable, Iterator
from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from api.problems.answers import answer
from api.problems.details import head_too_long, target_too_long
from api.problems.kinds import Kind
from api.web import cookies
from api.words import Message

_LONGEST_TARGET = 8 * 1024
"""Path and query: a cursor of a list by name is the longest thing that stands in one."""
_LONGEST = 16 * 1024
_MOST = 100
_LONGEST_OF = {b"content-type": 256, b"authorization": 1024}
"""Of headers that are taken apart."""

_Headers = list[tuple[bytes, bytes]]


class HeadLimit:
    """An ASGI application around another that may read all of the head."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers: _Headers = list(scope["headers"])
        if len(scope.get("raw_path") or scope["path"]) + len(scope["query_string"]) > _LONGEST_TARGET:
            refused = _refused(scope, HTTPStatus.REQUEST_URI_TOO_LONG, target_too_long())
        elif _is_too_long(headers):
            refused = _refused(scope, HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, head_too_long())
        else:
            scope["headers"] = list(_with_our_cookies(headers))
            await self._app(scope, receive, send)
            return
        await refused(scope, receive, send)


def _refused(scope: Scope, status: HTTPStatus, message: Message) -> Response:
    return answer(_bare(scope), Kind.TOO_LARGE, message, status=status)


def _is_too_long(headers: _Headers) -> bool:
    whole = sum(len(name) + len(value) for name, value in headers)
    too_long = (len(value) > _LONGEST_OF.get(name, _LONGEST) for name, value in headers)
    return len(headers) > _MOST or whole > _LONGEST or any(too_long)


def _with_our_cookies(headers: _Headers) -> Iterator[tuple[bytes, bytes]]:
    given = b";".join(value for name, value in headers if name == b"cookie")
    yield from ((name, value) for name, value in headers if name != b"cookie")
    if ours := b"; ".join(_ours(given.split(b";"))):
        yield b"cookie", ours


def _ours(given: Iterable[bytes]) -> Iterator[bytes]:
    """Cookies of the form that we give out."""
    for chunk in given:
        cookie = chunk.strip()
        if len(cookie) <= cookies.LONGEST and cookies.FORM.fullmatch(cookie):
            yield cookie


def _bare(scope: Scope) -> Request:
    """The request without what is too long: its answer is a page that looks at it."""
    bare = {"headers": [], "query_string": b"", "path": scope["path"][:_MOST], "raw_path": b""}
    return Request({**scope, **bare})
