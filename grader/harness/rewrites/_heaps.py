"""A heap that gives the oldest node first: every number that goes in or comes out changes its sign."""

import ast
from collections.abc import Iterator

from ..repair.edit import Change, replaced, wrapped
from ..repair.offer import RewriteOffer
from ..repair.syntax import Definition, is_call, names_of
from ._traversal import Traversal

_PAIR = 2


def offers(function: Definition, passes: Traversal) -> Iterator[RewriteOffer]:
    """Numbers, or pairs that begin with one."""
    calls = [each for each in passes.nodes(function) if is_call(each, "heappush", "heappop")]
    pushes = [each for each in calls if is_call(each, "heappush") and len(each.args) == _PAIR]
    if not pushes or passes.known.tree.nearest(pushes[0], Definition) is not function:
        return
    heap = names_of(pushes[0].args[0])
    items = [*_first_items(heap, function, passes), *(each.args[1] for each in pushes)]
    if any(isinstance(each, ast.Name | ast.Call) for each in items):
        return
    changes = [_negated(each.elts[0]) for each in items if isinstance(each, ast.Tuple) and each.elts]
    if not changes:
        pops = [_with_sign(each, passes) for each in calls if is_call(each, "heappop")]
        changes = [_negated(each) for each in (*items, *pops)]
    yield RewriteOffer("reverse", passes.known.tree.statement(pushes[0]), tuple(changes), group="reverse")


def _first_items(heap: set[str], function: Definition, passes: Traversal) -> list[ast.expr]:
    """What the heap is made with."""
    made = [each for each in passes.nodes(function) if isinstance(each, ast.Assign)]
    lists = [each.value for each in made if names_of(each.targets[0]) == heap]
    return [item for each in lists if isinstance(each, ast.List) for item in each.elts]


def _with_sign(pop: ast.Call, passes: Traversal) -> ast.expr:
    """The call, or the minus before it."""
    parent = passes.known.tree.up[pop][0]
    return parent if isinstance(parent, ast.UnaryOp) else pop


def _negated(node: ast.expr) -> Change:
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return replaced(node, node.operand)
    return wrapped(node, lambda now: ast.UnaryOp(ast.USub(), now))
