"""Answers that somebody made up, took from somebody else, or sent twice: none comes in."""

import base64
import json
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from joserfc import jwt
from joserfc.jwk import OctKey

from grader.records import replace
from submissions.errors import SignOnRefused
from submissions.outward.openid.outward import converse
from submissions.people.sign_on import documents, identities, providers, rounds
from submissions.people.sign_on.arrivals import ProviderAnswer, Vouched, arrive
from submissions.storage.database import Database
from tests.world.clock import NOW, FakeClock
from tests.world.learning_platform import rsa
from tests.world.sign_on_provider import CAMPUS, CLIENT, OTHER, SECRET, SignOnIssuer, entered

AT = int(NOW.timestamp())


@dataclass
class Gate:
    """Two providers that are entered, and browsers that have just been sent to one."""

    database: Database
    campus: SignOnIssuer
    other: SignOnIssuer
    clock: FakeClock

    def begin(self, key: str = "campus") -> tuple[ProviderAnswer, str]:
        """What comes back in order but for the code, and the nonce."""
        with self.database.begin() as session:
            back = f"https://grader.example.edu/sign-on/{key}/callback"
            started = rounds.begin(session, key, "/", redirect_uri=back, now=self.clock())
        (nonce,) = parse_qs(urlsplit(started.address).query)["nonce"]
        issuer = self.campus.issuer if key == "campus" else self.other.issuer
        return ProviderAnswer(key, started.state, started.browser, issuer=issuer), nonce

    def arrive(self, answer: ProviderAnswer, issuer: SignOnIssuer | None = None) -> Vouched:
        return converse(issuer or self.campus, arrive(self.database, answer, now=self.clock()))

    def refused(self, answer: ProviderAnswer, reason: str, issuer: SignOnIssuer | None = None) -> None:
        with pytest.raises(SignOnRefused) as error:
            self.arrive(answer, issuer)
        assert error.value.reason == reason

    def with_token(self, made: Callable[[dict[str, Any]], str]) -> ProviderAnswer:
        answer, nonce = self.begin()
        return replace(answer, code=self.campus.code_for(made(self.campus.claims(nonce))))


@pytest.fixture
def gate(sqlite_url: str) -> Iterator[Gate]:
    clock = FakeClock()
    campus = SignOnIssuer(clock)
    other = SignOnIssuer(clock, OTHER, rsa("other"))
    with closing(Database(sqlite_url)) as database:
        with database.begin() as session:
            domains = ("Example.edu",)
            entered(session, campus, tenants=("tenant-1",), hosted_domains=domains, email_domains=domains)
            entered(session, other, "other")
        yield Gate(database, campus, other, clock)


CLAIMS: dict[str, tuple[dict[str, Any], str]] = {
    "another issuer": ({"iss": "https://evil.example.com"}, "issuer"),
    "the issuer with a slash": ({"iss": f"{CAMPUS}/"}, "issuer"),
    "another provider of ours": ({"iss": OTHER}, "issuer"),
    "without an issuer": ({"iss": None}, "issuer"),
    "for another service": ({"aud": "somebody-else"}, "audience"),
    "for a list without us": ({"aud": ["a", "b"]}, "audience"),
    "for several without a party": ({"aud": [CLIENT, "b"]}, "party"),
    "another party": ({"azp": "somebody-else"}, "party"),
    "another nonce": ({"nonce": "another"}, "nonce"),
    "without a nonce": ({"nonce": None}, "nonce"),
    "expired": ({"exp": AT - 61, "iat": AT - 120}, "expired"),
    "from the future": ({"iat": AT + 61, "exp": AT + 121}, "from-future"),
    "not valid yet": ({"nbf": AT + 300}, "from-future"),
    "too old, and good for years": ({"iat": AT - 8000, "exp": AT + 10**8}, "too-old"),
    "without an end": ({"exp": None}, "no-times"),
    "an end beyond all numbers": ({"exp": 10**400}, "no-times"),
    "about nobody": ({"sub": None}, "nobody"),
    "about a number": ({"sub": 7}, "nobody"),
    "about a very long name": ({"sub": "a" * 300}, "nobody"),
    "about a name that hides": ({"sub": "ada\u202e1"}, "nobody"),
    "of another tenant": ({"tid": "tenant-2"}, "tenant"),
    "of no tenant": ({"tid": None}, "tenant"),
    "of a list of tenants": ({"tid": ["tenant-1"]}, "tenant"),
    "of another organization": ({"hd": "example.com"}, "hosted-domain"),
    "of no organization": ({"hd": None}, "hosted-domain"),
    "an address of another domain": ({"email": "ada@example.com"}, "email-domain"),
    "an address that ends like ours": ({"email": "ada@notexample.edu"}, "email-domain"),
    "an address with ours before the @": ({"email": "example.edu@evil.com"}, "email-domain"),
    "an address with two @": ({"email": "ada@evil.com@example.edu"}, "email-domain"),
    "an address without a name": ({"email": "@example.edu"}, "email-domain"),
    "an address that nobody verified": ({"email_verified": False}, "email-unverified"),
    "an address verified in words": ({"email_verified": "true"}, "email-unverified"),
}


