"""What could be done to a submission to make it right: an edit with a name, at a place."""

import ast
from typing import Any, NamedTuple

from ..running.problem import Places
from .edit import Change
from .tree import Tree


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
