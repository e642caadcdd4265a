"""Each node comes into the order once: a guard is put in, completed, or handed on; users are counted."""

import ast
from collections.abc import Iterator

from ..repair.edit import after, before, replaced, with_field
from ..repair.known import Known
from ..repair.offer import Offer
from ..repair.tree import copy, expression, statements
from ._ordering import fresh_name
from ._traversal import (
    Definition,
    Recursion,
    Traversal,
    called,
    is_membership,
    names_of,
    nodes_in,
    number_in,
    traversal,
    without_docstring,
)

_FRESH = ("set", "list", "dict")


def offers(known: Known) -> Iterator[Offer]:
    """Recursions that make an order, then what is counted or asked in loops."""
    passes = traversal(known)
    for statement, function in passes.appends:
        yield from _outside(statement, function, passes)
    for recursion in passes.recursions:
        yield from _handed_on(recursion, passes)
        yield from _made_inside(recursion, passes)
        if not passes.moves(recursion.function):
            yield from _guarded(recursion, passes)
    for function in passes.definitions:
        yield from _asked_only(function, passes)
        yield from _counted(function, passes)
    for loop in passes.loops:
        yield from _pushed(loop, passes)


def _outside(statement: ast.Expr, function: Definition, passes: Traversal) -> Iterator[Offer]:
    """An append beside the `if` that asks whether the node was visited."""
    parent, field = passes.known.tree.up[statement]
    block: list[ast.stmt] = getattr(parent, field)
    for each in block[: block.index(statement)]:
        if isinstance(each, ast.If) and _is_new(each.test) and _goes_on(each, function, passes):
            changes = (replaced(statement), after(each.body[-1], statement))
            yield Offer("visit-once", statement, changes, detail="append outside")


def _is_new(test: ast.expr) -> bool:
    """Whether it asks for a node that was not visited."""
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return isinstance(test.operand, ast.Attribute) or is_membership(test.operand)
    return isinstance(test, ast.Compare) and isinstance(test.ops[0], ast.NotIn)


def _goes_on(statement: ast.stmt, function: Definition, passes: Traversal) -> bool:
    return any(passes.is_recursive(each, function) for each in nodes_in(statement))


def _handed_on(recursion: Recursion, passes: Traversal) -> Iterator[Offer]:
    """A call that starts with nothing visited, or with an order of its own."""
    parameters = [each.arg for each in recursion.function.args.args]
    for call in recursion.calls:
        is_method = isinstance(call.func, ast.Attribute)
        for name, value in [*zip(parameters[is_method:], call.args, strict=False), *_keywords(call)]:
            if _is_fresh(value) and name in parameters:
                change = replaced(value, expression(name, value))
                yield Offer(
                    "visit-once", passes.known.tree.statement(call), (change,), detail="fresh visited"
                )
        for name in _left_out(recursion.function, call, is_method=is_method):
            keywords = [*call.keywords, ast.keyword(name, ast.Name(name, ast.Load()))]
            change = with_field(call, "keywords", keywords)
            yield Offer("visit-once", passes.known.tree.statement(call), (change,), detail="fresh visited")


def _made_inside(recursion: Recursion, passes: Traversal) -> Iterator[Offer]:
    """What was visited, made anew by each call of a function inside of another."""
    function = recursion.function
    if not isinstance(passes.known.tree.up[function][0], Definition):
        return
    asked = {name for each in passes.nodes(function) if is_membership(each) for name in names_of(each)}
    for statement in function.body:
        target = statement.targets[0] if isinstance(statement, ast.Assign) else None
        if isinstance(target, ast.Name) and target.id in asked and _is_fresh(statement.value):  # type: ignore[attr-defined]
            changes = (replaced(statement), before(function, statement))
            yield Offer("visit-once", statement, changes, detail="fresh visited")


def _keywords(call: ast.Call) -> list[tuple[str, ast.expr]]:
    return [(each.arg, each.value) for each in call.keywords if each.arg]


