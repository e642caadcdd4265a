"""Passwords: argon2id, through a library that is well kept.

One costs memory and time on purpose: nobody hashes one in a transaction, and the edge few at a time.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import cache
from importlib import resources
from itertools import pairwise

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from grader.records import Frozen
from submissions.errors import Unusable
from submissions.people.access.random_secret import fresh_secret

LEAST = 12
"""Characters."""
MOST_BYTES = 256

_MOST_TYPED = 4 * MOST_BYTES
"""Characters, before they are put together: no keyboard needs more than four for two bytes."""

_OURS = "backgrade"
"""The name of this program, which whoever guesses knows too."""

_HASHER = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)  # OWASP, 2025


class PasswordCheck(Frozen):
    """The result of a check of a password."""

    good: bool
    newer_hash: str | None = None
    """The hash to keep from now on, where the stored one is from before the cost was raised."""


def hashed(password: str, *, login: str = "", names: Sequence[str] = ()) -> str:
    """Return the hash to keep of a new password.

    `names` are others that everybody knows of its owner, or of the course.

    Raises `Unusable` if it is too short or too long to be one, is the login, or one that others would try
    first.
    """
    usual = _normalized(password)
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
    """Whether a password is the kept one. It takes as long where there is no account, or no password."""
    usual = _normalized(password)
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


def _normalized(password: str) -> str | None:
    """Return a password as it is compared, however the keyboard combined its letters; None: it is too long.

    Its length comes first: to put 160,000 accents in order takes the interpreter 17 seconds.
    """
    if len(password) > _MOST_TYPED:
        return None
    usual = unicodedata.normalize("NFKC", password.encode(errors="replace").decode())
    return usual if len(usual.encode()) <= MOST_BYTES else None


_FEWEST_KINDS = 5
"""Different characters; `aaaaaaaaaaaa` has one."""
_LONGEST_UNIT = 8
"""The longest part whose repetition counts as weak: `passwordpassword` is as good as half of it."""
_REST = 8
"""Characters that have to be left beside a name that others know."""
_SHORTEST_NAME = 4
_ROWS = (
    *("abcdefghijklmnopqrstuvwxyz", "01234567890"),
    *("qwertyuiop", "asdfghjkl", "zxcvbnm", "qwertzuiop", "azertyuiop"),
)
_ALONG = {pair for row in _ROWS for way in (row, row[::-1]) for pair in pairwise(way)}
_AROUND = re.compile(r"^[^a-z]+|[^a-z]+$")
_DISGUISED = str.maketrans("@4301!5$7", "aaeoiisst")


def weakness(password: str, names: Iterable[str] = ()) -> str | None:
    """Why it is weak, by the id of a reason; None where it is not. Others know the `names` of its owner."""
    plain = password.casefold()
    if not plain.strip() or not any(letter.isalnum() for letter in plain):
        return "password-without-letters"
    if len(set(plain)) < _FEWEST_KINDS or _is_repeated(plain) or _is_sequence(plain):
        return "password-is-pattern"
    if _is_common(plain):
        return "password-is-common"
    if any(_is_mostly(plain, name.casefold()) for name in names):
        return "password-has-name"
    return None


def _is_repeated(text: str) -> bool:
    """Whether a text is a few characters again and again; the last time may be cut off."""
    return any(
        (text[:size] * (len(text) // size + 1)).startswith(text) for size in range(1, _LONGEST_UNIT + 1)
    )


def _is_sequence(text: str) -> bool:
    """Whether a text goes along the alphabet, digits or keyboard, with few jumps: `abcdef123456`."""
    along = sum(pair in _ALONG for pair in pairwise(text))
    return along >= (len(text) - 1) * 3 / 4


def _is_common(text: str) -> bool:
    """Whether a password is common, also with digits around it, doubled, or in the usual disguise."""
    inside = _AROUND.sub("", text)
    letters = "".join(filter(str.isalnum, text))
    tried = {text, letters, inside, inside.translate(_DISGUISED), _AROUND.sub("", letters)}
    tried |= {each[: len(each) // 2] for each in tried if each[: len(each) // 2] * 2 == each}
    return not tried.isdisjoint(_common())


def _is_mostly(text: str, name: str) -> bool:
    """Whether a name stands in it, and little else."""
    parts = {name, name.partition("@")[0], "".join(name.split()), *name.split()}
    return any(
        len(part) >= _SHORTEST_NAME and part in text and len(text) - len(part) < _REST for part in parts
    )


@cache
def _common() -> frozenset[str]:
    """The commonest: those of twelve characters or more, and those that others are made of."""
    listed = resources.files(__package__).joinpath("common_passwords.txt")
    return frozenset(listed.read_text(encoding="utf-8").split())
