"""`parameters()` returns every parameter: what is not read, left out, or lost in a loop, is there."""

import ast
from collections.abc import Iterator
from functools import partial

from ..repair.edit import Change, after, ending, replaced, wrapped
from ..repair.known import SourceAnalysis
from ..repair.offer import RewriteOffer
from ..repair.syntax import LOOPS, Definition, expression, inside, is_call, statements, text
from ._units import UnitSource, returns, units

_NAME = "parameters-added"


def offers(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer all of them, of each class that lists parameters; then a list where a class has none."""
    found = list(units(known))
    for unit in found:
        for method in unit.listing:
            yield from (RewriteOffer(_NAME, at, changes) for at, changes in _completed(unit, method, known))
    names = dict.fromkeys(method.name for unit in found for method in unit.listing)
    for unit in found:
        if not any(unit.listing):
            for name in names:
                yield from _own_list(unit, name)


def _completed(
    unit: UnitSource, method: Definition, known: SourceAnalysis
) -> Iterator[tuple[ast.AST, tuple[Change, ...]]]:
    """Yield the places that leave parameters out, each with the changes that put them in."""
    yield from _with_unread(unit, method)
    for node in inside(method):
        if isinstance(node, ast.Subscript):
            yield from _uncut(node, known)
        elif isinstance(node, ast.Return) and node.value is not None:
            yield from _behind_the_loop(node, known)
        elif isinstance(node, ast.Assign) and known.tree.nearest(node, LOOPS) is not None:
            yield from _added_to(node)
        elif isinstance(node, ast.Break):
            yield node, (replaced(node),)


def _added_to(node: ast.Assign) -> Iterator[tuple[ast.AST, tuple[Change, ...]]]:
    """Yield the change to let a list grow, if a loop assigns it again and again."""
    target = node.targets[0]
    if isinstance(target, ast.Name):
        added = ast.copy_location(ast.AugAssign(target, ast.Add(), node.value), node)
        yield node, (replaced(node, added),)


def _with_unread(unit: UnitSource, method: Definition) -> Iterator[tuple[ast.AST, tuple[Change, ...]]]:
    """Yield the change to list each attribute that the method does not read, as one parameter or several."""
    for name in unit.unread_in(method):
        for entry in (name, f"*{name}"):
            for node in returns(method):
                if node.value is not None:
                    yield node, (wrapped(node.value, partial(_joined, entry=entry)),)
        if any(isinstance(node, ast.Yield | ast.YieldFrom) for node in inside(method)):
            last = method.body[-1]
            for statement in (f"yield {name}", f"yield from {name}"):
                yield method, (ending(last, *statements(statement, last)),)


def _joined(value: ast.expr, *, entry: str) -> ast.expr:
    """Return the list with one more entry."""
    return expression(f"[*({ast.unparse(value)}), {entry}]", value)


def _uncut(node: ast.Subscript, known: SourceAnalysis) -> Iterator[tuple[ast.AST, tuple[Change, ...]]]:
    """Yield the whole for a part: of `self.layers[:-1]`, and of `self.layers[0].parameters()`."""
    parent, _ = known.tree.up[node]
    if not isinstance(parent, ast.Attribute):
        yield node, (replaced(node, node.value),)
        return
    above, _ = known.tree.up[parent]
    is_called = isinstance(above, ast.Call) and above.func is parent
    each = f"each.{parent.attr}()" if is_called else f"each.{parent.attr}"
    new = expression(f"[p for each in {text(node.value)} for p in {each}]", node)
    yield node, (replaced(above if is_called else parent, new),)


def _behind_the_loop(node: ast.Return, known: SourceAnalysis) -> Iterator[tuple[ast.AST, tuple[Change, ...]]]:
    """Yield the change to move a `return` from inside a loop behind it."""
    loop = known.tree.nearest(node, LOOPS)
    if isinstance(loop, ast.stmt):
        moved = statements(f"return {text(node.value)}", node) if node.value else []
        yield node, (replaced(node), after(loop, *moved))


def _own_list(unit: UnitSource, name: str) -> Iterator[RewriteOffer]:
    """Offer a method that asks each entry of a list that the class keeps."""
    for kept, value in unit.kept.items():
        if not isinstance(value, ast.List | ast.ListComp) and not is_call(value, "list", "tuple"):
            continue
        last = unit.definition.body[-1]
        lines = f"def {name}(self):\n    return [p for each in self.{kept} for p in each.{name}()]"
        yield RewriteOffer(_NAME, unit.definition, (after(last, *statements(lines, last)),), detail="own")
