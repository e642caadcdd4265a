"""Compresses what a page of ours asks for, and what a reader typed into the address bar.

The size of a compressed page tells what repeats in it. Who makes a browser ask for a page with their text in
it, and sees its size, can guess the token of a form letter by letter (BREACH). So what another site asks for
is sent as it is.
"""

from starlette.datastructures import Headers
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send

_OURS = frozenset({"same-origin", "none"})
"""The values of `Sec-Fetch-Site` that are packed; a browser that does not say gets every answer as it is."""
_LEAST = 1024
"""Bytes of an answer that is worth it."""
_LEVEL = 6


class Compression:
    """A layer around everything that is answered."""

    def __init__(self, app: ASGIApp) -> None:
        self._plain = app
        self._packed = GZipMiddleware(app, minimum_size=_LEAST, compresslevel=_LEVEL)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        ours = Headers(scope=scope).get("sec-fetch-site") in _OURS
        await (self._packed if ours else self._plain)(scope, receive, send)
