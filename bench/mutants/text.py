"""A source text with its syntax tree, located in characters, and edits of it."""

import ast
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple

_INDENTATION = "    "

_DEFINITION = ast.FunctionDef | ast.ClassDef
_COMPOUND = _DEFINITION | ast.If | ast.For | ast.While

Function = ast.FunctionDef | ast.Lambda


class TextEdit(NamedTuple):
    """Characters from `start` to `end` become `new`."""

    start: int
    end: int
    new: str
    mark: int = 0
    """Where in `new` the fault begins."""


class Text:
    """A source text. Every node is found again in it."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.tree = ast.parse(source)
        self._lines = source.split("\n")
        self._starts = [0, *accumulate(len(line) + 1 for line in self._lines)]

    @cached_property
    def parents(self) -> dict[ast.AST, ast.AST]:
        """The node that each node is directly in."""
        return {child: node for node in ast.walk(self.tree) for child in ast.iter_child_nodes(node)}

    def start(self, node: ast.AST) -> int:
        """Where a node begins; a function or class at its `def` or `class`, below its decorators."""
        return self._position(node.lineno, node.col_offset)  # type: ignore[attr-defined]

    def end(self, node: ast.AST) -> int:
        """Where a node ends."""
        return self._position(node.end_lineno, node.end_col_offset)  # type: ignore[attr-defined]

    def of(self, node: ast.AST) -> str:
        """The text of a node, without brackets around it."""
        return self.source[self.start(node) : self.end(node)]

    def line(self, position: int) -> int:
        """The line, counted from 1, that a position is in."""
        return bisect_right(self._starts, position)

    def indentation(self, node: ast.AST) -> str:
        """What stands before a node in its line."""
        start = self.start(node)
        return self.source[self._starts[self.line(start) - 1] : start]

    def line_start(self, position: int) -> int:
        """Where the line of a position begins."""
        return self._starts[self.line(position) - 1]

    def line_end(self, position: int) -> int:
        """Where the line of a position ends, before its line break."""
        end = self._starts[self.line(position)] - 1
        return end - (self.source[end - 1 : end] == "\r")

    def above(self, node: ast.AST) -> Iterator[ast.AST]:
        """The nodes that a node is in, from the inside out."""
        while (parent := self.parents.get(node)) is not None:
            yield parent
            node = parent

    def function(self, node: ast.AST) -> Function | None:
        """The innermost function that a node is in."""
        return next((inner for inner in self.above(node) if isinstance(inner, Function)), None)

    def statement(self, node: ast.AST) -> ast.stmt:
        """The innermost statement that a node is, or is in."""
        found = next(inner for inner in (node, *self.above(node)) if isinstance(inner, ast.stmt))
        assert isinstance(found, ast.stmt)
        return found

    def block(self, statement: ast.stmt) -> list[ast.stmt]:
        """The statements among which one stands."""
        parent = self.parents[statement]
        for name in ("body", "orelse", "finalbody"):
            if statement in (block := getattr(parent, name, [])):
                return list(block)
        return [statement]

    def lines(self, node: ast.AST) -> tuple[int, ...]:
        """Where each line of the statement begins that a node is, or is in; of a compound one the first."""
        statement = self.statement(node)
        start, end = self.start(statement), self.end(statement)
        if isinstance(statement, _COMPOUND):
            return (start,)
        breaks = [position for position in range(start, end) if self.source[position] == "\n"]
        return (start, *(position + 1 for position in breaks))

    def definitions(self, node: ast.AST) -> tuple[int, ...]:
        """Where the functions and the class around a node are defined, and itself if it is one."""
        around = [inner for inner in (node, *self.above(node)) if isinstance(inner, _DEFINITION)]
        return tuple(map(self.start, around)) or self.lines(node)

    # --- edits ---------------------------------------------------------------------------------------

    def put(self, node: ast.AST, new: str, mark: int = 0) -> TextEdit:
        """Another text for a node."""
        return TextEdit(self.start(node), self.end(node), new, mark)

    def blank(self, node: ast.AST, new: str = "") -> TextEdit:
        """Another text for a node, on its first line; its other lines stay empty."""
        return self.put(node, new + self.newline * self.of(node).count("\n"))

    def put_bracketed(self, node: ast.AST, new: str) -> TextEdit:
        """Another text for a node and the brackets around it."""
        start, end = self.bracketed(node)
        return TextEdit(start, end, new)

    def bracketed(self, node: ast.AST) -> tuple[int, int]:
        """Where a node begins and ends, with the brackets that are around it alone."""
        start, end = self.start(node), self.end(node)
        while True:
            left = start - 1
            while left >= 0 and self.source[left] in " \t":
                left -= 1
            right = end
            while right < len(self.source) and self.source[right] in " \t":
                right += 1
            if self.source[left : left + 1] != "(" or self.source[right : right + 1] != ")":
                return start, end
            if left and (self.source[left - 1].isalnum() or self.source[left - 1] in "_])"):
                return start, end  # the brackets of a call
            start, end = left, right + 1

    def remove(self, *statements: ast.stmt) -> tuple[TextEdit, ...]:
        """Nothing in place of statements of one block; lines stay."""
        alone = len(self.block(statements[0])) == len(statements)
        return tuple(
            self.put(statement, "pass" if alone and not number else "")
            for number, statement in enumerate(statements)
        )

    def before(self, statement: ast.stmt, *lines: str) -> TextEdit:
        """New lines above a statement, indented as it is."""
        start = self.line_start(self.start(statement))
        indentation = self.indentation(statement)
        new = "".join(f"{self.indented(line, indentation)}{self.newline}" for line in lines)
        return TextEdit(start, start, new, len(indentation))

    def after(self, statement: ast.stmt, *lines: str) -> TextEdit:
        """New lines below a statement, indented as it is."""
        end = self.line_end(self.end(statement))
        indentation = self.indentation(statement)
        new = "".join(f"{self.newline}{self.indented(line, indentation)}" for line in lines)
        return TextEdit(end, end, new, len(self.newline) + len(indentation))

    def indented(self, line: str, indentation: str) -> str:
        """A line of ours, further in, and indented as this file is; an empty one stays empty."""
        plain = line.lstrip(" ")
        depth = (len(line) - len(plain)) // len(_INDENTATION)
        return f"{indentation}{self.unit * depth}{plain}" if plain else ""

    def indented_all(self, source: str, indentation: str) -> str:
        """Lines of ours for a place that is itself indented."""
        first, *others = source.split("\n")
        return self.newline.join((first, *(self.indented(line, indentation) for line in others)))

    @cached_property
    def unit(self) -> str:
        """What one level is indented by: what stands before a method of a class."""
        methods = (node for node in ast.walk(self.tree) if isinstance(node, ast.FunctionDef))
        inside = (node for node in methods if isinstance(self.parents[node], ast.ClassDef))
        return self.indentation(next(inside))[-len(_INDENTATION) :]

    @cached_property
    def newline(self) -> str:
        """How lines end."""
        return "\r\n" if "\r\n" in self.source else "\n"

    def _position(self, line: int, column: int) -> int:
        text = self._lines[line - 1]
        characters = column if text.isascii() else len(text.encode()[:column].decode())
        return self._starts[line - 1] + characters


def edited(source: str, edits: Iterable[TextEdit]) -> str:
    """The text with all edits made. They must not overlap."""
    pieces, done = [], 0
    for start, end, new, _ in sorted(edits):
        assert start >= done, "edits overlap"
        pieces += [source[done:start], new]
        done = end
    return "".join((*pieces, source[done:]))


def moved(position: int, edits: Iterable[TextEdit]) -> int:
    """Where a position of the reference is once all edits are made."""
    before = [edit for edit in edits if edit.end <= position and edit.start < position]
    return position + sum(len(edit.new) - (edit.end - edit.start) for edit in before)
