"""A plain number beside a node is not made a node of."""

import ast
from collections.abc import Iterator

from ..repair.edit import before, replaced
from ..repair.known import SourceAnalysis
from ..repair.offer import RewriteOffer
from ..repair.syntax import expression, inside, statements, text
from ._operation import OperationCode, operations
from ._trial import tried
from ._wrapping import as_node

_RAISED = ("TypeError", "AttributeError", "NameError", "UnboundLocalError")
_TAKEN = ("right", "NameError", "UnboundLocalError")
"""What came of two nodes: an operand may have no name without the line that wraps it."""


def offers(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Operations of two operands that do not take a number on the right."""
    for operation in operations(known):
        if operation.arity == 1 or operation.sign == "**" or operation.reflected:
            continue
        if (
            tried(known, operation.sign, "right").kind in _RAISED
            and tried(known, operation.sign).kind in _TAKEN
        ):
            yield from _of(operation)


def _of(operation: OperationCode) -> Iterator[RewriteOffer]:
    if len(operation.parameters) != operation.arity or operation.is_composed:
        return
    name = operation.parameters[1]
    wrapping = _wrapping(operation, name)
    if wrapping is None:
        first = _first_after_docstring(operation.function)
        target = _unknown_name(operation) or name
        new = statements(f"{target} = {_as_node(name, operation)}", first)
        yield RewriteOffer("wrap", operation.function, (before(first, *new),), operation.sign, 1, "missing")
    elif isinstance(wrapping, ast.Assign):
        new_value = expression(_as_node(name, operation), wrapping.value)
        yield RewriteOffer(
            "wrap", wrapping, (replaced(wrapping.value, new_value),), operation.sign, 1, "condition"
        )
    else:
        new = statements(f"{name} = {_as_node(name, operation)}", wrapping)
        yield RewriteOffer("wrap", wrapping, (replaced(wrapping, *new),), operation.sign, 1, "condition")


def _as_node(name: str, operation: OperationCode) -> str:
    made = as_node(name, operation.known)
    if made.startswith(f"{operation.known.class_name}("):
        return f"{name} if isinstance({name}, {operation.known.class_name}) else {made}"
    return made


def _first_after_docstring(function: ast.FunctionDef) -> ast.stmt:
    first = function.body[0]
    is_docstring = (
        isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and len(function.body) > 1
    )
    return function.body[1] if is_docstring else first


def _wrapping(operation: OperationCode, name: str) -> ast.stmt | None:
    """The statement that is meant to make a node of the operand."""
    for each in operation.function.body:
        if isinstance(each, ast.Assign) and isinstance(each.targets[0], ast.Name):
            if name in (text(part) for part in (each.value, *inside(each.value))) and not _computes(
                each, operation
            ):
                return each
        elif isinstance(each, ast.If) and "isinstance" in ast.unparse(each.test) and _stores(each, name):
            return each
    return None


def _computes(statement: ast.Assign, operation: OperationCode) -> bool:
    is_making = any(making.statement is statement for making in operation.makings)
    return is_making or any(operation.known.is_data(each) for each in inside(statement.value))


def _stores(statement: ast.If, name: str) -> bool:
    stored = (
        each for each in inside(statement) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)
    )
    return any(each.id == name for each in stored)


def _unknown_name(operation: OperationCode) -> str | None:
    """A node that the function uses and never got: the operand under the name it has elsewhere."""
    names = [each for each in operation.nodes if isinstance(each, ast.Name)]
    known = {each.id for each in names if isinstance(each.ctx, ast.Store)}
    known |= {each.arg for each in operation.nodes if isinstance(each, ast.arg)}
    known |= {each.name for each in operation.nested} | operation.known.found.module.__dict__.keys()
    for each in operation.own:
        owner = each.value if isinstance(each, ast.Attribute) and operation.known.is_data(each) else None
        if isinstance(owner, ast.Name) and owner.id not in known:
            return owner.id
    return None
