"""Reads the loops of a source text: where each begins and ends, and what decides whether it goes on."""

import ast
import sys
from collections.abc import Iterator
from typing import NamedTuple

from ..loading.source import Cell
from .dependence import Path, dependence

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_COMPREHENSIONS = {
    ast.ListComp: "<listcomp>", ast.SetComp: "<setcomp>", ast.DictComp: "<dictcomp>",
    ast.GeneratorExp: "<genexpr>",
}  # fmt: skip
_IS_INLINED = sys.version_info >= (3, 12)
"""Whether a comprehension runs in the frame around it; a generator expression has one of its own."""
_OF_A_SIZE = (ast.Gt, ast.GtE, ast.NotEq)
_TRANSPARENT = {"enumerate", "iter", "zip", "map", "filter"}
"""Functions that walk what they are given as it grows."""

LENGTH = "len()"
"""The last part of a path, where the length of what it leads to is meant."""

Scope = tuple[str, int]
"""The function a loop is in: its name, and the line its code object begins at."""


class Condition(NamedTuple):
    """The things that are looked at when a loop decides whether to go on."""

    paths: tuple[Path, ...] = ()
    """Everything it reads."""
    opaque: bool = False
    """Whether it calls something of which nothing is known."""
    emptied: Path | None = None
    """The thing that must get empty, or smaller, for the loop to end."""
    compared: tuple[Path | float, Path | float] | None = None
    """Two numbers that are compared, and nothing else."""


class SourceLoop(NamedTuple):
    """One loop of the source."""

    kind: str
    """`while`, `for` or `comprehension`."""
    file: str
    scope: Scope
    first: int
    last: int
    heads: frozenset[int]
    """The lines one of which each round begins at."""
    condition: Condition
    walked: Path | None = None
    """The thing that a `for` goes through."""
    is_counted: bool = False
    """Whether a `for` goes through a range: it ends, if late."""
    forever: bool = False
    """Whether the condition is a constant: only `break`, `return` and exceptions end it."""
    has_exit: bool = False
    """Whether its body has a `break` of its own, or a `return`."""
    source: Path | None = None
    """The function that makes what a `for` goes through, if it is given nothing that could end it."""
    decides: frozenset[Path] | None = None
    """All that a `while` depends on, where that can be said."""

    def holds(self, line: int) -> bool:
        """Whether a line is in it."""
        return self.first <= line <= self.last


def loops(cells: list[Cell]) -> list[SourceLoop]:
    """Return every loop, outer ones before inner ones."""
    source_loops: list[SourceLoop] = []
    for cell in cells:
        try:
            tree = ast.parse(cell.text)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            continue
        source_loops += _loops_inside(tree, cell.file, ("<module>", 1))
    return source_loops


def _loops_inside(tree: ast.AST, file: str, scope: Scope) -> Iterator[SourceLoop]:
    """Yield the loops in a tree, outer ones first."""
    waiting = [(tree, scope)]
    while waiting:
        node, outer = waiting.pop()
        inner = outer
        if isinstance(node, _FUNCTIONS):
            inner = _scope(node)
        elif isinstance(node, ast.ClassDef):
            inner = (node.name, _first_line(node))
        elif isinstance(node, ast.While):
            yield _while_loop(node, file, outer)
        elif isinstance(node, ast.For):
            yield _for_loop(node, file, outer)
        elif name := _COMPREHENSIONS.get(type(node)):
            if not _IS_INLINED or isinstance(node, ast.GeneratorExp):
                inner = (name, node.lineno)  # type: ignore[attr-defined]
            yield _comprehension(node, file, inner)
        waiting.extend((child, inner) for child in reversed([*ast.iter_child_nodes(node)]))


def _scope(function: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> Scope:
    """Return the name and the first line of a function's code."""
    if isinstance(function, ast.Lambda):
        return "<lambda>", function.lineno
    return function.name, _first_line(function)


def _first_line(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> int:
    """Return the line of the first decorator, where a code object begins."""
    return min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])


