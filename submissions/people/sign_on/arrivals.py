"""The way back from a provider, step by step: the answer, the code, the token, who it is about."""

import base64
from collections.abc import Mapping
from datetime import datetime
from typing import Any
from urllib.parse import quote, urlencode
from uuid import UUID

from grader.records import Frozen
from submissions.errors import SignOnRefused
from submissions.outward.openid import id_tokens, key_sets
from submissions.outward.openid.id_tokens import TokenRefused, claim, shown_line
from submissions.outward.openid.outward import Conversation, OutwardRequest, Unreachable
from submissions.people.sign_on import providers, rounds
from submissions.storage.database import Database
from submissions.tables import SignOnProvider, SignOnRound

_LONGEST_CODE = 4000
_LONGEST_SUB = 255
_LONGEST_ANSWER = 256 * 1024
_DECLINED = "access_denied"


class ProviderAnswer(Frozen):
    """An answer that a browser brings back from a provider."""

    key: str
    """The key of the provider to whose address it came back."""
    state: str
    browser: str | None
    """The secret by which the browser shows that it is the one that was sent; None where it shows none."""
    code: str = ""
    issuer: str | None = None
    """The issuer that the answer names (RFC 9207)."""
    error: str = ""


class Vouched(Frozen):
    """Somebody whom a provider, or a proxy, vouches for."""

    issuer: str
    sub: str
    name: str
    label: str
    """The text by which they recognise it: their e-mail address, else their name."""
    provider_id: UUID | None
    """None for a proxy."""
    admits_new: bool
    path: str
    """Where they go on to."""


def arrive(database: Database, answer: ProviderAnswer, *, now: datetime) -> Conversation[Vouched]:
    """Return who came back. The way is used up, whatever comes after.

    Raises `SignOnRefused` if something is not in order.
    """
    with database.begin() as session:
        made = rounds.finish(session, answer.state, answer.browser, now=now)
    with database.read() as session:
        provider = providers.active(session, answer.key)
        _require_same(provider, made, answer)
    token = yield from _redeemed(provider, made, answer.code)
    try:
        keys = yield from key_sets.keys_for(
            database, SignOnProvider, provider.id, _key_address, id_tokens.key_id(token), now=now
        )
        claims = id_tokens.checked(
            token, keys, issuer=provider.issuer, client_id=provider.client_id, nonce=made.nonce, now=now
        )
    except TokenRefused as error:
        raise SignOnRefused(error.reason, **error.facts) from None
    sub = claims.get("sub")
    if not isinstance(sub, str) or not sub or len(sub) > _LONGEST_SUB or not sub.isprintable():
        raise SignOnRefused("nobody")
    require_admitted(provider, claims)
    email, name = shown_line(claims, "email"), shown_line(claims, "name")
    name = name or shown_line(claims, "preferred_username") or email
    return Vouched(
        provider.issuer, sub, name, email or name, provider.id, provider.admits_new, path=made.path
    )


def _require_same(provider: SignOnProvider, made: SignOnRound, answer: ProviderAnswer) -> None:
    """Check that the answer is of the provider that was asked, so that none passes for another."""
    names_itself = providers.document_of(provider).names_itself
    if made.provider_id != provider.id:
        raise SignOnRefused("mixed-up")
    if answer.issuer != provider.issuer and (answer.issuer is not None or names_itself):
        raise SignOnRefused("mixed-up")
    if answer.error:
        raise SignOnRefused("declined" if answer.error == _DECLINED else "provider-error")
    if not answer.code or len(answer.code) > _LONGEST_CODE:
        raise SignOnRefused("no-code")


def _redeemed(provider: SignOnProvider, made: SignOnRound, code: str) -> Conversation[str]:
    """The ID token for the code. What else comes with it is not kept."""
    document = providers.document_of(provider)
    headers = {"Accept": "application/json", "Content-Type": "application/x-www-form-urlencoded"}
    form = {
        "grant_type": "authorization_code",
        "code": code,
        "redirect_uri": made.redirect_uri,
        "client_id": provider.client_id,
        "code_verifier": made.verifier,
    }
    secret = (provider.client_secret or b"").decode()
    if secret and document.takes_basic:
        pair = f"{quote(provider.client_id, safe='')}:{quote(secret, safe='')}"
        headers["Authorization"] = f"Basic {base64.b64encode(pair.encode()).decode()}"
    elif secret:
        form["client_secret"] = secret
    request = OutwardRequest("POST", document.token_url, headers, urlencode(form).encode())
    try:
        answer = yield request
    except Unreachable:
        raise SignOnRefused("unreachable") from None
    found = answer.json() if answer.is_good and len(answer.body) <= _LONGEST_ANSWER else None
    token = found.get("id_token") if isinstance(found, dict) else None
    if not isinstance(token, str):
        raise SignOnRefused("code-refused")
    return token


def _key_address(provider: SignOnProvider) -> str:
    return providers.document_of(provider).jwks_url


def require_admitted(provider: SignOnProvider, claims: Mapping[str, Any]) -> None:
    """Check that somebody with these claims is let in. Raises `SignOnRefused` if not."""
    if provider.tenants and claim(claims, "tid") not in provider.tenants:
        raise SignOnRefused("tenant")
    if provider.hosted_domains and claim(claims, "hd").lower() not in provider.hosted_domains:
        raise SignOnRefused("hosted-domain")
    if provider.email_domains:
        _require_domain(provider, claims)


def _require_domain(provider: SignOnProvider, claims: Mapping[str, Any]) -> None:
    if claims.get("email_verified") is not True:
        raise SignOnRefused("email-unverified")
    name, at, domain = claim(claims, "email").partition("@")
    if not name or not at or domain.lower() not in provider.email_domains:
        raise SignOnRefused("email-domain")
