"""The files that students of a made term submit: classes of several styles, unfinished and broken ones."""

import ast
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache

from bench.term import styles
from bench.term.styles import Mistake
from bench.term.voices import VOICES
from submissions.courses.assignments.starter import STARTER


class FileKind(StrEnum):
    """What kind of file it is."""

    CLASS = "class"
    NOTEBOOK = "notebook"
    STARTER = "starter"
    """The starter, in which little is filled in."""
    UNREADABLE = "unreadable"
    """A class with a slip of syntax: it is refused."""


@dataclass(frozen=True, slots=True, order=True)
class PlannedFile:
    """The part of a file that is graded. Files with equal parts are graded once."""

    style: str
    voice: str
    mistakes: tuple[Mistake, ...] = ()
    without: tuple[str, ...] = ()
    """Methods that its student did not write yet."""
    kind: FileKind = FileKind.CLASS

    @property
    def name(self) -> str:
        """As the file is named."""
        return "value.ipynb" if self.kind is FileKind.NOTEBOOK else "value.py"

    def allows(self, mistakes: tuple[Mistake, ...]) -> bool:
        """Whether a file like this one can have some mistakes, and shows each of them."""
        return is_possible(self.style, mistakes, self.without)

    def text(self) -> str:
        """The class in it."""
        return STARTER if self.kind is FileKind.STARTER else _class_text(self)

    @property
    def has_backward(self) -> bool:
        """Whether its class has the method."""
        return "backward" not in self.without


@cache
def is_possible(style: str, mistakes: tuple[Mistake, ...], without: tuple[str, ...] = ()) -> bool:
    """Whether a class of a style, without some methods, can have these mistakes at once, and shows each."""
    known = styles.load()[style]
    try:
        text = known.edited(mistakes, without)
        ast.parse(text)
        rest = [known.edited([each for each in mistakes if each != one], without) for one in mistakes]
    except (KeyError, ValueError, SyntaxError):
        return False
    return text not in rest


@lru_cache(512)
def _class_text(file: PlannedFile) -> str:
    known = styles.load()[file.style]
    text = known.finish(known.edited(file.mistakes, file.without)).rstrip() + "\n"
    if file.kind is FileKind.UNREADABLE:
        text = text.replace("other):", "other)", 1)
    return VOICES[file.voice].spoken(text)
