"""Our keys: they sign what we send to platforms, which read the public halves at our address."""

from datetime import datetime
from functools import lru_cache
from typing import Any

from joserfc import jwt
from joserfc.jwk import RSAKey
from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from submissions.connect import durations
from submissions.people.access import audit
from submissions.people.access.policy import Caller, require_operator
from submissions.tables import LmsKey

ALGORITHM = "RS256"

_BITS = 2048


def published(session: Session, *, now: datetime) -> dict[str, Any]:
    """The public keys as a JSON Web Key Set: those that sign, will sign, or signed a short while ago."""
    kept = or_(LmsKey.retired_at.is_(None), LmsKey.retired_at > now - durations.KEY_AFTER)
    keys = session.scalars(select(LmsKey).where(kept).order_by(LmsKey.signs_from.desc(), LmsKey.kid))
    return {"keys": [_public(key) for key in keys]}


def sign(session: Session, claims: dict[str, Any], *, now: datetime) -> str:
    """The claims as a JSON Web Token of ours. The first time a key is made, in a transaction that writes."""
    key = _signing(session, now) or _make(session, signs_from=now, now=now)
    return jwt.encode({"alg": ALGORITHM, "kid": key.kid, "typ": "JWT"}, claims, _parsed(key.private))


def ensure(session: Session, *, now: datetime) -> None:
    """A key, if there is none yet."""
    if session.scalar(select(LmsKey.kid).limit(1)) is None:
        _make(session, signs_from=now, now=now)


def rotate_for(session: Session, caller: Caller, *, now: datetime) -> LmsKey:
    """A new key, for an operator."""
    require_operator(caller)
    audit.record(session, caller.known, "lms-key-made", now=now)
    return rotate(session, now=now)


def rotate(session: Session, *, at_once: bool = False, now: datetime) -> LmsKey:
    """A new key, which signs from tomorrow on; the old ones are published a week longer.

    With `at_once` it signs now, and the old ones are gone: for a key that somebody else has seen.
    """
    signs_from = now if at_once else now + durations.KEY_BEFORE
    for key in session.scalars(select(LmsKey)):
        retires = min(key.retired_at or signs_from, signs_from)
        key.retired_at = now - durations.KEY_AFTER if at_once else retires
    return _make(session, signs_from=signs_from, now=now)


def listed(session: Session) -> list[LmsKey]:
    """All keys, the newest first."""
    return list(session.scalars(select(LmsKey).order_by(LmsKey.created_at.desc(), LmsKey.kid)))


def _signing(session: Session, now: datetime) -> LmsKey | None:
    chosen = select(LmsKey).where(
        LmsKey.signs_from <= now, or_(LmsKey.retired_at.is_(None), LmsKey.retired_at > now)
    )
    return session.scalar(chosen.order_by(LmsKey.signs_from.desc(), LmsKey.kid).limit(1))


def _make(session: Session, *, signs_from: datetime, now: datetime) -> LmsKey:
    made = RSAKey.generate_key(_BITS)
    key = LmsKey(
        kid=made.thumbprint(),
        private=made.as_pem(private=True),
        signs_from=signs_from,
        retired_at=None,
        created_at=now,
    )
    session.add(key)
    session.flush()
    return key


@lru_cache(maxsize=16)
def _parsed(private: bytes) -> RSAKey:
    """Return the key in this text. Reading one takes some 30 ms, because it is checked to be a valid key."""
    return RSAKey.import_key(private)


def _public(key: LmsKey) -> dict[str, Any]:
    return {**_parsed(key.private).as_dict(private=False), "kid": key.kid, "use": "sig", "alg": ALGORITHM}
