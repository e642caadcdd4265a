"""Where in a submission something is."""

from api.i18n import gettext as _
from grader.finding import Edit, Raised, Where, Write
from grader.sandbox.replies import ClassPlace, Loop, Problem


def place(thing: Problem | ClassPlace | Where | Write | Edit | Loop | Raised) -> str:
    """`line 3`, or `line 3 of cell 2` in a notebook; empty where it is not known."""
    if thing.line is None:
        return "" if thing.cell is None else _("cell {cell}", cell=thing.cell)
    if thing.cell is None:
        return _("line {line}", line=thing.line)
    return _("line {line} of cell {cell}", cell=thing.cell, line=thing.line)


def with_place(title: str, at: str) -> str:
    """`Wrong sign in a local derivative (line 17, in `*`)`; the title alone where the place is not known."""
    return _("{title} ({place})", title=title, place=at) if at else title


def class_place(graded: ClassPlace) -> str:
    """The class that is graded and where it is: of that, the line of its first method is known."""
    at = place(graded)
    if at:
        return _("Class `{name}`, methods from {place}", name=graded.name, place=at)
    return _("Class `{name}`", name=graded.name)


def class_in_list(candidate: ClassPlace | str) -> str:
    """The class as one of several."""
    if isinstance(candidate, str):
        return f"`{candidate}`"
    return with_place(f"`{candidate.name}`", place(candidate))
