"""Classes that never come to an end, and slow ones that do, as data; made from right ones of the corpus."""

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from grader.sandbox.plays import Source
from tests.corpus_files import BASE, FOLDER, CorpusError, edited, member

_CELL = "\n# ---\n"
_KEYS = {
    "style": str, "edits": list, "append": str, "notebook": bool, "why": str,
    "how": str, "name": str, "line_has": str, "proven": bool, "place": str, "earned": int, "costs": list,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class EndlessFile:
    """One submission, and what is known of its loop."""

    slug: str
    submission: Source
    how: str
    """Why its loop never ends, as `grader.sandbox.replies.Loop.how`; empty where it does end."""
    name: str | None
    lines: frozenset[int]
    """Lines of the file, or of any cell, that the loop may begin at."""
    proven: bool
    place: str
    """`pass`, `top` for the top-level code, or `nothing` where no graph can be played."""
    earned: int
    """Points of the assignment of the test."""
    costs: tuple[str, ...]
    """Of a slow one: suites that may be lost to the time a play may take."""


@cache
def endless() -> tuple[EndlessFile, ...]:
    """Those that never end.

    Raises `CorpusError` where the table is not as it should be.
    """
    return _read("endless.toml")


@cache
def slow() -> tuple[EndlessFile, ...]:
    """Those that take long and are right.

    Raises `CorpusError` where the table is not as it should be.
    """
    return _read("slow.toml")


def _read(name: str) -> tuple[EndlessFile, ...]:
    path = FOLDER / "endless" / name
    tables = tomllib.loads(path.read_text(encoding="utf-8"))
    return tuple(_made(slug, table, f"{path}: {slug}") for slug, table in tables.items())


def _made(slug: str, table: Mapping[str, Any], place: str) -> EndlessFile:
    for key, value in table.items():
        if not isinstance(value, _KEYS.get(key, ())):
            raise CorpusError(f"{place}: {key} is unknown, or of another type")
    text = edited(member(f"{table['style']}/{BASE}").source.decode(), table.get("edits", []), place)
    cells = [text, *table.get("append", "").split(_CELL)] if "append" in table else [text]
    has = table.get("line_has")
    if has is not None and not any(has in cell for cell in cells):
        raise CorpusError(f"{place}: no line has {has!r}")
    numbered = cells if table.get("notebook") else ["".join(cells)]
    return EndlessFile(
        slug=slug, submission=_source(slug, cells, is_notebook=table.get("notebook", False)),
        how=table.get("how", ""), name=table.get("name"), lines=frozenset(_lines(numbered, has)),
        proven=table.get("proven", False), place=table.get("place", "pass"),
        earned=table.get("earned", 0), costs=tuple(table.get("costs", ())),
    )  # fmt: skip


def _lines(cells: list[str], has: str | None) -> list[int]:
    if has is None:
        return []
    return [number for cell in cells for number, line in enumerate(cell.split("\n"), 1) if has in line]


def _source(slug: str, cells: list[str], *, is_notebook: bool) -> Source:
    if not is_notebook:
        return Source(f"{slug}.py", "".join(cells).encode())
    told = [{"cell_type": "code", "metadata": {}, "outputs": [], "source": cell} for cell in cells]
    notebook = {"cells": told, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    return Source(f"{slug}.ipynb", json.dumps(notebook).encode())
