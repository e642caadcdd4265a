"""The language of an answer: the account's, else the one of a cookie, else what the browser asks for."""

import pytest

from submissions.errors import NotSignedIn, Unusable
from submissions.operating.service import Service
from submissions.people.access import accounts, tokens
from submissions.people.access.policy import Caller, Scope
from submissions.storage.database import Database
from submissions.tables import Person
from tests.world import classroom
from tests.world.browser import Browser


def test_a_visitor_is_answered_as_their_browser_asks(here: Browser) -> None:
    answer = here.open("/try", **{"Accept-Language": "es"})

    assert answer.language == "es"
    assert answer.headers["Content-Language"] == "es"
    assert {"Accept-Language", "Cookie"} <= set(answer.headers["Vary"].split(", "))


def test_a_visitor_chooses_another_and_comes_back_to_the_page(here: Browser) -> None:
    assert "/language/es?next=/try%3Fstage%3Dcore" in here.open("/try?stage=core").links.values()

    chosen = here.open("/language/es?next=/try%3Fstage%3Dcore")

    assert (chosen.status, chosen.headers["Location"]) == (303, "/try?stage=core")
    assert here.open("/try", **{"Accept-Language": "en"}).language == "es"


@pytest.mark.parametrize("to", ["//evil.example", "https://evil.example", "/\\evil.example"])
def test_the_way_back_is_a_page_of_ours(here: Browser, to: str) -> None:
    assert here.client.get("/language/es", params={"next": to}).headers["Location"] == "/"


@pytest.mark.parametrize("code", ["tlh", "es;%20Domain=evil", "ES"])
def test_a_language_without_a_catalogue_is_not_found(here: Browser, code: str) -> None:
    answer = here.open(f"/language/{code}")

    assert answer.status == 404
    assert "set-cookie" not in answer.headers


def test_a_cookie_that_we_did_not_give_says_nothing(here: Browser) -> None:
    here.client.cookies.set("backgrade-language", "../../etc")

    assert here.open("/try").language == "en"


def test_where_the_account_says_one_that_holds_for_its_tokens(
    here: Browser, service: Service, ada: Person
) -> None:
    caller = Caller(ada.id)
    with service.database.begin() as session:
        accounts.change(session, caller, name="Ada", zone="UTC", language="es")
        wanted = tokens.TokenRequest("laptop", frozenset({Scope.GRADES_READ}))
        token = tokens.create(session, caller, wanted, now=service.now()).text
    headers = {"Authorization": f"Bearer {token}", "Accept-Language": "en"}

    me = here.client.get("/api/v1/me", headers=headers)
    refused = here.open("/api/v1/courses", **headers)

    assert me.json()["language"] == "es"
    assert (refused.status, refused.headers["Content-Language"]) == (403, "es")


def test_only_ones_own_account_is_changed(database: Database) -> None:
    with database.begin() as session:
        _, owner = classroom.course(session)
        accounts.change(session, owner, name="Ada", zone="UTC", language="es")
        with pytest.raises(NotSignedIn):
            accounts.change(session, Caller(), name="Eve", zone="UTC", language=None)
        with pytest.raises(Unusable):
            accounts.change(session, owner, name="Ada", zone="UTC", language="not a code")
    with database.read() as session:
        found = session.get_one(Person, owner.known)
        assert (found.name, found.language) == ("Ada", "es")