def _is_fresh(value: ast.expr) -> bool:
    if called(value) in _FRESH:
        return not value.args  # type: ignore[attr-defined]
    return isinstance(value, ast.List | ast.Set | ast.Dict) and not any(nodes_in(value)[1:])


def _left_out(function: Definition, call: ast.Call, *, is_method: bool) -> list[str]:
    """Parameters with the default None, which a call does not give."""
    arguments = function.args.args
    first = len(arguments) - len(function.args.defaults)
    given = len(call.args) + is_method
    named = {each.arg for each in call.keywords}
    return [
        each.arg
        for number, each in enumerate(arguments)
        if number >= max(first, given) and each.arg not in named
        if getattr(function.args.defaults[number - first], "value", 0) is None
    ]


def _guarded(recursion: Recursion, passes: Traversal) -> Iterator[Offer]:
    """A recursion that asks nowhere whether it has been at a node."""
    function, own = recursion.function, passes.root(recursion.function)
    nodes = passes.nodes(function)
    asks = any(is_membership(each) or _is_flag(each, own) for each in nodes)
    if asks or not own or any(isinstance(each, ast.Yield | ast.YieldFrom) for each in nodes):
        return
    first, last = without_docstring(function.body)[0], function.body[-1]
    back = ast.unparse(last) if isinstance(last, ast.Return) else "return"
    if isinstance(passes.known.tree.up[function][0], Definition):
        name = fresh_name("visited", passes.known.tree.outermost(function) or function)
        guard = statements(f"if id({own}) in {name}: {back}\n{name}.add(id({own}))", first)
        changes = (before(function, *statements(f"{name} = set()", function)), before(first, *guard))
        yield Offer("visit-once", function, changes, detail="no visited")
        return
    for statement, owner in passes.appends:
        order = names_of(statement.value.func) if isinstance(statement.value, ast.Call) else set()
        if owner is function and len(order) == 1:
            text = f"if any(each is {own} for each in {order.pop()}): {back}"
            yield Offer(
                "visit-once", function, (before(first, *statements(text, first)),), detail="no visited"
            )


def _is_flag(node: ast.AST, own: str) -> bool:
    """Whether it asks for a mark on the node: `if v.visited`."""
    if not isinstance(node, ast.If):
        return False
    test = node.test.operand if isinstance(node.test, ast.UnaryOp) else node.test
    is_attribute = isinstance(test, ast.Attribute) and isinstance(test.value, ast.Name)
    return is_attribute and test.value.id == own and isinstance(node.body[0], ast.Return)  # type: ignore[attr-defined]


def _asked_only(function: Definition, passes: Traversal) -> Iterator[Offer]:
    """A guard that asks for what is never put there."""
    nodes = passes.nodes(function)
    for each in nodes:
        if not isinstance(each, ast.If) or not is_membership(each.test):
            continue
        test = each.test
        assert isinstance(test, ast.Compare)
        asked, kept = test.left, test.comparators[0]
        if passes.known.tree.nearest(each, Definition) is not function or not isinstance(kept, ast.Name):
            continue
        if any(
            _puts(other, kept.id) for other in passes.nodes(passes.known.tree.outermost(function) or function)
        ):
            continue
        add = statements(f"{kept.id}.{_way_in(kept.id, function, passes)}({ast.unparse(asked)})", each)
        change = before(each.body[0], *add) if isinstance(test.ops[0], ast.NotIn) else after(each, *add)
        yield Offer("visit-once", each, (change,), detail="never marked")


def _puts(node: ast.AST, name: str) -> bool:
    """Whether something is put into the collection of that name."""
    if isinstance(node, ast.Assign | ast.AugAssign):
        target = node.targets[0] if isinstance(node, ast.Assign) else node.target
        return isinstance(target, ast.Subscript) and names_of(target.value) == {name}
    if called(node) in ("add", "append", "update", "extend", "setdefault", "insert"):
        return isinstance(node.func, ast.Attribute) and names_of(node.func.value) == {name}  # type: ignore[attr-defined]
    return False