def _while_loop(node: ast.While, file: str, scope: Scope) -> SourceLoop:
    """Return a `while` as it was read."""
    forever = isinstance(node.test, ast.Constant) and bool(node.test.value)
    exits = list(_exits(node.body))
    tests = [test for guard in exits for test in guard] if forever else [node.test]
    return SourceLoop(
        kind="while", file=file, scope=scope, first=node.lineno, last=_last_line(node),
        heads=frozenset({*range(node.lineno, _last_line(node.test) + 1), node.body[0].lineno}),
        condition=_Reading(tests).condition() if tests else Condition(opaque=bool(exits)),
        forever=forever, has_exit=bool(exits), decides=dependence(node),
    )  # fmt: skip


def _for_loop(node: ast.For, file: str, scope: Scope) -> SourceLoop:
    """Return a `for` as it was read."""
    return SourceLoop(
        kind="for", file=file, scope=scope, first=node.lineno, last=_last_line(node),
        heads=frozenset({*range(node.lineno, _last_line(node.iter) + 1), node.body[0].lineno}),
        condition=Condition(), walked=_walked(node.iter), is_counted=_is_range(node.iter),
        has_exit=bool(list(_exits(node.body))), source=_maker_of_iterable(node.iter),
    )  # fmt: skip


def _maker_of_iterable(expression: ast.expr) -> Path | None:
    """Return `itertools.count` of `for n in itertools.count():`; nothing of `repeat(x, 3)`."""
    if not isinstance(expression, ast.Call):
        return None
    name = path(expression.func)
    return None if name and name[-1] == "repeat" and len(expression.args) > 1 else name


def _comprehension(node: ast.AST, file: str, scope: Scope) -> SourceLoop:
    """Return a comprehension as it was read."""
    assert isinstance(node, ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp)
    first = node.generators[0].iter
    return SourceLoop(
        kind="comprehension", file=file, scope=scope, first=node.lineno, last=_last_line(node),
        heads=frozenset(range(node.lineno, _last_line(node) + 1)),
        condition=Condition(), walked=_walked(first), is_counted=_is_range(first),
    )  # fmt: skip


def _last_line(node: ast.stmt | ast.expr) -> int:
    """Return the last line of a node."""
    return node.end_lineno or node.lineno


def _walked(expression: ast.expr) -> Path | None:
    """Return the container that a loop goes through, also behind `enumerate` and its like."""
    while isinstance(expression, ast.Call) and expression.args:
        if not (isinstance(expression.func, ast.Name) and expression.func.id in _TRANSPARENT):
            return None
        expression = expression.args[-1]
    return path(expression)


def _is_range(expression: ast.expr) -> bool:
    """Whether an expression is a call of `range`."""
    called = expression.func if isinstance(expression, ast.Call) else None
    return isinstance(called, ast.Name) and called.id == "range"


def path(expression: ast.expr) -> Path | None:
    """Return `a.b.c` as names; None for anything else."""
    attributes: list[str] = []
    while isinstance(expression, ast.Attribute):
        attributes.append(expression.attr)
        expression = expression.value
    return (expression.id, *reversed(attributes)) if isinstance(expression, ast.Name) else None


def _exits(body: list[ast.stmt], guards: tuple[ast.expr, ...] = ()) -> Iterator[tuple[ast.expr, ...]]:
    """Yield, for each statement that leaves the loop, the conditions it stands behind."""
    for statement in body:
        if isinstance(statement, ast.Break | ast.Return | ast.Raise):
            yield guards
        elif isinstance(statement, ast.For | ast.While):
            # A `break` in here leaves the inner loop only; a `return` leaves both.
            yield from (node for node in _exits(statement.body, guards) if _returns(statement))
        elif isinstance(statement, ast.If | ast.With | ast.Try | ast.Match):
            tests = [getattr(statement, name) for name in ("test", "subject") if hasattr(statement, name)]
            for block in _blocks(statement):
                yield from _exits(block, (*guards, *tests))


