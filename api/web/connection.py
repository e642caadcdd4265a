"""HTTP connections: how long a request may take to arrive, and which one goes when there are too many.

uvicorn has a limit for connections that are idle between two requests, and none for a request that never
ends: each byte that comes resets its clock. So the clock is kept here, by a look at all of them now and then.
"""

import asyncio
import http
from collections import Counter
from collections.abc import Iterator
from enum import Enum
from ipaddress import ip_address
from typing import Any

import h11
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

from api.i18n import LANGUAGES, N_, gettext as _, speaking
from api.web.language import RequestLanguage
from grader.records import Frozen
from submissions.people.access.throttle import whom

HEAD_BYTES = 16 * 1024
_SLOW = N_("The request took too long to arrive. Send it again.")
_CROWDED = N_("The service has too many connections at the moment. Try again in a few seconds.")
_PIECE = 4 * 1024
"""h11 looks at the size of a head only while it is incomplete, so it is given little at a time."""
_PROBES = frozenset({"/healthz", "/readyz"})
_FOR_PROBES = 16
"""Connections beyond the limit: a service that is busy must not be taken for one that is dead."""
_LOOKS = 8
"""The number of looks in the time that a request has."""
_LONGEST_BETWEEN_LOOKS = 1.0
_PATIENCE_WITH_READERS = 6
"""Times as long: a connection may take a part of an answer from buffers that we do not see."""


class ConnectionLimits(Frozen):
    """The limits of what connections may cost."""

    seconds: float
    """The time for the head of a request; as long, a body may stand still."""
    bytes_per_second: int = 2 * 1024
    """A body may come as slowly as this, and not much slower for long."""
    most: int = 900
    most_of_one: int = 250
    """The most connections of one address. This machine is not counted: a proxy may speak for everybody."""
    behind_proxy: bool = False
    """Addresses are those of proxies: nobody is told apart by them here."""


class ConnectionPhase(Enum):
    """The thing that a connection waits for."""

    IDLE = "the next request, of which nothing has come"
    HEAD = "the rest of a request's head"
    BODY = "the rest of a request's body"
    ANSWER = "our answer"
    LINGERING = "the end of a body that was answered before it was read"


_TIMED = frozenset(
    {ConnectionPhase.IDLE, ConnectionPhase.HEAD, ConnectionPhase.BODY, ConnectionPhase.LINGERING}
)


class Connections:
    """All connections of a server."""

    def __init__(self, limits: ConnectionLimits) -> None:
        self.limits = limits
        self._all: set[Connection] = set()
        self._by_peer: Counter[str] = Counter()
        self._timer: asyncio.TimerHandle | None = None

    def __len__(self) -> int:
        return len(self._all)

    def add(self, connection: "Connection") -> bool:
        """Let one in, and say whether it may ask for anything, or only whether we are alive.

        Raises `ConnectionRefusedError` if it cannot be let in at all.
        """
        peer = connection.peer
        if self._is_counted(peer) and self._by_peer[peer] >= self.limits.most_of_one:
            raise ConnectionRefusedError
        full = len(self._all) >= self.limits.most and not self._make_room()
        if full and len(self._all) >= self.limits.most + _FOR_PROBES:
            raise ConnectionRefusedError
        self._all.add(connection)
        self._by_peer[peer] += 1
        if self._timer is None:
            self._look_later()
        return not full

    def discard(self, connection: "Connection") -> None:
        """Forget a connection that has ended."""
        if connection not in self._all:
            return
        self._all.discard(connection)
        self._by_peer[connection.peer] -= 1
        if not self._by_peer[connection.peer]:
            del self._by_peer[connection.peer]

    def _is_counted(self, peer: str) -> bool:
        return not self.limits.behind_proxy and not is_here(peer)

    def _make_room(self) -> bool:
        """Close the connection that has been idle for the longest time; return False if none is."""
        waiting = [
            connection
            for connection in self._all
            if connection.phase in {ConnectionPhase.IDLE, ConnectionPhase.HEAD}
        ]
        if not waiting:
            return False
        longest = min(waiting, key=lambda connection: connection.since)
        self.discard(longest)
        longest.transport.abort()
        return True

    def _look_later(self) -> None:
        wait = min(_LONGEST_BETWEEN_LOOKS, self.limits.seconds / _LOOKS)
        self._timer = asyncio.get_running_loop().call_later(wait, self._look)

    def _look(self) -> None:
        self._timer = None
        for connection in list(self._all):
            connection.look()
        if self._all:
            self._look_later()


