"""Offers nodes, or another result, where the result of an operation is made from numbers alone."""

import ast
from collections.abc import Iterator
from typing import Any

from ..repair.edit import RewriteOffer, replaced
from ..repair.known import SourceAnalysis
from ..repair.operation import Making, OperationCode, operations
from ..repair.syntax import inside, text
from ._recording import is_returned, recorded_operands


def offers(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer repairs operation by operation."""
    for operation in operations(known):
        for making in operation.makings:
            if operation.is_of_class and not is_returned(making, operation):
                yield from _created_aside(making, operation)
            yield from _of_special_case(making, operation)
        yield from _numbers_only(operation)


def _of_special_case(making: Making, operation: OperationCode) -> Iterator[RewriteOffer]:
    """Offer to leave out `if n == 1: return Node(self.data)` beside a result that records its operands."""
    case = operation.known.tree.up[making.statement][0]
    if not isinstance(case, ast.If) or not isinstance(making.statement, ast.Return):
        return
    if not recorded_operands(making, operation) and any(
        recorded_operands(other, operation) for other in operation.makings
    ):
        yield operation.offer("parents", making.statement, replaced(case, *case.orelse), detail="case")


def _created_aside(making: Making, operation: OperationCode) -> Iterator[RewriteOffer]:
    """Offer `self + (-other)` for `self + Node(-other.data)`."""
    if making.data is not None and _reads_data(making.data, operation):
        change = replaced(making.call, _as_nodes(making.data, operation))
        yield operation.offer("parents", making.statement, change, detail="number")


def _numbers_only(operation: OperationCode) -> Iterator[RewriteOffer]:
    """Offer `self + -other` for `self + -other.data`."""
    if operation.makings or not operation.is_of_class or operation.nested:
        return
    for statement in operation.returns:
        value = statement.value
        if isinstance(value, ast.BinOp) and _reads_data(value, operation) and _is_node(value, operation):
            new = replaced(value, _as_nodes(value, operation))
            yield operation.offer("parents", statement, new, detail="number")


def _reads_data(node: ast.AST, operation: OperationCode) -> bool:
    """Whether an operand's data is in it."""
    return any(_is_operand_data(inner, operation) for inner in (node, *inside(node)))


def _is_operand_data(node: ast.AST, operation: OperationCode) -> bool:
    """Whether an expression reads the data of an operand."""
    return operation.known.is_data(node) and text(node.value) in operation.operands  # type: ignore[attr-defined]


def _is_node(node: ast.expr, operation: OperationCode) -> bool:
    """Whether an expression is a node because one of its terms is."""
    if isinstance(node, ast.BinOp):
        return _is_node(node.left, operation) or _is_node(node.right, operation)
    if isinstance(node, ast.UnaryOp):
        return _is_node(node.operand, operation)
    return isinstance(node, ast.Name) and node.id in operation.operands


def _as_nodes(node: Any, operation: OperationCode) -> Any:
    """Return a copy that computes with the operands themselves in place of their numbers."""
    if _is_operand_data(node, operation):
        return ast.copy_location(ast.Name(text(node.value), ast.Load()), node)
    if isinstance(node, ast.IfExp) and "isinstance" in ast.unparse(node.test):
        chosen = node.body if _reads_data(node.body, operation) else node.orelse
        return _as_nodes(chosen, operation)
    if isinstance(node, list):
        return [_as_nodes(inner, operation) for inner in node]
    if not isinstance(node, ast.expr):
        return node
    fields = {name: _as_nodes(getattr(node, name, None), operation) for name in node._fields}
    return ast.copy_location(type(node)(**fields), node)
