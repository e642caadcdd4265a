"""What each write of a backward pass means."""

from enum import StrEnum

from api.i18n import N_
from api.i18n import gettext as _


class Meaning(StrEnum):
    """What a write did to the number that was there."""

    SEEDED = "seeded"
    """The output's gradient was set to 1."""
    FIRST = "first"
    """There was nothing, or 0."""
    ADDED = "added"
    REPLACED = "replaced"
    """A contribution was put in the place of what was there."""
    CLEARED = "cleared"
    SAME = "same"
    CHANGED = "changed"
    """In none of these ways."""


_SENTENCES = {
    Meaning.SEEDED: N_("The output's gradient is set to 1."),
    Meaning.FIRST: N_("The first number, {new}, is stored."),
    Meaning.ADDED: N_("{change} is added."),
    Meaning.REPLACED: N_("{new} replaces {old}, which is lost."),
    Meaning.CLEARED: N_("{old} is set to 0."),
    Meaning.SAME: N_("Nothing changes."),
    Meaning.CHANGED: N_("{old} becomes {new}."),
}
_ABOUT_OLD = {Meaning.REPLACED, Meaning.CLEARED, Meaning.CHANGED}


def meaning(what: Meaning, old: str, new: str, change: str) -> str:
    """The sentence for a write."""
    if not new:
        return _("What is stored is not a number.")
    known = Meaning.FIRST if not old and what in _ABOUT_OLD else what
    return _(_SENTENCES[known], old=old, new=new, change=change)
