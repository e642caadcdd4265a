"""An edit of a syntax tree that can be taken back, and the offer of one that would make a file right."""

import ast
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from ..running.problem import Places
from .syntax import children, expression, statements
from .tree import Tree

New = ast.AST | str
"""A node for a place, or its source text."""

Make = Callable[[Any], list[Any]]
"""A function from the node in a place to the nodes that replace it; in a list of statements any number."""

HERE = "{}"
"""The place of what is wrapped, in the text of what is made of it."""


class Conflict(Exception):
    """Two edits of a set change the same place."""


class Change(NamedTuple):
    """One place, known by the node that stands in it at first, and what is made of it."""

    node: ast.AST
    make: Make
    is_last: bool = False
    """Whether what it puts behind the node stands behind what others put there, as a `return` must."""
    around: int = 0
    """How far out it wraps what others put in the place; 0 if it wraps nothing."""


def replaced(node: ast.AST, *new: New) -> Change:
    """Return the change to something else in its place, or to nothing."""
    nodes = _nodes_read(node, new)
    return Change(node, lambda _: nodes)


def before(node: ast.stmt, *new: New) -> Change:
    """Return the change that puts statements before it."""
    nodes = _nodes_read(node, new)
    return Change(node, lambda now: [*nodes, now])


def after(node: ast.stmt, *new: New) -> Change:
    """Return the change that puts statements after it."""
    nodes = _nodes_read(node, new)
    return Change(node, lambda now: [now, *nodes])


def ending(node: ast.stmt, *new: New) -> Change:
    """Return the change that puts statements after it, and after what other changes put there."""
    return after(node, *new)._replace(is_last=True)


def _nodes_read(at: ast.AST, new: Sequence[New]) -> list[ast.AST]:
    """Read what is given as text: as statements beside a statement, else as an expression."""
    read: Callable[[str, ast.AST], Iterable[ast.AST]] = (
        statements if isinstance(at, ast.stmt) else lambda text, at: [expression(text, at)]
    )
    return [node for each in new for node in (read(each, at) if isinstance(each, str) else (each,))]


def wrapped(node: ast.expr, wrap: Callable[[Any], ast.expr] | str, *, around: int = 1) -> Change:
    """Return the change that wraps an expression, or what other changes put in its place.

    `wrap` makes the new expression, or is its text, in which `HERE` stands for the old one.
    """

    def make(now: ast.expr) -> list[ast.expr]:
        return [expression(wrap.replace(HERE, ast.unparse(now)), now) if isinstance(wrap, str) else wrap(now)]

    return Change(node, make, around=around)


def with_field(node: ast.AST, name: str, value: Any) -> Change:
    """Return the change to the same node with another operator, name or number."""

    def make(now: Any) -> list[Any]:
        fields = {key: getattr(now, key) for key in now._fields}
        return [ast.copy_location(type(now)(**{**fields, name: value}), now)]

    return Change(node, make)


@contextmanager
def applied(tree: Tree, changes: Sequence[Change]) -> Iterator[None]:
    """Change the tree until the context ends, innermost changes first.

    Raises `Conflict` where a change no longer finds its place.
    """
    undo: list[Callable[[], None]] = []
    try:
        # What was put behind a node first stands last.
        inner_first = sorted(
            changes, key=lambda each: (-tree.depth(each.node), each.around, not each.is_last)
        )
        replacements: dict[tuple[ast.AST, int], ast.AST] = {}
        undo.extend(_apply(tree, change, replacements) for change in inner_first)
        yield
    finally:
        for each in reversed(undo):
            each()


def _apply(
    tree: Tree, change: Change, replacements: dict[tuple[ast.AST, int], ast.AST]
) -> Callable[[], None]:
    """Carry out a change, and return what takes it back.

    `replacements` are the nodes that earlier changes put in the place of a node, by it and how far `around`
    it. Raises `Conflict` where the place is gone.
    """
    inner = (replacements.get((change.node, around)) for around in reversed(range(change.around)))
    now = next(filter(None, inner), change.node)
    parent, name = tree.up[change.node]
    value = getattr(parent, name)
    places = value if isinstance(value, list) else [value]
    at = next((i for i, each in enumerate(places) if each is now), None)
    if at is None:
        raise Conflict
    new = _new_nodes(tree, change, now)
    if len(new) == 1:
        replacements[change.node, change.around] = new[0]
    setattr(parent, name, _in_their_place(change.node, new, value, at, name))
    return lambda: setattr(parent, name, value)


def _in_their_place(node: ast.AST, new: list[Any], value: Any, at: int, name: str) -> Any:
    """Return a field with new nodes in place of one; a body that would be empty gets a `pass`."""
    if not isinstance(value, list):
        return new[0]
    filled = [*value[:at], *new, *value[at + 1 :]]
    return filled or [ast.copy_location(ast.Pass(), node)] if name == "body" else filled


def _new_nodes(tree: Tree, change: Change, now: ast.AST) -> list[Any]:
    """Return the nodes of a change; new ones get the old one's place, the submission's keep their own."""
    nodes = change.make(now)
    waiting = [*nodes]
    while waiting:
        inner = waiting.pop()
        if inner in tree.up:
            continue
        if "lineno" in inner._attributes and not hasattr(inner, "lineno"):
            ast.copy_location(inner, change.node)
        waiting += children(inner)
    return nodes


class RewriteOffer(NamedTuple):
    """One rewrite at one place. What it undoes is for the host to say."""

    rewrite: str
    at: ast.AST
    """Where the reader should look; of missing code, the definition it is missing in."""
    changes: tuple[Change, ...]
    operation: str | None = None
    operand: int | None = None
    detail: str = ""
    """The kind of mistake that the source shows, where it shows one."""
    whole: bool = False
    """Replaces a whole body: if it helps, the place is known, the cause is not."""
    group: str = ""
    """Edits of one slip made in many places have one group."""

    def as_dict(self, tree: Tree, places: Places) -> dict[str, Any]:
        """Return the offer as data."""
        cell = tree.cell_of[tree.module(self.at)]
        function = tree.nearest(self.at, ast.FunctionDef) if not _defines(self.at) else self.at
        line, column = getattr(self.at, "lineno", 1), getattr(self.at, "col_offset", 0)
        single = getattr(self.at, "end_lineno", line) == line and not _defines(self.at)
        text = cell.text.split("\n")[line - 1]
        return {
            "rewrite": self.rewrite,
            **places.place(cell.file, line),
            "function": getattr(function, "name", None),
            "last_line": None if hasattr(self.at, "body") else getattr(self.at, "end_lineno", line),
            "column": _column_in_characters(text, column) if single else None,
            "end_column": _column_in_characters(text, getattr(self.at, "end_col_offset", None))
            if single
            else None,
            "operation": self.operation,
            "operand": self.operand,
            "detail": self.detail,
            "whole": self.whole,
            "group": self.group,
        }


def _defines(node: ast.AST) -> bool:
    """Whether a node of the source defines a function or a class."""
    return isinstance(node, ast.FunctionDef | ast.ClassDef)


def _column_in_characters(line: str, offset: int | None) -> int | None:
    """Return a column in characters, from one in bytes."""
    return None if offset is None else len(line.encode()[:offset].decode("utf-8", "replace"))
