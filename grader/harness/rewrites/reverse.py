"""Rules that run from the inputs to the output run the other way round."""

import ast
from collections.abc import Iterator

from ..repair.edit import Change, replaced, with_field, wrapped
from ..repair.known import Known
from ..repair.offer import Offer
from ..repair.tree import expression
from ._syntax import Definition, Loop, called, names_of, nodes_in, number_in
from ._traversal import Traversal, traversal

_LISTS = ("list", "sorted", "tuple")
_OTHER_END = {"append": "appendleft", "appendleft": "append", "popleft": "pop"}


def offers(known: Known) -> Iterator[Offer]:
    """The loops that run rules, then how the order for them is made."""
    passes = traversal(known)
    for loop in passes.loops:
        yield from _turned(loop, passes)
    for statement, comprehension in passes.comprehensions:
        yield from _turned_iterable(comprehension.generators[0].iter, statement, passes)
    for function in passes.definitions:
        for node in passes.nodes(function):
            if passes.known.tree.nearest(node, Definition) is function:
                yield from _made(node, passes)


def _turned(loop: Loop, passes: Traversal) -> Iterator[Offer]:
    if isinstance(loop, ast.While):
        yield from _taken(loop, passes)
    else:
        yield from _turned_iterable(loop.iter, loop, passes)


def _turned_iterable(iterable: ast.expr, loop: ast.AST, passes: Traversal) -> Iterator[Offer]:
    if called(iterable) == "reversed" and isinstance(iterable, ast.Call) and iterable.args:
        yield Offer("reverse", loop, (replaced(iterable, iterable.args[0]),))
    elif _is_backwards(iterable):
        assert isinstance(iterable, ast.Subscript)
        yield Offer("reverse", loop, (replaced(iterable, iterable.value),))
    elif not _counts_down(iterable) and called(iterable) not in ("zip", "enumerate", "sorted"):
        yield Offer("reverse", loop, (turned(iterable, loop, passes),))


def is_turned(iterable: ast.expr) -> bool:
    """Whether a loop runs from the end of a list."""
    return called(iterable) == "reversed" or _is_backwards(iterable)


def turned(iterable: ast.expr, loop: ast.AST, passes: Traversal) -> Change:
    """An iterable read from its end."""
    function = passes.known.tree.nearest(loop, Definition)
    is_list = called(iterable) in (*_LISTS, "range") or isinstance(iterable, ast.Subscript)
    if isinstance(iterable, ast.Name) and function is not None:
        is_list = any(_makes_list(each, iterable.id) for each in passes.nodes(function))
    form = "reversed({})" if is_list else "reversed(list({}))"
    return wrapped(iterable, lambda now: expression(form.format(ast.unparse(now)), now))


def _makes_list(node: ast.AST, name: str) -> bool:
    """Whether a statement gives a name a list."""
    if not isinstance(node, ast.Assign | ast.AnnAssign):
        return False
    target = node.targets[0] if isinstance(node, ast.Assign) else node.target
    value = node.value
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        pairs = zip(target.elts, value.elts, strict=False)
        return any(name in names_of(left) and _is_list(right) for left, right in pairs)
    return isinstance(target, ast.Name) and target.id == name and _is_list(value)


def _is_list(value: ast.AST | None) -> bool:
    if isinstance(value, ast.Subscript):
        return isinstance(value.slice, ast.Slice)
    return isinstance(value, ast.List | ast.ListComp) or (value is not None and called(value) in _LISTS)


def _is_backwards(node: ast.AST) -> bool:
    """Whether it is `order[::-1]`."""
    return (
        isinstance(node, ast.Subscript)
        and isinstance(node.slice, ast.Slice)
        and number_in(node.slice.step) == -1
    )


def _counts_down(node: ast.AST) -> bool:
    if called(node) != "range" or not isinstance(node, ast.Call):
        return False
    return len(node.args) == 3 and (number_in(node.args[2]) or 0) < 0  # noqa: PLR2004 - start, stop, step


