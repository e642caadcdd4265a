"""Ids: UUIDs of version 7, which sort by the time they were made. Knowing one gives no right to anything."""

import secrets
import time
from datetime import datetime
from uuid import UUID

_VERSION, _VARIANT = 7, 0b10


def new_id() -> UUID:
    """An id nobody has: 48 bits of milliseconds, 74 random ones (RFC 9562, section 5.7)."""
    return _id(time.time_ns() // 1_000_000)


def id_at(moment: datetime) -> UUID:
    """An id as it would have been made then: lists that go by id show it where it belongs."""
    return _id(int(moment.timestamp() * 1000))


def _id(milliseconds: int) -> UUID:
    random = secrets.randbits(74)
    upper, lower = random >> 62, random & ((1 << 62) - 1)
    return UUID(int=milliseconds << 80 | _VERSION << 76 | upper << 64 | _VARIANT << 62 | lower)
