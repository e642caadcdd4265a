"""Offers to clear what a pass leaves behind elsewhere than in collections: marks, contexts."""

import ast
from collections.abc import Iterator

from ..repair.edit import Change, before, replaced, wrapped
from ..repair.offer import RewriteOffer
from ..repair.syntax import (
    expression,
    inside,
    number_in,
    statements,
    targets_of,
    without_docstring,
)
from ._ordering import BY_STACK, NODE, loop_in_order
from ._traversal import Traversal


def offers(passes: Traversal) -> Iterator[RewriteOffer]:
    """Offer to clear each of these, or to keep it where it belongs."""
    yield from _marks(passes)
    yield from _contexts(passes)


def _marks(passes: Traversal) -> Iterator[RewriteOffer]:
    """Offer to take back `self.visited = True` before each pass, or to mark by the pass's number."""
    entry = passes.entry
    if entry is None or any(recursion.function is entry for recursion in passes.recursions):
        return
    first, leaf = without_docstring(entry.body)[0], passes.known.value_class.leaf(1.0, "x")
    set_back = _marks_set_to(passes, value=False)
    for name, at in _marks_set_to(passes, value=True).items():
        if name in set_back:
            continue
        # A mark that leaves have too can be cleared; else each pass needs a number of its own.
        if not (passes.parents.ways and hasattr(leaf, name)):
            yield RewriteOffer("fresh-state", at, tuple(_numbered(name, first, passes)), detail="mark")
        if passes.parents.ways:
            step = statements(f"{NODE}.{name} = False", first)
            loop = loop_in_order(passes, entry, passes.root(entry), NODE, step, BY_STACK)
            yield RewriteOffer("fresh-state", at, (before(first, *loop),), detail="mark")


def _marks_set_to(passes: Traversal, *, value: bool) -> dict[str, ast.AST]:
    """Return the attributes that the pass sets to this, each with the first statement that does."""
    marks: dict[str, ast.AST] = {}
    for store, function in passes.stores:
        if function in passes.functions and getattr(store.value, "value", None) is value:
            for target in targets_of(store):
                if isinstance(target, ast.Attribute):
                    marks.setdefault(target.attr, store)
    return marks


def _numbered(mark: str, first: ast.stmt, passes: Traversal) -> Iterator[Change]:
    """Yield changes to the number of the pass in place of True, so that only marks of this pass count."""
    number = f"{passes.known.class_name}.current_pass"
    counted = f"{number} = getattr({passes.known.class_name}, 'current_pass', 0) + 1"
    yield before(first, counted)
    for node in passes.nodes:
        if isinstance(node, ast.Assign) and any(getattr(each, "attr", "") == mark for each in node.targets):
            yield replaced(node.value, number)
        elif isinstance(node, ast.Attribute) and node.attr == mark and isinstance(node.ctx, ast.Load):
            yield wrapped(node, lambda now: ast.Compare(now, [ast.Eq()], [expression(number, now)]))


def _contexts(passes: Traversal) -> Iterator[RewriteOffer]:
    """Offer to keep on each object what an operation keeps on its class for all: `Mul.ctx = x, y`."""
    classes = {statement.name for statement in passes.known.top_level if isinstance(statement, ast.ClassDef)}
    for store, function in passes.stores:
        target, definition = targets_of(store)[0], passes.known.tree.up[function][0]
        if not isinstance(target, ast.Attribute) or not isinstance(definition, ast.ClassDef):
            continue
        name = target.value.id if isinstance(target.value, ast.Name) else ""
        if isinstance(store, ast.Assign) and number_in(store.value) is None and name in classes:
            changes = tuple(_kept_on_object(name, target.attr, definition, passes))
            yield RewriteOffer("fresh-state", store, changes, detail="class")


def _kept_on_object(
    name: str, attribute: str, definition: ast.ClassDef, passes: Traversal
) -> Iterator[Change]:
    """Yield changes of every `Mul.ctx` to `self.ctx`, by the method's name for its first parameter."""
    for node in inside(definition):
        if isinstance(node, ast.Attribute) and node.attr == attribute and isinstance(node.value, ast.Name):
            method = passes.known.tree.outermost(node)
            if node.value.id == name and method is not None and method.args.args:
                yield replaced(node.value, method.args.args[0].arg)
