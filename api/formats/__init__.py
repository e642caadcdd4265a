"""Formats of a report, one a file: each renders what became of some files. Found by file name."""

import importlib
import pkgutil
from collections.abc import Mapping, Sequence
from typing import Protocol

from api.report_view.outcome import Outcome
from submissions.courses.assignments.hints import DEFAULT, Rung


class Format(Protocol):
    """The function that a module here has."""

    def render(
        self, outcomes: Sequence[Outcome], sources: Mapping[str, bytes], *, hints: Rung = DEFAULT
    ) -> str:
        """The text. `sources` has the bytes of submissions by name, to quote lines from."""


def names() -> list[str]:
    """Return the names of all formats."""
    return [m.name for m in pkgutil.iter_modules(__path__) if not m.name.startswith("_")]


def load(name: str) -> Format:
    """The format of that name, imported only now: some need a library."""
    module: Format = importlib.import_module(f"{__name__}.{name}")
    return module
