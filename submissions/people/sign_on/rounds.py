"""Browsers on their way to a provider and back: each comes back once, to the browser that was sent."""

import base64
import hashlib
import secrets
from datetime import datetime
from urllib.parse import urlencode, urlsplit, urlunsplit

from sqlalchemy import delete, update
from sqlalchemy.orm import Session

from grader.records import Frozen
from submissions.errors import SignOnRefused
from submissions.people import durations
from submissions.people.access.random_secret import digest, fresh_secret
from submissions.people.sign_on import providers
from submissions.tables import SignOnNewcomer, SignOnProvider, SignOnRound

_NONCE_BYTES = 24
_SCOPES = "openid profile email"


class StartedRound(Frozen):
    """The parts of a request that the browser takes along."""

    state: str
    browser: str
    """The secret that shows that it is the same browser which comes back."""
    address: str
    """The provider's address, with the request."""


def begin(session: Session, key: str, path: str, *, redirect_uri: str, now: datetime) -> StartedRound:
    """A way that has begun; `path` is where it ends.

    Raises `SignOnRefused` if there is no such provider, or it is disabled.
    """
    provider = providers.active(session, key)
    state, browser = fresh_secret(), fresh_secret()
    made = SignOnRound(
        state_hash=digest(state),
        provider_id=provider.id,
        browser_hash=digest(browser),
        nonce=secrets.token_urlsafe(_NONCE_BYTES),
        verifier=fresh_secret(),
        redirect_uri=redirect_uri,
        path=path,
        expires_at=now + durations.SIGN_ON,
    )
    session.add(made)
    session.flush()
    return StartedRound(state, browser, _address(provider, made, state))


def finish(session: Session, state: str, browser: str | None, *, now: datetime) -> SignOnRound:
    """Return the sign-on that ends with this state, in the browser where it began; it is used up by this.

    Raises `SignOnRefused` if there is none, it has ended, or it began in another browser.
    """
    made = session.get(SignOnRound, digest(state))
    if made is None or made.expires_at <= now:
        raise SignOnRefused("state-unknown")
    if made.used_at is not None:
        raise SignOnRefused("state-used")
    if browser is None or digest(browser) != made.browser_hash:
        raise SignOnRefused("other-browser")
    # Of two that come at once, the second finds the row changed.
    used = update(SignOnRound).where(SignOnRound.state_hash == made.state_hash, SignOnRound.used_at.is_(None))
    if session.scalar(used.values(used_at=now).returning(SignOnRound.state_hash)) is None:
        raise SignOnRefused("state-used")
    return made


def cookie_ending(state: str) -> str:
    """Return the ending that distinguishes the cookies of ways that go on at the same time."""
    return digest(state)[:16]


def forget(session: Session, *, now: datetime) -> None:
    """Delete what has expired."""
    for table in (SignOnRound, SignOnNewcomer):
        session.execute(delete(table).where(table.expires_at <= now))


def _address(provider: SignOnProvider, made: SignOnRound, state: str) -> str:
    asked = {
        "scope": _SCOPES,
        "response_type": "code",
        "client_id": provider.client_id,
        "redirect_uri": made.redirect_uri,
        "state": state,
        "nonce": made.nonce,
        "code_challenge": _challenge(made.verifier),
        "code_challenge_method": "S256",
    }
    if len(provider.hosted_domains) == 1:
        asked["hd"] = provider.hosted_domains[0]
    parts = urlsplit(providers.document_of(provider).authorization_url)
    query = "&".join(each for each in (parts.query, urlencode(asked)) if each)
    return urlunsplit(parts._replace(query=query))


def _challenge(verifier: str) -> str:
    hashed = hashlib.sha256(verifier.encode()).digest()
    return base64.urlsafe_b64encode(hashed).rstrip(b"=").decode()
