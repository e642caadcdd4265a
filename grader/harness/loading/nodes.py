"""Walks syntax trees after a submission has run: it may have replaced what `ast.walk` imports."""

import ast
from collections.abc import Iterator


def walk(node: ast.AST) -> Iterator[ast.AST]:
    """The node, and all nodes inside it."""
    waiting = [node]
    while waiting:
        inner = waiting.pop()
        yield inner
        waiting += ast.iter_child_nodes(inner)
