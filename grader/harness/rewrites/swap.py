"""Offers the operands of an operation the other way round, where its number is that of swapped operands."""

import ast
from collections.abc import Iterator

from ..repair.edit import RewriteOffer, with_field
from ..repair.known import SourceAnalysis
from ..repair.operation import OperationCode, operations
from ..repair.syntax import Store, is_call, names_of, targets_of
from ._numbers import is_close, right, trial_of


def offers(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer to swap the names of both operands, once they are nodes."""
    for operation in operations(known):
        if operation.is_of_class and not operation.reflected and _is_swapped(operation):
            first, last = operation.operands
            other = {first: last, last: first}
            names = [node for node in _with_nodes(operation) if node.id in other]
            changes = (with_field(node, "id", other[node.id]) for node in names)
            making = operation.making
            at = operation.returns[-1:] if making is None else [making.statement]
            yield from (operation.offer("swap", place, *changes, detail="reversed") for place in at)


def _is_swapped(operation: OperationCode) -> bool:
    """Whether an operation gives the number of its operands the other way round."""
    outcome = trial_of(operation.known, operation.sign)
    if outcome.kind != "wrong" or len({*operation.operands}) != 2:  # noqa: PLR2004 - what can be swapped
        return False
    return is_close(outcome.given, right(operation.sign, outcome.numbers[::-1]))


def _with_nodes(operation: OperationCode) -> Iterator[ast.Name]:
    """Yield the names in an operation, without those in what makes a node of a plain number."""
    making: set[ast.AST] = {
        node
        for node in operation.own
        if is_call(node, "isinstance", "hasattr")
        or (isinstance(node, Store) and names_of(*targets_of(node)) & {*operation.operands})
    }
    for node in operation.nodes:
        if isinstance(node, ast.Name) and making.isdisjoint(operation.known.tree.above(node)):
            yield node
