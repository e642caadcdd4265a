"""Offers to leave the number of an operand as it is, where an operation changes it."""

import ast
from collections.abc import Iterator
from typing import Any

from ..model.primitives import MATH_FUNCTIONS
from ..repair.edit import Change, RewriteOffer, before, replaced, with_field
from ..repair.known import SourceAnalysis
from ..repair.operation import OperationCode, operations
from ..repair.syntax import expression, inside, nodes_in, text

_OF_ONE = (*MATH_FUNCTIONS, "negative", "square", "sqrt", "abs", "absolute")
"""Functions of numpy that take one array; others take two, and then one for the result."""


def offers(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer to store elsewhere, operation by operation."""
    for operation in operations(known):
        yield from _stored_in_variable(operation)
        yield from _new_result(operation)


def _stored_in_variable(operation: OperationCode) -> Iterator[RewriteOffer]:
    """Offer a variable for `self.data = ...`, which is read from then on."""
    if operation.function.name == "__init__":
        return
    for node in operation.own:
        target = _target_of(node)
        if target is not None and text(target) in operation.data and operation.known.is_data(target):
            changes = _changes_to_variable(node, target, operation)
            yield operation.offer("unchanged", node, *changes, operand=operation.data.index(text(target)))


def _changes_to_variable(node: ast.AST, target: ast.expr, operation: OperationCode) -> list[Change]:
    """Return the changes that store in a variable and read that later; above an `if`, the old number."""
    local, branch = _unused_name("number", operation), _outermost_branch(node, operation)
    later = [each for each in _computed_after(branch, operation) if _is_read_of(each, text(target))]
    changes = [replaced(each, local) for each in later]
    if branch is not node:
        changes.append(before(branch, f"{local} = {text(target)}"))
    name = ast.Name(local, ast.Store())
    if not isinstance(node, ast.AugAssign):
        return [*changes, replaced(target, name)]
    value = ast.BinOp(expression(text(target), node), node.op, node.value)
    return [*changes, replaced(node, ast.Assign([name], value))]


def _unused_name(name: str, operation: OperationCode) -> str:
    """Return a name like it that the function does not use."""
    used = {node.id for node in operation.nodes if isinstance(node, ast.Name)}
    return name if name not in used else _unused_name(f"{name}_", operation)


def _outermost_branch(node: Any, operation: OperationCode) -> Any:
    """Return the `if` around a statement, behind which what it stored is read; without one, itself."""
    parent, _ = operation.known.tree.up[node]
    return _outermost_branch(parent, operation) if isinstance(parent, ast.If) else node


def _computed_after(node: ast.AST, operation: OperationCode) -> Iterator[ast.AST]:
    """Yield what the number of the result is computed of, below a statement; not what the rule is given."""
    parent, field = operation.known.tree.up[node]
    block = getattr(parent, field)
    makings = {id(making.statement): making for making in operation.makings}
    for statement in block[block.index(node) + 1 :]:
        making = makings.get(id(statement))
        if making is not None and making.data is not None:
            yield from (making.data, *inside(making.data))
        elif not isinstance(statement, ast.FunctionDef):
            yield from nodes_in(statement, without=(ast.Lambda, ast.FunctionDef))


def _target_of(node: ast.AST) -> ast.expr | None:
    """Return what a statement with one target assigns to."""
    if isinstance(node, ast.Assign) and len(node.targets) == 1:
        return node.targets[0]
    return node.target if isinstance(node, ast.AugAssign) else None


def _is_read_of(node: ast.AST, source: str) -> bool:
    """Whether a node reads this attribute."""
    return isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load) and text(node) == source


def _new_result(operation: OperationCode) -> Iterator[RewriteOffer]:
    """Offer a new array for `np.maximum(0, x, out=x)`, `np.exp(x, x)`."""
    for node in operation.own:
        change = _without_output(node, operation) if isinstance(node, ast.Call) else None
        if change is not None:
            statement = operation.known.tree.statement(node)
            yield operation.offer("unchanged", statement, change, operand=0, detail="out")


def _without_output(call: ast.Call, operation: OperationCode) -> Change | None:
    """Return the change of a call into one that stores its result in no operand."""
    others = [
        keyword
        for keyword in call.keywords
        if keyword.arg != "out" or text(keyword.value) not in operation.data
    ]
    if len(others) < len(call.keywords):
        return with_field(call, "keywords", others)
    module, _, name = text(call.func).rpartition(".")
    most = 1 if name in _OF_ONE else 2
    if module in ("np", "numpy") and len(call.args) == most + 1 and text(call.args[-1]) in operation.data:
        return with_field(call, "args", call.args[:-1])
    return None
