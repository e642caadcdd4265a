"""What a token says, as it may be shown."""

from collections.abc import Mapping
from typing import Any

LONGEST_LINE = 200


def claim(claims: Mapping[str, Any], name: str) -> str:
    """Return a text as it was sent; empty where there is none."""
    text = claims.get(name)
    return text if isinstance(text, str) else ""


def shown_line(claims: Mapping[str, Any], name: str) -> str:
    """A text to be shown: one line, of letters that can be; empty where there is none."""
    text = claim(claims, name)[: 10 * LONGEST_LINE]
    shown = "".join(letter if letter.isprintable() else " " for letter in text)
    return " ".join(shown.split())[:LONGEST_LINE].strip()