def _way_in(name: str, function: Definition, passes: Traversal) -> str:
    outer = passes.known.tree.outermost(function) or function
    for each in passes.nodes(outer):
        if (
            isinstance(each, ast.Assign)
            and isinstance(each.value, ast.List)
            and names_of(each.targets[0]) == {name}
        ):
            return "append"
    return "add"


def _counted(function: Definition, passes: Traversal) -> Iterator[Offer]:
    """Users that are counted: a node has its turn when the count is down at zero."""
    nodes = passes.nodes(function)
    counts = {ast.unparse(each.target): each for each in nodes if _steps(each, ast.Sub)}  # type: ignore[attr-defined]
    for each in nodes:
        if isinstance(each, ast.Compare) and len(each.ops) == 1 and ast.unparse(each.left) in counts:
            if isinstance(each.ops[0], ast.Eq) and number_in(each.comparators[0]) == 0:
                continue
            new = ast.Compare(copy(each.left), [ast.Eq()], [ast.Constant(0)])
            change = replaced(each, ast.copy_location(new, each))
            yield Offer("visit-once", passes.known.tree.statement(each), (change,), detail="count")
    for down in counts.values():
        if isinstance(down.target, ast.Subscript):  # type: ignore[attr-defined]
            yield from _counted_up(ast.unparse(down.target.value), function, passes)  # type: ignore[attr-defined]


def _steps(node: ast.AST, kind: type) -> bool:
    return isinstance(node, ast.AugAssign) and isinstance(node.op, kind) and number_in(node.value) == 1


def _counted_up(name: str, function: Definition, passes: Traversal) -> Iterator[Offer]:
    nodes = passes.nodes(function)
    ups = [each for each in nodes if _steps(each, ast.Add) and ast.unparse(each.target).startswith(name)]  # type: ignore[attr-defined]
    for each in nodes:
        is_start = isinstance(each, ast.Assign) and ast.unparse(each.targets[0]).startswith(f"{name}[")
        if not is_start or number_in(each.value) is None:  # type: ignore[attr-defined]
            continue
        guard = passes.known.tree.nearest(each, ast.If)
        place = guard if isinstance(guard, ast.If) and is_membership(guard.test) else each
        assert isinstance(place, ast.stmt)
        text = f"{ast.unparse(each.targets[0])} += 1"  # type: ignore[attr-defined]
        if not ups:
            yield Offer("visit-once", function, (after(place, *statements(text, each)),), detail="count")
        for up in ups:
            if place is not each and up in nodes_in(place):
                yield Offer(
                    "visit-once", up, (replaced(up), after(place, *statements(text, up))), detail="count"
                )


def _pushed(loop: ast.stmt, passes: Traversal) -> Iterator[Offer]:
    """A node that is put on a list for every one of its users, though it is noted that it was."""
    for each in nodes_in(loop):
        if not passes.over_parents(each):
            continue
        block: list[ast.stmt] = each.body  # type: ignore[attr-defined]
        for mark, push in zip(block, block[1:], strict=False):
            test = _not_there(mark)
            if test and called(getattr(push, "value", push)) in ("append", "heappush", "appendleft"):
                guarded = statements(f"if {test}: pass", mark)[0]
                guarded.body = [mark, push]  # type: ignore[attr-defined]
                yield Offer("visit-once", push, (replaced(mark, guarded), replaced(push)), detail="no guard")


def _not_there(mark: ast.stmt) -> str:
    """The question that a mark makes needless to ask twice."""
    if isinstance(mark, ast.Assign) and isinstance(target := mark.targets[0], ast.Subscript):
        return f"{ast.unparse(target.slice)} not in {ast.unparse(target.value)}"
    call = mark.value if isinstance(mark, ast.Expr) else mark
    if called(call) == "add" and isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute):
        return f"{ast.unparse(call.args[0])} not in {ast.unparse(call.func.value)}"
    return ""
