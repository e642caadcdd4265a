"""Passwords: argon2id, through a library that is well kept.

One costs memory and time on purpose: nobody hashes one in a transaction, and the edge few at a time.
"""

import unicodedata
from dataclasses import dataclass
from functools import cache

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from submissions.errors import Unusable
from submissions.fresh_secret import fresh_secret

LEAST = 12
"""Characters."""
MOST_BYTES = 256

_HASHER = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)  # OWASP, 2025


@dataclass(frozen=True, slots=True)
class Checked:
    """What came out of looking at a password."""

    good: bool
    newer_hash: str | None = None
    """To be kept from now on: the one there was is from before the cost was raised."""


def hashed(password: str, *, login: str = "") -> str:
    """What is kept of a new password.

    Raises:
        Unusable: if it is too short or too long to be one, or is the login.
    """
    password = _usual(password)
    if len(password) < LEAST:
        raise Unusable("password", "password-too-short")
    if len(password.encode()) > MOST_BYTES:
        raise Unusable("password", "password-too-long")
    if password.lower() == login.lower():
        raise Unusable("password", "password-is-login")
    return _HASHER.hash(password)


def check(kept: str | None, password: str) -> Checked:
    """Whether it is the one that was kept. It takes as long where there is no account, or no password."""
    password = _usual(password)
    if len(password.encode()) > MOST_BYTES:
        return Checked(good=False)
    good = _matches(kept or _nobodys(), password) and kept is not None
    if not good or kept is None or not _HASHER.check_needs_rehash(kept):
        return Checked(good)
    return Checked(good, _HASHER.hash(password))


def _matches(kept: str, password: str) -> bool:
    try:
        return _HASHER.verify(kept, password)
    except (VerificationError, InvalidHashError):
        return False


@cache
def _nobodys() -> str:
    """Of a password that nobody knows."""
    return _HASHER.hash(fresh_secret())


def _usual(password: str) -> str:
    """The same however the keyboard put the letters together; without what no database takes."""
    return unicodedata.normalize("NFKC", password.encode(errors="replace").decode())
