"""Regular expressions take time in proportion to what they read: each, on its own worst texts.

Whoever may send a text chooses it. While `re` matches, no other thread of the service has its turn.
"""

import ast
import importlib
import re
import sys
from collections.abc import Iterator
from functools import cache
from math import inf
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.pattern_steps import Pump, StepCounter, TooManySteps
from tests.test_architecture import MODULES, ROOT, parse

_FEW, _MANY = 32, 250
"""How often something is repeated."""
_ENOUGH = 8
"""Steps for each letter, up to which nothing is suspected: by the square, there would be 16."""
_MOST_GROWTH = 3
"""Of twice as much. Twice is by the length, four times by the square."""
_MOST = 200_000
_METHODS = "fullmatch|match|search|sub|split|findall|finditer"
_FROM_NAMES = {
    "api/words/database.py": "reads what a database or its driver says",
    "grader/reference.py": "reads its own source",
    "submissions/operating/term/styles/_style.py": "reads sources of the demo term",
    "submissions/operating/term/voices.py": "reads sources of the demo term",
}
"""Modules that make patterns in functions, and what they read with them: nothing of strangers."""


class Use(NamedTuple):
    """A pattern, and how it is used."""

    name: str
    pattern: re.Pattern[Any]
    method: str


def name_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts)


def calls(tree: ast.AST) -> Iterator[ast.Call]:
    """Calls of functions of `re`."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name("re"))):
                yield node


@cache
def sources() -> dict[Path, str]:
    return {path: path.read_text(encoding="utf-8") for path in MODULES}


def patterns_in(value: object) -> Iterator[re.Pattern[Any]]:
    if isinstance(value, re.Pattern):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from patterns_in(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from patterns_in(each)


def kept(path: Path) -> Iterator[Use]:
    """Patterns in a module's names; what is not called by name is taken to go through a text."""
    module = importlib.import_module(name_of(path).removesuffix(".__init__"))
    for name, value in vars(module).items():
        defined = re.search(rf"^{name}\b.*=", sources()[path], re.MULTILINE)
        for pattern in patterns_in(value) if defined else ():
            called = re.compile(rf"\b{name}(?:\[[^\]]*\])?\.({_METHODS})\(")
            texts = [sources()[path]] if name.startswith("_") else sources().values()
            methods = {found for text in texts for found in called.findall(text)} or {"search"}
            yield from (Use(f"{name_of(path)}.{name}", pattern, method) for method in methods)


def written(path: Path) -> Iterator[Use]:
    """Patterns that are given to a function of `re` as they are."""
    for call in calls(parse(path)):
        method = ast.unparse(call.func).removeprefix("re.")
        if method in _METHODS.split("|") and isinstance(call.args[0], ast.Constant):
            yield Use(f"{name_of(path)}:{call.lineno}", re.compile(str(call.args[0].value)), method)


def every_use() -> list[Use]:
    with_re = [path for path in MODULES if re.search(r"^import re$", sources()[path], re.MULTILINE)]
    return [use for path in with_re for use in (*kept(path), *written(path))]


@pytest.fixture
def deep() -> Iterator[None]:
    """The counter goes one level deeper for each repeat."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(20_000)
    yield
    sys.setrecursionlimit(before)


def takes(pattern: re.Pattern[Any], method: str, text: Any) -> float:
    """Steps; without end, where there are too many to count."""
    try:
        return StepCounter(pattern, _MOST).of(text, method)
    except TooManySteps:
        return inf


def worst(pattern: re.Pattern[Any], method: str) -> tuple[str, str, str] | None:
    """The text for which a pattern takes more than in proportion to its length, where there is one."""
    pump = Pump(pattern)

    def grows(kind: tuple[str, str, str], times: int) -> bool:
        once, twice = (takes(pattern, method, pump.text(kind, each)) for each in (times, 2 * times))
        return twice == inf or twice > _MOST_GROWTH * once

    for kind in pump.kinds:
        few = pump.text(kind, _FEW)
        suspect = takes(pattern, method, few) > _ENOUGH * len(few)
        if suspect and grows(kind, _FEW) and grows(kind, _MANY):
            return kind
    return None


@pytest.mark.sampled(one_in=4)
@pytest.mark.usefixtures("deep")
@pytest.mark.parametrize("use", every_use(), ids=lambda use: f"{use.name}-{use.method}")
def test_no_pattern_takes_more_than_in_proportion_to_what_it_reads(use: Use) -> None:
    assert worst(use.pattern, use.method) is None


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
        if ast.unparse(call.func).removeprefix("re.") in [*_METHODS.split("|"), "compile"]
        if not isinstance(call.args[0], ast.Constant)
    }

    assert made == _FROM_NAMES.keys()
