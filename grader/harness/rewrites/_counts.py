"""Offers to repair counts of users that go down: a node has its turn when the last user has had it."""

import ast
from collections.abc import Iterator

from ..repair.edit import after, replaced
from ..repair.offer import RewriteOffer
from ..repair.syntax import Definition, copy, found, inside, is_membership, number_in
from ._traversal import Traversal


def offers(function: Definition, passes: Traversal) -> Iterator[RewriteOffer]:
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
