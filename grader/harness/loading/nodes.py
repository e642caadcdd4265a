"""Walks syntax trees after a submission has run, which may have replaced what `ast.walk` imports.

None calls itself: a sum of a thousand terms is a thousand nodes deep.
"""

import ast
from collections.abc import Callable, Iterator


def walk(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the node, and all nodes inside it."""
    waiting = [node]
    while waiting:
        inner = waiting.pop()
        yield inner
        waiting += ast.iter_child_nodes(inner)


def in_order(tree: ast.AST, *, leave_out: Callable[[ast.AST], bool]) -> Iterator[ast.AST]:
    """Yield the nodes as they stand in the source, without these and what is inside them."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        if not leave_out(node):
            yield node
            waiting.extend(reversed([*ast.iter_child_nodes(node)]))
