"""The syntax trees of a submission, with a way up from every node."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from ..loading.source import Cell
from .syntax import FUNCTIONS, parts, text

_SEVERAL = 2
_BLOCKS = ("body", "orelse", "finalbody")

Definition = ast.FunctionDef | ast.AsyncFunctionDef
Place = tuple[int | None, int | None]
"""A line, and a column in bytes."""


@dataclass
class Tree:
    """The pieces of source that could be parsed, in the order in which they run."""

    cells: list[Cell]
    modules: list[ast.Module] = field(default_factory=list)
    up: dict[ast.AST, tuple[ast.AST, str]] = field(default_factory=dict)
    """The parent of each node, and the field that the node is in."""
    cell_of: dict[ast.Module, Cell] = field(default_factory=dict)

    @classmethod
    def of(cls, cells: list[Cell]) -> "Tree":
        """Parse what can be parsed."""
        tree = cls(cells)
        for cell in cells:
            try:
                module = ast.parse(cell.text)
                tree.up |= _parents_as_read(module)
            except (SyntaxError, ValueError, RecursionError, MemoryError):
                continue
            tree.modules.append(module)
            tree.cell_of[module] = cell
        return tree

    @cached_property
    def definitions(self) -> list[Definition]:
        """Return every named function, in functions and classes too."""
        return [node for node in self.up if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]

    @cached_property
    def used_outside_functions(self) -> frozenset[str]:
        """Names that modules, classes and decorators use when they are loaded."""
        waiting: list[ast.AST] = [*self.modules]
        names: set[str] = set()
        while waiting:
            node = waiting.pop()
            names |= {getattr(node, "id", ""), getattr(node, "attr", "")}
            is_function = isinstance(node, FUNCTIONS)
            waiting += [child for name, child in parts(node) if not is_function or name != "body"]
        return frozenset(names)

    @cached_property
    def _places(self) -> dict[tuple[str, Place | None], ast.Return]:
        """Return each `return` by where it begins."""
        nodes = [node for node in self.up if isinstance(node, ast.Return)]
        return {(self.file(node), (node.lineno, node.col_offset)): node for node in nodes}

    @cached_property
    def _lambdas(self) -> list[ast.Lambda]:
        """The innermost first."""
        return [node for node in self.up if isinstance(node, ast.Lambda)][::-1]

    def returned_at(self, file: str, place: Place) -> ast.expr | None:
        """Return the expression that is returned there."""
        node = self._places.get((file, place))
        return None if node is None else node.value

    def lambda_with(self, file: str, first: Place, last: Place) -> ast.expr | None:
        """Return the body of the innermost lambda in which both places are."""
        for node in self._lambdas:
            body = node.body
            end = (body.end_lineno or body.lineno, body.end_col_offset or body.col_offset)
            if (body.lineno, body.col_offset) <= first and last < end and self.file(node) == file:
                return body
        return None

    def file(self, node: ast.AST) -> str:
        """Return the name under which the piece of source that a node is in was compiled."""
        return self.cell_of[self.module(node)].file

    def above(self, node: ast.AST) -> Iterator[ast.AST]:
        """Yield the node's parents, the nearest first."""
        while node in self.up:
            node = self.up[node][0]
            yield node

    def exclude(self, one: ast.AST, other: ast.AST) -> bool:
        """Whether two nodes stand in branches of one `if`, of which one alone runs."""
        branches = self._branches(one)
        return any(branches.get(node, field) != field for node, field in self._branches(other).items())

    def _branches(self, node: ast.AST) -> dict[ast.AST, str]:
        """Return each `if` around a node, with the name of the branch that the node is in."""
        places = (self.up[inner] for inner in (node, *self.above(node)) if inner in self.up)
        return {parent: field for parent, field in places if isinstance(parent, ast.If)}

    def nearest(self, node: ast.AST, kinds: type | tuple[type, ...]) -> ast.AST | None:
        """Return the nearest parent of one of these kinds."""
        return next((inner for inner in self.above(node) if isinstance(inner, kinds)), None)

    def statement(self, node: ast.AST) -> ast.stmt:
        """Return the statement that a node is part of, or the node."""
        each: ast.AST | None = node if isinstance(node, ast.stmt) else self.nearest(node, ast.stmt)
        assert isinstance(each, ast.stmt)
        return each

    def block(self, statement: ast.stmt) -> tuple[list[ast.stmt], int]:
        """Return the block that a statement stands in, and its position there."""
        parent, field = self.up[statement]
        block: list[ast.stmt] = getattr(parent, field)
        return block, block.index(statement)

    def outermost(self, node: ast.AST) -> ast.FunctionDef | None:
        """Return the function of the module, or method of a class, that a node is in."""
        functions = [inner for inner in (node, *self.above(node)) if isinstance(inner, ast.FunctionDef)]
        return functions[-1] if functions else None

    def module(self, node: ast.AST) -> ast.Module:
        """Return the module a node is in."""
        *_, last = (node, *self.above(node))
        assert isinstance(last, ast.Module)
        return last

    def depth(self, node: ast.AST) -> int:
        """Return how many parents it has."""
        return sum(1 for _ in self.above(node))


