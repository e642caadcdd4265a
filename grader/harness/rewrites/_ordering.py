"""Puts a right order in the place of a student's: the same rules, run for one node after the other."""

import ast
from collections.abc import Callable
from typing import Any

from ..repair.edit import Change, before, replaced
from ..repair.syntax import (
    Definition,
    expression,
    inside,
    is_call,
    is_name,
    names_of,
    statements,
    without_docstring,
)
from ._stripping import about_node, vars_of, with_body
from ._traversal import Traversal

NODE = "node"

BY_RECURSION = """
{order} = []
{visited} = set()
def {build}(v):
    if {key} not in {visited}:
        {visited}.add({key})
        for child in {children}:
            {visit}
        {append}
{build}({root})
"""
BY_STACK = """
{order} = []
{visited} = set()
{stack} = [({root}, False)]
while {stack}:
    v, is_ready = {stack}.pop()
    if is_ready:
        {append}
    elif {key} not in {visited}:
        {visited}.add({key})
        {stack}.append((v, True))
        {stack} += [(child, False) for child in {children}{where}]
"""
FORMS = (BY_RECURSION, BY_STACK)
"""The forms of a traversal: as it is taught, and for graphs deeper than Python's recursion."""
_NAMES = {"visited": ("seen", "done"), "build": ("build_topo", "visit"), "stack": ("waiting",)}
"""Names of the helpers, and others for a student's function that uses those names."""


def ordering(
    passes: Traversal, function: Definition, root: str, form: str, at: ast.AST, *, order: str = ""
) -> tuple[str, list[ast.stmt]]:
    """Return the name of a list, and the statements that put a root's graph into it, operands first."""
    names = {wanted: fresh_name(wanted, function, *others) for wanted, others in _NAMES.items()}
    order = order or fresh_name("topo", function, "order")
    # The student's conditions stay: an edit that put other nodes in as well would undo two mistakes at once,
    # and prove neither.
    refused = " or ".join(passes.reasons_to_leave_out("v"))
    append = f"{order}.append(v)"
    children, test = passes.parents.iterable_and_test("v", "child")
    visit = f"{names['build']}(child)"
    text = form.format(
        **names,
        root=root,
        order=order,
        key="v" if passes.known.compares_by_identity else "id(v)",
        children=children,
        where=f" if {test}" if test else "",
        visit=f"if {test}: {visit}" if test else visit,
        append=f"if not ({refused}): {append}" if refused else append,
    )
    return order, statements(text, at)


def fresh_name(wanted: str, function: ast.AST, *others: str) -> str:
    """Return a name that the function does not use."""
    used = names_of(function) | {node.arg for node in inside(function) if isinstance(node, ast.arg)}
    used |= {node.name for node in inside(function) if isinstance(node, Definition)}
    free = next((name for name in (wanted, *others) if name not in used), wanted)
    while free in used:
        free += "_"
    return free


def loop_in_order(
    passes: Traversal, function: Definition, root: str, node: str, body: list[ast.stmt], form: str
) -> list[ast.stmt]:
    """Return statements that make an order, and a loop in which each node has its turn, results first."""
    order, made = ordering(passes, function, root, form, body[0])
    iterable = expression(f"reversed({order})", body[0])
    loop = ast.For(target=ast.Name(node, ast.Store()), iter=iterable, body=body, orelse=[])
    return [*made, ast.copy_location(loop, body[0])]


def for_each_node(
    statement: ast.stmt, function: Definition, root: str, passes: Traversal, form: str
) -> Change:
    """Return the change of a statement about the root into one for every node, each for itself."""
    name = fresh_name(NODE, function)

    def make(now: ast.stmt) -> list[ast.stmt]:
        if isinstance(now, ast.For):
            kept = [statement for statement in now.body if not passes.is_over_parents(statement)]
            now = with_body(now, kept or now.body)
        return loop_in_order(passes, function, root, name, about_node([now], root, name), form)

    return Change(statement, make)


def in_right_order(
    loop: ast.For, function: Definition, root: str, item: str, passes: Traversal, form: str
) -> tuple[Change, ...]:
    """Return the changes to the same loop in a right order; a list that is used elsewhere is made again.

    `item` is what the loop goes through: `NODE`, or a tuple of a node's attributes.
    """
    held = innermost_iterable(loop.iter)
    own = held.id if item == NODE and isinstance(held, ast.Name) else ""
    earlier = _first_loop_over(own, loop, passes)
    order, made = ordering(passes, function, root, form, loop, order=own)
    iterable = f"[{item} for {NODE} in {order} if all(each is not None for each in {item})]"

    def turned(now: ast.For) -> list[ast.stmt]:
        text = order if item == NODE else iterable
        fields: dict[str, Any] = {**vars_of(now), "iter": expression(f"reversed({text})", now)}
        return [*(() if earlier else made), ast.copy_location(ast.For(**fields), now)]

    return (*(() if earlier is None else (before(earlier, *made),)), Change(loop, turned))


def _first_loop_over(name: str, loop: ast.For, passes: Traversal) -> ast.For | None:
    """Return the first loop over a list before another loop over it: one that clears gradients, as a rule."""
    block, position = passes.known.tree.block(loop)
    loops = (one for one in block[:position] if isinstance(one, ast.For))
    over = (one for one in loops if is_name(innermost_iterable(one.iter), name))
    return next((one for one in over if not any(is_call(each, "append") for each in inside(one))), None)


def innermost_iterable(iterable: ast.expr) -> ast.expr:
    """Return the iterable inside of `reversed`, `list` and slices."""
    while True:
        if is_call(iterable, "reversed", "list", "tuple", "iter") and len(iterable.args) == 1:
            iterable = iterable.args[0]
        elif isinstance(iterable, ast.Subscript) and isinstance(iterable.slice, ast.Slice):
            iterable = iterable.value
        else:
            return iterable


def new_body(function: Definition, make: Callable[[list[ast.stmt]], list[ast.stmt]]) -> tuple[Change, ...]:
    """Return changes that replace a function's statements by some made of what stands there by then.

    What another edit put before the first one, as a seed, stays where it is.
    """
    first, *others = without_docstring(function.body)

    def made(now: ast.stmt) -> list[ast.stmt]:
        staying = set(function.body[: function.body.index(now)])
        return [each for each in make(without_docstring(function.body)) if each not in staying]

    return (Change(first, made), *(replaced(other) for other in others))
