"""Finds the texts of faults and suites for the catalogues: pages, titles and hints stand in their modules.

Those packages know nothing of languages, so nothing is marked in them; Babel calls this by its entry in
pyproject.toml.
"""

import ast
from collections.abc import Collection, Iterator, Mapping
from typing import IO

from api.i18n.markdown import blocks

_WORDS = {"title", "hints"}
_OWNERS = {"Fault", "Suite", "Graph", "network_graph"}
_PAGES = {"FAULT", "SUITE"}
"""The names that a module defines whose docstring is a page."""
_Found = tuple[int, str, str, list[str]]


def extract(
    file: IO[bytes], keywords: Mapping[str, object], comments: Collection[str], options: Mapping[str, object]
) -> Iterator[_Found]:
    """Line, function, text and comments of each message, as Babel takes them."""
    del keywords, comments, options
    tree = ast.parse(file.read())
    if not any(isinstance(name, ast.Name) and name.id in _PAGES for name in _targets(tree)):
        return
    page = ast.get_docstring(tree) or ""
    yield from ((1, "", block.text, []) for block in blocks(page) if block.text)
    for keyword in _arguments_of_owners(tree):
        if keyword.arg in _WORDS:
            yield from _texts(keyword.value)


def _arguments_of_owners(tree: ast.Module) -> Iterator[ast.keyword]:
    """Yield the named arguments of the objects that a module makes, at any depth."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _OWNERS:
            yield from node.keywords


def _targets(tree: ast.Module) -> Iterator[ast.expr]:
    return (
        target for statement in tree.body if isinstance(statement, ast.Assign) for target in statement.targets
    )


def _texts(node: ast.expr) -> Iterator[_Found]:
    for call in ast.walk(node):
        if isinstance(call, ast.Constant) and isinstance(call.value, str) and call.value:
            yield call.lineno, "", call.value, []
