"""Every answer that is not a success is a problem document, and says no more than it should."""

import asyncio
import json
import logging
from collections.abc import Iterator, MutableMapping
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from fastapi.testclient import TestClient
from httpx2 import Response
from sqlalchemy.exc import OperationalError

from api.problems.errors import InFlight
from api.problems.kinds import Kind, kind_of_status
from api.rest import me
from submissions.errors import RequestError
from submissions.people.access.policy import Scope
from tests.api.rest.interface import API, Interface
from tests.offenders import for_each


def problem(answer: Response) -> dict[str, Any]:
    """The document, which has the form that it must have."""
    assert answer.headers["content-type"] == "application/problem+json"
    document = dict(answer.json())
    assert document["status"] == answer.status_code
    assert document["type"].startswith("/problems/")
    assert {"title", "detail", "instance"} < set(document)
    return document


def test_who_does_not_say_who_they_are_is_asked_for_a_token(api: Interface) -> None:
    answer = api.nobody.get("/me")

    assert (answer.status_code, problem(answer)["type"]) == (401, "/problems/not-signed-in")
    assert answer.headers["WWW-Authenticate"] == "Bearer"


def test_a_token_that_is_none_of_ours_is_told_so(api: Interface) -> None:
    answer = api.nobody.get("/me", headers={"Authorization": "Bearer bg_pat_nonsense"})

    assert answer.status_code == 401
    assert answer.headers["WWW-Authenticate"] == 'Bearer error="invalid_token"'


def test_a_token_that_lacks_a_scope_is_told_which(api: Interface) -> None:
    answer = api.student(scopes=frozenset({Scope.COURSES_READ})).get(api.assignment)

    assert (answer.status_code, problem(answer)["type"]) == (403, "/problems/insufficient-scope")
    assert answer.headers["WWW-Authenticate"] == 'Bearer error="insufficient_scope", scope="assignments:read"'


def test_a_cookie_is_no_token(api: Interface) -> None:
    api.client.cookies.set("backgrade", "a-session")

    assert api.nobody.get("/me").status_code == 401


def test_nobody_learns_what_would_be_wrong_with_what_they_sent(api: Interface) -> None:
    assert api.nobody.post("/courses", json={"title": 5}).status_code == 401


@pytest.mark.parametrize("path", ["/nothing", "/courses/00000000-0000-7000-8000-000000000000"])
def test_what_is_not_there_is_not_found(api: Interface, path: str) -> None:
    assert problem(api.student().get(path))["type"] == "/problems/not-found"


def test_a_course_one_is_not_in_is_not_found_either(api: Interface) -> None:
    assert problem(api.stranger().get(api.course))["type"] == "/problems/not-found"


def test_a_method_that_an_address_does_not_know_is_told_those_it_knows(api: Interface) -> None:
    answer = api.nobody("PUT", api.course)

    assert (answer.status_code, problem(answer)["type"]) == (405, "/problems/method-not-allowed")
    assert answer.headers["Allow"] == "GET, PATCH, DELETE"


def test_each_wrong_value_is_pointed_at(api: Interface) -> None:
    answer = api.operator().post("/courses", json={"title": 5, "zo/ne": "UTC"})

    assert problem(answer)["errors"] == [
        {"in": "body", "pointer": "/title", "detail": "Enter a text."},
        {
            "in": "body",
            "pointer": "/zo~1ne",
            "detail": "Nothing has this name here. Check its spelling, or leave it out.",
        },
    ]


def test_what_only_the_domain_knows_to_be_wrong_is_pointed_at_too(api: Interface) -> None:
    answer = api.operator().post("/courses", json={"title": "x", "zone": "Europe/Atlantis"})

    (wrong,) = problem(answer)["errors"]
    assert (wrong["in"], wrong["pointer"]) == ("body", "/zone")


@pytest.mark.parametrize("body", [b'{"title": ', b"\xff", b"[", b'"text"', b"[" * 60_000])
def test_a_body_that_is_no_document_is_told_so(api: Interface, body: bytes) -> None:
    answer = api.operator().post("/courses", content=body, headers={"Content-Type": "application/json"})

    assert problem(answer)["status"] in {400, 422}


