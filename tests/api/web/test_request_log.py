"""Each request leaves a line with ids and its route, and with nothing that anybody typed."""

import asyncio
import logging
import re
from typing import Any
from uuid import UUID

import pytest
from fastapi import APIRouter, FastAPI, Request, Response
from fastapi.responses import RedirectResponse
from fastapi.testclient import TestClient
from starlette.types import ASGIApp, Receive, Scope, Send

from api.process.logs import REQUEST
from api.web.request_log import RequestLog
from submissions.people.access.policy import Caller

SUBMISSION = "01990000-0000-7000-8000-000000000001"
PERSON = UUID("01990000-0000-7000-8000-000000000002")

Lines = pytest.LogCaptureFixture


def application() -> FastAPI:
    router = APIRouter()

    @router.get("/sign-in/{secret}")
    def sign_in(secret: str, request: Request) -> dict[str, str]:
        request.state.caller = Caller(PERSON)
        return {"length": str(len(secret)), "request": REQUEST.get() or ""}

    @router.post("/courses/{course_id}/files")
    def files(course_id: str) -> Response:
        assert course_id
        return RedirectResponse(f"/submissions/{SUBMISSION}?new=1", 303)

    @router.get("/submissions/{submission_id}/file")
    def file(submission_id: str) -> str:
        return submission_id

    @router.get("/healthz")
    def healthz(*, well: bool = True) -> Response:
        return Response(status_code=200 if well else 503)

    @router.get("/breaks")
    def breaks() -> None:
        raise ZeroDivisionError

    app = FastAPI()
    app.include_router(router)
    app.include_router(router, prefix="/api/v1")
    return app


@pytest.fixture
def client(caplog: Lines) -> TestClient:
    caplog.set_level(logging.DEBUG, "backgrade")
    logged: ASGIApp = RequestLog(application(), prefix="/api/v1")
    return TestClient(logged, raise_server_exceptions=False, follow_redirects=False)


def fields(caplog: Lines) -> dict[str, Any]:
    (line,) = [each for each in caplog.records if each.name == "backgrade.request"]
    return vars(line)


def test_a_line_has_the_route_and_never_the_path(client: TestClient, caplog: Lines) -> None:
    client.get("/sign-in/secret-of-somebody?name=somebody")

    line = fields(caplog)
    assert (line["method"], line["route"], line["status"]) == ("GET", "/sign-in/{secret}", 200)
    assert (line["person"], line["submission"]) == (PERSON, None)
    assert line["ms"] >= 0
    assert "somebody" not in str(line)


def test_a_route_of_the_interface_is_told_from_that_of_a_page(client: TestClient, caplog: Lines) -> None:
    client.get("/api/v1/sign-in/x")

    assert fields(caplog)["route"] == "/api/v1/sign-in/{secret}"


@pytest.mark.parametrize("path", ["/nothing/somebody", "/%0asomebody"])
def test_what_has_no_route_is_a_dash(path: str, client: TestClient, caplog: Lines) -> None:
    client.get(path)

    assert fields(caplog)["route"] == "-"


def test_the_id_is_made_by_us_and_stands_in_the_answer(client: TestClient, caplog: Lines) -> None:
    answer = client.get("/sign-in/x", headers={"X-Request-Id": "mine"})

    id_ = answer.headers["x-request-id"]
    assert re.fullmatch("[0-9a-f]{32}", id_)
    assert fields(caplog)["request"] == answer.json()["request"] == id_
    assert client.get("/sign-in/x").headers["x-request-id"] != id_


def test_a_submission_that_was_made_is_named(client: TestClient, caplog: Lines) -> None:
    client.post("/courses/1/files")

    assert fields(caplog)["submission"] == SUBMISSION


def test_a_submission_that_was_asked_for_is_named_if_it_is_an_id(client: TestClient, caplog: Lines) -> None:
    client.get(f"/submissions/{SUBMISSION}/file")
    assert fields(caplog)["submission"] == SUBMISSION

    caplog.clear()
    client.get("/submissions/somebody/file")
    assert fields(caplog)["submission"] is None


def test_probes_are_told_only_where_something_is_wrong(client: TestClient, caplog: Lines) -> None:
    client.get("/healthz")
    assert fields(caplog)["levelname"] == "DEBUG"

    caplog.clear()
    client.get("/healthz?well=false")
    assert fields(caplog)["levelname"] == "INFO"


def test_what_breaks_is_a_500_with_its_id(client: TestClient, caplog: Lines) -> None:
    answer = client.get("/breaks")

    assert answer.status_code == fields(caplog)["status"] == 500
    assert answer.headers["x-request-id"] == fields(caplog)["request"]


def test_who_went_away_before_the_answer_is_told(caplog: Lines) -> None:
    async def silent(_scope: Scope, _receive: Receive, _send: Send) -> None:
        """Says nothing."""

    async def receive() -> dict[str, str]:
        return {"type": "http.disconnect"}

    async def send(_: object) -> None:
        """Nobody listens."""

    caplog.set_level(logging.INFO, "backgrade")
    asyncio.run(RequestLog(silent)({"type": "http", "method": "GET", "path": "/"}, receive, send))

    assert fields(caplog)["status"] == 499


def test_every_answer_is_counted() -> None:
    told: list[tuple[str, str, int]] = []
    logged = RequestLog(application(), answered=lambda *seen: told.append(seen[:3]))
    TestClient(logged).get("/sign-in/x")

    assert told == [("GET", "/sign-in/{secret}", 200)]
