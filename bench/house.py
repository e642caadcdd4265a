"""The house: lines, functions, complexity and docstrings by package, arrows and floors of rooms, tests."""

import ast
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from docs.rooms import arrows, floors
from tests.test_architecture import PACKAGES, ROOT
from tests.test_complexity import COMPLEX, LONG, complexity, is_long
from tests.test_docstrings import without_subject

_MOST_LINES = 90_000


class HouseCount(NamedTuple):
    """The figures of some modules."""

    files: int = 0
    lines: int = 0
    functions: int = 0
    complex: int = 0
    long: int = 0

    def __add__(self, other: object) -> "HouseCount":
        """Count both."""
        assert isinstance(other, HouseCount)
        return HouseCount(*(one + two for one, two in zip(self, other, strict=True)))


def main() -> None:
    """Print a line for each package, each contract of rooms, and the tests."""
    print(f"  {'':14}{'files':>6}{'lines':>9}{'functions':>11}{'complex':>9}{'long':>6}{'subjectless':>13}")
    unnamed = without_subject()
    total = HouseCount()
    for package in PACKAGES:
        count = sum(map(_count, _modules(ROOT / package)), HouseCount())
        total += count
        _line(package, count, sum(text.startswith(f"{package}/") for text in unnamed))
    _line("product", total, len(unnamed))
    _line("tests", sum(map(_count, _modules(ROOT / "tests")), HouseCount()), None)
    print(f"  complex: more than {COMPLEX} ways through a function; long: more than {LONG} lines")
    print(f"  product: bar {_MOST_LINES:,} lines, at {total.lines / _MOST_LINES:.2f} of it")
    for container, levels in floors().items():
        rooms = len(list(chain(*levels)))
        print(
            f"  {container:24}{rooms:4} rooms{len(arrows(container, levels)):5} arrows{len(levels):4} floors"
        )


def _line(name: str, count: HouseCount, unnamed: int | None) -> None:
    told = "" if unnamed is None else unnamed
    print(
        f"  {name:14}{count.files:6}{count.lines:9,}{count.functions:11,}{count.complex:9}{count.long:6}"
        f"{told:>13}"
    )


def _modules(folder: Path) -> Iterator[Path]:
    data = {folder / name for name in ("corpus", "redteam", "bad_input")}
    return (path for path in folder.rglob("*.py") if data.isdisjoint(path.parents))


def _count(path: Path) -> HouseCount:
    text = path.read_text(encoding="utf-8")
    functions = [
        node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    return HouseCount(
        files=1,
        lines=text.count("\n"),
        functions=len(functions),
        complex=sum(complexity(each) > COMPLEX for each in functions),
        long=sum(map(is_long, functions)),
    )
