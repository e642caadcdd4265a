"""Secrets that are handed out: 256 random bits, of which only the hash is kept."""

import hashlib
import secrets
from string import ascii_letters, digits

_ALPHABET = ascii_letters + digits
_LENGTH = 43  # of 62 letters: just above 256 bits


def fresh_secret() -> str:
    """A secret nobody has or can guess: letters and digits only, so that a double click selects all of it."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(_LENGTH))


def digest(secret: str) -> str:
    """Return the hash that is kept of a secret. A slow hash would add nothing: there is nothing to guess."""
    return hashlib.sha256(secret.encode()).hexdigest()
