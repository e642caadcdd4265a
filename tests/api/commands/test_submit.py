"""`backgrade submit` against a service: what it prints, and whom it never shows the token."""

import json
import os
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from api.command import main
from grader.records import replace, to_json
from grader.report import Verdict
from tests.api.conftest import graph, report, suite, wrong

Capture = pytest.CaptureFixture[str]

_ID = "019301bf-1f0e-7d42-8c55-3f0c2b1a9e77"
_TAKE, _LOOK = f"/api/v1/assignments/{_ID}/submissions", f"/api/v1/submissions/{_ID}"
_BUSY: tuple[int, Any] = (503, {"detail": "Busy.", "advice": "Wait."})
_QUEUED: dict[str, Any] = {"id": _ID, "state": "queued", "ahead": 2, "result": None}
_GRADED: dict[str, Any] = {"id": _ID, "state": "graded", "ahead": None, "result": {}}


@pytest.fixture(autouse=True)
def _at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file to submit, a token in the configuration, and no pauses."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv("BACKGRADE_SERVER", "")
    monkeypatch.delenv("BACKGRADE_TOKEN", raising=False)
    monkeypatch.setattr("time.sleep", lambda _: None)
    (tmp_path / "backgrade").mkdir()
    (tmp_path / "backgrade" / "client.toml").write_text('token = "bg_pat_secret"')
    (tmp_path / "value.py").write_text("class Value: ...")


@contextmanager
def _service(
    answers: Mapping[str, list[tuple[int, Any]]], retry_after: str = "0"
) -> Iterator[tuple[str, list[Mapping[str, str]]]]:
    """A service that gives these answers, and notes the headers that came."""
    left = {path: list(each) for path, each in answers.items()}
    heard: list[Mapping[str, str]] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            heard.append({**self.headers, "path": self.path})
            queue = left[self.path.partition("?")[0]]
            status, content = queue.pop(0) if len(queue) > 1 else queue[0]
            body = content if isinstance(content, bytes) else json.dumps(content).encode()
            self.send_response(status)
            self.send_header("Location", "http://127.0.0.1:1/elsewhere")
            self.send_header("Retry-After", retry_after)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            self.do_GET()

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    os.environ["BACKGRADE_SERVER"] = f"http://127.0.0.1:{server.server_port}"
    try:
        yield os.environ["BACKGRADE_SERVER"], heard
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def _submit(assignment: str, *more: str) -> int:
    return main(["submit", "value.py", "--assignment", assignment, "--no-color", *more])


def test_a_file_is_submitted_once_through_a_busy_service_and_its_report_printed(capsys: Capture) -> None:
    graded = report(suite(Verdict.FAILED, graph(Verdict.FAILED)))
    answers: dict[str, list[tuple[int, Any]]] = {
        _TAKE: [_BUSY, (202, _QUEUED)],
        _LOOK: [(200, _QUEUED), _BUSY, (200, _GRADED)],
        f"{_LOOK}/report": [(200, to_json(graded).encode())],
    }
    with _service(answers) as (server, heard):
        assert _submit(f"{server}/assignments/{_ID}") == 1

    printed = capsys.readouterr()
    assert "Waiting: 2 files are ahead." in printed.err
    assert "0 of 1 point" in printed.out
    assert {each["Authorization"] for each in heard} == {"Bearer bg_pat_secret"}
    assert len({each.get("Idempotency-Key") for each in heard[:2]}) == 1


@pytest.mark.parametrize(
    ("points", "said"),
    [
        (23.0769, "23.08 of 100 points\n"),
        (20, "23.08 of 100 points. With the late penalty, 20 points remain of 23.08.\n"),
    ],
)
def test_the_points_are_those_of_the_assignment(capsys: Capture, points: float, said: str) -> None:
    graded = report(suite(Verdict.FAILED, graph(Verdict.FAILED)))
    result = {"points": points, "earned": 23.0769, "possible": 100}
    answers: dict[str, list[tuple[int, Any]]] = {
        _TAKE: [(202, {**_GRADED, "result": result})],
        f"{_LOOK}/report": [(200, to_json(graded).encode())],
    }
    with _service(answers):
        assert _submit(_ID) == 1

    assert capsys.readouterr().out.partition("  ")[2].lstrip().startswith(said)


