"""The last resort: what nobody expected is logged with its request, and answered without details."""

import logging

from fastapi import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.problems.answers import answer
from api.problems.kinds import Kind

_LOG = logging.getLogger("backgrade.request")


class Unexpected:
    """An ASGI application around another that may fail."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, whatever happens."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begun = False

        async def sending(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self._app(scope, receive, sending)
        except Exception:
            if begun:
                raise  # half an answer must not look like a whole one: the server breaks the connection
            _LOG.exception("unexpected")
            said = answer(Request(scope), Kind.INTERNAL)
            await said(scope, receive, send)
