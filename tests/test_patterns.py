"""Regular expressions take time in proportion to what they read: each, on its own worst texts.

Whoever may send a text chooses it. While `re` matches, no other thread of the service has its turn.
"""

import ast
import re
import sys
from collections.abc import Iterator
from math import inf
from pathlib import Path
from typing import Any

import pytest

from tests.pattern_steps import Pump, StepCounter, TooManySteps
from tests.pattern_uses import METHODS, calls, files, name_of, uses_in
from tests.test_architecture import MODULES, ROOT, parse

_FEW, _MANY = 32, 250
"""How often something is repeated."""
_ENOUGH = 8
"""Steps for each letter, up to which nothing is suspected: by the square, there would be 16."""
_MOST_GROWTH = 3
"""Of twice as much. Twice is by the length, four times by the square."""
_MOST = 200_000
_FROM_NAMES = {
    "api/words/database.py": "reads what a database or its driver says",
    "grader/reference.py": "reads its own source",
}
"""Modules that make patterns in functions, and what they read with them: nothing of strangers."""


@pytest.fixture
def deep() -> Iterator[None]:
    """The counter goes one level deeper for each repeat."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(20_000)
    yield
    sys.setrecursionlimit(before)


def takes(pattern: re.Pattern[Any], method: str, text: Any, most: float = _MOST) -> float:
    """Steps; without end, where there are more than somebody asks for."""
    try:
        return StepCounter(pattern, min(most, _MOST)).of(text, method)
    except TooManySteps:
        return inf


def worst(pattern: re.Pattern[Any], method: str) -> tuple[str, str, str] | None:
    """The text for which a pattern takes more than in proportion to its length, where there is one."""
    pump = Pump(pattern)

    def grows(kind: tuple[str, str, str], times: int) -> bool:
        once = takes(pattern, method, pump.text(kind, times))
        return once == inf or takes(pattern, method, pump.text(kind, 2 * times), _MOST_GROWTH * once) == inf

    for kind in pump.kinds:
        few = pump.text(kind, _FEW)
        is_suspect = takes(pattern, method, few, _ENOUGH * len(few)) == inf
        if is_suspect and grows(kind, _FEW) and grows(kind, _MANY):
            return kind
    return None


@pytest.mark.sampled(one_in=24)
@pytest.mark.usefixtures("deep")
@pytest.mark.parametrize("path", files(), ids=name_of)
def test_no_pattern_takes_more_than_in_proportion_to_what_it_reads(path: Path) -> None:
    slow = {f"{use.name}, by {use.method}": worst(use.pattern, use.method) for use in uses_in(path)}

    assert {name: text for name, text in slow.items() if text is not None} == {}


@pytest.mark.sampled(one_in=9)
@pytest.mark.usefixtures("deep")
@pytest.mark.parametrize(
    ("pattern", "method"),
    [
        (rb"\s*import\s+([\w.,\s]+)(?:#.*)?", "fullmatch"),
        (r"(?P<title>.+?) *\((?:Real|Puntos|Punkte)\)$", "match"),
        (r"(?P<title>.*?) Points Grade(?: <(?P<about>[^>]*)>)?$", "match"),
        (r"(a+)+$", "match"),
        (r"(?:a|ab|b)*c", "match"),
        (r"\s+$", "sub"),
        (r"(?s)^\$\$(.+?)\$\$$", "search"),
    ],
)
def test_a_pattern_that_takes_time_by_the_square_is_noticed(pattern: str | bytes, method: str) -> None:
    assert worst(re.compile(pattern, re.MULTILINE), method) is not None


def test_patterns_are_constants_which_can_be_found() -> None:
    """Where a function makes one, it has been looked at."""
    made = {
        str(path.relative_to(ROOT))
        for path in MODULES
        for function in ast.walk(parse(path))
        if isinstance(function, ast.FunctionDef)
        for call in calls(function)
        if ast.unparse(call.func).removeprefix("re.") in [*METHODS.split("|"), "compile"]
        if not isinstance(call.args[0], ast.Constant)
    }

    assert made == _FROM_NAMES.keys()
