"""Offers that each node comes into the order once: a guard is put in, completed, or handed on."""

import ast
from collections.abc import Iterator
from itertools import pairwise

from ..repair.edit import RewriteOffer, after, before, replaced, with_field
from ..repair.known import SourceAnalysis
from ..repair.syntax import (
    Definition,
    all_nodes,
    assigned,
    copy,
    defaults_of,
    expression,
    found,
    inside,
    is_call,
    is_empty_collection,
    is_membership,
    is_name,
    is_none,
    names_of,
    number_in,
    owner,
    parameters_of,
    statements,
    targets_of,
    text,
    without_docstring,
)
from ._ordering import fresh_name
from ._traversal import Recursion, Traversal, traversal

_PUTTING = ("add", "append", "update", "extend", "setdefault", "insert")


def offers(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer guards to recursions that make an order, then to what is asked or counted in loops."""
    passes = traversal(known)
    for statement, function in passes.appends:
        yield from _append_inside(statement, function, passes)
    for recursion in passes.recursions:
        yield from _handed_on(recursion, passes)
        yield from _created_inside(recursion, passes)
        yield from _filled_twice(recursion, passes)
        if not passes.moves_gradients(recursion.function):
            yield from _guard_added(recursion, passes)
    for function in passes.definitions:
        yield from _mark_added(function, passes)
        yield from _counted_down(function, passes)
        yield from _popped_once(function)
    for loop in passes.loops:
        yield from _pushed_once(loop, passes)


def _append_inside(statement: ast.Expr, function: Definition, passes: Traversal) -> Iterator[RewriteOffer]:
    """Offer an append below the `if` that asks whether the node was visited, not beside it."""
    block, position = passes.known.tree.block(statement)
    for place, guard in enumerate(block[:position]):
        if isinstance(guard, ast.If) and _asks_for_new(guard.test) and not guard.orelse:
            outside = [statement] if passes.recurses_in(guard, function) else block[place + 1 :]
            changes = (*map(replaced, outside), after(guard.body[-1], *outside))
            yield RewriteOffer("visit-once", statement, changes, detail="append outside")


def _asks_for_new(test: ast.expr) -> bool:
    """Whether a condition asks for a node that was not visited."""
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return isinstance(test.operand, ast.Attribute) or is_membership(test.operand)
    return isinstance(test, ast.Compare) and isinstance(test.ops[0], ast.NotIn)


def _handed_on(recursion: Recursion, passes: Traversal) -> Iterator[RewriteOffer]:
    """Offer to hand on what was visited, or the order, to a call that starts with none."""
    parameters = parameters_of(recursion.function)
    for call in recursion.calls:
        at, is_method = passes.known.tree.statement(call), isinstance(call.func, ast.Attribute)
        given = [*zip(parameters[is_method:], call.args, strict=False), *_keywords(call)]
        for name, value in given:
            if is_empty_collection(value) and name in parameters:
                change = replaced(value, name)
                yield RewriteOffer("visit-once", at, (change,), detail="fresh visited")
        for name in _parameters_left_out(recursion.function, len(given) + is_method, dict(_keywords(call))):
            keywords = [*call.keywords, ast.keyword(name, ast.Name(name, ast.Load()))]
            yield RewriteOffer(
                "visit-once", at, (with_field(call, "keywords", keywords),), detail="fresh visited"
            )


def _keywords(call: ast.Call) -> list[tuple[str, ast.expr]]:
    """Return the keyword arguments of a call."""
    return [(keyword.arg, keyword.value) for keyword in call.keywords if keyword.arg]


def _parameters_left_out(function: Definition, given: int, named: dict[str, ast.expr]) -> list[str]:
    """Return the parameters with the default None that a call does not give."""
    names = parameters_of(function)
    defaults = defaults_of(function)
    return [name for name in names[given:] if name not in named and is_none(defaults.get(name))]


def _created_inside(recursion: Recursion, passes: Traversal) -> Iterator[RewriteOffer]:
    """Offer to keep one collection of visited nodes where each call of an inner function makes its own."""
    function = recursion.function
    if not isinstance(passes.known.tree.up[function][0], Definition):
        return
    asked = names_of(*filter(is_membership, inside(function)))
    for statement in function.body:
        names = [target.id for target in targets_of(statement) if isinstance(target, ast.Name)]
        value = getattr(statement, "value", None)
        if asked.intersection(names) and value is not None and is_empty_collection(value):
            changes = (replaced(statement), before(function, statement))
            yield RewriteOffer("visit-once", statement, changes, detail="fresh visited")


def _filled_twice(recursion: Recursion, passes: Traversal) -> Iterator[RewriteOffer]:
    """Offer a recursion without `order.extend(below)`, where the call below was given the order to fill."""
    for call in recursion.calls:
        given = {text(value) for value in call.args} | {text(value) for _, value in _keywords(call)}
        results = {text(call)} | _names_given(call, passes)
        for node in inside(recursion.function):
            for listing, added in _added_to_lists(node):
                if text(listing) in given and text(added) in results:
                    kept = [ast.Expr(added)] if isinstance(added, ast.Call) else []
                    yield RewriteOffer("visit-once", node, (replaced(node, *kept),), detail="filled twice")


def _names_given(call: ast.Call, passes: Traversal) -> set[str]:
    """Return the names that what a call returns is given, alone or in a tuple."""
    stored = assigned(passes.known.tree.statement(call))
    return {name for target, value in stored if call in all_nodes(value) for name in names_of(target)}


def _added_to_lists(node: ast.AST) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Yield the list and what is added to it of `order.extend(below)` and of `order += below`."""
    if isinstance(node, ast.AugAssign) and isinstance(node.op, ast.Add):
        yield node.target, node.value
    call = node.value if isinstance(node, ast.Expr) else None
    if isinstance(call, ast.Call) and is_call(call, "extend") and (listing := owner(call)) is not None:
        yield from ((listing, added) for added in call.args)


def _guard_added(recursion: Recursion, passes: Traversal) -> Iterator[RewriteOffer]:
    """Offer a guard to a recursion that asks nowhere whether it has been at a node."""
    function, own = recursion.function, passes.root(recursion.function)
    nodes = inside(function)
    asks = any(is_membership(node) or _asks_for_mark(node, own) for node in nodes)
    if asks or not own or any(isinstance(node, ast.Yield | ast.YieldFrom) for node in nodes):
        return
    first, last = without_docstring(function.body)[0], function.body[-1]
    back = ast.unparse(last) if isinstance(last, ast.Return) else "return"
    # A function within another can share a set with it that is new in every pass. A method cannot: a set of
    # the class would remember nodes from pass to pass, so it looks into the order it is making.
    if isinstance(passes.known.tree.up[function][0], Definition):
        name = fresh_name("visited", passes.known.tree.outermost(function) or function)
        # By identity: nodes may be equal where their data is.
        guard = statements(f"if id({own}) in {name}: {back}\n{name}.add(id({own}))", first)
        changes = [before(function, f"{name} = set()"), before(first, *guard)]
    else:
        guard = statements(f"if any(each is {own} for each in {_order_of(function, passes)}): {back}", first)
        changes = [before(first, *guard)]
    yield RewriteOffer("visit-once", function, tuple(changes), detail="no visited")


def _order_of(function: Definition, passes: Traversal) -> str:
    """Return the list in which a recursion puts its nodes; an empty one where it is not known."""
    lists = [owner(statement.value) for statement, where in passes.appends if where is function]
    return next((ast.unparse(listing) for listing in lists if listing is not None), "()")


def _asks_for_mark(node: ast.AST, own: str) -> bool:
    """Whether a condition asks for a mark on the node: `if v.visited`."""
    if not isinstance(node, ast.If) or not isinstance(node.body[0], ast.Return):
        return False
    test = node.test.operand if isinstance(node.test, ast.UnaryOp) else node.test
    return isinstance(test, ast.Attribute) and is_name(test.value, own)


def _mark_added(function: Definition, passes: Traversal) -> Iterator[RewriteOffer]:
    """Offer to note a node where a guard asks for what is never put there."""
    outer = passes.known.tree.outermost(function) or function
    for guard in found(function, ast.If):
        if not passes.is_directly_in(guard, function):
            continue
        match next(filter(is_membership, all_nodes(guard.test)), None):
            case ast.Compare(asked, [how, *_], [ast.Name(kept), *_]) if not _is_filled(kept, outer):
                mark = f"{kept}.{_adding_method(kept, outer)}({ast.unparse(asked)})"
                # With `not in` the guarded block is the first visit; with `in` it is the exit.
                is_new = isinstance(how, ast.NotIn)
                change = before(guard.body[0], mark) if is_new else after(guard, mark)
                fixed = _unchangeable_values(kept, outer)
                growing = [replaced(value, "set()") for value in fixed]
                at = passes.known.tree.statement(fixed[0]) if fixed else guard
                yield RewriteOffer("visit-once", at, (*growing, change), detail="never marked")


def _unchangeable_values(name: str, function: Definition) -> list[ast.expr]:
    """Return the values of a name that nothing can be added to: a tuple, a frozen set."""
    given = [pair for node in inside(function) for pair in assigned(node)]
    return [value for target, value in given if is_name(target, name) and _is_fixed(value)]


def _is_fixed(value: ast.expr) -> bool:
    """Whether an expression makes a collection that nothing can be added to."""
    return isinstance(value, ast.Tuple) or is_call(value, "tuple", "frozenset")


def _is_filled(name: str, function: Definition) -> bool:
    """Whether something is put into the collection of that name."""
    for node in inside(function):
        match node:
            case ast.Call(ast.Attribute(ast.Name(held), method)) if held == name and method in _PUTTING:
                return True
            case ast.Subscript(ast.Name(held), ctx=ast.Store()) if held == name:
                return True
    return False


def _adding_method(name: str, function: Definition) -> str:
    """Return the method that puts something into the collection: `append` or `add`."""
    for node in inside(function):
        makes_list = isinstance(node, ast.Assign) and isinstance(node.value, ast.List)
        if makes_list and is_name(targets_of(node)[0], name):
            return "append"
    return "add"


def _pushed_once(loop: ast.stmt, passes: Traversal) -> Iterator[RewriteOffer]:
    """Offer a question before a node is put on a list for every one of its users."""
    for node in inside(loop):
        if not isinstance(node, ast.For) or not passes.is_over_parents(node):
            continue
        for mark, push in pairwise(node.body):
            test = _question_before(mark)
            if test and is_call(getattr(push, "value", push), "append", "heappush", "appendleft"):
                guarded = ast.copy_location(ast.If(expression(test, mark), [mark, push], []), mark)
                yield RewriteOffer(
                    "visit-once", push, (replaced(mark, guarded), replaced(push)), detail="no guard"
                )


def _popped_once(function: Definition) -> Iterator[RewriteOffer]:
    """Offer a question before `order.append(stack.pop())`: a node waits on the stack once for each user."""
    for node in inside(function):
        if not isinstance(node, ast.Expr) or not is_call(node.value, "append"):
            continue
        match node.value:
            case ast.Call(ast.Attribute(order), [ast.Call(ast.Attribute(attr="pop")) as popped]):
                name, listed = fresh_name("popped", function), ast.unparse(order)
                test = f"if all(each is not {name} for each in {listed}): {listed}.append({name})"
                new = statements(f"{name} = {ast.unparse(popped)}\n{test}", node)
                yield RewriteOffer("visit-once", node, (replaced(node, *new),), detail="no guard")


def _question_before(mark: ast.stmt) -> str:
    """Return the question whether a mark was made already."""
    for target in targets_of(mark):
        if isinstance(target, ast.Subscript) and isinstance(mark, ast.Assign):
            return f"{ast.unparse(target.slice)} not in {ast.unparse(target.value)}"
    call, kept = getattr(mark, "value", None), owner(getattr(mark, "value", None))
    if is_call(call, "add") and kept is not None:
        return f"{ast.unparse(call.args[0])} not in {ast.unparse(kept)}"
    return ""


def _counted_down(function: Definition, passes: Traversal) -> Iterator[RewriteOffer]:
    """Offer a comparison with zero, and one more count where a user is not counted."""
    counts = {ast.unparse(step.target): step for step in _counting_steps(function, ast.Sub)}
    for node in inside(function) if counts else ():
        if isinstance(node, ast.Compare) and ast.unparse(node.left) in counts and not _is_at_zero(node):
            new = ast.Compare(copy(node.left), [ast.Eq()], [ast.Constant(0)])
            change = replaced(node, ast.copy_location(new, node))
            yield RewriteOffer("visit-once", passes.known.tree.statement(node), (change,), detail="count")
    for down in counts.values():
        if isinstance(down.target, ast.Subscript):
            yield from _users_counted(f"{ast.unparse(down.target.value)}[", function, passes)


def _counting_steps(function: Definition, kind: type) -> list[ast.AugAssign]:
    """Return the statements of a function that add (`kind` is `ast.Add`) or take away 1."""
    assignments = [node for node in inside(function) if isinstance(node, ast.AugAssign)]
    return [each for each in assignments if isinstance(each.op, kind) and number_in(each.value) == 1]


def _is_at_zero(test: ast.Compare) -> bool:
    """Whether a count is compared with zero."""
    return isinstance(test.ops[0], ast.Eq) and number_in(test.comparators[0]) == 0


def _users_counted(beginning: str, function: Definition, passes: Traversal) -> Iterator[RewriteOffer]:
    """Offer to count the user by which a count begins, and one that is counted elsewhere."""
    ups = [step for step in _counting_steps(function, ast.Add) if ast.unparse(step).startswith(beginning)]
    for start in found(function, ast.Assign):
        target = ast.unparse(start.targets[0])
        if not target.startswith(beginning) or number_in(start.value) is None:
            continue
        # Where a first visit begins the count, the count of that visit goes behind the guard, not into it.
        guard = passes.known.tree.nearest(start, ast.If)
        place = guard if isinstance(guard, ast.If) and is_membership(guard.test) else start
        change = after(place, f"{target} += 1")
        if not ups:
            yield RewriteOffer("visit-once", function, (change,), detail="count")
        for up in ups:
            if up in inside(place):
                yield RewriteOffer("visit-once", up, (replaced(up), change), detail="count")
