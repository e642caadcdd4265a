"""Ids: UUIDs of version 7, which sort by the time they were made. Knowing one gives no right to anything."""

import secrets
import time
from datetime import datetime
from uuid import UUID

_VERSION, _VARIANT = 7, 0b10


def new_id() -> UUID:
    """An id nobody has. Those that a process makes one after the other sort in that order."""
    return _id(time.time_ns())


def id_at(moment: datetime) -> UUID:
    """An id as it would have been made then: lists that go by id show it where it belongs."""
    return _id(int(moment.timestamp() * 1_000_000) * 1000)


def _id(nanoseconds: int) -> UUID:
    """48 bits of milliseconds, 12 of their fraction (a quarter of a microsecond), 62 random ones.

    RFC 9562, sections 5.7 and 6.2 (method 3).
    """
    milliseconds, rest = divmod(nanoseconds, 1_000_000)
    fraction = (rest << 12) // 1_000_000
    random = secrets.randbits(62)
    return UUID(int=milliseconds << 80 | _VERSION << 76 | fraction << 64 | _VARIANT << 62 | random)
