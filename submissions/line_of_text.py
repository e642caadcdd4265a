"""One line of text that a person wrote: a name, a title."""

from submissions.errors import Unusable

LONGEST = 200
_JOINERS = str.maketrans("", "", "\u200c\u200d")
"""Without them, names in some scripts and many pictures of people cannot be written."""


def line_of_text(field: str, text: str) -> str:
    """The text with single spaces between its words and none around them.

    Raises:
        Unusable: if it is empty, too long, or has characters that cannot be shown.
    """
    text = " ".join(text.split())
    if not text:
        raise Unusable(field, "empty")
    if len(text) > LONGEST:
        raise Unusable(field, "too-long")
    if not text.translate(_JOINERS).isprintable():
        raise Unusable(field, "not-printable")
    return text
