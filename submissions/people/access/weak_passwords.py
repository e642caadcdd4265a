"""What makes a password one of the first that somebody would try."""

import re
from collections.abc import Iterable
from functools import cache
from importlib import resources
from itertools import pairwise

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
    """Whether it is a few characters again and again; the last time may be cut off."""
    return any(
        (text[:size] * (len(text) // size + 1)).startswith(text) for size in range(1, _LONGEST_UNIT + 1)
    )


def _is_sequence(text: str) -> bool:
    """Whether it goes along the alphabet, the digits or the keyboard, with few jumps: `abcdef123456`."""
    along = sum(pair in _ALONG for pair in pairwise(text))
    return along >= (len(text) - 1) * 3 / 4


def _is_common(text: str) -> bool:
    """Whether it is a common one, also with digits around it, doubled, or in the usual disguise."""
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
