"""A real service whose database does not answer, or without descriptors left: it says so, and recovers."""

import http.client
import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import pytest

from bench._burst import request
from bench._service import Class, Installation, free_port, prepared
from submissions.storage.timeouts import REQUEST
from tests.patience import until
from tests.thorough import at_length
from tests.world import postgres

_PATIENCE = 60.0
_SOON = 15.0
"""Seconds: far less than the minute that it took, far more than an idle machine needs."""
_COMMAND = "import sys; from api.command import main; sys.exit(main())"
_DESCRIPTORS = 256
_WITHOUT_ANSWER = 30


@dataclass(frozen=True)
class Stopping:
    """An installation, and a way to have its database answer nobody for a while."""

    installation: Installation
    members: Class
    stopped: Callable[[], AbstractContextManager[object]]
    is_read: bool = False
    """Whether it still answers who only reads."""


@pytest.fixture
def locked_sqlite(tmp_path: Path) -> Iterator[Stopping]:
    """Somebody else holds the database for themselves."""
    url = f"sqlite:///{tmp_path}/backgrade.db"

    @contextmanager
    def locked() -> Iterator[None]:
        with closing(sqlite3.connect(tmp_path / "backgrade.db", isolation_level=None)) as other:
            other.execute("BEGIN EXCLUSIVE")
            yield

    members = prepared(url, students=4)
    with Installation(url, tmp_path) as installation:
        yield Stopping(installation, members, locked, is_read=True)


@pytest.fixture
def standing_postgresql(tmp_path: Path) -> Iterator[Stopping]:
    """No process of the server runs."""
    if lack := postgres.lacking():
        pytest.skip(lack)
    with postgres.private() as (url, postmaster):
        members = prepared(url, students=4)
        with Installation(url, tmp_path, workers=1) as installation:
            yield Stopping(installation, members, lambda: _standing_still(postmaster))


@at_length
@pytest.mark.parametrize("database", ["locked_sqlite", "standing_postgresql"])
def test_a_database_that_does_not_answer_is_told_and_waited_for(
    database: str, request: pytest.FixtureRequest
) -> None:
    stopping: Stopping = request.getfixturevalue(database)
    installation, members = stopping.installation, stopping.members
    until(lambda: _has_begun(installation))
    with stopping.stopped():
        _assert_it_says_so(installation, members)
        metrics = _get(installation.port, "/metrics")
    _assert_it_recovers(installation, members)

    assert metrics[0] == 200
    assert f"backgrade_database_up {float(stopping.is_read)}" in metrics[1]


