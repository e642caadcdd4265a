"""The public keys of who signs tokens: kept for a day, read again for a key that is new."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, TypeVar
from uuid import UUID

from submissions.errors import OutwardBusy
from submissions.outward import durations
from submissions.outward.openid.id_tokens import TokenRefused
from submissions.outward.openid.outward import Conversation, OutwardRequest, Unreachable
from submissions.storage.database import Database
from submissions.tables import LmsPlatform, SignOnProvider

_LONGEST = 64 * 1024

Signer = TypeVar("Signer", LmsPlatform, SignOnProvider)


def keys_for(
    database: Database,
    signer: type[Signer],
    signer_id: UUID,
    url_of: Callable[[Signer], str],
    key_id: str,
    *,
    now: datetime,
) -> Conversation[dict[str, Any]]:
    """The key set of a signer, fresh if this key is not in the one that is kept.

    Raises:
        TokenRefused: if there is none to be had.
        OutwardBusy: if too many other requests wait, and the key is not in the one that is kept.
    """
    with database.read() as session:
        row = session.get_one(signer, signer_id)
        url, kept, kept_at = url_of(row), row.jwks or {}, row.jwks_at
    has_key = _has(kept, key_id)
    if kept_at is not None and now - kept_at < (durations.KEY_SET if has_key else durations.KEY_SET_LEAST):
        return kept
    try:
        fresh = yield from _fetch(url)
    except OutwardBusy:
        if has_key:
            return kept
        raise
    if fresh is None:
        # An old key set is better than none: a provider that is down for a while must not stop sign-ins.
        if kept:
            return kept
        raise TokenRefused("keys-unreachable")
    with database.begin() as session:
        row = session.get_one(signer, signer_id)
        if url_of(row) == url:
            row.jwks, row.jwks_at = fresh, now
    return fresh


def _fetch(url: str) -> Conversation[dict[str, Any] | None]:
    try:
        answer = yield OutwardRequest("GET", url, {"Accept": "application/json"}, is_public=True)
    except Unreachable:
        return None
    found = answer.json() if answer.is_good and len(answer.body) <= _LONGEST else None
    return found if isinstance(found, dict) and isinstance(found.get("keys"), list) else None


def _has(keys: Mapping[str, Any], key_id: str) -> bool:
    return any(isinstance(each, dict) and each.get("kid") == key_id for each in keys.get("keys", ()))
