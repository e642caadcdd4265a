"""The wrong fields of a page: each has its message beside it, and all are listed above the page."""

from contextvars import ContextVar
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class WrongField:
    """A field, and what is wrong with it."""

    target: str
    """The id of what a link leads to."""
    label: str
    error: str


_NOTED: ContextVar[list[WrongField] | None] = ContextVar("wrong_fields", default=None)


def begin() -> None:
    """Begin a page, on which nothing is wrong yet."""
    _NOTED.set([])


def note_wrong(target: str, label: str, error: str) -> str:
    """Note a field while a template shows what is wrong with it; nothing is written there."""
    noted = _NOTED.get()
    if noted is not None:
        noted.append(WrongField(target, label, error))
    return ""


def wrong_fields() -> list[WrongField]:
    """The wrong fields that were noted so far, in the order of the page."""
    return list(_NOTED.get() or ())