class AnnAssign(ast.Assign):
    """`x: Value = y` in a function: a plain assignment for every reader, written with its annotation.

    `ast.unparse` goes by the name of a class, and `compile` by its bases.
    """

    simple = 1

    def __init__(self, annotated: ast.AnnAssign, value: ast.expr) -> None:
        super().__init__([annotated.target], value)
        self.annotation = annotated.annotation
        ast.copy_location(self, annotated)

    @property
    def target(self) -> ast.expr:
        """The place of the assignment."""
        return self.targets[0]


def _parents_as_read(module: ast.Module) -> dict[ast.AST, tuple[ast.AST, str]]:
    """Make the module as rewrites read it: one kind of assignment, added terms as one; return its parents."""
    up: dict[ast.AST, tuple[ast.AST, str]] = {}
    waiting: list[tuple[ast.AST, bool]] = [(module, False)]
    while waiting:
        node, is_in_function = waiting.pop()
        is_in_function = is_in_function or isinstance(node, Definition)
        if is_in_function and "body" in node._fields:
            _without_annotations(node)
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Attribute):
            node.value = _with_one_term(node.value, node.targets[0])
        for name, child in parts(node):
            up[child] = node, name
            waiting.append((child, is_in_function))
    return up


def _without_annotations(node: ast.AST) -> None:
    """Replace annotated assignments in the blocks of a node by plain ones."""
    for name in _BLOCKS:
        block = getattr(node, name, None)
        if isinstance(block, list):
            block[:] = map(_plain, block)


def _plain(node: ast.AST) -> ast.AST:
    """Return a plain assignment for an annotated one."""
    if isinstance(node, ast.AnnAssign) and node.value is not None:
        return AnnAssign(node, node.value)
    return node


def _with_one_term(value: ast.expr, target: ast.expr) -> ast.expr:
    """`x.grad = x.grad + a + b` read as `x.grad = x.grad + (a + b)`: what is added is one expression."""
    terms: list[ast.BinOp] = []
    while isinstance(value, ast.BinOp) and isinstance(value.op, ast.Add | ast.Sub):
        terms.append(value)
        value = value.left
    if len(terms) < _SEVERAL or text(value) != text(target):
        return terms[0] if terms else value
    first = terms[-1].right
    contribution = (
        first
        if isinstance(terms[-1].op, ast.Add)
        else ast.copy_location(ast.UnaryOp(ast.USub(), first), first)
    )
    for term in reversed(terms[:-1]):
        contribution = ast.copy_location(ast.BinOp(contribution, term.op, term.right), term)
    return ast.copy_location(ast.BinOp(value, ast.Add(), contribution), terms[0])
