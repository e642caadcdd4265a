"""Several lines of text that a person wrote: a comment, a note, a message."""

import re

from submissions.errors import Unusable
from submissions.texts.single_line import UNSHOWN

LONGEST_PARAGRAPH = 4000

_UNSHOWN = re.compile(f"[{UNSHOWN}\ud800-\udfff]")
_BREAK = re.compile(r"\r\n?")
_EMPTY_LINES = re.compile(r"\n{3,}")


def several_lines(field: str, text: str) -> str:
    """The text without space around it, and with at most one empty line in a row."""
    if len(text) > 2 * LONGEST_PARAGRAPH:
        raise Unusable(field, "too-long", longest=LONGEST_PARAGRAPH)
    text = _EMPTY_LINES.sub("\n\n", _BREAK.sub("\n", text)).strip()
    if not text:
        raise Unusable(field, "empty")
    if len(text) > LONGEST_PARAGRAPH:
        raise Unusable(field, "too-long", longest=LONGEST_PARAGRAPH)
    if _UNSHOWN.search(text):
        raise Unusable(field, "not-printable")
    return text