def unsigned(claims: dict[str, Any], algorithm: str) -> str:
    parts = (json.dumps(each).encode() for each in ({"alg": algorithm, "kid": "campus"}, claims))
    return ".".join([*(base64.urlsafe_b64encode(part).rstrip(b"=").decode() for part in parts), ""])


def by_secret(claims: dict[str, Any], secret: bytes) -> str:
    """Signed with what others know, too, as if it were a password that both share."""
    key = OctKey.import_key(base64.b64encode(secret).decode())
    return jwt.encode({"alg": "HS256", "kid": "campus"}, claims, key, algorithms=["HS256"])


def by_stranger(claims: dict[str, Any], kid: str, **header: Any) -> str:
    return jwt.encode({"alg": "RS256", "kid": kid, **header}, claims, rsa("stranger"))


TOKENS: dict[str, tuple[Callable[[dict[str, Any]], str], str]] = {
    "not signed": (lambda c: unsigned(c, "none"), "algorithm"),
    "not signed, in capitals": (lambda c: unsigned(c, "None"), "algorithm"),
    "signed with the public key": (
        lambda c: by_secret(c, rsa("campus").as_pem(private=False)),
        "algorithm",
    ),
    "signed with the client secret": (lambda c: by_secret(c, SECRET.encode()), "algorithm"),
    "signed by somebody": (lambda c: by_stranger(c, "campus"), "signature"),
    "signed with an unknown key": (lambda c: by_stranger(c, "mine"), "unknown-key"),
    "with a key in its head": (
        lambda c: by_stranger(c, "mine", jwk=rsa("stranger").as_dict(private=False)),
        "algorithm",
    ),
    "with the address of a key": (
        lambda c: by_stranger(c, "mine", jku="https://evil.example.com/keys"),
        "algorithm",
    ),
    "without the id of a key": (lambda c: jwt.encode({"alg": "RS256"}, c, rsa("campus")), "no-key-id"),
    "a text": (lambda _: "hello", "not-a-token"),
    "a long text": (lambda _: f"{'a' * 70_000}.b.c", "not-a-token"),
}


def test_none_with_another_claim_comes_in(gate: Gate) -> None:
    for what, (other, reason) in CLAIMS.items():
        try:
            gate.refused(gate.with_token(lambda c, o=other: _with(gate, c, o)), reason)  # type: ignore[misc]
        except BaseException as error:
            error.add_note(what)
            raise


def test_none_that_another_signed_comes_in(gate: Gate) -> None:
    for what, (forged, reason) in TOKENS.items():
        try:
            gate.refused(gate.with_token(forged), reason)
        except BaseException as error:
            error.add_note(what)
            raise


def test_none_of_another_browser_moment_or_provider_comes_in(gate: Gate) -> None:
    answer = gate.with_token(gate.campus.signed)
    theirs, _ = gate.begin()
    code = answer.code

    gate.refused(replace(answer, browser=None), "other-browser")
    gate.refused(replace(answer, browser=theirs.browser), "other-browser")
    gate.refused(replace(answer, state="made-up"), "state-unknown")
    assert gate.arrive(answer).sub == "ada-1"
    gate.refused(answer, "state-used")
    gate.refused(replace(theirs, code=code), "code-refused")  # a code that was redeemed

    stolen = gate.with_token(gate.campus.signed)
    mine, _ = gate.begin()
    gate.refused(replace(mine, code=stolen.code), "nonce")  # another's code in one's own browser

    late = gate.with_token(gate.campus.signed)
    gate.clock.advance(minutes=10)
    gate.refused(late, "state-unknown")


