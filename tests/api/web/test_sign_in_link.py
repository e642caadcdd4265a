"""Links that sign in once."""

import pytest

from submissions.operating.service import Service
from submissions.people.access import sign_in_links
from submissions.tables import Person
from tests.world.browser import Browser
from tests.world.clock import FakeClock

NEW = "quite another one"


@pytest.fixture
def link(service: Service, ada: Person) -> str:
    with service.database.begin() as session:
        return f"/sign-in/{sign_in_links.create(session, ada.id, now=service.now())}"


def test_a_button_signs_in_and_looking_does_not(here: Browser, link: str) -> None:
    for _ in range(3):
        assert "signs you in as Ada" in here.open(link).text
    assert here.cookie() is None

    answer = here.send(link)

    assert (answer.status, answer.headers["Location"]) == (303, "/")
    assert here.open("/me").status == 200


def test_it_is_good_once(here: Browser, link: str) -> None:
    token = here.token(link)
    here.send(link)

    assert here.open(link).status == 410
    here.client.cookies.delete("backgrade")
    assert here.client.post(link, data={"csrf": token}).status_code == 410
    assert "used before" in here.open(link).text


def test_it_expires(here: Browser, link: str, clock: FakeClock) -> None:
    clock.advance(hours=24)

    assert here.open(link).status == 410


@pytest.mark.parametrize("secret", ["x", "%00", "%F0%9F%92%A9", "x" * 5000])
def test_what_is_no_link_is_none(here: Browser, secret: str) -> None:
    assert here.open(f"/sign-in/{secret}").status == 410


def test_who_has_no_password_is_asked_for_one(
    here: Browser, link: str, service: Service, ada: Person
) -> None:
    with service.database.begin() as session:
        session.get_one(Person, ada.id).password_hash = None

    assert here.send(link).headers["Location"] == "/"
    assert "no password yet" in here.open("/").text
    assert "no password yet" in here.open("/me").text


def test_who_forgot_a_password_chooses_another(here: Browser, link: str) -> None:
    here.send(link)
    assert not here.open("/me").has_field("current")

    assert here.send("/me", "/me/password", password=NEW).status == 303
    assert here.open("/me").has_field("current")
    here.client.cookies.clear()
    assert here.sign_in("ada", NEW).status == 303
