"""Tells what kind of order the source makes, and where."""

import ast
from collections.abc import Iterator
from typing import NamedTuple

from ..repair.known import SourceAnalysis
from ..repair.syntax import (
    Definition,
    all_nodes,
    called,
    inside,
    is_call,
    is_membership,
    is_name,
    names_of,
    names_stored,
    number_in,
)
from ._traversal import Traversal, traversal

SORTED = "sorted"
"""An order by a key, such as a depth: it is right if the key of a node comes before those of its operands."""


class MadeOrder(NamedTuple):
    """The order that the source makes."""

    at: ast.stmt
    """Where a node is put into it."""
    form: str
    """The detail of an edit that says what kind of order it is; `unknown` where that cannot be read."""


def order_made(passes: Traversal) -> MadeOrder | None:
    """Return where a node is put into an order, and what kind of order that gives; a sort decides alone."""
    for function in passes.functions:
        for node in inside(function):
            if is_call(node, "sort", "sorted"):
                return MadeOrder(passes.known.tree.statement(node), SORTED)
    for statement, function in passes.appends:
        loop = passes.known.tree.nearest(statement, ast.While)
        if isinstance(loop, ast.While):
            return MadeOrder(statement, form_of_loop(*loop.body) or "unknown")
        return MadeOrder(statement, _form_of_recursion(statement, function, passes))
    return next(_orders_put_together(passes), None)


def _orders_put_together(passes: Traversal) -> Iterator[MadeOrder]:
    """Yield orders that a recursion adds up, its own node at an end: `return before + [node]`."""
    for recursion in passes.recursions:
        own = passes.root(recursion.function)
        for node in inside(recursion.function):
            if isinstance(node, ast.BinOp) and any(
                _is_list_of(side, own) for side in (node.left, node.right)
            ):
                statement = passes.known.tree.statement(node)
                yield MadeOrder(statement, _form_of_recursion(statement, recursion.function, passes))


def _is_list_of(node: ast.expr, name: str) -> bool:
    """Whether an expression is a list with this one name in it."""
    return isinstance(node, ast.List) and len(node.elts) == 1 and is_name(node.elts[0], name)


def where_order_is_made(known: SourceAnalysis) -> ast.stmt | None:
    """Return the statement that puts a node into an order; if none can be read, the function of the pass."""
    passes = traversal(known)
    try:
        made = order_made(passes)
    except (AttributeError, AssertionError, IndexError, KeyError, TypeError, ValueError):
        return None
    return made.at if made else passes.entry


def head_of_pass(known: SourceAnalysis) -> Definition | None:
    """Return the function that a pass begins with."""
    return traversal(known).entry


def form_of_loop(*body: ast.stmt) -> str:
    """Return the order in which a loop takes nodes from its list."""
    for call in all_nodes(*body):
        if called(call) == "popleft" or (is_call(call, "pop") and _takes_first(call)):
            return "breadth-first"
        if called(call) == "pop":
            return "stack"
        if called(call) == "heappop":
            return SORTED
    return ""


def _takes_first(call: ast.Call) -> bool:
    """Whether a call is `pop(0)`."""
    return len(call.args) == 1 and number_in(call.args[0]) == 0


def _form_of_recursion(statement: ast.stmt, function: Definition, passes: Traversal) -> str:
    """Return the kind of order that a recursion makes: without a guard, parents last, or unknown."""
    nodes = inside(function)
    asked = names_of(*(node.comparators[0] for node in nodes if is_membership(node)))
    if not asked or asked <= names_stored(function):
        return "no-visited"
    loops = [node for node in nodes if isinstance(node, ast.For) and passes.is_over_parents(node)]
    return "pre-order" if loops and statement.lineno < loops[0].lineno else "unknown"
