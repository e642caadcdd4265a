"""Connections to a real server, over real sockets: what never ends is ended, and nobody else waits for it."""

import asyncio
import socket
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass
from itertools import repeat
from pathlib import Path
from threading import Thread
from uuid import uuid4

import pytest
import uvicorn
from starlette.types import ASGIApp, Receive, Scope, Send

from api.web.connection import ConnectionLimits, connection_class
from bench._service import Installation
from tests.thorough import at_length

_SECONDS = 1
_MOST = 40
_PATIENCE = 60.0
"""Far more than anything here takes: only a server that never answers is waited for as long."""


@dataclass(frozen=True)
class Server:
    """A running service whose limits are short."""

    installation: Installation

    def connected(self, sent: bytes = b"") -> socket.socket:
        """A connection on which so much was said."""
        made = socket.create_connection(("127.0.0.1", self.installation.port), _PATIENCE)
        made.sendall(sent)
        return made

    def is_alive(self) -> bool:
        """Whether somebody else is answered."""
        with closing(self.connected(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")) as other:
            return other.recv(1000).startswith(b"HTTP/1.1 200")

    def memory(self) -> int:
        """Bytes that the process holds."""
        status = Path(f"/proc/{self.installation.web.id}/status").read_text()
        line = next(each for each in status.splitlines() if each.startswith("VmRSS"))
        return int(line.split()[1]) * 1024


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("serve")
    short = {"BACKGRADE_REQUEST_SECONDS": str(_SECONDS), "BACKGRADE_CONNECTIONS": str(_MOST)}
    with Installation(f"sqlite:///{folder}/backgrade.db", folder, slots=0, settings=short) as installation:
        yield Server(installation)


def said(connection: socket.socket) -> bytes:
    """All that comes until the server closes the connection: that it does so is what is waited for."""
    found = b""
    with suppress(ConnectionResetError):
        while part := connection.recv(65536):
            found += part
    return found


def sent_until_closed(connection: socket.socket, pieces: Iterable[bytes]) -> None:
    """Piece after piece, until the server does not take any more."""
    with suppress(ConnectionError):
        for piece in pieces:
            connection.sendall(piece)
        raise AssertionError


_HEAD = b"POST /sign-in HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n"


@pytest.mark.parametrize("path", ["/sign-in", "/api/v1/courses", "/healthz"])
@pytest.mark.parametrize("length", [b"0", b"5", b"100"])
def test_a_body_with_two_lengths_is_refused_and_nothing_behind_it_is_read(
    server: Server, path: str, length: bytes
) -> None:
    """A proxy that believes the one would pass on a request of somebody who is believed the other."""
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n".encode()
    smuggled = b"0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with closing(
        server.connected(head + b"Content-Length: " + length + b"\r\n\r\n" + smuggled)
    ) as connection:
        answers = said(connection)

    assert answers.startswith(b"HTTP/1.1 400")
    assert answers.count(b"HTTP/1.1") == 1


@pytest.mark.parametrize(
    ("sent", "answer"),
    [
        (b"", b""),
        (b"GET / HT", b"HTTP/1.1 408"),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\nX-A: ", b"HTTP/1.1 408"),
        (_HEAD + b"Content-Length: 100\r\n\r\nlogin=", b"HTTP/1.1 408"),
        (_HEAD + b"Transfer-Encoding: chunked\r\n\r\n5\r\nlogin", b"HTTP/1.1 408"),
        (_HEAD + b"Transfer-Encoding: chunked\r\n\r\n", b"HTTP/1.1 408"),
    ],
    ids=["nothing", "half a line", "half a head", "half a body", "a chunk", "no chunk"],
)
def test_a_request_that_never_ends_is_ended(server: Server, sent: bytes, answer: bytes) -> None:
    with closing(server.connected(sent)) as connection:
        assert said(connection).startswith(answer)
    assert server.is_alive()


@pytest.mark.parametrize("sent", [b"GET / HTTP/1.1\r\nX-A: ", _HEAD + b"Content-Length: 60000\r\n\r\n"])
def test_a_byte_now_and_then_does_not_help(server: Server, sent: bytes) -> None:
    with closing(server.connected(sent)) as connection:
        connection.settimeout(_SECONDS / 10)
        began, ended = time.monotonic(), False
        while not ended:
            assert time.monotonic() - began < _PATIENCE
            try:
                connection.sendall(b"a")
                ended = connection.recv(1000) != b""
            except TimeoutError:
                continue
            except ConnectionError:
                ended = True


def test_a_connection_that_is_kept_open_is_closed_where_nothing_more_comes(server: Server) -> None:
    asked = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with closing(server.connected(asked)) as connection:
        assert said(connection).count(b"HTTP/1.1 200") == 1

    with closing(server.connected(asked + b"GET /hea")) as connection:
        answers = said(connection)
    assert answers.count(b"HTTP/1.1") == 2
    assert b"HTTP/1.1 408" in answers


def test_requests_in_a_row_are_answered_in_a_row(server: Server) -> None:
    with closing(server.connected(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n" * 500)) as connection:
        assert said(connection).count(b"HTTP/1.1 200") == 500


def test_who_says_no_more_and_hears_no_more_is_forgotten(server: Server) -> None:
    with closing(server.connected(b"GET /healthz HTTP/1.1\r\nHost:")) as connection:
        connection.shutdown(socket.SHUT_WR)
        assert said(connection) == b""


def test_a_body_without_end_is_refused_and_read_no_further(server: Server) -> None:
    chunk = b"10000\r\n" + b"a" * 0x10000 + b"\r\n"
    head = _HEAD + b"Transfer-Encoding: chunked\r\n\r\n"
    with closing(server.connected(head)) as connection:
        sent_until_closed(connection, repeat(chunk))
    assert server.is_alive()


def test_a_head_without_end_is_refused_before_it_is_whole(server: Server) -> None:
    with closing(server.connected(b"GET / HTTP/1.1\r\n")) as connection:
        sent_until_closed(connection, repeat(b"X-A: a\r\n" * 100))
    assert server.is_alive()


def test_an_answer_that_nobody_takes_is_given_up(server: Server) -> None:
    """The pipe is filled with long answers until no more fit, and nothing of them is read."""
    asked = b"GET /api/v1/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n" * 100
    with closing(server.connected()) as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        sent_until_closed(connection, repeat(asked))


def test_those_that_wait_make_room_for_new_ones(server: Server) -> None:
    with ExitStack() as opened:
        for _ in range(3 * _MOST):
            opened.enter_context(closing(server.connected(b"GET / HTTP/1.1\r\nX-A: ")))
            assert server.is_alive()


def test_where_nobody_makes_room_a_probe_is_answered_all_the_same(server: Server) -> None:
    """A body has a second here: on a busy machine it may take another try to have all at once."""
    head = _HEAD + b"Expect: 100-continue\r\nContent-Length: 60000\r\n\r\n"
    deadline, answer = time.monotonic() + _PATIENCE, b""
    while not answer.startswith(b"HTTP/1.1 503"):
        assert time.monotonic() < deadline
        with ExitStack() as opened:
            for _ in range(_MOST):
                sending = opened.enter_context(closing(server.connected(head)))
                assert sending.recv(12) == b"HTTP/1.1 100"
            with closing(server.connected(b"GET /suites HTTP/1.1\r\nHost: localhost\r\n\r\n")) as other:
                answer = said(other)
            assert server.is_alive()

    assert b"retry-after: 5\r\n" in answer.lower()


@at_length
def test_unfinished_requests_cost_no_memory(server: Server) -> None:
    """What was seen: 25 unfinished sign-ins of 10.9 MB cost 255 to 300 MiB."""
    head = _HEAD + b"Content-Length: 10900000\r\n\r\n"
    before = server.memory()
    with ExitStack() as opened:
        connections = [opened.enter_context(closing(server.connected(head))) for _ in range(25)]
        for each in connections:
            with suppress(ConnectionError):
                each.sendall(b"a" * 4_000_000)
        answers = [each.recv(1000) for each in connections]
        held = server.memory() - before

    assert {each[:12] for each in answers} == {b"HTTP/1.1 413"}
    assert held < 64 * 1024 * 1024


@pytest.mark.parametrize(
    ("path", "status"),
    [(b"/api/v1/assignments/%s/submissions", b"401"), (b"/assignments/%s", b"403"), (b"/try", b"403")],
    ids=["interface", "page", "trial"],
)
@pytest.mark.parametrize("length", [b"Content-Length: 10000000", b"Transfer-Encoding: chunked"])
def test_a_large_body_is_not_asked_for_where_nobody_may_send_it(
    server: Server, path: bytes, status: bytes, length: bytes
) -> None:
    where = path.replace(b"%s", str(uuid4()).encode())
    kind = b"Content-Type: multipart/form-data; boundary=x"
    head = b"POST %s HTTP/1.1\r\nHost: localhost\r\n%s\r\n%s\r\nExpect: 100-continue\r\n\r\n"
    with closing(server.connected(head % (where, kind, length))) as connection:
        assert connection.recv(1000).startswith(b"HTTP/1.1 %s" % status)


@contextmanager
def serving(app: ASGIApp, seconds: float) -> Iterator[int]:
    """An application on a port of this machine, where a request has so many seconds to arrive."""
    http = connection_class(ConnectionLimits(seconds))
    server = uvicorn.Server(uvicorn.Config(app, http=http, log_config=None, lifespan="off"))
    with closing(socket.create_server(("127.0.0.1", 0))) as listening:
        thread = Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        try:
            yield listening.getsockname()[1]
        finally:
            server.should_exit = True
            thread.join()


_MOMENT = 0.1


async def slow_refusal(scope: Scope, receive: Receive, send: Send) -> None:
    """Say no without a look at the body, after ten times as long as a request has to arrive."""
    del scope, receive
    await asyncio.sleep(10 * _MOMENT)
    await send({"type": "http.response.start", "status": 401, "headers": [(b"content-length", b"0")]})
    await send({"type": "http.response.body"})


async def slow_reader(scope: Scope, receive: Receive, send: Send) -> None:
    """Ask for the body, after ten times as long as a request has to arrive."""
    del scope, send
    await asyncio.sleep(10 * _MOMENT)
    while (await receive())["type"] != "http.disconnect":
        continue


@pytest.mark.parametrize(
    ("app", "answers"),
    [
        (slow_refusal, (b"HTTP/1.1 401",)),
        (slow_reader, (b"HTTP/1.1 100", b"HTTP/1.1 408")),
    ],
)
def test_who_waits_to_be_asked_for_a_body_is_not_told_that_it_is_late(
    app: ASGIApp, answers: tuple[bytes, ...]
) -> None:
    """Here the service is slow, as on a busy machine. The clock of a body starts when it is asked for."""
    head = _HEAD + b"Expect: 100-continue\r\nContent-Length: 100\r\n\r\n"
    with serving(app, _MOMENT) as port, closing(socket.create_connection(("127.0.0.1", port))) as connection:
        connection.sendall(head)
        lines = [line for line in said(connection).split(b"\r\n") if line.startswith(b"HTTP/1.1")]

    assert [line[:12] for line in lines] == list(answers)


@at_length
def test_one_address_has_its_share_of_the_requests_whatever_proxy_it_comes_through(
    tmp_path: Path,
) -> None:
    settings = {"BACKGRADE_TRUSTED_PROXIES": "127.0.0.1", "BACKGRADE_CONNECTIONS_PER_ADDRESS": "2"}
    sending = _HEAD + b"X-Forwarded-For: 203.0.113.%d\r\nX-Forwarded-Proto: https\r\nExpect: 100-continue\r\n"
    sending += b"Content-Length: 1000\r\n\r\n"
    url = f"sqlite:///{tmp_path}/backgrade.db"
    with Installation(url, tmp_path, slots=0, settings=settings) as installation, ExitStack() as opened:
        server = Server(installation)
        answers = []
        for address in (1, 1, 1, 2):
            made = opened.enter_context(closing(server.connected(sending % address)))
            answers.append(made.recv(12)[9:])

    assert answers == [b"100", b"100", b"429", b"100"]
