"""Signatures of messages, by the specification of Standard Webhooks (standardwebhooks.com)."""

import base64
import hashlib
import hmac
import secrets
from collections.abc import Sequence
from datetime import datetime

_BYTES = 32
_PREFIX = "whsec_"


def fresh_secret() -> bytes:
    """A secret of which nobody knows."""
    return secrets.token_bytes(_BYTES)


def written(secret: bytes) -> str:
    """A secret as its receiver enters it."""
    return _PREFIX + base64.b64encode(secret).decode()


def headers(message_id: str, payload: str, keys: Sequence[bytes], *, now: datetime) -> dict[str, str]:
    """The headers of one attempt: its time is signed, so receivers refuse what is sent again by others."""
    timestamp = str(int(now.timestamp()))
    signed = f"{message_id}.{timestamp}.{payload}".encode()
    return {
        "webhook-id": message_id,
        "webhook-timestamp": timestamp,
        "webhook-signature": " ".join(_signature(key, signed) for key in keys),
    }


def _signature(key: bytes, signed: bytes) -> str:
    return "v1," + base64.b64encode(hmac.digest(key, signed, hashlib.sha256)).decode()
