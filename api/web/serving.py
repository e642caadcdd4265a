"""Serves the web application over http until a signal says stop."""

import asyncio
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

import uvicorn
from fastapi import FastAPI

from api.web import durations
from api.web.connection import HEAD_BYTES, ConnectionLimits, connection_class
from submissions.operating.settings import Settings

_BACKLOG = 2048
"""Connections that the kernel keeps until they are accepted."""
_AT_ONCE = 32
"""The connections accepted in one go; where no descriptor is free, the event loop tries so often a second."""

_SIGNALS = (signal.SIGINT, signal.SIGTERM)


class Server(uvicorn.Server):
    """Calls back when it can be reached, and when it is to stop."""

    def __init__(
        self, config: uvicorn.Config, ready: Callable[[], None], stopping: Callable[[], None]
    ) -> None:
        super().__init__(config)
        self._ready = ready
        self._stopping = stopping

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop when all is answered; streams of events would wait for their last one."""
        self._stopping()
        super().handle_exit(sig, frame)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen, then say so."""
        await super().startup(sockets)
        for listener in sockets or ():
            listener.listen(_BACKLOG)
        if not self.should_exit:
            await asyncio.to_thread(self._ready)


def serve(app: FastAPI, at: socket.socket, *, ready: Callable[[], None]) -> None:
    """Answer requests until SIGTERM or SIGINT, then let what is under way end."""
    config = uvicorn.Config(
        app,
        http=connection_class(_limits(app.state.service.settings)),
        h11_max_incomplete_event_size=HEAD_BYTES,
        ws="none",
        lifespan="on",
        log_config=None,
        log_level="warning",
        access_log=False,
        proxy_headers=False,  # the application has a layer for that
        server_header=False,
        timeout_graceful_shutdown=durations.GOODBYE,
        backlog=_AT_ONCE,
    )
    with _signals_only_stop():
        Server(config, ready, app.state.news_feed.close).run(sockets=[at])


def _limits(settings: Settings) -> ConnectionLimits:
    return ConnectionLimits(
        seconds=settings.request_seconds,
        most=settings.connections,
        most_of_one=settings.connections_per_address,
        behind_proxy=bool(settings.trusted_proxies) or settings.public_url is not None,
    )


@contextmanager
def _signals_only_stop() -> Iterator[None]:
    """Have signals stop the server, and not the process: the server raises them again when it has stopped."""
    before = {number: signal.signal(number, lambda *_: None) for number in _SIGNALS}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