def test_providers_are_not_mixed_up(gate: Gate) -> None:
    mixed = [
        gate.with_token(gate.campus.signed)
        for _ in ("at another address", "another issuer", "no issuer", "an error of another")
    ]
    before = len(gate.campus.redeemed)
    gate.refused(replace(mixed[0], key="other", issuer=OTHER), "mixed-up", gate.other)
    gate.refused(replace(mixed[1], issuer=OTHER), "mixed-up")
    gate.refused(replace(mixed[2], issuer=None), "mixed-up")
    gate.refused(replace(mixed[3], issuer=OTHER, error="access_denied"), "mixed-up")
    assert len(gate.campus.redeemed) == before, "a code was given away"

    answer, nonce = gate.begin("other")
    theirs = gate.campus.signed(gate.campus.claims(nonce))
    gate.refused(replace(answer, code=gate.other.code_for(theirs)), "unknown-key", gate.other)


def test_the_same_sub_of_another_issuer_is_somebody_else(gate: Gate) -> None:
    first = gate.arrive(gate.with_token(gate.campus.signed))
    with gate.database.begin() as session:
        person, _ = identities.create(session, identities.wait(session, first, now=NOW), now=NOW)
    answer, nonce = gate.begin("other")
    same = gate.other.claims(nonce, {"email": "ada@example.edu", "roles": ["admin"], "groups": ["staff"]})
    answer = replace(answer, code=gate.other.code_for(gate.other.signed(same)))
    second = gate.arrive(answer, gate.other)

    assert (first.sub, first.label) == (second.sub, second.label)
    with gate.database.begin() as session:
        known = identities.find(session, first, now=NOW)
        assert known is not None
        assert (known.id, known.operator) == (person.id, False)
        assert identities.find(session, second, now=NOW) is None


def test_what_a_provider_answers_badly_is_refused_and_says_why(gate: Gate) -> None:
    answer, _ = gate.begin()
    gate.refused(replace(answer, error="access_denied"), "declined")
    answer, _ = gate.begin()
    gate.refused(replace(answer, error="<b>server_error</b>"), "provider-error")
    answer, _ = gate.begin()
    gate.refused(answer, "no-code")
    answer = gate.with_token(gate.campus.signed)
    gate.campus.is_down = True
    gate.refused(answer, "unreachable")
    gate.campus.is_down = False
    answer = gate.with_token(gate.campus.signed)
    with gate.database.begin() as session:
        providers.set_enabled(session, providers.named(session, "campus"), enabled=False, now=NOW)
    gate.refused(answer, "provider-disabled")
    with pytest.raises(SignOnRefused, match="provider-disabled"):
        gate.begin()


@pytest.mark.parametrize(
    ("published", "reason"),
    [
        ({"issuer": f"{CAMPUS}/"}, "document-issuer"),
        ({"issuer": None}, "document-issuer"),
        ({"token_endpoint": "http://id.example.edu/token"}, "document-addresses"),
        ({"jwks_uri": "file:///etc/passwd"}, "document-addresses"),
        ({"authorization_endpoint": "javascript:alert(1)"}, "document-addresses"),
        ({"authorization_endpoint": "https://id.example.edu/a;b c"}, "document-addresses"),
        ({"end_session_endpoint": 7}, "document-addresses"),
    ],
)
def test_a_document_that_does_not_fit_is_refused(published: dict[str, Any], reason: str) -> None:
    issuer = SignOnIssuer(FakeClock(), document=published)

    with pytest.raises(SignOnRefused, match=reason):
        converse(issuer, documents.read(CAMPUS, private=False))


def _with(gate: Gate, claims: dict[str, Any], other: dict[str, Any]) -> str:
    merged = {**claims, **other}
    return gate.campus.signed({name: value for name, value in merged.items() if value is not None})
