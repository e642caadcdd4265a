"""A right order put in the place of a student's: the same rules, run for one node after the other."""

import ast
from collections.abc import Callable
from typing import Any

from ..repair.edit import Change, replaced
from ..repair.syntax import Definition, expression, is_call, names_of, nodes_in, statements, without_docstring
from ._stripping import renamed, vars_of, with_body
from ._traversal import Traversal

NODE = "node"

_ORDER = """
def {name}(root):
    order = []
    done = set()
    waiting = [(root, False)]
    while waiting:
        node, is_ready = waiting.pop()
        if is_ready:
            order.append(node)
        elif id(node) not in done:
            done.add(id(node))
            waiting.append((node, True))
            waiting += [(parent, False) for parent in {parents}]
    return {order}
"""
"""Parents come before what is made of them; no recursion, so that its limit does not matter."""


def ordering(passes: Traversal, name: str, at: ast.AST) -> list[ast.stmt]:
    """The definition of a function that gives a root's graph in topological order, as far as it is needed."""
    # The student's conditions stay: an edit that put other nodes in as well would undo two mistakes at once,
    # and prove neither.
    refused = passes.refused
    order = f"[node for node in order if not ({' or '.join(refused)})]" if refused else "order"
    return statements(_ORDER.format(name=name, parents=passes.parents.of(NODE), order=order), at)


def fresh_name(wanted: str, function: ast.AST) -> str:
    """A name that the function does not use."""
    used = names_of(function) | {node.arg for node in nodes_in(function) if isinstance(node, ast.arg)}
    while wanted in used:
        wanted += "_"
    return wanted


def in_order(
    passes: Traversal, function: Definition, root: str, node: str, body: list[ast.stmt]
) -> list[ast.stmt]:
    """The definition of an order, and a loop in which each node has its turn, results first."""
    name, at = fresh_name("in_order", function), body[0]
    iterable = expression(f"reversed({name}({root}))", at)
    loop = ast.For(target=ast.Name(node, ast.Store()), iter=iterable, body=body, orelse=[])
    return [*ordering(passes, name, at), ast.copy_location(loop, at)]


def for_each(statement: ast.stmt, function: Definition, root: str, passes: Traversal) -> Change:
    """A statement about the root for one node after the other, without what it does for grandparents."""
    name = fresh_name(NODE, function)

    def make(now: ast.stmt) -> list[ast.stmt]:
        if isinstance(now, ast.For):
            kept = [statement for statement in now.body if not passes.over_parents(statement)]
            now = with_body(now, kept or now.body)
        return in_order(passes, function, root, name, renamed([now], root, name))

    return Change(statement, make)


def ordered(loop: ast.For, function: Definition, root: str, item: str, passes: Traversal) -> Change:
    """The same loop over nodes in a right order; a list that is used further is made anew."""
    name = fresh_name("in_order", function)

    def make(now: ast.For) -> list[ast.stmt]:
        before, held = ordering(passes, name, now), core(now.iter)
        source = f"{name}({root})"
        if item != NODE:
            source = f"[{item} for {NODE} in {source} if all(each is not None for each in {item})]"
        elif isinstance(held, ast.Name):
            before, source = [*before, *statements(f"{held.id} = {source}", now)], held.id
        fields: dict[str, Any] = {**vars_of(now), "iter": expression(f"reversed({source})", now)}
        return [*before, ast.copy_location(ast.For(**fields), now)]

    return Change(loop, make)


def core(iterable: ast.expr) -> ast.expr:
    """What is turned around, or made a list of."""
    while True:
        if is_call(iterable, "reversed", "list", "tuple", "iter") and len(iterable.args) == 1:
            iterable = iterable.args[0]
        elif isinstance(iterable, ast.Subscript) and isinstance(iterable.slice, ast.Slice):
            iterable = iterable.value
        else:
            return iterable


def new_body(function: Definition, make: Callable[[list[ast.stmt]], list[ast.stmt]]) -> tuple[Change, ...]:
    """Changes that put other statements in the place of a function's, made of what stands there by then."""
    first, *others = without_docstring(function.body)
    change = Change(first, lambda _: make(without_docstring(function.body)))
    return (change, *(replaced(other) for other in others))
