"""The head of a request: refused where it is longer than any of ours, before anything of it is looked at.

It is refused, too, where it gives the body two lengths: a proxy may see another end of it than we do, and
take what follows for a request.

Of its cookies only those go on that are ours: the others are not read, so nothing can be hidden in them.
"""

from collections.abc import Iterable, Iterator
from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from api.problems.answers import answer
from api.problems.details import head_too_long, target_too_long, two_lengths
from api.problems.kinds import Kind
from api.web import cookies
from api.words import Message

_LONGEST_TARGET = 8 * 1024
"""Path and query: a cursor of a list by name is the longest thing that stands in one."""
_LONGEST = 16 * 1024
_MOST = 100
_LONGEST_OF = {b"content-type": 256, b"authorization": 1024}
"""The longest values of headers that are taken apart."""
_LENGTHS = frozenset({b"content-length", b"transfer-encoding"})

_Headers = list[tuple[bytes, bytes]]


class HeadLimit:
    """An ASGI application around another that may read all of the head."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        headers: _Headers = list(scope["headers"])
        if refused := _refusal(scope, headers):
            await refused(scope, receive, send)
            return
        scope["headers"] = list(_with_our_cookies(headers))
        await self._app(scope, receive, send)


def _refusal(scope: Scope, headers: _Headers) -> Response | None:
    """The answer to a head that is not read."""
    if len(scope.get("raw_path") or scope["path"]) + len(scope["query_string"]) > _LONGEST_TARGET:
        return _too_large(scope, HTTPStatus.REQUEST_URI_TOO_LONG, target_too_long())
    if _is_too_long(headers):
        return _too_large(scope, HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, head_too_long())
    if _LENGTHS.issubset(name for name, _ in headers):
        return answer(_bare(scope), Kind.MALFORMED, two_lengths(), headers={"Connection": "close"})
    return None


def _too_large(scope: Scope, status: HTTPStatus, message: Message) -> Response:
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
