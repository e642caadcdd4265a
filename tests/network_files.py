"""The corpus of the network stage as data: right files, the same with one slip each, and unfinished ones.

Whatever does not fit exactly is an error which names the place.
"""

import difflib
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from grader.sandbox.plays import Source
from tests.corpus_files import FOLDER, CorpusError, edited

_FOLDER = FOLDER / "network"
SETS = ("looked_at", "kept_aside")
"""Kept aside are files at which nobody looks while mending."""


@dataclass(frozen=True, slots=True)
class NetworkFile:
    """One file of the network stage, and what is known of it."""

    origin: str
    """One of `SETS`."""
    style: str
    name: str
    text: str
    fault: str = ""
    """Empty where the file is right as far as it goes."""
    lines: range = range(0)
    """The lines that the slip changed, counted from 1, with the line before."""
    has: tuple[str, ...] | None = None
    """The parts that an unfinished file has; None for one that has everything that its style has."""

    @property
    def id(self) -> str:
        """Its name in a test's output."""
        return f"{self.origin}/{self.style}: {self.name}"

    @property
    def submission(self) -> Source:
        """The file as the grader gets it."""
        return Source(f"{self.style}.py", self.text.encode())


@cache
def right() -> tuple[NetworkFile, ...]:
    """Every right file."""
    return tuple(
        NetworkFile(folder, path.stem, "right", path.read_text(encoding="utf-8"))
        for folder in SETS
        for path in sorted((_FOLDER / folder).glob("*.py"))
    )


@cache
def wrong() -> tuple[NetworkFile, ...]:
    """Every file with one slip."""
    return tuple(_wrong(file, name, edits) for file, name, edits in _entries("slips.toml"))


@cache
def unfinished() -> tuple[NetworkFile, ...]:
    """Every file that is right as far as it goes."""
    return tuple(_cut(file, name, table) for file, name, table in _entries("partly.toml"))


def _entries(table: str) -> Iterator[tuple[NetworkFile, str, Any]]:
    files = {file.style: file for file in right()}
    for style, entries in tomllib.loads((_FOLDER / table).read_text(encoding="utf-8")).items():
        if style not in files:
            raise CorpusError(f"{table}: no file {style}")
        for name, entry in entries.items():
            yield files[style], name, entry


def _wrong(file: NetworkFile, name: str, edits: list[list[Any]]) -> NetworkFile:
    fault, _, what = name.partition(": ")
    text = edited(file.text, edits, f"{file.style}: {name}")
    return NetworkFile(file.origin, file.style, f"{fault}: {what}", text, fault, _changed(file.text, text))


def _changed(before: str, after: str) -> range:
    """Return the lines of `after` from the line before the first change to the last changed one."""
    matcher = difflib.SequenceMatcher(None, before.splitlines(), after.splitlines(), autojunk=False)
    spans = [(first, last) for kind, _, _, first, last in matcher.get_opcodes() if kind != "equal"]
    return range(min(first for first, _ in spans), max(last for _, last in spans) + 2)


def _cut(file: NetworkFile, name: str, table: dict[str, Any]) -> NetworkFile:
    if file.text.count(table["before"]) != 1:
        raise CorpusError(f"{file.style}: {name}: {table['before']!r}")
    text = file.text.partition(table["before"])[0]
    return NetworkFile(file.origin, file.style, name, text, has=tuple(table["has"]))