def test_a_body_that_says_it_is_too_large_is_not_read(api: Interface) -> None:
    answer = api.operator().post("/courses", content=b" " * (3 << 20))

    assert (answer.status_code, problem(answer)["detail"]) == (
        413,
        "The request is too large (the limit is 64 KiB).",
    )


def test_a_body_that_does_not_say_how_large_it_is_is_counted(api: Interface) -> None:
    def pieces() -> Iterator[bytes]:
        yield from [b" " * (1 << 20)] * 12

    answer = api.student().post(
        f"{api.assignment}/submissions?name=value.py",
        content=pieces(),
        headers={"Content-Type": "text/plain"},
    )

    assert (answer.status_code, problem(answer)["type"]) == (413, "/problems/too-large")


def test_a_file_of_another_type_is_not_taken(api: Interface) -> None:
    answer = api.student().post(f"{api.assignment}/submissions", files={"file": ("value.png", b"\x89PNG")})

    assert (answer.status_code, problem(answer)["type"]) == (415, "/problems/refused-file")


def test_an_empty_file_is_not_taken(api: Interface) -> None:
    answer = api.student().post(f"{api.assignment}/submissions", files={"file": ("value.py", b" \n")})

    assert (answer.status_code, problem(answer)["detail"]) == (422, "The file is empty.")


def test_content_of_an_unknown_type_is_not_taken(api: Interface) -> None:
    answer = api.student().post(f"{api.assignment}/submissions", data={"file": "class Value: ..."})

    assert (answer.status_code, problem(answer)["type"]) == (415, "/problems/unsupported-media-type")


def test_who_is_too_early_is_told_how_long_to_wait(api: Interface) -> None:
    api.set(cooldown_seconds=60)
    student = api.student()
    file, key = {"file": ("value.py", b"class Value: ...")}, {"Idempotency-Key": "once"}
    taken, again = (student.post(f"{api.assignment}/submissions", files=file, headers=key) for _ in "12")
    api.school.clock.advance(seconds=15.5)

    answer = student.post(f"{api.assignment}/submissions", files={"file": ("value.py", b"another = 1")})

    assert (answer.status_code, problem(answer)["type"]) == (429, "/problems/too-soon")
    assert answer.headers["Retry-After"] == "45"
    assert answer.headers["RateLimit-Policy"] == taken.headers["RateLimit-Policy"] == '"submissions";q=1;w=60'
    assert (taken.headers["RateLimit"], answer.headers["RateLimit"]) == (
        '"submissions";r=0;t=60',
        '"submissions";r=0;t=45',
    )
    assert again.headers["Idempotency-Replayed"] == "true"
    assert "RateLimit" not in again.headers  # the pause has begun before


@pytest.mark.parametrize(
    ("policies", "kind"),
    [
        ({"opens_at": timedelta(days=1)}, "not-open-yet"),
        ({"due_at": timedelta(days=-1)}, "closed"),
        ({"archived_at": timedelta(days=-1)}, "closed"),
    ],
)
def test_what_is_not_open_takes_nothing(api: Interface, policies: dict[str, timedelta], kind: str) -> None:
    api.set(**{name: api.school.clock() + far for name, far in policies.items()})

    answer = api.student().post(f"{api.assignment}/submissions", files={"file": ("value.py", b"x = 1")})

    assert (answer.status_code, problem(answer)["type"]) == (409, f"/problems/{kind}")


@pytest.fixture
def broken(api: Interface, monkeypatch: pytest.MonkeyPatch) -> Interface:
    """An interface with an error of ours in it."""

    def break_down(**_: Any) -> None:
        message = "the name of Ada is secret"
        raise ZeroDivisionError(message)

    monkeypatch.setattr(me, "Me", break_down)
    return api


def test_an_error_of_ours_says_nothing_of_itself(broken: Interface, caplog: pytest.LogCaptureFixture) -> None:
    answer = broken.student().get("/me")

    assert (answer.status_code, problem(answer)["type"]) == (500, "/problems/internal")
    assert not {"Ada", "ZeroDivision", "Traceback", ".py"} & set(answer.text.split())
    (logged,) = [each for each in caplog.records if each.levelno == logging.ERROR]
    assert logged.exc_info is not None


