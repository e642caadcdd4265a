"""Programs come in by tokens, browsers by cookies, and never the other way round."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from submissions.operating.service import Service
from submissions.people.access import tokens
from submissions.people.access.policy import Caller, Scope
from submissions.people.access.tokens import TokenRequest
from submissions.tables import ApiToken, Person, WebSession
from tests.api.web.conftest import WORDS
from tests.world.browser import Browser
from tests.world.clock import FakeClock

COURSES = "/api/v1/courses"


@pytest.fixture
def token(service: Service, ada: Person) -> str:
    wanted = TokenRequest("laptop", frozenset({Scope.COURSES_READ}))
    with service.database.begin() as session:
        return tokens.create(session, Caller(ada.id), wanted, now=service.now()).text


def test_a_token_comes_in_where_programs_do(here: Browser, token: str) -> None:
    assert here.open(COURSES, Authorization=f"Bearer {token}").status == 200
    assert here.open(COURSES, Authorization=f"bearer {token}").status == 200


def test_it_does_not_where_people_do(here: Browser, token: str) -> None:
    assert here.open("/me", Authorization=f"Bearer {token}").status == 303


def test_a_cookie_does_not_where_programs_do(signed_in: Browser) -> None:
    answer = signed_in.open(COURSES)

    assert answer.status == 401
    assert answer.headers["WWW-Authenticate"] == "Bearer"


@pytest.mark.parametrize("given", ["Basic YTpi", "Bearer", "Bearer ", "", "bg_pat_x", "Token x"])
def test_what_is_no_token_is_nobody(here: Browser, given: str) -> None:
    assert here.open(COURSES, Authorization=given).status == 401


def test_a_token_that_is_none_says_so(here: Browser) -> None:
    answer = here.client.get(COURSES, headers={"Authorization": "Bearer bg_pat_x"})

    assert answer.status_code == 401
    assert answer.headers["WWW-Authenticate"] == 'Bearer error="invalid_token"'
    assert answer.json()["type"] == "/problems/invalid-token"


def test_without_the_scope_it_says_which_is_missing(here: Browser, token: str) -> None:
    answer = here.client.post(COURSES, json={"title": "x"}, headers={"Authorization": f"Bearer {token}"})

    assert answer.status_code == 403
    assert 'error="insufficient_scope"' in answer.headers["WWW-Authenticate"]


def test_it_ends_when_it_is_over(here: Browser, token: str, clock: FakeClock) -> None:
    clock.advance(days=90)

    assert here.open(COURSES, Authorization=f"Bearer {token}").status == 401


def test_its_last_use_is_noted_once_a_minute(
    here: Browser, token: str, service: Service, clock: FakeClock
) -> None:
    def used() -> object:
        with service.database.read() as session:
            return session.query(ApiToken).one().used_at

    here.open(COURSES, Authorization=f"Bearer {token}")
    first = used()
    clock.advance(seconds=30)
    here.open(COURSES, Authorization=f"Bearer {token}")
    assert used() == first == clock.now - timedelta(seconds=30)
    clock.advance(seconds=30)
    here.open(COURSES, Authorization=f"Bearer {token}")
    assert used() == clock.now


def test_two_browsers_are_two_sessions(
    signed_in: Browser, visit: Callable[..., Browser], service: Service
) -> None:
    visit().sign_in("ada", WORDS)

    assert signed_in.open("/me").status == 200
    with service.database.read() as session:
        assert session.query(WebSession).count() == 2


def test_where_nothing_can_be_written_people_and_programs_still_read(
    signed_in: Browser, here: Browser, token: str, service: Service, clock: FakeClock
) -> None:
    """That somebody was seen is not worth an error, whatever keeps it from being written."""
    clock.advance(hours=2)
    with service.database._writer.connect() as connection:
        connection.exec_driver_sql("PRAGMA query_only = ON")

    assert signed_in.open("/me").status == 200
    assert here.open(COURSES, Authorization=f"Bearer {token}").status == 200
