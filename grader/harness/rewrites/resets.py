"""Offers to take out resets at the wrong time: of gradients while they are needed, of data at all times.

And `zero_grad()` sets back gradients, all it should and nothing else.
"""

import ast
from collections.abc import Iterator
from copy import deepcopy

from ..model.dialect_names import RESET_NAMES
from ..model.operation_words import operation_named
from ..repair.edit import Change, RewriteOffer, after, before, replaced
from ..repair.known import SourceAnalysis
from ..repair.syntax import (
    LOOPS,
    Definition,
    found,
    inside,
    is_call,
    is_name,
    is_plain,
    names_of,
    number_in,
    owner,
    parameters_of,
    statements,
    targets_of,
    without_docstring,
)
from ._ordering import BY_STACK, loop_in_order, new_body
from ._traversal import Traversal, traversal

_SETTING = ("__init__", "__post_init__", "__setattr__", "step", "update", *RESET_NAMES)
_IN_PLACE = ("__iadd__", "__isub__", "__imul__", "__itruediv__", "__ipow__")

Blocks = dict[tuple[ast.AST, str], list[ast.stmt]]


def offers(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer repairs of resets of gradients, of data, then of the clearing method."""
    passes = traversal(known)
    yield from _gradient_resets(passes)
    yield from _data_changes(passes)
    for name in RESET_NAMES:
        method = known.method(name)
        if method is not None and len(method.args.args) == 1:
            yield from _clearing(method, passes)


def _gradient_resets(passes: Traversal) -> Iterator[RewriteOffer]:
    """Offer to take out resets of gradients, those of one block together."""
    blocks: Blocks = {}
    for node, outermost in passes.stores:
        if not isinstance(node, ast.Assign) or outermost.name in _SETTING:
            continue
        if _sets_back(node, passes):
            # Resets that stand together are taken out together: one alone would mend nothing.
            blocks.setdefault(passes.known.tree.up[node], []).append(node)
        elif _is_data_of(node, passes) and outermost.name != "__init__":
            yield RewriteOffer("no-reset", node, (replaced(node),), detail="data")
    yield from _clearing_calls(passes)
    for resets in blocks.values():
        operation = passes.known.attribution.operation(resets[0])
        yield RewriteOffer("no-reset", resets[0], tuple(replaced(reset) for reset in resets), operation)
        yield from _reset_before_loop(resets[0], passes)


def _sets_back(node: ast.Assign, passes: Traversal) -> bool:
    """Whether gradients become zero, or None."""
    is_nothing = is_plain(node.value) and number_in(node.value) in (None, 0)
    return is_nothing and all(map(passes.is_gradient, node.targets))


def _clearing_calls(passes: Traversal) -> Iterator[RewriteOffer]:
    """Offer to take out calls of the clearing method in a pass or in a rule."""
    for function in passes.known.functions:
        if function.name in _SETTING:
            continue
        for node in inside(function):
            if (
                isinstance(node, ast.Expr)
                and is_call(node.value, *RESET_NAMES)
                and owner(node.value) is not None
            ):
                yield RewriteOffer("no-reset", node, (replaced(node),))


def _is_data_of(node: ast.Assign, passes: Traversal) -> bool:
    """Whether a node's gradient becomes its data, elsewhere than where the pass starts."""
    target, value = node.targets[0], node.value
    if not passes.is_gradient(target) or not passes.known.is_data(value):
        return False
    in_loop = passes.known.tree.nearest(node, LOOPS) is not None
    return in_loop and names_of(target) == names_of(value)


def _reset_before_loop(reset: ast.stmt, passes: Traversal) -> Iterator[RewriteOffer]:
    """Offer a reset in a loop of its own before the loop that runs the rules."""
    loop = passes.known.tree.up[reset][0]
    if not isinstance(loop, ast.For) or loop not in passes.loops:
        return
    function = passes.known.tree.nearest(loop, Definition)
    if isinstance(function, Definition) and loop in function.body:
        own = ast.For(target=loop.target, iter=deepcopy(loop.iter), body=[deepcopy(reset)], orelse=[])
        place = function.body[_first_seed(function, loop, passes)]
        changes = (replaced(reset), before(place, ast.copy_location(own, reset)))
        yield RewriteOffer("no-reset", reset, changes, detail="moved")


def _first_seed(function: Definition, loop: ast.For, passes: Traversal) -> int:
    """Return the position of the seed before a loop, or of the loop."""
    last = function.body.index(loop)
    seeds = [n for n in range(last) if any(map(passes.is_gradient, targets_of(function.body[n])))]
    return seeds[0] if seeds else last


def _data_changes(passes: Traversal) -> Iterator[RewriteOffer]:
    """Offer to take out changes of data in a rule, in the pass, or by an operation in its operands."""
    for node, outermost in passes.stores:
        targets = targets_of(node)
        if outermost.name in (*_IN_PLACE, *_SETTING) or not all(map(passes.known.is_data, targets)):
            continue
        is_inner = passes.known.tree.nearest(node, Definition) is not outermost
        if is_inner or outermost in passes.functions:
            yield RewriteOffer("data-kept", node, (replaced(node),))
        elif outermost.name.startswith("__") and names_of(targets[0]) <= {*parameters_of(outermost)}:
            yield RewriteOffer("unchanged", node, (replaced(node),), operation_named(outermost.name))


def _clearing(method: Definition, passes: Traversal) -> Iterator[RewriteOffer]:
    """Offer repairs of what the clearing method does instead; then a method that clears."""
    own = passes.root(method)
    slips = [offer for node in inside(method) for offer in _put_right(node, own, passes)]
    yield from slips
    is_idle = not slips and not any(_clears(node, passes) for node in inside(method))
    if is_idle:
        yield RewriteOffer("zero-grad", method, (_begin_with_clearing(method, own, passes),), detail="own")
    # A method with a loop may be meant to clear the whole graph, and not only its node.
    if passes.parents.ways and without_docstring(method.body) and (is_idle or any(found(method, *LOOPS))):
        yield RewriteOffer(
            "zero-grad", method, _whole_graph_cleared(method, own, passes), detail="all", whole=True
        )


def _begin_with_clearing(method: Definition, own: str, passes: Traversal) -> Change:
    """Return the change that clears the node first, behind the docstring if that is all there is."""
    body, clear = without_docstring(method.body), _clearing_statement(own, passes)
    return before(body[0], clear) if body else after(method.body[0], clear)


def _clears(node: ast.AST, passes: Traversal) -> bool:
    """Whether a statement sets gradients of nodes to zero."""
    is_zero = isinstance(node, ast.Assign) and number_in(node.value) == 0
    return is_zero and all(_is_of_a_node(target, passes) for target in targets_of(node))


def _is_of_a_node(target: ast.AST, passes: Traversal) -> bool:
    """Whether a target is a node's gradient, and not one of the class itself: `Value.grad`."""
    is_of_class = isinstance(target, ast.Attribute) and is_name(target.value, passes.known.class_name)
    return passes.is_gradient(target) and not is_of_class


def _put_right(node: ast.AST, own: str, passes: Traversal) -> Iterator[RewriteOffer]:
    """Offer to clear in place of a statement that does something else, or nothing."""
    if _clears(node, passes):
        return
    if isinstance(node, ast.Assign) and _is_of_a_node(node.targets[0], passes):
        yield RewriteOffer("zero-grad", node, (replaced(node.value, "0.0"),))
    elif isinstance(node, ast.stmt) and (holder := _node_meant(node, own, passes)):
        yield RewriteOffer("zero-grad", node, (replaced(node, _clearing_statement(holder, passes)),))


def _node_meant(node: ast.stmt, own: str, passes: Traversal) -> str:
    """Return the node whose gradient a statement should clear, and does not; empty where it may be right."""
    match node:
        case ast.Assign([ast.Attribute(value)], value=zero) if number_in(zero) == 0:
            return own if is_name(value, passes.known.class_name) else ast.unparse(value)
        case ast.Assign([ast.Name()], value=zero) if number_in(zero) == 0:
            return own
        case (
            ast.AugAssign(target=ast.Attribute(value) as gradient)
            | ast.Expr(ast.Compare(ast.Attribute(value) as gradient, [ast.Eq()]))
            | ast.Expr(ast.BinOp(ast.Attribute(value) as gradient))
            | ast.Expr(ast.Attribute(value) as gradient)
        ) if passes.is_gradient(gradient):
            return ast.unparse(value)
        case ast.Pass() | ast.Return(ast.Constant(0)):
            return own
    return ""


def _clearing_statement(holder: str, passes: Traversal) -> str:
    """Return the statement that clears a node."""
    return f"{holder}.{passes.known.grad} = 0.0"


def _whole_graph_cleared(method: Definition, own: str, passes: Traversal) -> tuple[Change, ...]:
    """Return changes that clear the gradients of the whole graph."""

    def make(now: list[ast.stmt]) -> list[ast.stmt]:
        step = statements(f"node.{passes.known.grad} = 0.0", now[0])
        return loop_in_order(passes, method, own, "node", step, BY_STACK)

    return new_body(method, make)
