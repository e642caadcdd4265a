"""Offers to count the users of nodes again in each pass, where operations count them only once."""

import ast
from collections.abc import Iterator
from itertools import chain
from textwrap import indent
from typing import NamedTuple

from ..repair.edit import RewriteOffer, before
from ..repair.syntax import (
    Definition,
    assigned,
    inside,
    is_name,
    names_of,
    number_in,
    targets_of,
    text,
    without_docstring,
)
from ._stripping import about_node
from ._traversal import Traversal

_COUNTED_ANEW = """
counted, waiting = {{id({root})}}, [{root}]
{start}
while waiting:
    node = waiting.pop()
    for operand in {operands}:
        if id(operand) not in counted:
            counted.add(id(operand))
            waiting.append(operand)
            {first}
        {count}
"""
"""Statements at the start of a pass: each node counts its users in the graph of the root."""


class _Count(NamedTuple):
    """A count of users, and the statements by which a pass would count them again."""

    at: ast.stmt
    """Where operations count one more."""
    start: str
    """Sets the count of the root."""
    first: str
    """Sets the count of another node when it is met first."""
    step: str
    """Counts one more user."""


def offers(tapes: set[str], passes: Traversal) -> Iterator[RewriteOffer]:
    """Offer to count again at the start of each pass, over operands as nodes or as their rules hold them."""
    entry = passes.entry
    if entry is None or (guard := _head_of_outermost(entry, passes)) is None:
        return
    at, root = without_docstring(entry.body)[0], passes.root(entry)
    for count in [
        *_counts_on_nodes(root, passes), *_counts_in_tables(tapes, passes), *_counts_by_loops(root, passes)
    ]:  # fmt: skip
        for operands in _operand_expressions(passes):
            step = indent(count.step, " " * 8).lstrip()
            made = _COUNTED_ANEW.format(
                root=root, start=count.start, operands=operands, first=count.first, count=step
            )
            made = f"{guard}\n{indent(made, '    ')}" if guard else made
            yield RewriteOffer("fresh-state", count.at, (before(at, made),), detail="users")


def _head_of_outermost(entry: Definition, passes: Traversal) -> str | None:
    """Return the head of a block for the outermost call of a pass; empty where it does not recurse.

    A pass that does tells its calls by a parameter that they hand on; None where it has no such parameter.
    """
    if all(recursion.function is not entry for recursion in passes.recursions):
        return ""
    optional = entry.args.args[len(entry.args.args) - len(entry.args.defaults) :]
    unset = [
        each.arg
        for each, default in zip(optional, entry.args.defaults, strict=True)
        if isinstance(default, ast.Constant) and default.value is None
    ]
    return f"if {unset[-1]} is None:" if unset else None


def _counts_on_nodes(root: str, passes: Traversal) -> Iterator[_Count]:
    """Yield `self.uses += 1` in operations or in `__init__`, read elsewhere."""
    ups: dict[str, ast.AugAssign] = {}
    for up, target in _increments(passes):
        if isinstance(target, ast.Attribute):
            ups.setdefault(target.attr, up)
    for name, up in ups.items():
        begins = _first_count(name, passes)
        if begins is not None and _is_read_in_pass(name, passes):
            begun = {name: begins, **_counted_by_pass(passes)}
            start, first = (
                "; ".join(f"{node}.{each} = {number}" for each, number in begun.items())
                for node in (root, "operand")
            )
            yield _Count(up, start, first, f"operand.{name} += 1")


def _counted_by_pass(passes: Traversal) -> dict[str, str]:
    """Return the attributes in which the pass itself counts on nodes, with the counts of a new node."""
    counted = (node.target for node, _ in passes.stores if isinstance(node, ast.AugAssign))
    names = {each.attr for each in counted if isinstance(each, ast.Attribute)} - {passes.known.grad}
    begun = {name: _first_count(name, passes) for name in sorted(names)}
    return {name: number for name, number in begun.items() if number is not None}


def _counts_in_tables(tapes: set[str], passes: Traversal) -> Iterator[_Count]:
    """Yield `uses[id(node)] += 1` in a table of the module or class; or with `uses.get(node, 0) + 1`."""
    ups: dict[str, tuple[ast.stmt, ast.Subscript]] = {}
    for up, target in [*_increments(passes), *_increments_by_sum(passes)]:
        table = _table_of(target, tapes, passes)
        if isinstance(target, ast.Subscript) and table:
            ups.setdefault(table, (up, target))
    for name, (up, target) in ups.items():
        key = "operand" if isinstance(target.slice, ast.Name) else "id(operand)"
        if len(names_of(target.slice) - {"id"}) == 1:
            yield _Count(up, f"{name}.clear()", f"{name}[{key}] = 0", f"{name}[{key}] += 1")


