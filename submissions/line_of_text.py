"""One line of text that a person wrote: a name, a title."""

from submissions.errors import Unusable

LONGEST = 200


def line_of_text(field: str, text: str) -> str:
    """The text without spaces around it.

    Raises:
        Unusable: if it is empty, too long, or more than a line.
    """
    text = text.strip()
    if not text:
        raise Unusable(field, "empty")
    if len(text) > LONGEST:
        raise Unusable(field, "too-long")
    if not text.isprintable():
        raise Unusable(field, "not-printable")
    return text
