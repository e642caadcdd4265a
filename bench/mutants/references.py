"""The right classes that mutants are made from: every style of the corpus, and some written for this.

Unfamiliar ones are a group of their own: written by form, before anyone saw how the engine does on them.
Their folder says whether the engine was mended by looking at them.
"""

import hashlib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from bench.mutants.shape import Shape
from grader.sandbox.plays import Source
from tests.corpus_files import FOLDER, bases, wild

_WRITTEN = FOLDER / "mutants"
UNFAMILIAR = FOLDER / "unfamiliar"
STRANGERS = FOLDER / "strangers"
_KEPT_ASIDE = "kept_aside"
_SLOW = frozenset({"operator_tables"})
"""Its top-level code runs for minutes, and every mutant of it would until it is stopped."""

_HELD_OUT_ONE_IN = 3


@dataclass(frozen=True)
class Reference:
    """A right class."""

    name: str
    content: bytes
    kept_aside: bool | None = None
    """Whether an unfamiliar class is graded only for figures; None of all others."""

    @property
    def held_out(self) -> bool:
        """Whether the engine must not be fitted to it: by folder, or one in three by a hash of the name."""
        if self.kept_aside is not None:
            return self.kept_aside
        return hashlib.sha256(self.name.encode()).digest()[0] % _HELD_OUT_ONE_IN == 0

    @property
    def source(self) -> Source:
        """What is graded."""
        return Source(f"{self.name}.py", self.content)

    @property
    def text(self) -> str:
        """Its source, without a byte order mark."""
        return self.content.decode("utf-8-sig")

    @property
    def shape(self) -> Shape:
        """How it is built."""
        return _shape(self.name, self.text)


@cache
def _shape(name: str, text: str) -> Shape:
    return Shape(name, text)


@cache
def references() -> tuple[Reference, ...]:
    """Every reference, by name."""
    found = [Reference(member.style, member.source) for member in bases()]
    found += [
        Reference(member.name.removesuffix(".py"), member.source)
        for member in wild()
        if member.kind == "correct" and member.name.endswith(".py")
    ]
    found += [Reference(path.stem, path.read_bytes()) for path in _WRITTEN.glob("*.py")]
    return tuple(sorted((each for each in found if each.name not in _SLOW), key=lambda each: each.name))


@cache
def unfamiliar() -> tuple[Reference, ...]:
    """Every unfamiliar class, by name."""
    return _in_halves(UNFAMILIAR)


@cache
def strangers() -> tuple[Reference, ...]:
    """The second volume of unfamiliar classes: as people write who know only the assignment."""
    return _in_halves(STRANGERS)


def _in_halves(folder: Path) -> tuple[Reference, ...]:
    paths = sorted(folder.glob("*/*.py"), key=lambda path: path.stem)
    return tuple(Reference(path.stem, path.read_bytes(), path.parent.name == _KEPT_ASIDE) for path in paths)


def reference(name: str) -> Reference:
    """The reference of that name.

    Raises `KeyError` if there is none.
    """
    return {each.name: each for each in (*references(), *unfamiliar(), *strangers())}[name]