def _taken(loop: ast.While, passes: Traversal) -> Iterator[Offer]:
    """A list that is worked off from the wrong end; one that grows meanwhile is no list of all nodes."""
    nodes = nodes_in(loop)
    if any(called(each) in ("append", "extend", "heappush", "appendleft") for each in nodes):
        return
    for call in nodes:
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
            continue
        if called(call) == "pop" and len(call.args) <= 1 and not isinstance(call.func.value, ast.Dict):
            position = [] if call.args else [ast.Constant(0)]
            yield Offer("reverse", passes.known.tree.statement(call), (with_field(call, "args", position),))
        elif called(call) == "popleft":
            yield Offer("reverse", passes.known.tree.statement(call), (with_field(call.func, "attr", "pop"),))


def _made(node: ast.AST, passes: Traversal) -> Iterator[Offer]:
    """An order that is turned, sorted, or filled at the wrong end."""
    if not isinstance(node, ast.Call):
        return
    statement = passes.known.tree.statement(node)
    name = called(node)
    if name == "reverse" and not node.args and isinstance(statement, ast.Expr):
        yield Offer("reverse", statement, (replaced(statement),))
    elif name in ("sort", "sorted") and (node.keywords or passes.known.tree.up[node][0] in passes.loops):
        yield Offer("reverse", statement, (with_field(node, "keywords", _sorted_otherwise(node)),))
    elif name in ("max", "min") and any(each.arg == "key" for each in node.keywords):
        other = ast.Name("min" if name == "max" else "max", ast.Load())
        yield Offer("reverse", statement, (replaced(node.func, ast.copy_location(other, node)),))
    elif name == "insert" and len(node.args) == 2 and number_in(node.args[0]) == 0:  # noqa: PLR2004 - where, what
        new = expression(f"{ast.unparse(node.func.value)}.append({ast.unparse(node.args[1])})", node)  # type: ignore[attr-defined]
        yield Offer("reverse", statement, (replaced(node, new),))
    elif name == "heappush" and len(node.args) == 2:  # noqa: PLR2004 - heap, item
        yield from _heap(node, passes)


def _sorted_otherwise(call: ast.Call) -> list[ast.keyword]:
    others = [each for each in call.keywords if each.arg != "reverse"]
    is_reversed = any(each.arg == "reverse" and number_in(each.value) != 0 for each in call.keywords)
    return others if is_reversed else [*others, ast.keyword("reverse", ast.Constant(value=True))]


def _heap(push: ast.Call, passes: Traversal) -> Iterator[Offer]:
    """A heap that gives the oldest node first: every number that goes in or comes out changes its sign."""
    function = passes.known.tree.nearest(push, Definition)
    heap = names_of(push.args[0])
    if not isinstance(function, Definition) or not heap:
        return
    nodes = passes.nodes(function)
    pushes = [each for each in nodes if called(each) == "heappush" and names_of(each.args[0]) == heap]  # type: ignore[attr-defined]
    pops = [each for each in nodes if called(each) == "heappop" and names_of(each.args[0]) == heap]  # type: ignore[attr-defined]
    starts = [
        first
        for each in nodes
        if isinstance(each, ast.Assign)
        and names_of(each.targets[0]) == heap
        and isinstance(each.value, ast.List)
        for first in each.value.elts
    ]
    numbers = [*starts, *(each.args[1] for each in pushes)]  # type: ignore[attr-defined]
    if push is not pushes[0] or any(isinstance(each, ast.Name | ast.Call) for each in numbers):
        return
    if all(isinstance(each, ast.Tuple) and each.elts for each in numbers):
        changes = [_negated(each.elts[0]) for each in numbers]
    else:
        changes = [_negated(each) for each in [*numbers, *(_with_sign(each, passes) for each in pops)]]
    yield Offer("reverse", passes.known.tree.statement(push), tuple(changes), group="reverse")


def _with_sign(pop: ast.AST, passes: Traversal) -> ast.expr:
    """The call, or the minus before it."""
    parent = passes.known.tree.up[pop][0]
    found = parent if isinstance(parent, ast.UnaryOp) else pop
    assert isinstance(found, ast.expr)
    return found


def _negated(node: ast.expr) -> Change:
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return replaced(node, node.operand)
    return wrapped(node, lambda now: ast.UnaryOp(ast.USub(), now))
