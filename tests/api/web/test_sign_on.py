"""Coming in from a sign-on provider or through a proxy, as people see it."""

from collections.abc import Callable
from urllib.parse import parse_qs, urlsplit

import pytest
from fastapi import FastAPI
from sqlalchemy import select

from api.web import proxy
from submissions.operating.service import Service
from submissions.operating.settings import Settings, SettingsWrong
from submissions.people.access import people
from submissions.people.sign_on import identities, providers
from submissions.tables import AuditEvent, Enrolment, Person, SignOnAccount
from tests.api.web.conftest import WORDS, with_settings
from tests.world.browser import Browser, browser
from tests.world.clock import NOW, FakeClock
from tests.world.pages import Page
from tests.world.sign_on_provider import CAMPUS, SECRET, SignOnIssuer, entered

HEADER = "X-Remote-User"


@pytest.fixture
def campus(app: FastAPI, service: Service, clock: FakeClock) -> SignOnIssuer:
    issuer = SignOnIssuer(clock)
    with service.database.begin() as session:
        entered(session, issuer)
    app.state.outward = issuer
    return issuer


def come_in(here: Browser, campus: SignOnIssuer, **other: object) -> Page:
    """The answer to who comes back from the provider."""
    sent = here.open("/sign-on/campus?next=/me")
    assert sent.status == 303
    asked = {name: value[0] for name, value in parse_qs(urlsplit(sent.headers["Location"]).query).items()}
    assert (asked["site"], asked["response_type"], asked["code_challenge_method"]) == ("1", "code", "S256")
    code = campus.code_for(campus.signed(campus.claims(asked["nonce"], other)))
    back = urlsplit(asked["redirect_uri"]).path
    return here.open(f"{back}?state={asked['state']}&code={code}&iss={campus.issuer}")


def test_a_newcomer_creates_an_account_without_any_role(
    here: Browser, campus: SignOnIssuer, service: Service
) -> None:
    assert "Campus" in here.open("/sign-in?next=/me").text
    hostile = {"name": "\u202e<b>Ada</b>\n" + "x" * 500, "roles": ["operator"], "groups": ["staff"]}
    assert come_in(here, campus, **hostile).headers["Location"] == "/newcomer"
    page = here.open("/newcomer")
    assert here.open("/me").status == 303, "nobody is signed in yet"
    assert "<b>" not in page.source
    assert here.press(page, "Create account").headers["Location"] == "/me"

    with service.database.read() as session:
        person = session.scalars(select(Person)).one()
        assert (person.operator, person.password_hash, len(person.name)) == (False, None, 200)
        assert person.name.isprintable()
        assert session.scalars(select(Enrolment)).all() == []
    (form,) = campus.redeemed
    assert form["authorization"].startswith("Basic ")
    assert SECRET not in str(form)
    assert 43 <= len(form["code_verifier"]) <= 128

    out = here.send("/me", "/sign-out")
    left = here.open(out.headers["Location"])
    assert f"{CAMPUS}/leave?client_id=backgrade-1" in left.source
    assert come_in(here, campus).headers["Location"] == "/me"


@pytest.mark.usefixtures("ada")
def test_an_account_is_connected_by_its_owner_and_never_by_its_e_mail_address(
    here: Browser, campus: SignOnIssuer, service: Service, visit: Callable[..., Browser]
) -> None:
    with service.database.begin() as session:
        same = people.add(session, "ada@example.edu", "Ada Lovelace", now=NOW)
    come_in(here, campus)
    page = here.open("/newcomer")
    assert "is connected to it yet" in page.text
    signed = here.send("/sign-in", "/sign-in", login="ada", password=WORDS, next="/newcomer")
    page = here.open(signed.headers["Location"])
    assert here.press(page, "Connect").headers["Location"] == "/me?done=newcomer.connect"

    elsewhere = visit()
    assert come_in(elsewhere, campus).headers["Location"] == "/me"
    assert "Ada" in elsewhere.open("/").text
    with service.database.read() as session:
        assert identities.of(session, same.id) == []
        actions = session.scalars(select(AuditEvent.action)).all()
    assert {"sign-on-connected", "signed-in"} <= set(actions)

    another = visit()
    come_in(another, campus, sub="somebody-2")
    another.press(another.open("/newcomer"), "Create account")
    refused = come_in(another, campus)
    assert refused.status == 403
    assert "connected to another account here" in refused.text

    page = here.open("/me")
    assert here.press(page, "Disconnect").headers["Location"] == "/me?done=me.disconnect"
    assert come_in(visit(), campus).headers["Location"] == "/newcomer"
    assert another.press(another.open("/me"), "Disconnect").status == 422, "the only way in"


