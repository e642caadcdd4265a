"""Changes in the code between two attempts, for staff and for its student."""

from collections.abc import Mapping, Sequence
from difflib import unified_diff

from api.i18n import gettext as _
from api.report_view.source_lines import SourceLines
from grader.records import Frozen
from submissions.tables import Submission

_MOST_LINES = 600
"""Longer files are not compared: it would take too long."""
_AROUND = 2
_HEADER = 2
_KINDS = {"+": "added", "-": "removed", "@": "place"}


class DiffLine(Frozen):
    """A line of a difference."""

    kind: str
    """`added`, `removed`, `place`, or empty for one that stays."""
    text: str


class Changes(Frozen):
    """The lines that changed, or why there are none to show."""

    lines: tuple[DiffLine, ...] = ()
    remark: str = ""


def changes(before: Submission | None, after: Submission, contents: Mapping[str, bytes]) -> Changes:
    """Return what changed since the attempt before; `contents` are the files that are kept, by SHA-256."""
    if before is None:
        return Changes(remark=_("This is the first attempt."))
    if before.sha256 == after.sha256:
        return Changes(remark=_("The file is the same as before."))
    if before.sha256 not in contents or after.sha256 not in contents:
        return Changes(remark=_("The files were deleted when their retention period ended."))
    old, new = (_lines(each, contents[each.sha256]) for each in (before, after))
    if max(len(old), len(new)) > _MOST_LINES:
        return Changes(remark=_("The files are too long to compare here. Download them to compare them."))
    lines = list(unified_diff(old, new, n=_AROUND, lineterm=""))[_HEADER:]
    found = tuple(DiffLine(_KINDS.get(line[:1], ""), line) for line in lines)
    return Changes(found, "" if found else _("Only text outside of the code changed."))


def _lines(submission: Submission, content: bytes) -> Sequence[str]:
    """The code; of a notebook, that of its cells."""
    return [line for part in SourceLines(submission.file_name, content).parts() for line in part.lines]
