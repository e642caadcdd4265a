"""The difference between two files, a few lines around each change."""

from collections.abc import Sequence
from difflib import unified_diff

from grader.records import Frozen

MOST_LINES = 600
"""Longer files are not compared: it would take too long."""
_AROUND = 2
_HEADER = 2
_KINDS = {"+": "added", "-": "removed", "@": "place"}


class DiffLine(Frozen):
    """A line of a difference."""

    kind: str
    """`added`, `removed`, `place`, or empty for one that stays."""
    text: str


def difference(before: Sequence[str], after: Sequence[str]) -> list[DiffLine] | None:
    """The lines that changed; None where there are too many to compare."""
    if max(len(before), len(after)) > MOST_LINES:
        return None
    lines = list(unified_diff(before, after, n=_AROUND, lineterm=""))[_HEADER:]
    return [DiffLine(_KINDS.get(line[:1], ""), line) for line in lines]