def test_where_new_accounts_are_not_created_nobody_makes_one(
    here: Browser, campus: SignOnIssuer, service: Service, ada: Person
) -> None:
    with service.database.begin() as session:
        providers.remove(session, providers.named(session, "campus"), now=NOW)
        entered(session, campus, admits_new=False)
    come_in(here, campus)
    assert "New accounts are not created here" in here.open("/newcomer").text
    assert here.send("/sign-in", "/newcomer/create").status == 403

    with service.database.begin() as session:
        session.add(SignOnAccount(issuer=CAMPUS, sub="ada-2", person_id=ada.id, label="ada", created_at=NOW))
        session.get_one(Person, ada.id).disabled_at = NOW
    refused = come_in(here, campus, sub="ada-2")
    assert (refused.status, "disabled" in refused.text) == (403, True)


@pytest.mark.usefixtures("ada")
def test_with_the_provider_down_or_saying_no_there_is_a_page_and_the_password(
    here: Browser, campus: SignOnIssuer, clock: FakeClock
) -> None:
    clock.advance(days=2)
    campus.is_down = True
    sent = here.open("/sign-on/campus?next=//evil.example")
    assert sent.status == 303
    state = parse_qs(urlsplit(sent.headers["Location"]).query)["state"][0]
    down = here.open(f"/sign-on/campus/callback?state={state}&code=x&iss={CAMPUS}")
    assert (down.status, "does not answer" in down.text) == (403, True)
    assert here.open("/sign-on/nowhere").status == 403
    assert here.open("/sign-on/campus/callback?error=access_denied").status == 403
    assert here.open("/newcomer").status == 410
    assert here.sign_in("ada", WORDS).status == 303


def proxied(service: Service, name: str | None, address: str = "10.0.0.7", **other: str) -> Page:
    """What somebody gets who comes with this name in the header, from this address."""
    app = with_settings(service, remote_user_header=HEADER, trusted_proxies="10.0.0.0/24")
    with browser(app, address=address) as visitor:
        named = [] if name is None else [(HEADER.encode(), name.encode())]
        others = [(each.encode(), value.encode()) for each, value in other.items()]
        return Page.of(visitor.client.get(f"{proxy.PATH}?next=/me", headers=[*named, *others]))


def test_only_our_proxy_says_who_somebody_is(service: Service, ada: Person) -> None:
    assert proxied(service, "ada@idp").headers["Location"] == "/newcomer"
    with service.database.begin() as session:
        session.add(
            SignOnAccount(issuer="proxy", sub="ada@idp", person_id=ada.id, label="ada", created_at=NOW)
        )
    assert proxied(service, "ada@idp").headers["Location"] == "/me"

    for address in ("192.0.2.9", "10.0.1.7", "127.0.0.1"):
        refused = proxied(service, "ada@idp", address, **{"X-Forwarded-For": "10.0.0.7"})
        assert (refused.status, "did not come through the proxy" in refused.text) == (403, True)
    for nobody in (None, "", " ", "a" * 300, "ada\u202e@idp"):
        assert proxied(service, nobody).status == 403
    assert proxied(service, "ada@idp", **{HEADER.lower(): "eve@idp"}).status == 403, "two names"
    app = with_settings(service, trusted_proxies="10.0.0.7")
    with browser(app, address="10.0.0.7") as visitor:
        assert visitor.open(proxy.PATH, **{HEADER: "ada@idp"}).status == 404


@pytest.mark.parametrize("trusted", ["", " , ", "*", "10.0.0.7, *"])
def test_the_header_of_anybody_is_refused_at_the_start(trusted: str) -> None:
    with pytest.raises(SettingsWrong, match="TRUSTED_PROXIES"):
        proxy.check(Settings(remote_user_header=HEADER, trusted_proxies=trusted))
    proxy.check(Settings(remote_user_header=HEADER, trusted_proxies="10.0.0.7"))
    proxy.check(Settings(trusted_proxies=trusted))
