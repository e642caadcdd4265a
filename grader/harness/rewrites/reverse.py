"""Offers to run rules the other way round, where they run from the inputs to the output."""

import ast
from collections.abc import Iterator

from ..repair.edit import HERE, Change, RewriteOffer, replaced, with_field, wrapped
from ..repair.known import SourceAnalysis
from ..repair.syntax import (
    Definition,
    called,
    found,
    inside,
    is_call,
    is_name,
    names_of,
    number_in,
    owner,
)
from ._traversal import Traversal, traversal
from .sign import other_sign

_LISTS = ("list", "sorted", "tuple")
_OTHER_END = {"max": "min", "min": "max"}
_WITH_STEP = 3


def offers(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer to turn the loops that run rules, then how the order for them is made."""
    passes = traversal(known)
    for loop in passes.loops:
        if isinstance(loop, ast.While):
            for call, change in taken_from_other_end(loop):
                yield RewriteOffer("reverse", passes.known.tree.statement(call), (change,))
        else:
            yield from _iterated_backwards(loop.iter, loop, passes)
    for statement, comprehension in passes.comprehensions:
        yield from _iterated_backwards(comprehension.generators[0].iter, statement, passes)
    for function in passes.definitions:
        for node in found(function, ast.Call):
            if passes.is_directly_in(node, function) and (turned := _turned(node, passes)) is not None:
                yield RewriteOffer("reverse", passes.known.tree.statement(node), (turned,))
        yield from _heap_turned(function, passes)


def _iterated_backwards(iterable: ast.expr, loop: ast.AST, passes: Traversal) -> Iterator[RewriteOffer]:
    """Offer to go through the iterable of a loop the other way round."""
    if is_call(iterable, "reversed") and iterable.args:
        yield RewriteOffer("reverse", loop, (replaced(iterable, iterable.args[0]),))
    elif isinstance(iterable, ast.Subscript) and is_reversed(iterable):
        yield RewriteOffer("reverse", loop, (replaced(iterable, iterable.value),))
    elif is_call(iterable, "reverse") and (held := owner(iterable)):
        text = f"reversed({ast.unparse(held)})"
        yield RewriteOffer("reverse", loop, (replaced(iterable, text),))
    elif not _counts_down(iterable) and not is_call(iterable, "zip", "enumerate", "sorted"):
        yield RewriteOffer("reverse", loop, (from_end(iterable, loop, passes),))


def is_reversed(iterable: ast.expr) -> bool:
    """Whether an iterable is `reversed(order)` or `order[::-1]`."""
    if isinstance(iterable, ast.Subscript) and isinstance(iterable.slice, ast.Slice):
        return number_in(iterable.slice.step) == -1
    return called(iterable) == "reversed"


def from_end(iterable: ast.expr, loop: ast.AST, passes: Traversal) -> Change:
    """Return the change to an iterable read from its end."""
    function = passes.known.tree.nearest(loop, Definition)
    is_list = is_call(iterable, "range") or _is_list(iterable)
    if isinstance(iterable, ast.Name) and function is not None:
        is_list = any(_makes_list(node, iterable.id) for node in inside(function))
    return wrapped(iterable, f"reversed({HERE})" if is_list else f"reversed(list({HERE}))")


def _makes_list(node: ast.AST, name: str) -> bool:
    """Whether a statement gives a name a list."""
    if not isinstance(node, ast.Assign | ast.AnnAssign):
        return False
    target, value = node.targets[0] if isinstance(node, ast.Assign) else node.target, node.value
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        pairs = zip(target.elts, value.elts, strict=False)
        return any(name in names_of(left) and _is_list(right) for left, right in pairs)
    return is_name(target, name) and _is_list(value)


def _is_list(value: ast.AST | None) -> bool:
    """Whether an expression is a list or a slice."""
    if isinstance(value, ast.Subscript):
        return isinstance(value.slice, ast.Slice)
    return isinstance(value, ast.List | ast.ListComp) or is_call(value, *_LISTS)


def _counts_down(node: ast.AST) -> bool:
    """Whether an expression is a `range` with a negative step."""
    is_stepping = is_call(node, "range") and len(node.args) == _WITH_STEP
    return is_stepping and (number_in(node.args[-1]) or 0) < 0  # type: ignore[attr-defined]


def taken_from_other_end(loop: ast.While) -> Iterator[tuple[ast.Call, Change]]:
    """Yield how a list is worked off from its other end; one that grows meanwhile is no list of all nodes."""
    nodes = inside(loop)
    if any(is_call(node, "append", "extend", "heappush", "appendleft") for node in nodes):
        return
    for call in nodes:
        if is_call(call, "pop") and len(call.args) <= 1:
            yield call, with_field(call, "args", [] if call.args else [ast.Constant(0)])
        elif is_call(call, "popleft"):
            yield call, with_field(call.func, "attr", "pop")


def _turned(node: ast.Call, passes: Traversal) -> Change | None:
    """Return the change of a call by which an order is turned, sorted, or filled at the wrong end."""
    statement, words = passes.known.tree.statement(node), {keyword.arg for keyword in node.keywords}
    match called(node), node.args, owner(node):
        case "reverse", [], _ if isinstance(statement, ast.Expr):
            return replaced(statement)
        case "reverse", _, _ if isinstance(statement, ast.Assign) and statement.value is node:
            return replaced(statement, ast.Expr(node))
        case "sort" | "sorted", _, _ if words or passes.known.tree.up[node][0] in passes.loops:
            return with_field(node, "keywords", _sorted_otherwise(node))
        case ("max" | "min") as name, _, _ if "key" in words:
            return replaced(node.func, _OTHER_END[name])
        case "insert", [ast.Constant(0), item], ast.expr() as held:
            return replaced(node, f"{ast.unparse(held)}.append({ast.unparse(item)})")
    return None


def _sorted_otherwise(call: ast.Call) -> list[ast.keyword]:
    """Return the keywords of a call that sorts the other way round."""
    others = [keyword for keyword in call.keywords if keyword.arg != "reverse"]
    is_reversed = any(keyword.arg == "reverse" and number_in(keyword.value) != 0 for keyword in call.keywords)
    return others if is_reversed else [*others, ast.keyword("reverse", ast.Constant(value=True))]


def _heap_turned(function: Definition, passes: Traversal) -> Iterator[RewriteOffer]:
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