@at_length
def test_a_process_without_descriptors_neither_hangs_nor_fills_its_log(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/backgrade.db"
    members = prepared(url, students=15)
    port = free_port()
    with _few_descriptors(url, tmp_path, port) as server, ExitStack() as held:
        until(lambda: _answers(port))
        answers = [
            _stream(held, port, token, submission_id)
            for token, submission_id in _handed_in(port, members)
            for _ in range(10)
        ]
        well = _get(port, "/healthz")[0]
        with ExitStack() as idle:
            for _ in range(_DESCRIPTORS):
                idle.enter_context(closing(socket.create_connection(("127.0.0.1", port), 10)))
            before, said = _processor_seconds(server.pid), _lines(tmp_path)
            time.sleep(3)
            used, lines = _processor_seconds(server.pid) - before, _lines(tmp_path) - said
        until(lambda: _answers(port))

    refused = [each for each in answers if each[0] == 503]
    assert len(answers) - len(refused) == _DESCRIPTORS // 2
    assert {each[1] for each in refused} == {"5"}
    assert well == 200
    assert used < 2
    assert lines < 200


def _assert_it_says_so(installation: Installation, members: Class) -> None:
    """Many ask at once; probes answer all the same, and nothing is acknowledged."""
    with ThreadPoolExecutor(_WITHOUT_ANSWER) as pool:
        asked = [pool.submit(_timed, installation.port, members, number) for number in range(_WITHOUT_ANSWER)]
        time.sleep(0.5)
        began = time.monotonic()
        lives, ready = _get(installation.port, "/healthz"), _get(installation.port, "/readyz")
        probed = time.monotonic() - began
        answers = [each.result() for each in asked]

    assert (lives[0], ready[0]) == (200, 503)
    assert json.loads(ready[1])["errors"][0]["in"] == "database"
    assert probed < _SOON
    assert {status for status, _, _ in answers} == {503}
    assert {kind for _, kind, _ in answers} == {"/problems/unavailable"}
    assert max(seconds for _, _, seconds in answers) < 2 * _SOON
    assert min(seconds for _, _, seconds in answers) < _SOON


def _assert_it_recovers(installation: Installation, members: Class) -> None:
    until(lambda: _get(installation.port, "/readyz")[0] == 200)
    until(lambda: request(installation.port, members, 0)[0] == 202)
    wanted = json.loads(request(installation.port, members, 0)[1])["id"]
    until(lambda: _state(installation.port, members.tokens[0], wanted) == "graded")


def _has_begun(installation: Installation) -> bool:
    """Whether its first start is over, and somebody grades."""
    return "/sign-in/" in installation.web.log.read_text() and _get(installation.port, "/readyz")[0] == 200


def _timed(port: int, members: Class, number: int) -> tuple[int, str, float]:
    began = time.monotonic()
    status, body = request(port, members, number)
    return status, json.loads(body).get("type", ""), time.monotonic() - began


def _state(port: int, token: str, submission_id: str) -> str:
    status, body = _get(port, f"/api/v1/submissions/{submission_id}", token)
    return str(json.loads(body)["state"]) if status == 200 else ""


def _get(port: int, path: str, token: str = "") -> tuple[int, str]:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=_PATIENCE)) as connection:
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        return answer.status, answer.read().decode()


def _answers(port: int) -> bool:
    try:
        return _get(port, "/healthz")[0] == 200
    except OSError:
        return False


def _handed_in(port: int, members: Class) -> Iterator[tuple[str, str]]:
    """A file of everybody, which nobody grades."""
    for number, token in enumerate(members.tokens):
        status, body = request(port, members, number)
        assert status == 202
        yield token, json.loads(body)["id"]


def _stream(held: ExitStack, port: int, token: str, submission_id: str) -> tuple[int, str | None]:
    """Begin to listen, and hold on to it where that is granted."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=_PATIENCE)
    path = f"/api/v1/submissions/{submission_id}/events"
    connection.request("GET", path, headers={"Authorization": f"Bearer {token}"})
    answer = connection.getresponse()
    if answer.status == 200:
        held.callback(connection.close)
        held.callback(answer.close)
        return 200, None
    answer.read()
    connection.close()
    return answer.status, answer.headers["Retry-After"]


@contextmanager
def _few_descriptors(url: str, folder: Path, port: int) -> Iterator["subprocess.Popen[bytes]"]:
    """A service that may have a few, and cannot have more."""
    command = [sys.executable, "-c", _COMMAND, "serve", "--port", str(port), "--workers", "0"]
    own = {"BACKGRADE_DATABASE_URL": url, "BACKGRADE_DATA_DIR": str(folder), "BACKGRADE_LOG_LEVEL": "warning"}
    limited = ["sh", "-c", f'ulimit -n {_DESCRIPTORS}; exec "$@"', "sh", *command]
    with (folder / "serve.log").open("wb") as log:
        server = subprocess.Popen(limited, stdout=log, stderr=log, env={**os.environ, **own})
    try:
        yield server
    finally:
        server.kill()
        server.wait()


@contextmanager
def _standing_still(postmaster: int) -> Iterator[None]:
    stopped = postgres.processes(postmaster)
    for each in stopped:
        os.kill(each, signal.SIGSTOP)
    try:
        yield
    finally:
        for each in stopped:
            with suppress(ProcessLookupError):
                os.kill(each, signal.SIGCONT)


def _lines(folder: Path) -> int:
    return (folder / "serve.log").read_bytes().count(b"\n")


def _processor_seconds(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def test_a_request_waits_for_the_database_for_seconds_and_not_for_a_minute() -> None:
    assert (REQUEST.connection, REQUEST.lock, REQUEST.answer) == (5, 5, 10)
