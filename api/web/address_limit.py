"""Limits how many requests one address may have at the same time, where a proxy says whose they are."""

from collections import Counter

from fastapi import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from api.problems.answers import answer
from api.problems.details import too_many_at_once
from api.problems.kinds import Kind
from api.problems.rate_limit import CONCURRENT, RateLimit
from api.web import durations
from api.web.connection import is_here
from submissions.people.access.throttle import whom


class AddressLimit:
    """An ASGI application around another; requests of this machine are not counted."""

    def __init__(self, app: ASGIApp, most: int) -> None:
        self._app = app
        self._most = most
        self._under_way: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        client = scope.get("client")
        who = whom(client[0] if client else None)
        if is_here(who):
            await self._app(scope, receive, send)
            return
        if self._under_way[who] >= self._most:
            limit = RateLimit("address", self._most, reset=durations.ADDRESS_PAUSE, unit=CONCURRENT)
            headers = {"Retry-After": f"{durations.ADDRESS_PAUSE}", **limit.headers}
            refused = answer(Request(scope), Kind.TOO_OFTEN, too_many_at_once(), headers=headers)
            await refused(scope, receive, send)
            return
        self._under_way[who] += 1
        try:
            await self._app(scope, receive, send)
        finally:
            self._under_way[who] -= 1
            if not self._under_way[who]:
                del self._under_way[who]
