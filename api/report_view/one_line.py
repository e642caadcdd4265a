"""Text of a student's as part of one line of ours."""

from grader.sandbox.replies import printable

_LONGEST = 400


def one_line(text: str, longest: int = _LONGEST) -> str:
    """The text without line breaks and control characters, cut where it would be too long to read."""
    line = " ".join(printable(text).split())
    return line if len(line) <= longest else line[: longest - 1] + "…"
