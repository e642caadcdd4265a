"""Launches that somebody made up, took from somebody else, or sent twice: none comes in."""

import base64
import json
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

import pytest
from joserfc import jwt
from joserfc.jwk import OctKey
from sqlalchemy import func, select

from grader.records import replace
from submissions.connect.lms import accounts, logins
from submissions.connect.lms.arrivals import Posted, arrive
from submissions.connect.lms.claims import read
from submissions.connect.lms.logins import LoginRequest
from submissions.connect.lms.vocabulary import CHOOSE, CLAIM, DEEP_LINKING, LAUNCH, REVIEW
from submissions.errors import LaunchRefused
from submissions.outward.openid.id_tokens import TokenRefused, checked
from submissions.outward.openid.outward import converse
from submissions.storage.database import Database
from submissions.tables import LmsAccount, LmsPlatform, PlatformState, WebSession
from tests.world.clock import NOW, FakeClock
from tests.world.learning_platform import ISSUER, ORIGIN, LearningPlatform, registered, rsa

AT = int(NOW.timestamp())


@dataclass
class Desk:
    """A platform that is registered, and a browser that has just been sent to it."""

    database: Database
    platform: LearningPlatform
    clock: FakeClock

    def begin(self, issuer: str = ISSUER) -> tuple[Posted, str]:
        """What comes back in order, and the nonce."""
        with self.database.begin() as session:
            asked = LoginRequest(issuer=issuer, login_hint="3", client_id="client-1")
            started = logins.begin(session, asked, redirect_uri=f"{ORIGIN}/lti/launch", now=self.clock())
        nonce = started.address.partition("nonce=")[2].partition("&")[0]
        return Posted("", started.state, started.browser), nonce

    def arrive(self, posted: Posted) -> None:
        arrival = arrive(self.database, posted, origin=ORIGIN, language_of=lambda _: None, now=self.clock())
        converse(self.platform, arrival)


@pytest.fixture
def desk(sqlite_url: str) -> Iterator[Desk]:
    clock = FakeClock()
    with closing(Database(sqlite_url)) as database:
        with database.begin() as session:
            registered(session, NOW)
            registered(session, NOW, issuer="https://other.example.edu", name="Other")
        yield Desk(database, LearningPlatform(clock), clock)


def choosing(back: str) -> dict[str, Any]:
    settings = {"deep_link_return_url": back, "accept_types": ["ltiResourceLink"]}
    return {f"{CLAIM}message_type": CHOOSE, f"{DEEP_LINKING}deep_linking_settings": settings}


CLAIMS: dict[str, tuple[dict[str, Any], str]] = {
    "another issuer": ({"iss": "https://evil.example.com"}, "issuer"),
    "the issuer with a slash": ({"iss": f"{ISSUER}/"}, "issuer"),
    "another platform of ours": ({"iss": "https://other.example.edu"}, "issuer"),
    "for another tool": ({"aud": "client-2"}, "audience"),
    "for nobody": ({"aud": None}, "audience"),
    "for a list without us": ({"aud": ["a", "b"]}, "audience"),
    "for several without a party": ({"aud": ["client-1", "client-2"]}, "party"),
    "another party": ({"azp": "client-2"}, "party"),
    "expired": ({"exp": AT - 61, "iat": AT - 120}, "expired"),
    "from the future": ({"iat": AT + 61, "exp": AT + 121}, "from-future"),
    "not valid yet": ({"nbf": AT + 300, "exp": AT + 600}, "from-future"),
    "too old, and good for years": ({"iat": AT - 8000, "exp": AT + 10**8}, "too-old"),
    "without an end": ({"exp": None}, "no-times"),
    "without a beginning": ({"iat": None}, "no-times"),
    "an end that is a text": ({"exp": str(AT + 60)}, "no-times"),
    "an end that is true": ({"exp": True}, "no-times"),
    "an end in milliseconds": ({"exp": AT * 1000}, "no-times"),
    "another nonce": ({"nonce": "another"}, "nonce"),
    "without a nonce": ({"nonce": None}, "nonce"),
    "another version": ({f"{CLAIM}version": "1.1"}, "version"),
    "another message": ({f"{CLAIM}message_type": "LtiStartProctoring"}, "message-type"),
    "without a message": ({f"{CLAIM}message_type": None}, "message-type"),
    "without a deployment": ({f"{CLAIM}deployment_id": None}, "deployment"),
    "another deployment": ({f"{CLAIM}deployment_id": "8"}, "deployment"),
    "to another site": ({f"{CLAIM}target_link_uri": "https://evil.example.com/"}, "target"),
    "to a site like ours": ({f"{CLAIM}target_link_uri": f"{ORIGIN}.evil.example.com/"}, "target"),
    "without a target": ({f"{CLAIM}target_link_uri": None}, "target"),
    "without a link": ({f"{CLAIM}resource_link": {}}, "no-link"),
    "by nobody": ({"sub": None}, "nobody"),
    "by a number": ({"sub": 3}, "nobody"),
    "roles that are no list": ({f"{CLAIM}roles": "Instructor"}, "roles"),
    "without a role": ({f"{CLAIM}roles": []}, "role"),
    "an administrator of the institution": (
        {f"{CLAIM}roles": ["http://purl.imsglobal.org/vocab/lis/v2/institution/person#Administrator"]},
        "role",
    ),
    "without a course": ({f"{CLAIM}context": None}, "no-context"),
    "of a course that no teacher linked": ({}, "course-not-linked-yet"),
    "choosing, with a script as the way back": (choosing("javascript:alert(1)"), "deep-linking"),
    "choosing, with a policy as the way back": (choosing(f"{ISSUER};script-src *"), "deep-linking"),
    "choosing, with the way back to another site": (
        choosing("https://evil.example.com/"),
        "deep-link-return",
    ),
    "choosing, with the way back to a site like theirs": (
        choosing(f"{ISSUER}.evil.example.com/"),
        "deep-link-return",
    ),
    "choosing, with no address as the way back": (choosing("https://[lms.example.edu"), "deep-linking"),
    "choosing, with a password in the way back": (choosing("https://a:b@lms.example.edu/"), "deep-linking"),
}


