"""A node is put into the order before its parents, or for each of them: it comes behind them all.

Where a stack holds what is still to do, what is pushed first has its turn last.
"""

import ast
from collections.abc import Iterator

from ..repair.edit import Change, after, before, replaced
from ..repair.known import SourceAnalysis
from ..repair.offer import RewriteOffer
from ..repair.syntax import Definition, called, is_call, names_of, nodes_in, owner, targets_of
from ._traversal import Traversal, traversal
from .reverse import is_turned, taken_otherwise, turned


def offers(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Every place where a recursion puts its node into an order, or a stack gets it behind its parents."""
    passes = traversal(known)
    for statement, function in passes.appends:
        place = _place(statement, function, passes)
        if place is not None:
            changes = (replaced(statement), after(place, statement), *_turned(statement, passes))
            is_repeated = passes.known.tree.up[statement][0] is place
            detail = "for each parent" if is_repeated else "pre-order"
            yield RewriteOffer("post-order", statement, changes, detail=detail)
    for function in passes.definitions:
        for node in passes.nodes(function):
            if isinstance(node, ast.While) and passes.is_directly_in(node, function):
                yield from _pushed_last(node, passes)


def _pushed_last(loop: ast.While, passes: Traversal) -> Iterator[RewriteOffer]:
    """A node that goes back onto the stack after its parents: they must be taken first, so it goes before."""
    for statement in (node for node in nodes_in(loop) if isinstance(node, ast.Expr)):
        pushed, stack = statement.value, owner(statement.value)
        if not is_call(pushed, "append") or not isinstance(stack, ast.Name):
            continue
        taken = {name for node in nodes_in(loop) for name in _taken_from(node, stack.id)}
        is_node = bool(names_of(*pushed.args) & taken) and not _is_for_parents(statement, passes)
        first = _parents_pushed_before(statement, stack.id, passes) if is_node else None
        if first is not None:
            changes = (replaced(statement), before(first, statement))
            yield RewriteOffer("post-order", statement, changes, detail="pre-order")


def _parents_pushed_before(statement: ast.stmt, stack: str, passes: Traversal) -> ast.stmt | None:
    """The first statement of the same block above this one that puts parents onto the stack."""
    block, position = passes.known.tree.block(statement)
    earlier = block[:position]
    return next((each for each in earlier if stack in names_of(each) and _is_for_parents(each, passes)), None)


def _taken_from(node: ast.AST, stack: str) -> set[str]:
    """The names of what a statement takes from the end of a list."""
    value = node.value if isinstance(node, ast.Assign) else None
    is_taken = is_call(value, "pop") and not value.args and stack in names_of(value)
    return names_of(*targets_of(node)) if is_taken else set()


def _is_for_parents(statement: ast.stmt, passes: Traversal) -> bool:
    return passes.mentions_parents(nodes_in(statement))


def _place(statement: ast.Expr, function: Definition, passes: Traversal) -> ast.stmt | None:
    """The statement behind which the node belongs, if it does not stand there."""
    parent, _ = passes.known.tree.up[statement]
    if isinstance(parent, ast.For) and passes.over_parents(parent) and passes.goes_on(parent, function):
        return parent
    block, position = passes.known.tree.block(statement)
    later = block[position + 1 :]
    asking = [each for each in later if passes.goes_on(each, function)]
    return asking[-1] if asking else None


def _turned(statement: ast.Expr, passes: Traversal) -> tuple[Change, ...]:
    """Where the rules ran in the order as it was: behind its parents, a node is at its other end."""
    at_front = called(statement.value) in ("insert", "appendleft")
    if not at_front and (taken := _taken(passes)):
        return taken
    loops = [loop for loop in passes.loops if isinstance(loop, ast.For)]
    loops = [loop for loop in loops if isinstance(loop.target, ast.Name)] or loops
    if at_front or not loops or is_turned(loops[0].iter):
        return ()
    return (turned(loops[0].iter, loops[0], passes),)


def _taken(passes: Traversal) -> tuple[Change, ...]:
    """The change of the one loop that takes nodes from the front of the order."""
    loops = [loop for loop in passes.loops if isinstance(loop, ast.While)]
    taken = [pair for loop in loops for pair in taken_otherwise(loop)]
    from_front = [change for call, change in taken if call.args or is_call(call, "popleft")]
    return tuple(from_front) if len(taken) == 1 else ()