@pytest.mark.parametrize(
    ("options", "asked"),
    [
        ([], "name=value.py"),
        (["--alone"], "name=value.py&alone=true"),
        (["--class", "Node", "--alone"], "name=value.py&class_name=Node&alone=true"),
    ],
)
def test_what_the_options_say_goes_with_the_file(options: list[str], asked: str) -> None:
    with _service({_TAKE: [(202, _QUEUED)]}) as (server, heard):
        assert _submit(f"{server}/assignments/{_ID}", "--timeout", "0", *options) == 0

    assert [each["path"].partition("?")[2] for each in heard] == [asked]


@pytest.mark.parametrize(
    ("asked", "pauses"),
    [("7", [7.0]), ("60", [60.0]), ("Mon, 23 Nov 2020 12:00:00 GMT", [0.0]), ("soon", [1.0]), ("600", [])],
)
def test_it_waits_as_long_as_the_service_asks_and_not_for_ten_minutes(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, asked: str, pauses: list[float]
) -> None:
    slept: list[float] = []
    monkeypatch.setattr("time.sleep", slept.append)
    early = (429, {"detail": "You can try again after 12:00.", "advice": ""})
    with _service({_TAKE: [early, (409, {"detail": "It is closed."})]}, asked) as (server, heard):
        assert _submit(f"{server}/assignments/{_ID}") == 2

    assert slept == pauses
    assert len(heard) == 1 + len(pauses)
    assert ("It is closed." if pauses else "You can try again") in capsys.readouterr().err


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ((409, {"detail": "It is closed.", "advice": "Ask."}), "It is closed.\n  Ask."),
        ((302, {}), "did not come from a Backgrade service"),
        ((500, b"<html>"), "did not come from a Backgrade service"),
        ((202, b"<html>"), "did not come from a Backgrade service"),
        ((202, b"[" * 100_000), "did not come from a Backgrade service"),
        ((202, {**_QUEUED, "id": "../../me"}), "did not come from a Backgrade service"),
        ((409, {"detail": "\x1b]0;Closed\x07", "advice": "\x1b[2J"}), "\\x1b]0;Closed\\x07\n  \\x1b[2J"),
    ],
)
def test_what_the_service_refuses_is_said_in_its_words(
    capsys: Capture, answer: tuple[int, Any], said: str
) -> None:
    with _service({_TAKE: [answer]}) as (server, heard):
        assert _submit(f"{server}/assignments/{_ID}") == 2
        assert len(heard) == 1

    assert said in capsys.readouterr().err


@pytest.mark.parametrize(
    ("server", "assignment", "said"),
    [
        ("", _ID, "address of the service is missing"),
        ("", "core", "core is not an assignment"),
        ("http://example.edu", f"http://example.edu/assignments/{_ID}", "not encrypted"),
        ("", f"https://evil.example.com/assignments/{_ID}", "address of the service is missing"),
        ("https://one.example.edu", f"https://two.example.edu/assignments/{_ID}", "your token is for"),
        ("ftp://example.edu", _ID, "not the address of a service"),
        ("http://127.0.0.1:1", _ID, "cannot be reached"),
    ],
)
def test_the_token_goes_nowhere_where_others_could_read_it(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, server: str, assignment: str, said: str
) -> None:
    monkeypatch.setenv("BACKGRADE_SERVER", server)

    assert _submit(assignment) == 2
    assert said in capsys.readouterr().err


def test_a_report_moves_no_cursor(capsys: Capture) -> None:
    hostile = "\x1b]0;pwned\x07\x1b[2J\u202e"
    found = report(
        suite(Verdict.FAILED, graph(Verdict.FAILED, hostile, wrong=(wrong(hostile),)), title=hostile)
    )
    found = replace(found, name=hostile, printed=hostile, absent=(hostile,))
    answers: dict[str, list[tuple[int, Any]]] = {
        _TAKE: [(202, _GRADED)],
        f"{_LOOK}/report": [(200, to_json(found).encode())],
    }
    with _service(answers):
        assert _submit(_ID) == 1

    printed = capsys.readouterr()
    assert [each for each in printed.out + printed.err if not each.isprintable() and each != "\n"] == []