def unsigned(claims: dict[str, Any], header: dict[str, Any], signature: str = "") -> str:
    parts = (json.dumps(each).encode() for each in (header, claims))
    return ".".join([*(base64.urlsafe_b64encode(part).rstrip(b"=").decode() for part in parts), signature])


def by_public_key(desk: Desk, claims: dict[str, Any]) -> str:
    """Signed with the public key of the platform as if it were a password that both share."""
    pem = desk.platform.key.as_pem(private=False)
    key = OctKey.import_key(base64.b64encode(pem).decode())
    return jwt.encode({"alg": "HS256", "kid": "platform"}, claims, key, algorithms=["HS256"])


def by_another(claims: dict[str, Any], kid: str, **header: Any) -> str:
    return jwt.encode({"alg": "RS256", "kid": kid, **header}, claims, rsa("stranger"))


def without_kid(desk: Desk, claims: dict[str, Any]) -> str:
    return jwt.encode({"alg": "RS256"}, claims, desk.platform.key)


def tampered(desk: Desk, claims: dict[str, Any]) -> str:
    head, _, end = desk.platform.signed(claims).split(".")
    return f"{head}.{unsigned({**claims, 'sub': 'teacher'}, {}).split('.')[1]}.{end}"


Forge = Callable[[Desk, dict[str, Any]], str]
TOKENS: dict[str, tuple[Forge, str]] = {
    "not signed": (lambda _desk, c: unsigned(c, {"alg": "none", "kid": "platform"}), "algorithm"),
    "not signed, in capitals": (
        lambda _desk, c: unsigned(c, {"alg": "NONE", "kid": "platform"}),
        "algorithm",
    ),
    "signed with the public key": (by_public_key, "algorithm"),
    "signed by somebody": (lambda _desk, c: by_another(c, "platform"), "signature"),
    "signed by somebody with a key of their own": (
        lambda _desk, c: by_another(c, "mine"),
        "unknown-key",
    ),
    "with a key in its head": (
        lambda _desk, c: by_another(c, "mine", jwk=rsa("stranger").as_dict(private=False)),
        "algorithm",
    ),
    "with the address of a key": (
        lambda _desk, c: by_another(c, "mine", jku="https://evil.example.com/keys"),
        "algorithm",
    ),
    "without the id of a key": (without_kid, "no-key-id"),
    "changed": (tampered, "signature"),
    "half": (lambda desk, c: desk.platform.signed(c).rpartition(".")[0], "not-a-token"),
    "a text": (lambda _desk, _c: "hello", "not-a-token"),
    "a long text": (lambda _desk, _c: f"{'a' * 70_000}.b.c", "not-a-token"),
    "of deep brackets": (
        lambda _desk, _c: base64.urlsafe_b64encode(b"[" * 40_000).decode() + ".b.c",
        "not-a-token",
    ),
}


def people(desk: Desk) -> tuple[int, int]:
    with desk.database.read() as session:
        accounts = session.scalar(select(func.count()).select_from(LmsAccount))
        sessions = session.scalar(select(func.count()).select_from(WebSession))
    return accounts or 0, sessions or 0


def refused(desk: Desk, posted: Posted, reason: str) -> None:
    with pytest.raises(LaunchRefused) as error:
        desk.arrive(posted)
    assert error.value.reason == reason
    assert people(desk) == (0, 0)


def test_none_with_another_claim_comes_in(desk: Desk) -> None:
    for what, (other, reason) in CLAIMS.items():
        posted, nonce = desk.begin()
        token = desk.platform.signed(desk.platform.claims(nonce, other))
        try:
            refused(desk, replace(posted, token=token), reason)
        except BaseException as error:
            error.add_note(what)
            raise


