"""Secrets that are handed out: random bits of which only the hash is kept, and codes that people type."""

import hashlib
import secrets
from string import ascii_letters, digits

_ALPHABET = ascii_letters + digits
_LENGTH = 43  # of 62 letters: just above 256 bits
_TYPED = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # Crockford's: without I, L, O and U
_MISREAD = str.maketrans("ILO", "110")
_GROUP = 4


def fresh_secret() -> str:
    """A secret nobody has or can guess: letters and digits only, so that a double click selects all of it."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(_LENGTH))


def digest(secret: str) -> str:
    """Return the hash that is kept of a secret. A slow hash would add nothing: there is nothing to guess."""
    return hashlib.sha256(secret.encode()).hexdigest()


def fresh_code(letters: int) -> str:
    """Return a new code of this many letters; each has 5 random bits."""
    return _grouped("".join(secrets.choice(_TYPED) for _ in range(letters)))


def usual_code(text: str, letters: int) -> str:
    """Return a code in the form that is kept: in capitals and groups of four, with misread letters put right.

    A code with more than `letters` letters becomes one that nobody has.
    """
    typed = "".join(letter for letter in text.upper() if letter.isascii() and letter.isalnum())
    return _grouped(typed.translate(_MISREAD)[: letters + 1])


def _grouped(letters: str) -> str:
    return "-".join(letters[start : start + _GROUP] for start in range(0, len(letters), _GROUP))
