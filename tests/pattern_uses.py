"""Every regular expression of ours, and how it is used."""

import ast
import importlib
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from tests.test_architecture import MODULES, ROOT, parse

METHODS = "fullmatch|match|search|sub|split|findall|finditer"


class PatternUse(NamedTuple):
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


def kept(path: Path) -> Iterator[PatternUse]:
    """Patterns in a module's names; what is not called by name is taken to go through a text."""
    module = importlib.import_module(name_of(path).removesuffix(".__init__"))
    for name, value in vars(module).items():
        defined = re.search(rf"^{name}\b.*=", sources()[path], re.MULTILINE)
        for pattern in patterns_in(value) if defined else ():
            called = re.compile(rf"\b{name}(?:\[[^\]]*\])?\.({METHODS})\(")
            texts = [sources()[path]] if name.startswith("_") else sources().values()
            methods = {found for text in texts for found in called.findall(text)} or {"search"}
            yield from (PatternUse(f"{name_of(path)}.{name}", pattern, method) for method in methods)


def written(path: Path) -> Iterator[PatternUse]:
    """Patterns that are given to a function of `re` as they are."""
    for call in calls(parse(path)):
        method = ast.unparse(call.func).removeprefix("re.")
        if method in METHODS.split("|") and isinstance(call.args[0], ast.Constant):
            yield PatternUse(f"{name_of(path)}:{call.lineno}", re.compile(str(call.args[0].value)), method)


def files() -> list[Path]:
    """Every module of ours that uses patterns."""
    return [path for path in MODULES if re.search(r"^import re$", sources()[path], re.MULTILINE)]


def uses_in(path: Path) -> Iterator[PatternUse]:
    """Every use in a module; for all modules that takes 3 s, so tests ask for one when they run."""
    yield from kept(path)
    yield from written(path)


def every_use() -> list[PatternUse]:
    return [use for path in files() for use in uses_in(path)]
