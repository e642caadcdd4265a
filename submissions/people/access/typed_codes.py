"""Codes that people type: random letters that are not mistaken for each other, in groups of four."""

import secrets

_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # Crockford's: without I, L, O and U
_MISREAD = str.maketrans("ILO", "110")
_GROUP = 4


def fresh_code(letters: int) -> str:
    """Return a new code of this many letters; each has 5 random bits."""
    return _grouped("".join(secrets.choice(_ALPHABET) for _ in range(letters)))


def usual_code(text: str, letters: int) -> str:
    """Return a code in the form that is kept: in capitals and groups of four, with misread letters put right.

    A code with more than `letters` letters becomes one that nobody has.

    Of more letters than those it is a code that nobody has.
    """
    typed = "".join(letter for letter in text.upper() if letter.isascii() and letter.isalnum())
    return _grouped(typed.translate(_MISREAD)[: letters + 1])


def _grouped(letters: str) -> str:
    return "-".join(letters[start : start + _GROUP] for start in range(0, len(letters), _GROUP))
