"""What a token says, as it may be shown."""

from collections.abc import Mapping
from typing import Any

LONGEST_LINE = 200


def shown_line(claims: Mapping[str, Any], name: str) -> str:
    """A text to be shown: one line, of letters that can be; empty where there is none."""
    text = claims.get(name)
    if not isinstance(text, str):
        return ""
    shown = "".join(letter if letter.isprintable() else " " for letter in text[: 10 * LONGEST_LINE])
    return " ".join(shown.split())[:LONGEST_LINE].strip()
