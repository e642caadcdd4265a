"""Signing in and out."""

from collections.abc import Callable

import pytest
from argon2 import PasswordHasher
from sqlalchemy import select

from submissions.operating.service import Service
from submissions.tables import AuditEvent, Person, WebSession
from tests.api.web.conftest import WORDS
from tests.world.browser import Browser
from tests.world.clock import FakeClock

pytestmark = pytest.mark.usefixtures("ada")


def test_who_is_signed_in_is_known_on_every_page(here: Browser) -> None:
    answer = here.sign_in("ada", WORDS)

    assert (answer.status, answer.headers["Location"]) == (303, "/")
    assert "Ada" in here.open("/").text


def test_a_login_may_be_typed_with_capitals_and_spaces(here: Browser) -> None:
    assert here.sign_in("  ADA ", WORDS).status == 303


@pytest.mark.parametrize(
    ("login", "password"),
    [("ada", "not the one"), ("nobody", WORDS), ("", ""), ("a\x00", "x"), ("a b", "x"), ("é" * 300, "x")],
)
def test_what_was_wrong_is_not_told(here: Browser, login: str, password: str) -> None:
    answer = here.sign_in(login, password)

    assert answer.status == 401
    assert "do not match" in answer.text
    assert here.cookie() is None


def test_a_disabled_person_is_told_the_same(here: Browser, ada: Person, service: Service) -> None:
    with service.database.begin() as session:
        session.get_one(Person, ada.id).disabled_at = service.now()

    assert here.sign_in("ada", WORDS).status == 401


def test_who_tries_too_often_waits(here: Browser, clock: FakeClock) -> None:
    assert [here.sign_in("ada", "not the one").status for _ in range(5)] == [401] * 5

    refused = here.sign_in("ada", WORDS)
    assert refused.status == 429
    assert 0 < int(refused.headers["Retry-After"]) <= 60
    clock.advance(minutes=1)
    assert here.sign_in("ada", WORDS).status == 303


def test_somebody_elsewhere_does_not_wait(here: Browser, visit: Callable[..., Browser]) -> None:
    for _ in range(6):
        here.sign_in("ada", "not the one")

    assert visit(address="192.0.2.9").sign_in("ada", WORDS).status == 303


def test_a_whole_class_signs_in_from_one_address(visit: Callable[..., Browser]) -> None:
    assert {visit().sign_in("ada", WORDS).status for _ in range(8)} == {303}


def test_the_session_is_another_after_signing_in(signed_in: Browser, service: Service) -> None:
    before = signed_in.cookie()
    token = signed_in.token("/me")

    signed_in.client.post("/sign-in", data={"csrf": token, "login": "ada", "password": WORDS})

    assert signed_in.cookie() != before
    with service.database.read() as session:
        assert len(session.scalars(select(WebSession)).all()) == 1


def test_a_secret_that_somebody_planted_is_not_taken_over(here: Browser) -> None:
    here.client.cookies.set("backgrade", "planted", domain="localhost.local")

    here.sign_in("ada", WORDS)

    assert here.cookie() not in {"planted", None}
    assert here.open("/me").status == 200


def test_signing_out_ends_the_session_for_good(signed_in: Browser) -> None:
    secret = str(signed_in.cookie())

    answer = signed_in.send("/me", "/sign-out")

    assert (answer.status, answer.headers["Location"]) == (303, "/")
    assert signed_in.cookie() is None
    signed_in.client.cookies.set("backgrade", secret)
    assert signed_in.open("/me").status == 303


def test_an_idle_browser_has_to_sign_in_again(signed_in: Browser, clock: FakeClock) -> None:
    for _ in range(3):
        clock.advance(hours=11)
        assert signed_in.open("/me").status == 200

    clock.advance(hours=12)
    assert signed_in.open("/me").status == 303


def test_who_has_to_sign_in_first_is_led_back(here: Browser) -> None:
    led = here.open("/me?a=b&c=%20d").headers["Location"]
    assert led == "/sign-in?next=/me%3Fa%3Db%26c%3D%2520d"

    page = here.open(led)
    assert page.has_field("next", "/me?a=b&c=%20d")
    answer = here.send(led, "/sign-in", login="ada", password=WORDS, next="/me?a=b&c=%20d")
    assert answer.headers["Location"] == "/me?a=b&c=%20d"


@pytest.mark.parametrize(
    "to",
    [
        "//evil.example",
        "https://evil.example",
        "/\\evil.example",
        "\\\\evil",
        "javascript:alert(1)",
        "evil",
        "",
        "/\n//evil.example",
        "/\t/evil.example",
        "///evil.example",
    ],
)
def test_nobody_is_led_to_another_site(here: Browser, to: str) -> None:
    answer = here.send("/sign-in", login="ada", password=WORDS, next=to)

    assert answer.headers["Location"] == "/"


def test_who_is_signed_in_need_not_again(signed_in: Browser) -> None:
    assert signed_in.open("/sign-in?next=/me").headers["Location"] == "/me"


def test_it_is_written_down_without_names(here: Browser, ada: Person, service: Service) -> None:
    here.sign_in("ada", "not the one")
    here.sign_in("ada", WORDS)

    with service.database.read() as session:
        events = session.scalars(select(AuditEvent.action).where(AuditEvent.subject_id == ada.id)).all()
    assert sorted(events) == ["sign-in-failed", "signed-in"]


def test_the_hash_is_looked_at_for_nobody_too(here: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    from submissions.people.access import passwords

    looked: list[str] = []
    real = passwords._matches

    def counted(kept: str, password: str) -> bool:
        looked.append(kept[:9])
        return real(kept, password)

    monkeypatch.setattr(passwords, "_matches", counted)
    here.sign_in("ada", "not the one")
    here.sign_in("nobody", "not the one")

    assert looked == ["$argon2id", "$argon2id"]


def test_a_hash_from_before_the_cost_was_raised_is_replaced(
    here: Browser, ada: Person, service: Service
) -> None:
    cheap = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1).hash(WORDS)
    with service.database.begin() as session:
        session.get_one(Person, ada.id).password_hash = cheap

    assert here.sign_in("ada", WORDS).status == 303
    with service.database.read() as session:
        assert session.get_one(Person, ada.id).password_hash != cheap
    here.client.cookies.clear()
    assert here.sign_in("ada", WORDS).status == 303


def test_who_is_not_signed_in_may_sign_out(here: Browser) -> None:
    assert here.send("/sign-in", "/sign-out").headers["Location"] == "/"
