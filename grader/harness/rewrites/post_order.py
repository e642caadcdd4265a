"""Offers to put a node into the order behind all its parents, where it comes before them, or for each.

Where a stack holds what is still to do, what is pushed first has its turn last.
"""

import ast
from collections.abc import Iterator

from ..repair.edit import Change, RewriteOffer, after, before, replaced
from ..repair.known import SourceAnalysis
from ..repair.syntax import Definition, called, inside, is_call, names_of, owner, targets_of
from ._traversal import Traversal, traversal
from .reverse import from_end, is_reversed, taken_from_other_end


def offers(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer to move a node behind all its parents, where a recursion appends it or a stack is pushed it."""
    passes = traversal(known)
    for statement, function in () if passes.sorts_nodes else passes.appends:
        place = _place_behind(statement, function, passes)
        if place is not None:
            changes = (replaced(statement), after(place, statement), *_loop_turned(statement, passes))
            is_repeated = passes.known.tree.up[statement][0] is place
            detail = "for each parent" if is_repeated else "pre-order"
            yield RewriteOffer("post-order", statement, changes, detail=detail)
    for function in passes.definitions:
        for node in inside(function):
            if isinstance(node, ast.While) and passes.is_directly_in(node, function):
                yield from _pushed_first(node, passes)


def _pushed_first(loop: ast.While, passes: Traversal) -> Iterator[RewriteOffer]:
    """Offer to push a node before its parents where it must have its turn after them."""
    for statement in (node for node in inside(loop) if isinstance(node, ast.Expr)):
        pushed, stack = statement.value, owner(statement.value)
        if not is_call(pushed, "append") or not isinstance(stack, ast.Name):
            continue
        taken = {name for node in inside(loop) for name in _taken_from(node, stack.id)}
        is_node = bool(names_of(*pushed.args) & taken) and not _is_for_parents(statement, passes)
        first = _parents_pushed_before(statement, stack.id, passes) if is_node else None
        if first is not None:
            changes = (replaced(statement), before(first, statement))
            yield RewriteOffer("post-order", statement, changes, detail="pre-order")


def _parents_pushed_before(statement: ast.stmt, stack: str, passes: Traversal) -> ast.stmt | None:
    """Return the first statement above in the block that puts parents onto the stack."""
    block, position = passes.known.tree.block(statement)
    earlier = block[:position]
    return next((each for each in earlier if stack in names_of(each) and _is_for_parents(each, passes)), None)


def _taken_from(node: ast.AST, stack: str) -> set[str]:
    """Return the names of what a statement takes from the end of a list."""
    value = node.value if isinstance(node, ast.Assign) else None
    is_taken = is_call(value, "pop") and not value.args and stack in names_of(value)
    return names_of(*targets_of(node)) if is_taken else set()


def _is_for_parents(statement: ast.stmt, passes: Traversal) -> bool:
    """Whether a statement mentions a node's parents."""
    return passes.mentions_parents(inside(statement))


def _place_behind(statement: ast.Expr, function: Definition, passes: Traversal) -> ast.stmt | None:
    """Return the statement behind which the node belongs, if it does not stand there."""
    parent, _ = passes.known.tree.up[statement]
    if (
        isinstance(parent, ast.For)
        and passes.is_over_parents(parent)
        and passes.recurses_in(parent, function)
    ):
        return parent
    block, position = passes.known.tree.block(statement)
    later = block[position + 1 :]
    asking = [each for each in later if passes.recurses_in(each, function)]
    return asking[-1] if asking else None


def _loop_turned(statement: ast.Expr, passes: Traversal) -> tuple[Change, ...]:
    """Return changes that read the order from its other end, where the rules ran in it as it was."""
    at_front = called(statement.value) in ("insert", "appendleft")
    if not at_front and (taken := _taken_from_end(passes)):
        return taken
    loops = [loop for loop in passes.loops if isinstance(loop, ast.For)]
    loops = [loop for loop in loops if isinstance(loop.target, ast.Name)] or loops
    if at_front or not loops or is_reversed(loops[0].iter):
        return ()
    return (from_end(loops[0].iter, loops[0], passes),)


def _taken_from_end(passes: Traversal) -> tuple[Change, ...]:
    """Return the change of the one loop that takes nodes from the front of the order."""
    loops = [loop for loop in passes.loops if isinstance(loop, ast.While)]
    taken = [pair for loop in loops for pair in taken_from_other_end(loop)]
    from_front = [change for call, change in taken if call.args or is_call(call, "popleft")]
    return tuple(from_front) if len(taken) == 1 else ()
