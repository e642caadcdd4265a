"""What each write of a backward pass means."""

from enum import StrEnum

NOTHING = "nothing yet"


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


_WORDS = {
    Meaning.SEEDED: "the output's gradient is set to 1",
    Meaning.FIRST: "{new} is put in",
    Meaning.ADDED: "{change} is added",
    Meaning.REPLACED: "{new} takes the place of {old}, which is lost",
    Meaning.CLEARED: "{old} is cleared",
    Meaning.SAME: "nothing changes",
    Meaning.CHANGED: "{old} becomes {new}",
}


def meaning(what: Meaning, old: str, new: str, change: str) -> str:
    """The sentence for a write."""
    return _WORDS[what].format(old=old or NOTHING, new=new or NOTHING, change=change)
