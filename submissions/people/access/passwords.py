"""Passwords: argon2id, through a library that is well kept.

One costs memory and time on purpose: nobody hashes one in a transaction, and the edge few at a time.
"""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from submissions.errors import Unusable
from submissions.people.access.random_secret import fresh_secret
from submissions.people.access.weak_passwords import weakness

LEAST = 12
"""Characters."""
MOST_BYTES = 256

_MOST_TYPED = 4 * MOST_BYTES
"""Characters, before they are put together: no keyboard needs more than four for two bytes."""

_OURS = "backgrade"
"""The name of this program, which whoever guesses knows too."""

_HASHER = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)  # OWASP, 2025


@dataclass(frozen=True, slots=True)
class PasswordCheck:
    """The result of a check of a password."""

    good: bool
    newer_hash: str | None = None
    """The hash to keep from now on, where the stored one is from before the cost was raised."""


def hashed(password: str, *, login: str = "", names: Sequence[str] = ()) -> str:
    """Return the hash to keep of a new password.

    `names` are others that everybody knows of its owner, or of the course.

    Raises:
        Unusable: if it is too short or too long to be one, is the login, or one that others would try first.
    """
    usual = _usual(password)
    if usual is None:
        raise Unusable("password", "password-too-long", most=MOST_BYTES)
    if len(usual) < LEAST:
        raise Unusable("password", "password-too-short", least=LEAST)
    if usual.lower() == login.lower():
        raise Unusable("password", "password-is-login")
    if weak := weakness(usual, (login, _OURS, *names)):
        raise Unusable("password", weak)
    return _HASHER.hash(usual)


def check(kept: str | None, password: str) -> PasswordCheck:
    """Whether it is the one that was kept. It takes as long where there is no account, or no password."""
    usual = _usual(password)
    if usual is None:
        return PasswordCheck(good=False)
    good = _matches(kept or _nobodys(), usual) and kept is not None
    if not good or kept is None or not _HASHER.check_needs_rehash(kept):
        return PasswordCheck(good)
    return PasswordCheck(good, _HASHER.hash(usual))


def _matches(kept: str, password: str) -> bool:
    try:
        return _HASHER.verify(kept, password)
    except (VerificationError, InvalidHashError):
        return False


@cache
def _nobodys() -> str:
    """Return the hash of a password that nobody knows."""
    return _HASHER.hash(fresh_secret())


def _usual(password: str) -> str | None:
    """Return a password as it is compared, however the keyboard combined its letters; None: it is too long.

    Its length comes first: to put 160,000 accents in order takes the interpreter 17 seconds.
    """
    if len(password) > _MOST_TYPED:
        return None
    usual = unicodedata.normalize("NFKC", password.encode(errors="replace").decode())
    return usual if len(usual.encode()) <= MOST_BYTES else None