class Connection(H11Protocol):
    """A connection of a group. A subclass says of which: uvicorn makes its connections itself."""

    everyone: Connections

    def __init__(self, *given: Any, **options: Any) -> None:  # noqa: ANN401 - uvicorn's own
        super().__init__(*given, **options)
        self.phase = ConnectionPhase.IDLE
        self.since = self.loop.time()
        self.peer = ""
        self._due = self.since
        self._unsent = 0
        self._unsent_since = self.since

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as uvicorn does
        """Accept the connection, if there is room."""
        super().connection_made(transport)
        self._due = self.since + self.everyone.limits.seconds
        self.peer = whom(self.client[0] if self.client else None)
        try:
            if not self.everyone.add(self):
                self.app = RequestLanguage(_ProbesOnly(self.config.loaded_app))
        except ConnectionRefusedError:
            self._tell(503, _CROWDED, "Retry-After: 5\r\n")

    def connection_lost(self, exc: Exception | None) -> None:
        """The client or the service has closed it."""
        self.everyone.discard(self)
        super().connection_lost(exc)
        self._unset_keepalive_if_required()

    def data_received(self, data: bytes) -> None:
        """Parse the data little by little, and update the time limits."""
        for start in range(0, len(data), _PIECE):
            if self.transport.is_closing():
                return
            super().data_received(data[start : start + _PIECE])
        self._enter(self._awaited())
        if self.phase is ConnectionPhase.BODY:
            self._extend(len(data) / self.everyone.limits.bytes_per_second)

    def on_response_complete(self) -> None:
        """Update the time limits: a body that nobody read may still be on its way."""
        super().on_response_complete()
        state = self.conn.their_state
        self._enter(ConnectionPhase.LINGERING if state is h11.SEND_BODY else self._awaited())

    def look(self) -> None:
        """End what takes too long."""
        now = self.loop.time()
        if self.phase is ConnectionPhase.ANSWER:
            self._enter(self._awaited())  # a body that was announced may have been asked for since
        if self._is_stuck(now):
            self.transport.abort()
        elif self.phase is ConnectionPhase.BODY and self.flow.read_paused:
            self._extend(self.everyone.limits.seconds)  # it is us who are slow
        elif self.phase in _TIMED and now >= self._due:
            self._end()

    def _awaited(self) -> ConnectionPhase:
        state = self.conn.their_state
        if self.conn.they_are_waiting_for_100_continue:
            return ConnectionPhase.ANSWER  # no byte of the body comes before we ask for it
        if state is h11.SEND_BODY:
            return (
                ConnectionPhase.LINGERING if self.phase is ConnectionPhase.LINGERING else ConnectionPhase.BODY
            )
        if state is not h11.IDLE:
            return ConnectionPhase.ANSWER
        return ConnectionPhase.HEAD if self.conn.trailing_data[0] else ConnectionPhase.IDLE

    def _enter(self, phase: ConnectionPhase) -> None:
        if phase is self.phase:
            return
        self.phase, self.since = phase, self.loop.time()
        self._due = self.since + self.everyone.limits.seconds

    def _extend(self, seconds: float) -> None:
        """Wait longer, but never longer than if it had just begun."""
        self._due = min(self._due + seconds, self.loop.time() + self.everyone.limits.seconds)

    def _is_stuck(self, now: float) -> bool:
        """Whether nothing of what we have to say is taken."""
        unsent = self.transport.get_write_buffer_size()
        if not unsent or unsent != self._unsent:
            self._unsent, self._unsent_since = unsent, now
        return now - self._unsent_since >= self.everyone.limits.seconds * _PATIENCE_WITH_READERS

    def _end(self) -> None:
        cycle: RequestResponseCycle | None = self.cycle  # there is none before the first request
        answered = cycle is not None and cycle.response_started
        if self.phase is ConnectionPhase.HEAD or (self.phase is ConnectionPhase.BODY and not answered):
            self._tell(408, _SLOW)
        else:
            self.transport.close()

    def _tell(self, status: int, text: str, more: str = "") -> None:
        """Answer without the application, which does not have the whole request, and close.

        In every language, a line each: which one the reader wants was not read.
        """
        body = "".join(f"{line}\n" for line in _in_every_language(text)).encode()
        reason = http.HTTPStatus(status).phrase
        head = f"HTTP/1.1 {status} {reason}\r\nContent-Type: text/plain; charset=utf-8\r\n{more}"
        end = f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n"
        self.transport.write(f"{head}{end}".encode() + body)
        self.transport.close()


def _in_every_language(text: str) -> Iterator[str]:
    for language in LANGUAGES:
        with speaking(language):
            yield _(text)


def connection_class(limits: ConnectionLimits) -> type[Connection]:
    """Return the class that a server is to make its connections of."""
    return type("LimitedConnection", (Connection,), {"everyone": Connections(limits)})


class _ProbesOnly:
    """An ASGI application that answers for another only whether it lives."""

    def __init__(self, app: Any) -> None:  # noqa: ANN401 - uvicorn has types of its own
        self._app: ASGIApp = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["path"] in _PROBES:
            await self._app(scope, receive, send)
            return
        body = f"{_(_CROWDED)}\n".encode()
        headers = [
            (b"content-type", b"text/plain; charset=utf-8"),
            (b"content-length", str(len(body)).encode()),
            (b"retry-after", b"5"),
            (b"connection", b"close"),
        ]
        await send({"type": "http.response.start", "status": 503, "headers": headers})
        await send({"type": "http.response.body", "body": body})


def is_here(peer: str) -> bool:
    """Whether a connection comes from this machine."""
    try:
        return ip_address(peer).is_loopback
    except ValueError:
        return True  # a socket of this machine, which has no address
