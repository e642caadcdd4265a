"""A request that creates something may be repeated with its key, and is carried out once."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path
from threading import Event

import pytest
from fastapi.testclient import TestClient
from httpx2 import Response
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from submissions.courses.courses import courses
from submissions.operating.service import Service
from submissions.people.access import idempotent_answers
from submissions.people.access.policy import Caller
from submissions.storage.database import Database
from submissions.tables import ApiToken, Course, IdempotentAnswer
from tests.api.rest.interface import Asking, Interface, interface
from tests.patience import until
from tests.world.application import application

KEY = {"Idempotency-Key": "the first of May"}


def make(asking: Asking, title: str = "Backprop", headers: dict[str, str] = KEY) -> Response:
    return asking.post("/courses", json={"title": title}, headers=headers)


def how_many(api: Interface) -> int:
    with api.school.database.read() as session:
        return session.scalar(select(func.count()).select_from(Course)) or 0


def test_a_repeated_request_is_answered_alike_and_done_once(api: Interface) -> None:
    operator = api.operator()
    before = how_many(api)
    first, second = make(operator), make(operator)

    assert (first.status_code, second.status_code) == (201, 201)
    assert first.content == second.content
    assert first.headers["Location"] == second.headers["Location"]
    assert ("Idempotency-Replayed" in first.headers, second.headers["Idempotency-Replayed"]) == (
        False,
        "true",
    )
    assert how_many(api) == before + 1


def test_a_key_is_good_for_one_request(api: Interface) -> None:
    operator = api.operator()
    make(operator)
    answer = make(operator, "Another")

    assert (answer.status_code, answer.json()["type"]) == (422, "/problems/key-reused")


def test_everybody_has_keys_of_their_own(api: Interface) -> None:
    assert make(api.operator()).json()["id"] != make(api.operator()).json()["id"]


def test_a_key_is_kept_for_a_day(api: Interface) -> None:
    operator = api.operator()
    first = make(operator)
    api.school.clock.advance(hours=24, seconds=1)
    second = make(operator)

    assert first.json()["id"] != second.json()["id"]
    with api.school.database.read() as session:
        assert session.scalar(select(func.count()).select_from(IdempotentAnswer)) == 1


def test_what_was_refused_may_be_tried_again(api: Interface) -> None:
    operator = api.operator()
    refused = operator.post("/courses", json={"title": "x", "zone": "nowhere"}, headers=KEY)

    assert refused.status_code == 422
    assert make(operator).status_code == 201


@pytest.mark.parametrize("key", ["", "x" * 256])
def test_a_key_has_at_most_255_characters(api: Interface, key: str) -> None:
    answer = make(api.operator(), headers={"Idempotency-Key": key})

    assert (answer.status_code, answer.json()["errors"][0]["pointer"]) == (422, "/Idempotency-Key")


def test_a_form_is_compared_by_its_file(api: Interface) -> None:
    """Clients draw another boundary each time."""
    student = api.student()
    path = f"{api.assignment}/submissions"
    first = student.post(path, files={"file": ("value.py", b"x = 1")}, headers=KEY)
    second = student.post(path, files={"file": ("value.py", b"x = 1")}, headers=KEY)
    other = student.post(path, files={"file": ("value.py", b"x = 2")}, headers=KEY)

    assert first.json() == second.json()
    assert other.status_code == 422


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Event, Event]]:
    """Making a course takes until the second event, and the first says that it has begun."""
    begun, go_on = Event(), Event()

    def require(session: Session, caller: Caller) -> None:
        if caller.token_id is not None:  # who makes the class of a test does not wait
            begun.set()
            assert go_on.wait(10)
        usual(session, caller)

    usual = courses.require_may_create
    monkeypatch.setattr(courses, "require_may_create", require)
    yield begun, go_on
    go_on.set()


def test_while_a_request_is_being_done_its_key_is_taken(api: Interface, slow: tuple[Event, Event]) -> None:
    begun, go_on = slow
    operator = api.operator()
    with ThreadPoolExecutor() as pool:
        first = pool.submit(make, operator)
        assert begun.wait(10)
        meanwhile = make(operator)
        go_on.set()

    assert (meanwhile.status_code, meanwhile.json()["type"]) == (409, "/problems/in-flight")
    assert meanwhile.headers["Retry-After"] == "1"
    assert first.result().status_code == 201
    assert make(operator).content == first.result().content


def test_another_process_waits_and_answers_alike(
    database_url: str, tmp_path: Path, slow: tuple[Event, Event], monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, go_on = slow
    claimed: list[str] = []

    def claim(session: Session, key: str, content: str, *, now: datetime) -> IdempotentAnswer:
        claimed.append(key)
        return usual(session, key, content, now=now)

    usual = idempotent_answers.claim
    monkeypatch.setattr(idempotent_answers, "claim", claim)
    with interface(database_url, tmp_path) as one, another(one, database_url) as client:
        operator = one.operator()
        elsewhere = Asking(client, operator.person_id, operator.token)
        assert elsewhere.get("/me").status_code == 200
        before = how_many(one)
        with ThreadPoolExecutor() as pool:
            first = pool.submit(make, operator)
            assert begun.wait(10)
            second = pool.submit(make, elsewhere)
            until(lambda: len(claimed) == 2)
            go_on.set()

        assert first.result().content == second.result().content
        assert second.result().headers["Idempotency-Replayed"] == "true"
        assert how_many(one) == before + 1


@contextmanager
def another(api: Interface, url: str) -> Iterator[TestClient]:
    """The same installation in what could be another process."""
    with closing(Database(url)) as database:
        settings = api.app.state.service.settings
        app = application(Service(settings, database, api.school.clock))
        with TestClient(app, base_url="http://localhost") as client:
            yield client


def test_a_token_is_not_kept_to_be_shown_again(api: Interface) -> None:
    student = api.student()
    made = student.post("/tokens", json={"name": "x", "scopes": ["courses:read"]}, headers=KEY).json()

    with api.school.database.read() as session:
        assert session.scalars(select(IdempotentAnswer)).all() == []
        token = session.scalars(select(ApiToken).where(ApiToken.name == "x")).one()
    assert made["token"] not in repr(vars(token))