JSON: tuple[Any, ...] = (
    True,
    False,
    0,
    -1,
    1.5,
    10**400,
    "",
    "a",
    "$User.id",
    [],
    [[]],
    [None],
    {},
    {"a": {}},
)
"""Some of each type; null is what is left out."""


def places(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Where a value can stand in claims, however deep."""
    if path:
        yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value if isinstance(value, list) else ())
    for key, each in inner:
        yield from places(each, (*path, key))


def with_value(claims: dict[str, Any], path: tuple[str | int, ...], value: Any) -> dict[str, Any]:
    changed = deepcopy(claims)
    inner: Any = changed
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return changed


@pytest.mark.parametrize("message", [LAUNCH, CHOOSE, REVIEW])
def test_a_claim_of_another_type_is_refused_in_words_or_passed_over(message: str) -> None:
    now = NOW
    platform = LearningPlatform(lambda: now)
    more = {
        **choosing(f"{ISSUER}/return"),
        f"{CLAIM}message_type": message,
        f"{CLAIM}for_user": {"user_id": "student-1"},
        f"{CLAIM}custom": {"assignment": "1"},
        "azp": "client-1",
        "nbf": AT,
        "given_name": "Ada",
    }
    usual = platform.claims("nonce", more)
    keys = {"keys": [platform.key.as_dict(private=False)]}
    assert read(usual, origin=ORIGIN).message == message
    for path in places(usual):
        for value in JSON:
            token = platform.signed(with_value(usual, path, value))
            with suppress(LaunchRefused, TokenRefused):
                claims = checked(token, keys, issuer=ISSUER, client_id="client-1", nonce="nonce", now=now)
                hash(read(claims, origin=ORIGIN).message)


def test_none_that_another_signed_comes_in(desk: Desk) -> None:
    for what, (forged, reason) in TOKENS.items():
        posted, nonce = desk.begin()
        try:
            refused(desk, replace(posted, token=forged(desk, desk.platform.claims(nonce))), reason)
        except BaseException as error:
            error.add_note(what)
            raise


def test_none_of_another_browser_or_moment_comes_in(desk: Desk) -> None:
    posted, nonce = desk.begin()
    theirs, _ = desk.begin()
    good = desk.platform.signed(desk.platform.claims(nonce))

    refused(desk, replace(posted, token=good, browser=None), "other-browser")
    refused(desk, replace(posted, token=good, browser=theirs.browser), "other-browser")
    refused(desk, replace(posted, token=good, state="made-up"), "state-unknown")
    refused(desk, replace(theirs, token=good), "nonce")
    refused(desk, replace(posted, token=good), "course-not-linked-yet")
    refused(desk, replace(posted, token=good), "state-used")

    elsewhere, nonce = desk.begin("https://other.example.edu")
    refused(desk, replace(elsewhere, token=desk.platform.signed(desk.platform.claims(nonce))), "issuer")


def test_the_same_sub_of_another_platform_is_somebody_else(desk: Desk) -> None:
    with desk.database.begin() as session:
        ours, other = session.scalars(select(LmsPlatform).order_by(LmsPlatform.id))
        came = [accounts.of_roster(session, each, "3", "Ada", now=NOW).id for each in (ours, other, ours)]
    assert came[0] == came[2] != came[1]


def test_a_login_ends_after_ten_minutes_and_with_its_platform(desk: Desk) -> None:
    posted, nonce = desk.begin()
    token = desk.platform.signed(desk.platform.claims(nonce))
    with desk.database.begin() as session:
        found = session.scalars(select(LmsPlatform).where(LmsPlatform.issuer == ISSUER)).one()
        found.state = PlatformState.DISABLED
    refused(desk, replace(posted, token=token), "platform-disabled")
    with pytest.raises(LaunchRefused, match="platform-disabled"):
        desk.begin()
    with desk.database.begin() as session:
        session.get_one(LmsPlatform, found.id).state = PlatformState.ACTIVE

    posted, _ = desk.begin()
    desk.clock.advance(minutes=10)
    refused(desk, replace(posted, token=token), "state-unknown")


def test_keys_that_are_new_are_read_again_but_not_for_every_stranger(desk: Desk) -> None:
    for _ in range(3):
        posted, nonce = desk.begin()
        refused(desk, replace(posted, token=by_another(desk.platform.claims(nonce), "x")), "unknown-key")
    desk.clock.advance(minutes=2)
    before = desk.platform.requests.count("GET /certs")
    desk.platform.key = rsa("rotated")
    for _ in range(2):
        posted, nonce = desk.begin()
        token = desk.platform.signed(desk.platform.claims(nonce))
        refused(desk, replace(posted, token=token), "course-not-linked-yet")
    assert desk.platform.requests.count("GET /certs") == before + 1
