"""A pass that reaches only a part of the graph reaches all of it."""

import ast
from collections.abc import Iterator

from ..repair.attribution import operation_named
from ..repair.edit import after, replaced, with_field
from ..repair.known import Known
from ..repair.offer import Offer
from ..repair.tree import expression, statements
from ._ordering import NODE, core, for_each, fresh_name, in_order, ordered
from ._syntax import Definition, Loop, called, is_membership, names_of, nodes_in, number_in, without_docstring
from ._traversal import Traversal, traversal


def offers(known: Known) -> Iterator[Offer]:
    """Ends that come too early, parts left out, then passes without a traversal."""
    passes = traversal(known)
    yield from _marks(passes)
    for function in passes.functions:
        for node in passes.nodes(function):
            yield from _cut_short(node, passes)
    for loop in passes.loops:
        yield from _few(loop, passes)
    for statement, function in passes.appends:
        yield from _other_node(statement, function, passes)
    yield from _never_asked(passes)
    yield from _no_traversal(passes)


def _cut_short(node: ast.AST, passes: Traversal) -> Iterator[Offer]:
    """A `break` or `return` in a loop, a slice of an order, a root that is passed over."""
    if isinstance(node, ast.Break | ast.Return):
        yield from _ended(node, passes)
    elif isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
        yield from _sliced(node, passes)
    elif isinstance(node, ast.If) and isinstance(node.body[-1], ast.Continue):
        if _is_root(node.test, passes):
            yield Offer("whole-graph", node, (replaced(node),), detail="root left out")
        elif len(node.body) == 1 and passes.mentions_parents(nodes_in(node.test)):
            yield Offer("whole-graph", node, (replaced(node),), detail="leaves left out")


def _few(loop: Loop, passes: Traversal) -> Iterator[Offer]:
    """A loop over the root, or over it and its parents."""
    function = passes.known.tree.nearest(loop, Definition)
    if not isinstance(loop, ast.For) or not isinstance(function, Definition) or not passes.parents.ways:
        return
    root = passes.root(function)
    if isinstance(core(loop.iter), ast.List | ast.Tuple) and root in names_of(loop.iter):
        change = ordered(loop, function, root, NODE, passes)
        yield Offer("whole-graph", loop, (change,), detail="no traversal")


def _ended(node: ast.Break | ast.Return, passes: Traversal) -> Iterator[Offer]:
    tree = passes.known.tree
    loop, guard = tree.nearest(node, (ast.For, ast.While, Definition)), tree.nearest(node, ast.If)
    if not isinstance(loop, ast.For | ast.While):
        return
    if isinstance(guard, ast.If) and loop in tree.above(guard) and is_membership(guard.test):
        return
    if isinstance(loop, ast.While) and isinstance(loop.test, ast.Constant):
        return
    value = None if isinstance(node, ast.Break) else node.value
    new = statements(ast.unparse(value), node)[0] if value else ast.Continue()
    place = guard if isinstance(guard, ast.If) and node is guard.body[0] else node
    yield Offer("whole-graph", place, (replaced(node, new),), detail="ends early")


def _sliced(node: ast.Subscript, passes: Traversal) -> Iterator[Offer]:
    part = node.slice
    assert isinstance(part, ast.Slice)
    statement = passes.known.tree.statement(node)
    step = "[::-1]" if number_in(part.step) == -1 else ""
    for bound in ("lower", "upper"):
        if getattr(part, bound) is not None:
            other = part.upper if bound == "lower" else part.lower
            if other is None:
                change = replaced(node, expression(f"{ast.unparse(node.value)}{step}", node))
            else:
                change = with_field(part, bound, None)
            yield Offer("whole-graph", statement, (change,), detail="slice")


def _is_root(test: ast.expr, passes: Traversal) -> bool:
    """Whether it asks for the node that the pass starts from."""
    if not isinstance(test, ast.Compare) or not isinstance(test.ops[0], ast.Is | ast.Eq):
        return False
    roots = {passes.root(function) for function in passes.functions}
    sides = (test.left, test.comparators[0])
    return any(isinstance(each, ast.Name) and each.id in roots for each in sides)


def _other_node(statement: ast.Expr, function: Definition, passes: Traversal) -> Iterator[Offer]:
    """A recursion that puts the root into the order in each node's place."""
    own, outer = passes.root(function), passes.known.tree.outermost(function)
    value = statement.value
    if outer is None or outer is function or not isinstance(value, ast.Call):
        return
    item = value.args[-1]
    if isinstance(item, ast.Name) and item.id == passes.root(outer) != own and own:
        yield Offer("whole-graph", statement, (replaced(item, expression(own, item)),), detail="root again")