def _counts_by_loops(root: str, passes: Traversal) -> Iterator[_Count]:
    """Yield `for operand in operands: operand.users[self.id] = ...` in `__init__`."""
    init = passes.known.method("__init__")
    if init is None:
        return
    for loop in inside(init):
        if not isinstance(loop, ast.For) or not isinstance(loop.target, ast.Name):
            continue
        tables = _tables_filled(loop.target.id, loop)
        if len(tables) == 1 and _is_read_in_pass(name := tables.pop(), passes):
            start, first = (f"{node}.{name} = {{}}" for node in (root, "operand"))
            body = about_node(about_node(loop.body, loop.target.id, "operand"), passes.root(init), "node")
            yield _Count(loop.body[0], start, first, "\n".join(map(ast.unparse, body)))


def _tables_filled(node: str, loop: ast.For) -> set[str]:
    """Return the attributes of a node of which a loop stores entries."""
    targets = (target for statement in inside(loop) for target, _ in assigned(statement))
    held = (target.value for target in targets if isinstance(target, ast.Subscript))
    return {each.attr for each in held if isinstance(each, ast.Attribute) and is_name(each.value, node)}


def _table_of(target: ast.expr, tapes: set[str], passes: Traversal) -> str | None:
    """Return the table that an entry is in, as the pass may call it."""
    definition, own = passes.known.class_definition, passes.known.class_name
    match target:
        case ast.Subscript(ast.Name(name)):
            return name if name in tapes else None
        # A table may stand in the module or in the class; one on an object is another for each node.
        case ast.Subscript(ast.Attribute(held, name)) if definition and text(held) in (own, "self", "cls"):
            kept = chain.from_iterable(map(targets_of, definition.body))
            return f"{own}.{name}" if any(is_name(each, name) for each in kept) else None
    return None


def _increments(passes: Traversal) -> Iterator[tuple[ast.AugAssign, ast.expr]]:
    """Yield the statements that count one more where nodes are made, and not in the pass, in order."""
    found = [node for node in passes.known.tree.up if isinstance(node, ast.AugAssign)]
    for node in sorted(found, key=lambda each: (passes.known.module_number(each), each.lineno)):
        is_up = isinstance(node.op, ast.Add) and number_in(node.value) == 1
        if is_up and _is_where_nodes_are_made(node, passes):
            yield node, node.target


def _increments_by_sum(passes: Traversal) -> Iterator[tuple[ast.stmt, ast.expr]]:
    """Yield the statements that count one more by a sum: `uses[node] = uses.get(node, 0) + 1`."""
    for store, _ in passes.stores:
        value = store.value
        is_up = isinstance(value, ast.BinOp) and isinstance(value.op, ast.Add) and number_in(value.right) == 1
        if isinstance(store, ast.Assign) and is_up and _is_where_nodes_are_made(store, passes):
            yield store, store.targets[0]


def _is_where_nodes_are_made(node: ast.AST, passes: Traversal) -> bool:
    """Whether a place is in a method, and neither in a rule inside of one nor in the pass."""
    function = passes.known.tree.nearest(node, Definition)
    return (
        isinstance(function, Definition)
        and function not in passes.definitions
        and function is passes.known.tree.outermost(node)
    )


def _first_count(name: str, passes: Traversal) -> str | None:
    """Return the count of a new node, as source."""
    init = passes.known.method("__init__")
    for node in inside(init) if init else ():
        for target, value in assigned(node):
            if isinstance(target, ast.Attribute) and target.attr == name and is_name(target.value, "self"):
                return text(value) if number_in(value) is not None else None
    return None


def _is_read_in_pass(name: str, passes: Traversal) -> bool:
    """Whether a rule or the pass asks for the count."""
    return any(
        isinstance(node, ast.Attribute) and node.attr == name and not _is_where_nodes_are_made(node, passes)
        for node in passes.known.tree.up
    )


def _operand_expressions(passes: Traversal) -> list[str]:
    """Return how a node's operands are reached: one that is used twice twice, where that can be told."""
    parents = passes.parents
    by_rule = [
        f"[cell.cell_contents for cell in getattr(node.{name}, '__closure__', None) or () "
        f"if isinstance(cell.cell_contents, {passes.known.class_name}) and cell.cell_contents is not node]"
        for name in sorted(parents.closures)
    ]
    return [*([parents.of("node")] if parents.ways else []), *by_rule]
