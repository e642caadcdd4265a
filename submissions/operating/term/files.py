"""The files that students of a made term submit: classes of several styles, unfinished and broken ones."""

import ast
import json
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache
from random import Random
from typing import Any

from submissions.courses.assignments.starter import STARTER
from submissions.operating.term import styles
from submissions.operating.term.styles import Mistake
from submissions.operating.term.voices import VOICES


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
    """All of a file that is graded. Equal ones are graded once, whoever submits them."""

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

    def submitted(self, author: str, tries: int) -> bytes:
        """The file of one student: their name in the first line, and at the end how they try it out.

        `tries` counts what they try; neither moves a line of the class.
        """
        text = STARTER if self.kind is FileKind.STARTER else _class_text(self)
        tried = _tried_out(author, tries, has_backward="backward" not in self.without)
        if self.kind is FileKind.NOTEBOOK:
            return _notebook(author, text, tried)
        return f"# {author}\n{text}{tried}".encode()


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


def _tried_out(author: str, tries: int, *, has_backward: bool) -> str:
    """A function of their own at the end of the file, and how it is called: that of another one differs."""
    rng = Random(f"tries {author}")
    terms = [
        rng.choice("aaab") + rng.choice(("", " * 2", " * b", " * a", " + 3", " * 0.5")) for _ in range(5)
    ]
    lines = ["def try_out():", f"    a, b = Value({rng.randint(1, 9)}.0), Value({rng.randint(-9, -1)}.0)"]
    lines += [f"    y = {terms[0]}", *(f"    y = y + {each}" for each in terms[1:])]
    lines += ["    y.backward()"] * has_backward + ["    print(y.data, a.grad, b.grad)"]
    calls = ["    try_out()", *(f"    print(Value({number}.0) * {number})" for number in range(2, 2 + tries))]
    return "\n\n" + "\n".join([*lines, "\n", 'if __name__ == "__main__":', *calls]) + "\n"


def _notebook(author: str, text: str, tried: str) -> bytes:
    cells: list[dict[str, Any]] = [
        {"cell_type": "markdown", "metadata": {}, "source": f"# Backprop by {author}"}
    ]
    cells += [
        {"cell_type": "code", "metadata": {}, "execution_count": None, "outputs": [], "source": each.strip()}
        for each in (*_in_cells(text), tried)
    ]
    made = {
        "cells": cells,
        "metadata": {"language_info": {"name": "python"}},
        "nbformat": 4,
        "nbformat_minor": 4,
    }
    return json.dumps(made, indent=1).encode()


def _in_cells(text: str) -> Iterator[str]:
    """The imports, and the rest."""
    yield from text.split("\n\n", 1)
