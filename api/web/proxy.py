"""Believes what proxies of ours say of the people before them, and nobody else."""

from typing import Any, cast

from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware


class ProxyHeaders:
    """An ASGI application that sees the address and the scheme of the browser, not those of the proxy."""

    def __init__(self, app: ASGIApp, trusted: str) -> None:
        addresses = [address.strip() for address in trusted.split(",") if address.strip()]
        self._app = ProxyHeadersMiddleware(cast("Any", app), addresses)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        await self._app(cast("Any", scope), cast("Any", receive), cast("Any", send))
