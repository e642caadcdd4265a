"""Checks of one file, warm and cold, each against a plain Python start; in turn, in one run.

The plain start runs the project's own interpreter, unsandboxed, on the same class with asserts for the four
core graphs. Bars, in the median of the pairs: a warm check of a correct file 0.45 of it, one of a failing
file with its diagnosis 2.5 times, a cold `backgrade check` 10 times a start that does nothing.
"""

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import cycle
from pathlib import Path
from statistics import median
from typing import NamedTuple

from bench._corpus import correct, wrong
from grader.assignment import assignment
from grader.grade import grade
from grader.sandbox.embedded import Embedded
from grader.sandbox.imports import Imports
from grader.sandbox.plays import Source

_ROUNDS = 24
_FAILING = 12
_PAUSE = 0.02
"""Between two checks, as between two students: the next child is forked in it."""

_CORE = """
a = Value(3.0); b = a + a; b.backward(); assert a.grad == 2
x = Value(3.0); y = Value(5.0); z = x * y; z.backward(); assert (x.grad, y.grad) == (5, 3)
a = Value(2.0); b = Value(-3.0); c = a * b; d = a + b
e = c + d; e.backward(); assert (a.grad, b.grad) == (-2, 3)
a = Value(2.0); b = Value(3.0); c = Value(4.0)
L = (a * b + c) * (a - c); L.backward(); assert (a.grad, b.grad, c.grad) == (4, -4, -12)
"""

_Do = Callable[[], object]


class _Paired(NamedTuple):
    """What is measured, and what it is measured against."""

    name: str
    do: _Do
    against: _Do
    bar: float


def main() -> None:
    """Print the ratio and both medians of each row."""
    source = correct()[0]
    with tempfile.TemporaryDirectory() as folder, closing(Embedded()) as sandbox:
        script = Path(folder) / "core.py"
        script.write_bytes(source.content + _CORE.encode())
        rows = list(_rows(source, sandbox, script))
        pairs: dict[str, list[tuple[float, float]]] = {row.name: [] for row in rows}
        for _ in range(_ROUNDS):
            for row in rows:
                pairs[row.name].append((_seconds(row.do), _seconds(row.against)))
    for row in rows:
        _print(row, pairs[row.name])


def _rows(source: Source, sandbox: Embedded, script: Path) -> Iterator[_Paired]:
    full = assignment("full")
    grade(source, full, sandbox)
    failing = cycle(_failing())
    command = [str(Path(sys.executable).parent / "backgrade"), "check", "examples/correct.py"]

    def plain() -> None:
        _run([sys.executable, str(script)])

    yield _Paired("warm check, correct", lambda: grade(source, full, sandbox), plain, 0.45)
    yield _Paired("warm check, failing", lambda: grade(next(failing), full, sandbox), plain, 2.5)
    yield _Paired("cold check", lambda: _run(command), lambda: _run([sys.executable, "-c", "pass"]), 10)


def _failing() -> list[Source]:
    """Some wrong files, drawn evenly from all styles."""
    every = [source for source in wrong() if source.imports is not Imports.NUMPY]
    return every[:: len(every) // _FAILING]


def _run(command: list[str]) -> None:
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def _seconds(do: _Do) -> float:
    time.sleep(_PAUSE)
    started = time.perf_counter()
    do()
    return time.perf_counter() - started


def _print(row: _Paired, pairs: list[tuple[float, float]]) -> None:
    ratio = median(done / plain for done, plain in pairs)
    done, plain = (median(column) * 1e3 for column in zip(*pairs, strict=True))
    verdict = "met" if ratio <= row.bar else "MISSED"
    print(
        f"  {row.name} / plain start = {ratio:.2f}   ({done:.0f} ms / {plain:.0f} ms, {len(pairs)} pairs; "
        f"bar {row.bar:g}: {verdict})"
    )
