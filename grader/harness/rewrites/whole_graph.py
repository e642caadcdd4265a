"""Offers to reach all of the graph, where a pass reaches only a part."""

import ast
from collections.abc import Iterator

from ..repair.edit import RewriteOffer, after, replaced, with_field
from ..repair.known import SourceAnalysis
from ..repair.syntax import (
    LOOPS,
    Definition,
    Loop,
    all_nodes,
    called,
    inside,
    is_membership,
    is_name,
    names_of,
    number_in,
    statements,
    without_docstring,
)
from ._ordering import FORMS, NODE, for_each_node, in_right_order, innermost_iterable
from ._traversal import Recursion, Traversal, traversal


def offers(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer repairs of ends that come too early, parts left out, then passes without a traversal."""
    passes = traversal(known)
    for node in passes.nodes:
        yield from _ends_and_gaps(node, passes)
        yield from _only_named(node, passes)
    for function in known.functions:
        if function not in passes.functions:
            yield from _leaves_refused(function, passes)
    for loop in passes.loops:
        yield from _loop_over_all(loop, passes)
    for statement, function in passes.appends:
        yield from _own_node_appended(statement, function, passes)
    for recursion in passes.recursions:
        yield from _goes_on_with_itself(recursion, passes)
    yield from _order_asked_for(passes)
    yield from _missing_pass(passes)


def _ends_and_gaps(node: ast.AST, passes: Traversal) -> Iterator[RewriteOffer]:
    """Offer to remove what ends a pass early or leaves nodes out: `break`, `return`, a slice, `continue`."""
    if isinstance(node, ast.Break | ast.Return):
        yield from _end_removed(node, passes)
    elif isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
        yield from _slice_removed(node, node.slice, passes)
    elif isinstance(node, ast.If) and isinstance(node.body[-1], ast.Continue):
        if _is_root(node.test, passes):
            yield RewriteOffer("whole-graph", node, (replaced(node),), detail="root left out")
        elif _passes_over_leaves(node, passes):
            yield RewriteOffer("whole-graph", node, (replaced(node),), detail="leaves left out")


def _only_named(node: ast.AST, passes: Traversal) -> Iterator[RewriteOffer]:
    """Offer to call a rule that a statement only names: without parentheses, it does not run."""
    match node:
        case ast.Expr(value=ast.Attribute(attr=name) as rule) if name in passes.parents.closures:
            given = (
                [f"{ast.unparse(rule.value)}.{passes.known.grad}"] if passes.parents.wants_gradient else []
            )
            call = replaced(rule, f"{ast.unparse(rule)}({', '.join(given)})")
            yield RewriteOffer("whole-graph", node, (call,), detail="never called")


def _leaves_refused(rule: Definition, passes: Traversal) -> Iterator[RewriteOffer]:
    """Offer that a rule, or a helper of rules, does not pass over leaves."""
    for node in inside(rule):
        if isinstance(node, ast.If) and _passes_over_leaves(node, passes):
            yield RewriteOffer("whole-graph", node, (replaced(node),), detail="leaves left out")


def _passes_over_leaves(guard: ast.If, passes: Traversal) -> bool:
    """Whether all that a guard does is to go on where a node has no parents."""
    is_passing_over = [*map(type, guard.body)] == [ast.Continue]
    return is_passing_over and passes.mentions_parents(inside(guard.test))


def _end_removed(node: ast.Break | ast.Return, passes: Traversal) -> Iterator[RewriteOffer]:
    """Offer to go on in place of a `break` or `return` in a loop."""
    tree = passes.known.tree
    loop, guard = tree.nearest(node, (ast.For, ast.While, Definition)), tree.nearest(node, ast.If)
    if not isinstance(loop, Loop) or (isinstance(loop, ast.While) and isinstance(loop.test, ast.Constant)):
        return
    # A loop may end without a condition that empties it, or at visited nodes: that leaves nothing out.
    if isinstance(guard, ast.If) and loop in tree.above(guard) and is_membership(guard.test):
        return
    value = getattr(node, "value", None)
    new = statements(ast.unparse(value), node)[0] if value else ast.Continue()
    place = guard if isinstance(guard, ast.If) and node is guard.body[0] else node
    yield RewriteOffer("whole-graph", place, (replaced(node, new),), detail="ends early")


def _slice_removed(node: ast.Subscript, part: ast.Slice, passes: Traversal) -> Iterator[RewriteOffer]:
    """Offer an order without each bound of its slice."""
    statement = passes.known.tree.statement(node)
    step = "[::-1]" if number_in(part.step) == -1 else ""
    for bound, other in (("lower", part.upper), ("upper", part.lower)):
        if getattr(part, bound) is None:
            continue
        change = with_field(part, bound, None)
        if other is None:
            change = replaced(node, f"{ast.unparse(node.value)}{step}")
        is_last = number_in(getattr(part, bound)) == (1 if bound == "lower" else -1)
        detail = "all but one" if is_last else "slice"
        yield RewriteOffer("whole-graph", statement, (change,), detail=detail)


def _is_root(test: ast.expr, passes: Traversal) -> bool:
    """Whether a condition asks for the node that the pass starts from."""
    if not isinstance(test, ast.Compare) or not isinstance(test.ops[0], ast.Is | ast.Eq):
        return False
    roots = {passes.root(function) for function in passes.functions}
    sides = (test.left, test.comparators[0])
    return any(isinstance(side, ast.Name) and side.id in roots for side in sides)


def _loop_over_all(loop: Loop, passes: Traversal) -> Iterator[RewriteOffer]:
    """Offer all nodes for a loop over the root, or over it and its parents."""
    function = passes.known.tree.nearest(loop, Definition)
    if not isinstance(loop, ast.For) or not isinstance(function, Definition) or not passes.parents.ways:
        return
    root = passes.root(function)
    if isinstance(innermost_iterable(loop.iter), ast.List | ast.Tuple) and root in names_of(loop.iter):
        for form in FORMS:
            changes = in_right_order(loop, function, root, NODE, passes, form)
            yield RewriteOffer("whole-graph", loop, changes, detail="no traversal")


def _own_node_appended(
    statement: ast.Expr, function: Definition, passes: Traversal
) -> Iterator[RewriteOffer]:
    """Offer a node in place of the root, which a recursion puts into the order for each node."""
    own, outer = passes.root(function), passes.known.tree.outermost(function)
    if outer is None or outer is function or not isinstance(statement.value, ast.Call):
        return
    item = statement.value.args[-1]
    if isinstance(item, ast.Name) and item.id == passes.root(outer) != own and own:
        yield RewriteOffer("whole-graph", statement, (replaced(item, own),), detail="root again")


def _goes_on_with_itself(recursion: Recursion, passes: Traversal) -> Iterator[RewriteOffer]:
    """Offer each operand to a recursion that goes through these and calls itself with its own node."""
    own = passes.root(recursion.function)
    for call in recursion.calls:
        loop = passes.known.tree.nearest(call, (*LOOPS, Definition))
        nodes = [node for node in all_nodes(call) if is_name(node, own)]
        operands = sorted(names_of(loop.target) - {"_"}) if isinstance(loop, ast.For) else []
        if nodes and names_of(call).isdisjoint(operands):
            at = passes.known.tree.statement(call)
            for name in operands:
                yield RewriteOffer("whole-graph", at, (replaced(nodes[0], name),), detail="itself")


def _order_asked_for(passes: Traversal) -> Iterator[RewriteOffer]:
    """Offer to call a function that would make an order and is defined only."""
    for recursion in passes.recursions:
        function = recursion.function
        outer = passes.known.tree.nearest(function, Definition)
        if not isinstance(outer, Definition) or len(function.args.args) != 1:
            continue
        calls = [node for node in inside(outer) if called(node) == function.name]
        if len(calls) == len(recursion.calls):
            yield from _rest_dedented(recursion, outer, passes)
            call = statements(f"{function.name}({passes.root(outer)})", function)
            yield RewriteOffer("whole-graph", outer, (after(function, *call),), detail="never called")


def _rest_dedented(recursion: Recursion, outer: Definition, passes: Traversal) -> Iterator[RewriteOffer]:
    """Offer to move the rest of a pass out of its recursive function, in which it stands by its indent."""
    for call in recursion.calls:
        statement = passes.known.tree.statement(call)
        block, position = passes.known.tree.block(statement)
        rest = block[position:]
        is_for_root = bool(call.args) and is_name(call.args[0], passes.root(outer))
        if is_for_root and isinstance(statement, ast.Expr) and len(rest) < len(block):
            changes = (*map(replaced, rest), after(recursion.function, *rest))
            yield RewriteOffer("whole-graph", statement, changes, detail="never called")


def _missing_pass(passes: Traversal) -> Iterator[RewriteOffer]:
    """Offer to run the rules of the graph, or of a tape, where no loop and no recursion runs any."""
    moving = any(passes.moves_gradients(recursion.function) for recursion in passes.recursions)
    if moving or passes.start_without_loop is None:
        return
    entry, root = passes.start_without_loop
    running = [statement for statement in without_docstring(entry.body) if passes.runs_rules(statement)]
    if running:
        yield from _no_traversal(running, entry, root, passes)
    elif not passes.parents.ways:
        yield from _tape_played(entry, passes)


def _no_traversal(
    running: list[ast.stmt], entry: Definition, root: str, passes: Traversal
) -> Iterator[RewriteOffer]:
    """Offer to run for each node the rule that now runs for the root, perhaps for its parents too."""
    others = [each for each in running if passes.runs_for_parents(each)]
    own = [each for each in running if each not in others and root in names_of(each)]
    for form in FORMS if own and passes.parents.ways else ():
        changes = for_each_node(own[0], entry, root, passes, form), *map(replaced, others)
        yield RewriteOffer("whole-graph", (others or own)[0], changes, detail="no traversal")


def _tape_played(entry: Definition, passes: Traversal) -> Iterator[RewriteOffer]:
    """Offer to run the rules of a tape, a list of the module with nodes and their rules, from its end."""
    cls, module = passes.known.value_class.cls, vars(passes.known.value_class.module)
    tapes = {name: tape[-1] for name, tape in module.items() if isinstance(tape, list) and tape}
    for name, last in tapes.items():
        parts = [_role_on_tape(each, cls) for each in last] if isinstance(last, tuple) else []
        # Only an item that is a node and its rule shows how the tape is to be played.
        if parts.count("node") != 1 or parts.count("rule") != 1:
            continue
        stores = (each for each in entry.body if isinstance(each, ast.Assign))
        given = (ast.unparse(each.targets[0]) for each in stores if name in names_of(each.value))
        text = f"for {', '.join(parts)} in reversed({next(given, name)}): rule(node.{passes.known.grad})"
        play = after(entry.body[-1], text)
        yield RewriteOffer("whole-graph", entry, (play,), detail="no rules")


def _role_on_tape(thing: object, cls: type) -> str:
    """Return what a part of a tape's entry is: `node`, `rule`, or `_`."""
    if isinstance(thing, cls):
        return "node"
    return "rule" if callable(thing) else "_"
