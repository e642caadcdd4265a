"""No request may be larger than what is taken: refused by what it says of its length, or while it comes."""

from fastapi import Request
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.web.problems import answer
from api.words.en.request import body_too_large

_TOO_LARGE = 413
_DOCUMENT = 2 * 1024 * 1024


class BodyLimit:
    """An ASGI application around another that may read bodies without looking at their length."""

    def __init__(self, app: ASGIApp, limit: int) -> None:
        self._app = app
        self._most = limit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request = Request(scope)
        limit = self._limit(request.url.path)
        if _said(request) > limit:
            refused = answer(request, _TOO_LARGE, "too-large", body_too_large(limit))
            await refused(scope, receive, send)
            return
        await self._app(scope, self._counted(receive, limit), send)

    def _limit(self, path: str) -> int:
        """Documents of the interface are small; only there files come under one path."""
        is_document = path.startswith("/api/") and not path.endswith("/submissions")
        return min(self._most, _DOCUMENT) if is_document else self._most

    def _counted(self, receive: Receive, limit: int) -> Receive:
        taken = 0

        async def counted() -> Message:
            nonlocal taken
            message = await receive()
            taken += len(message.get("body", b""))
            if taken > limit:
                raise HTTPException(_TOO_LARGE)
            return message

        return counted


def _said(request: Request) -> int:
    """The length in the header; where there is none to be read, the bytes are counted as they come."""
    said = request.headers.get("content-length", "")
    return int(said) if said.isascii() and said.isdigit() else 0
