"""Tells which operation a piece of source is about: by the names and strings around it, else by what runs."""

import ast
import contextlib
import re
from collections import Counter
from functools import cached_property
from typing import NamedTuple, TypeGuard

from ..model.operation_words import is_reflected, operation_named, operation_of_text, words_of
from ..model.primitives import PRIMITIVES, leaves
from ..playing.play import Player
from ..running.bounded import bounded
from .syntax import whole
from .tree import Tree

Line = tuple[str, int]
"""A line of the submission, by the file that it is in."""

_NUMBER = 2.0
_LAYERS = re.compile(r"layer|neuron|module|mlp|loss|optim", re.IGNORECASE)


class About(NamedTuple):
    """An operation, and whether a plain number stands on its left."""

    operation: str
    reflected: bool = False


class RanLines(NamedTuple):
    """The lines that ran for an operation, each where it ran first."""

    forward: dict[Line, None]
    backward: dict[Line, None]

    @property
    def every(self) -> set[Line]:
        """Return all lines of both."""
        return {*self.forward, *self.backward}


class Attribution:
    """The operation that each part of one submission belongs to."""

    def __init__(self, tree: Tree, player: Player) -> None:
        self._tree = tree
        self._player = player
        self._known: dict[ast.AST, About | None] = {}
        self._lines: dict[str, RanLines] = {}

    def about(self, node: ast.AST) -> About | None:
        """Return the operation to which the innermost code around the node belongs."""
        if node not in self._known:
            self._known[node] = self._operation_around(node)
        return self._known[node]

    def operation(self, node: ast.AST) -> str | None:
        """Return the sign or name of that operation."""
        about = self.about(node)
        return about and about.operation

    def names(self, part: ast.AST, below: ast.AST) -> bool:
        """Whether a part of the source, such as `if op == "+"`, names the operation of a node inside it."""
        while (above := self._tree.up[below][0]) is not part:
            below = above
        return _operation_named_by(part, below) is not None

    def _operation_around(self, node: ast.AST) -> About | None:
        """Return the operation that the innermost name around a node says; else the one in which it runs."""
        below: ast.AST = node
        for inner in (node, *self._tree.above(node)):
            if about := _operation_named_by(inner, below):
                return self._difference_or_negation(inner) if _says_only_minus(inner) else about
            below = inner
        outermost = self._tree.outermost(node)
        if outermost is None:
            return None
        return self._by_running(outermost)

    def _difference_or_negation(self, function: ast.FunctionDef) -> About:
        """Return a negation, if it runs with fewer lines than a difference, which is then made of it."""
        ran_in = self._operations_of(function)
        lines = Counter(op for ops in self._operations_by_line.values() for op in ops)
        is_negation = "neg" in ran_in and lines["neg"] < lines["-"]
        return About("neg" if is_negation else "-")

    def _by_running(self, function: ast.FunctionDef) -> About | None:
        """Return the one operation in which a function runs, beside those that are made of it."""
        operations = self._operations_of(function)
        return About(next(iter(operations))) if len(operations) == 1 else None

    def _operations_of(self, function: ast.FunctionDef) -> set[str]:
        """Return the operations in which some line of a function runs."""
        file = self._tree.cell_of[self._tree.module(function)].file
        lines = range(function.lineno + 1, (function.end_lineno or function.lineno) + 1)
        return {op for line in lines for op in self._operations_by_line.get((file, line), ())}

    @cached_property
    def _operations_by_line(self) -> dict[Line, list[str]]:
        """The operations in which each line ran, forward and backward."""
        operations: dict[Line, list[str]] = {}
        for op in PRIMITIVES:
            lines = _lines_run(self._player, op) if op == "**" else self.lines_of(op)
            for line in lines.every:
                operations.setdefault(line, []).append(op)
        return operations

    def lines_of(self, op: str) -> RanLines:
        """Return the lines that run for an operation and its pass; the class is run once for this."""
        if op not in self._lines:
            # Few classes take a node as exponent.
            self._lines[op] = _lines_run(self._player, op, with_number=1 if op == "**" else None)
        return self._lines[op]

    def reflected_lines_of(self, op: str) -> dict[Line, None]:
        """Return the lines that run for an operation with a plain number on its left."""
        return _lines_run(self._player, op, with_number=0, only_forward=True).forward


def _operation_named_by(node: ast.AST, below: ast.AST) -> About | None:
    """Return the operation that a node of the source names for what is below it."""
    match node:
        # A test speaks of what stands below it, and of nothing in its `else`.
        case ast.If(asked, body) if below in body:
            return _operation_compared(asked)
        case ast.match_case(asked) if below is not asked:
            return _operation_compared(asked)
        case ast.ClassDef(name) if _LAYERS.search(name):
            return None
        case ast.FunctionDef(name) | ast.ClassDef(name) | ast.Assign([ast.Name(name), *_], ast.Lambda()):
            operation = operation_named(name)
            is_method = isinstance(node, ast.FunctionDef)
            return About(operation, is_method and is_reflected(name)) if operation else None
    return None


def _says_only_minus(node: ast.AST) -> TypeGuard[ast.FunctionDef]:
    """Whether a name speaks of a minus, which has one operand or two."""
    return isinstance(node, ast.FunctionDef) and "minus" in words_of(node.name)


def _operation_compared(test: ast.AST) -> About | None:
    """Return the operation in `op == 'add'`, `op in ('+', '-')`, `case '*'`; None where there are several."""
    texts = [node.value for node in whole(test) if isinstance(node, ast.Constant)]
    names = [node.attr for node in whole(test) if isinstance(node, ast.Attribute)]
    operations = {op for text in texts if isinstance(text, str) and (op := operation_of_text(text))}
    operations |= {op for name in names if name.isupper() and (op := operation_named(name))}
    return About(operations.pop()) if len(operations) == 1 else None


def _lines_run(
    player: Player, op: str, *, with_number: int | None = None, only_forward: bool = False
) -> RanLines:
    """Return the lines that run in an operation and in its pass; one operand may be a plain number."""
    lines = RanLines({}, {})
    places = player.value_class.places
    with contextlib.suppress(Exception):
        operands = leaves(PRIMITIVES[op], player.leaf)
        if with_number is not None:
            operands[with_number] = _NUMBER
        with bounded(places, lines.forward):
            result = player.operations.do(op, operands, [op])
        if not only_forward:
            with bounded(places, lines.backward):
                player.backward(result, seeds_itself=False)
    return lines