def _never_asked(passes: Traversal) -> Iterator[Offer]:
    """A function that would make an order, and is defined only."""
    for recursion in passes.recursions:
        function = recursion.function
        outer = passes.known.tree.nearest(function, Definition)
        if not isinstance(outer, Definition) or len(function.args.args) != 1:
            continue
        calls = [each for each in passes.nodes(outer) if called(each) == function.name]
        if len(calls) == len(recursion.calls):
            call = statements(f"{function.name}({passes.root(outer)})", function)
            yield Offer("whole-graph", outer, (after(function, *call),), detail="never called")


def _no_traversal(passes: Traversal) -> Iterator[Offer]:
    """A pass that runs the rule of its root, perhaps those of its parents, and no more; or none at all."""
    entry = passes.entry
    root = passes.root(entry) if entry else ""
    if entry is None or not root or passes.loops:
        return
    if not passes.parents.ways:
        yield from _unplayed(entry, passes)
        return
    if any(passes.moves(each.function) for each in passes.recursions):
        return
    running = [each for each in without_docstring(entry.body) if passes.runs(each)]
    others = [each for each in running if passes.runs_for_parents(each)]
    own = [each for each in running if each not in others and root in names_of(each)]
    if own:
        changes = (for_each(own[0], entry, root, passes), *(replaced(each) for each in others))
        yield Offer("whole-graph", (others or own)[0], changes, detail="no traversal")
    elif not running:
        yield from _no_rules(entry, root, passes)


def _unplayed(entry: Definition, passes: Traversal) -> Iterator[Offer]:
    """A tape of results and rules that is written, and not played."""
    found = passes.known.found
    for name, tape in list(vars(found.module).items()):
        last = tape[-1] if isinstance(tape, list) and tape else None
        if not isinstance(last, tuple) or any(map(passes.runs, entry.body)):
            continue
        parts = [
            "node" if isinstance(each, found.made) else "rule" if callable(each) else "_" for each in last
        ]
        if parts.count("node") == 1 and parts.count("rule") == 1:
            given = [
                each for each in entry.body if isinstance(each, ast.Assign) and name in names_of(each.value)
            ]
            source = ast.unparse(given[0].targets[0]) if given else name
            text = f"for {', '.join(parts)} in reversed({source}): rule(node.{passes.known.grad})"
            play = after(entry.body[-1], *statements(text, entry.body[-1]))
            yield Offer("whole-graph", entry, (play,), detail="no rules")


def _no_rules(entry: Definition, root: str, passes: Traversal) -> Iterator[Offer]:
    """No rule is run: what looks like one is, for one node after the other."""
    last, name = entry.body[-1], fresh_name("node", entry)
    for text in _steps(name, passes):
        loop = in_order(passes, entry, root, name, statements(text, last))
        yield Offer("whole-graph", entry, (after(last, *loop),), detail="no rules")


def _steps(node: str, passes: Traversal) -> Iterator[str]:
    """What could be done for a node: its closure called, a method of it, its local derivatives used."""
    parents, grad = passes.parents, passes.known.grad
    for closure in sorted(parents.closures):
        if not parents.wants_gradient:
            yield f"if {node}.{closure}: {node}.{closure}()"
            continue
        yield f"if {node}.{closure}: {node}.{closure}({node}.{grad})"
        shares = f"zip({parents.of(node)}, {node}.{closure}({node}.{grad}))"
        yield f"if {node}.{closure}:\n for each, share in {shares}: each.{grad} += share"
    for function in passes.known.functions:
        is_step = len(function.args.args) == 1 and passes.known.is_method(function) and passes.moves(function)
        if is_step and function not in passes.functions and not operation_named(function.name):
            yield f"{node}.{function.name}()"
    if parents.slopes is not None:
        name, place = parents.slopes
        slopes = f"{node}.{name}" if place is None else f"[each[{place}] for each in {node}.{name}]"
        yield f"for each, slope in zip({parents.of(node)}, {slopes}): each.{grad} += slope * {node}.{grad}"


def _marks(passes: Traversal) -> Iterator[Offer]:
    """A position on a tape that is taken before the entry is made."""
    for function in passes.known.functions:
        for mark, push in zip(function.body, function.body[1:], strict=False):
            value = getattr(mark, "value", None)
            if called(value) != "len" or called(getattr(push, "value", push)) != "append":  # type: ignore[arg-type]
                continue
            if isinstance(mark, ast.Assign) and names_of(mark.value) - {"len"} == names_of(push.value.func):  # type: ignore[attr-defined]
                yield Offer("whole-graph", mark, (replaced(mark), after(push, mark)), detail="mark too early")
