"""Submissions that are broken, hostile or strange, as data: what each is, and what must come of it."""

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from grader.sandbox.plays import Source

FOLDER = Path(__file__).parent / "bad_input"

_RIGHT = "            other.grad += self.data * out.grad"
_WRONG = "            other.grad = self.data * out.grad"


@dataclass(frozen=True, slots=True)
class BadInput:
    """One submission and its outcome; what the fields mean is said in `cases.toml`."""

    name: str
    at: str
    code: str = ""
    raw: str = ""
    before: str = ""
    above: str = ""
    before_repeat: str = ""
    repeat: tuple[str, int] = ("", 0)
    after: str = ""
    encoding: str = "utf-8"
    suffix: str = ".py"
    cells: tuple[str, ...] | None = None
    meta: bool = False
    suites: tuple[str, ...] = ()
    problem: str = ""
    error: str = ""
    failed: Mapping[str, str] = field(default_factory=dict)
    passed: tuple[str, ...] = ()
    line: str = ""
    cell: int = 0
    absent: tuple[str, ...] = ()

    @property
    def source(self) -> Source:
        """The submission."""
        return Source(f"answer{self.suffix}", self._content(_good()))

    @property
    def wrong_source(self) -> Source:
        """The same in a class whose products overwrite."""
        text = _good()
        assert text.count(_RIGHT) == 1
        return Source(f"answer{self.suffix}", self._content(text.replace(_RIGHT, _WRONG)))

    @property
    def number(self) -> int | None:
        """The line that must be named, if one must be."""
        if not self.line:
            return None
        lines = self._text(_good()).split("\n")
        first = 1 + self.before.count("\n")
        return next(number for number, text in enumerate(lines, first) if self.line in text)

    def _content(self, good: str) -> bytes:
        if self.raw:
            return self.raw.encode("latin-1")
        text = self._text(good)
        if self.cells is not None:
            text = _notebook([text, *self.cells])
        return self.before.encode("latin-1") + text.encode(self.encoding)

    def _text(self, good: str) -> str:
        if self.raw:
            return self.raw
        code = self.code + self.before_repeat + self.repeat[0] * self.repeat[1]
        code += self.after if self.repeat[1] else ""
        if self.at != "file":
            text = _put(good, self.at, code)
        elif self.meta:
            text = _put(good, "above", code).replace("class Value:", "class Value(metaclass=Meta):")
        else:
            text = code
        return _put(text, "above", self.above) if self.above else text


@cache
def cases() -> tuple[BadInput, ...]:
    """Every case, in the order of the file."""
    data = tomllib.loads((FOLDER / "cases.toml").read_text(encoding="utf-8"))
    found = tuple(_case(table) for table in data["case"])
    assert len({case.name for case in found}) == len(found), "two cases have one name"
    return found


def good() -> Source:
    """The class that the cases are made of, as it should be."""
    return Source("good.py", _good().encode())


@cache
def _good() -> str:
    return (FOLDER / "value.py").read_text(encoding="utf-8")


def _case(table: dict[str, Any]) -> BadInput:
    fields: dict[str, Any] = {
        key: tuple(value) if isinstance(value, list) else value for key, value in table.items()
    }
    return BadInput(**fields)


def _put(text: str, place: str, code: str) -> str:
    """The code at its place, as far in as the place is."""
    marks = [line for line in text.split("\n") if line.strip() == f"# HERE {place}"]
    assert len(marks) == 1, f"there is no place {place}"
    indent = marks[0][: -len(marks[0].lstrip())]
    return text.replace(marks[0], "\n".join(indent + line if line else line for line in code.split("\n")))


def _notebook(sources: list[str]) -> str:
    cells = [{"cell_type": "code", "metadata": {}, "outputs": [], "source": source} for source in sources]
    return json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5})
