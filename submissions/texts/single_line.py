"""One line of text that a person wrote: a name, a title."""

import re

from submissions.errors import Unusable

LONGEST = 200

SPACES = r"\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"
"""Characters between words, as in brackets of a pattern; a run of them becomes one space."""
UNSHOWN = (
    r"\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\xad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u180e\u200b"
    r"\u200e\u200f\u202a-\u202e\u2060-\u206f\ue000-\uf8ff\ufeff\ufff9-\ufffb\ufffe\uffff"
    "\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U0010ffff"
)
"""Likewise: controls, and characters that only format others or are nobody's.

Joiners are none of them: without them, names in some scripts and many pictures of people cannot be written.
Nor are letters that this version of Python does not know yet.
"""
PATTERN = f"^[^{UNSHOWN}]*[^{UNSHOWN}{SPACES}][^{UNSHOWN}]*$"
"""The pattern in the interface's description: a word at least, and nothing that cannot be shown."""

_UNSHOWN = re.compile(f"[{UNSHOWN}\ud800-\udfff]")
_LONGEST_TYPED = 10 * LONGEST
"""The most characters that are read before spaces are taken out."""


def single_line(field: str, text: str) -> str:
    """The text with single spaces between its words and none around them."""
    if len(text) > _LONGEST_TYPED:
        raise Unusable(field, "too-long", longest=LONGEST)
    text = " ".join(text.split())
    if not text:
        raise Unusable(field, "empty")
    if len(text) > LONGEST:
        raise Unusable(field, "too-long", longest=LONGEST)
    if _UNSHOWN.search(text):
        raise Unusable(field, "not-printable")
    return text