def test_the_number_of_the_request_is_in_the_answer_and_its_header(api: Interface) -> None:
    answer = api.nobody.get("/me")

    assert problem(answer)["instance"] == f"urn:request:{answer.headers['X-Request-Id']}"


def test_a_database_that_does_not_answer_is_told_as_such(
    api: Interface, monkeypatch: pytest.MonkeyPatch
) -> None:
    asking = api.student()

    def gone() -> None:
        raise OperationalError("", {}, Exception())

    monkeypatch.setattr(api.school.database, "read", gone)
    answer = asking.get("/me")

    assert (answer.status_code, problem(answer)["type"]) == (503, "/problems/unavailable")
    assert answer.headers["Retry-After"]


def test_who_goes_away_while_sending_leaves_no_error_of_ours(
    api: Interface, caplog: pytest.LogCaptureFixture
) -> None:
    student = api.student()
    headers = [(b"host", b"localhost"), (b"authorization", f"Bearer {student.token}".encode())]
    scope = {
        "type": "http", "method": "POST", "path": f"{API}{api.assignment}/submissions", "query_string": b"",
        "raw_path": b"", "root_path": "", "scheme": "http", "server": ("localhost", 80), "client": ("::1", 1),
        "http_version": "1.1", "headers": [*headers, (b"content-type", b"text/x-python")],
    }  # fmt: skip
    messages = iter([{"type": "http.request", "body": b"class", "more_body": True}])

    async def receive() -> dict[str, Any]:
        return next(messages, {"type": "http.disconnect"})

    async def send(_: MutableMapping[str, Any]) -> None: ...

    asyncio.run(api.app(scope, receive, send))

    assert [each for each in caplog.records if each.levelno >= logging.ERROR] == []


def test_people_get_a_page_where_programs_get_a_document(api: Interface) -> None:
    answer = api.client.get("/no-such-page")

    assert answer.status_code == 404
    assert answer.headers["content-type"].startswith("text/html")


def test_the_type_of_each_problem_leads_to_what_it_is(api: Interface) -> None:
    pages = {kind: unescape(api.client.get(f"/problems/{kind.slug}").text) for kind in Kind}

    assert [kind for kind, page in pages.items() if kind.value.title not in page] == []


def every_error(of: type[RequestError] = RequestError) -> Iterator[type[RequestError]]:
    yield from of.__subclasses__()
    for each in of.__subclasses__():
        yield from every_error(each)


def test_every_error_of_a_request_has_a_status_and_words() -> None:
    known = {kind.value.error for kind in Kind}

    assert InFlight in known
    assert [error for error in every_error() if error not in known] == []


@for_each("status", [400, 401, 403, 404, 405, 406, 411, 413, 415, 500, 503])
def test_what_the_framework_refuses_by_itself_has_a_kind_of_that_status(status: int) -> None:
    assert kind_of_status(status).value.status == status


def test_a_status_that_nobody_expects_is_a_malformed_request() -> None:
    assert kind_of_status(418) is Kind.MALFORMED
    assert kind_of_status(499) is Kind.MALFORMED


def test_a_title_is_short_and_everything_else_is_whole_sentences() -> None:
    titles = [kind.value.title for kind in Kind]
    sentences = [text for kind in Kind for text in (kind.value.detail, kind.value.advice) if text]

    assert [
        title for title in titles if len(title) > 60 or title.endswith(".") or not title[:1].isupper()
    ] == []
    assert [text for text in sentences if not text.endswith(".") or not text[:1].isupper()] == []


def test_a_document_is_sent_as_ascii_whatever_it_speaks_of(api: Interface) -> None:
    answer = api.student().post(f"{api.assignment}/submissions", files={"file": ("ñ.png", b"x")})

    assert json.loads(answer.content)["status"] == 415


def test_the_interface_has_no_second_door(api: Interface) -> None:
    plain = TestClient(api.app, base_url="http://localhost")

    assert plain.get(f"{API}/openapi.json").json()["openapi"].startswith("3.1")
