"""Offers to turn the order of a heap round: every number that goes in or comes out changes its sign."""

import ast
from collections.abc import Iterator

from ..repair.edit import wrapped
from ..repair.offer import RewriteOffer
from ..repair.syntax import Definition, found, is_call, names_of
from ._traversal import Traversal
from .sign import other_sign


def offers(function: Definition, passes: Traversal) -> Iterator[RewriteOffer]:
    """Offer other signs for the numbers in a heap, or for the first of each pair."""
    pushes = _calls(function, "heappush", 2)
    if not pushes or passes.known.tree.nearest(pushes[0], Definition) is not function:
        return
    heap = names_of(pushes[0].args[0])
    items = [*_first_items(heap, function), *(push.args[1] for push in pushes)]
    # An item whose parts cannot be read here may hold anything, so its sign cannot be changed.
    if not {ast.Name, ast.Call}.isdisjoint(map(type, items)):
        return
    pairs = [item.elts[0] for item in items if isinstance(item, ast.Tuple) and item.elts]
    pops = [_pop_with_sign(call, passes) for call in _calls(function, "heappop", 1)]
    changes = tuple(wrapped(number, other_sign) for number in pairs or [*items, *pops])
    yield RewriteOffer("reverse", passes.known.tree.statement(pushes[0]), changes, group="reverse")


def _calls(function: Definition, name: str, arguments: int) -> list[ast.Call]:
    """Return the calls of that name, with that many arguments, in a function."""
    calls = found(function, ast.Call)
    return [call for call in calls if is_call(call, name) and len(call.args) == arguments]


def _first_items(heap: set[str], function: Definition) -> list[ast.expr]:
    """Return the items with which the heap is made."""
    lists = [each.value for each in found(function, ast.Assign) if names_of(each.targets[0]) == heap]
    return [item for listing in lists if isinstance(listing, ast.List) for item in listing.elts]


def _pop_with_sign(pop: ast.Call, passes: Traversal) -> ast.expr:
    """Return the call, or the minus before it."""
    parent = passes.known.tree.up[pop][0]
    return parent if isinstance(parent, ast.UnaryOp) else pop
