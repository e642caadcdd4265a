"""What plain Python does with a file and lines behind it: the witness of all that a report says of a run."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

_SCRIPT = Path(__file__).with_name("plain_script.py")
_LONGEST = 120
"""Seconds of a run that takes milliseconds: machines are busy."""


@dataclass(frozen=True, slots=True)
class PlainCase:
    """Lines, and what to follow while they run."""

    lines: str
    names: tuple[str, ...]
    data: str
    gradient: str
    cls: str
    trace: bool = False
    """Whether every change and call is noted."""


@dataclass(frozen=True, slots=True)
class PlainChange:
    """A number of a node became another."""

    name: str
    is_gradient: bool
    old: float | None
    new: float | None
    line: int | None
    """The line of the file that was at work; None outside of it."""
    function: str | None
    step: int
    around: tuple[str, ...]
    """The nodes among the variables of the function at work."""


@dataclass(frozen=True)
class PlainRun:
    """What happened."""

    found: Mapping[str, Any]

    @property
    def printed(self) -> str:
        """The last that was printed."""
        return next((line for line in reversed(self.found["printed"]) if line.strip()), "")

    @property
    def raised(self) -> Mapping[str, Any] | None:
        """The exception that ended it."""
        raised: Mapping[str, Any] | None = self.found["raised"]
        return raised

    @cached_property
    def changes(self) -> list[PlainChange]:
        """In order."""
        return [
            PlainChange(name, quantity == "gradient", old, new, line, function, step, tuple(around))
            for name, quantity, old, new, line, function, step, around in self.found["changes"]
        ]

    @cached_property
    def held(self) -> dict[tuple[str, bool], float | None]:
        """By node, and whether it is the gradient, what it holds in the end."""
        return {(name, quantity == "gradient"): value for name, quantity, value in self.found["held"]}

    @property
    def calls(self) -> list[tuple[str, int, list[str], int]]:
        """Name, line, nodes among the arguments and variables, and statement of each call."""
        return [(name, line, names, step) for name, line, names, step in self.found["calls"]]

    @property
    def types(self) -> Mapping[str, str]:
        """By variable, the name of the type of what it holds."""
        types: Mapping[str, str] = self.found["types"]
        return types

    def are_one(self, one: str, other: str) -> bool:
        """Whether two variables hold the same object."""
        return sorted((one, other)) in self.found["one"]

    @property
    def has(self) -> frozenset[str]:
        """The names that the class has, and those of functions beside it."""
        return frozenset([*self.found["has"], *self.found["functions"]])


def plain_runs(
    source: str, cases: Sequence[PlainCase], absent: Sequence[str] = (), *, seed: int = 0
) -> list[PlainRun]:
    """Run each case behind the file, in one new process with this seed of hashes."""
    asked = {
        "source": source,
        "absent": list(absent),
        "cases": [
            {
                "lines": case.lines,
                "names": case.names,
                "paths": {"data": case.data, "gradient": case.gradient},
                "class": case.cls,
                "trace": case.trace,
            }
            for case in cases
        ],
    }
    done = subprocess.run(
        [sys.executable, str(_SCRIPT)],
        input=json.dumps(asked),
        capture_output=True,
        text=True,
        check=True,
        timeout=_LONGEST,
        env={**os.environ, "PYTHONHASHSEED": str(seed)},
        cwd=_SCRIPT.parent,
    )
    return [PlainRun(found) for found in json.loads(done.stdout)]