def _blocks(statement: ast.stmt) -> list[list[ast.stmt]]:
    """Return the blocks of an `if`, a `with`, a `try` or a `match`."""
    parts = [part for name in ("handlers", "cases") for part in getattr(statement, name, [])]
    rest = [getattr(statement, name, []) for name in ("orelse", "finalbody")]
    return [getattr(statement, "body", []), *(part.body for part in parts), *rest]


def _returns(loop: ast.stmt) -> bool:
    """Whether something in an inner loop leaves the outer one too."""
    return any(isinstance(node, ast.Return | ast.Raise) for node in ast.walk(loop))


class _Reading:
    """The expressions of a condition, read."""

    def __init__(self, tests: list[ast.expr]) -> None:
        self._tests = tests
        self._paths: dict[Path, None] = {}
        self._opaque = False

    def condition(self) -> Condition:
        """Return the condition of the loop."""
        for test in self._tests:
            self._note_paths(test)
        only = self._tests[0] if len(self._tests) == 1 else None
        return Condition(
            tuple(self._paths), self._opaque,
            None if only is None else _emptied(only), None if only is None else _compared(only),
        )  # fmt: skip

    def _note_paths(self, node: ast.AST) -> None:
        """Note the paths that an expression reads, and whether it does more than read."""
        if isinstance(node, ast.Name | ast.Attribute) and (name := path(node)):
            self._paths[name] = None
            return
        if isinstance(node, ast.Call):
            if not (isinstance(node.func, ast.Name) and node.func.id in ("len", "bool", "id", "abs")):
                self._opaque = True
            for argument in node.args:
                self._note_paths(argument)
            return
        if isinstance(node, ast.Subscript | ast.Await | ast.NamedExpr | ast.Lambda | ast.GeneratorExp):
            self._opaque = True
        for child in ast.iter_child_nodes(node):
            self._note_paths(child)


def _is_of_size(test: ast.Compare) -> bool:
    """Whether a list is compared with an empty one, or its `len` with a number."""
    right = test.comparators[0]
    if isinstance(right, ast.List | ast.Tuple) and not right.elts:
        return True
    is_number = isinstance(right, ast.Constant) and isinstance(right.value, int)
    return is_number and isinstance(test.left, ast.Call)


def _emptied(test: ast.expr) -> Path | None:
    """Return `stack` of `while stack`, `while len(stack) > 0`, `while stack != []`."""
    if isinstance(test, ast.Compare) and len(test.ops) == 1 and isinstance(test.ops[0], _OF_A_SIZE):
        if not _is_of_size(test):
            return None
        test = test.left
    if isinstance(test, ast.Call) and isinstance(test.func, ast.Name) and test.func.id in ("len", "bool"):
        return path(test.args[0]) if len(test.args) == 1 else None
    return path(test)


def _compared(test: ast.expr) -> tuple[Path | float, Path | float] | None:
    """Return both sides of `i < n`."""
    if not (isinstance(test, ast.Compare) and len(test.ops) == 1):
        return None
    left, right = _side(test.left), _side(test.comparators[0])
    return None if left is None or right is None else (left, right)


def _side(expression: ast.expr) -> Path | float | None:
    """Return a side of a comparison: a number, a path, or the length of what a path leads to."""
    if isinstance(expression, ast.Constant) and type(expression.value) in (int, float):
        return float(expression.value)  # type: ignore[arg-type]
    if isinstance(expression, ast.UnaryOp) and isinstance(expression.op, ast.USub):
        inner = _side(expression.operand)
        return -inner if isinstance(inner, float) else None
    if isinstance(expression, ast.Call):
        sized = _is_len(expression) and path(expression.args[0])
        return (*sized, LENGTH) if sized else None
    return path(expression)


def _is_len(call: ast.Call) -> bool:
    """Whether a call is `len(x)`."""
    return isinstance(call.func, ast.Name) and call.func.id == "len" and len(call.args) == 1
