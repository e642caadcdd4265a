"""Offers to make a node of a plain number beside a node."""

import ast
from collections.abc import Iterator

from ..repair.edit import RewriteOffer, before, replaced
from ..repair.known import SourceAnalysis
from ..repair.operation import Making, OperationCode, operations
from ..repair.syntax import (
    expression,
    inside,
    is_call,
    is_name,
    names_bound,
    names_stored,
    statements,
    text,
    whole,
    without_docstring,
)
from ._numbers import trial_of
from ._recording import as_node, recorded_operands

_RAISED = ("TypeError", "AttributeError", "NameError", "UnboundLocalError")
_TAKEN = ("right", "NameError", "UnboundLocalError")
"""Outcomes with two nodes: an operand may have no name without the line that wraps it."""


def offers(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer a node to operations of two operands that do not take a number on the right."""
    for operation in operations(known):
        if operation.arity == 1 or operation.reflected or _lacks_a_comma(operation):
            continue
        if _refuses_numbers(operation) or _without_the_number(operation):
            yield from _operand_wrapped(operation)


def _refuses_numbers(operation: OperationCode) -> bool:
    """Whether an operation raises where the second operand is a number, and not where it is a node."""
    known, sign = operation.known, operation.sign
    is_refused = sign != "**" and trial_of(known, sign, "right").kind in _RAISED
    return is_refused and trial_of(known, sign).kind in _TAKEN


def _without_the_number(operation: OperationCode) -> ast.stmt | None:
    """Return the statement of a result that records its first operand alone, where another records both."""
    recorded = [recorded_operands(making, operation) for making in operation.makings]
    if {0} not in recorded or {0, 1} not in recorded:
        return None
    return operation.makings[recorded.index({0})].statement


def _lacks_a_comma(operation: OperationCode) -> bool:
    """Whether a result is given an operand alone, where another one is given a tuple or a list of them."""
    listing = [_lists_operands(making, operation) for making in operation.makings]
    recorded = [recorded_operands(making, operation) for making in operation.makings]
    return any(listing) and any(found and not lists for found, lists in zip(recorded, listing, strict=True))


def _lists_operands(making: Making, operation: OperationCode) -> bool:
    """Whether a result is given operands in a tuple, a list or a set."""
    held = (node for node in inside(making.maker) if isinstance(node, ast.Tuple | ast.List | ast.Set))
    return any(text(each) in operation.operands for node in held for each in node.elts)


def _operand_wrapped(operation: OperationCode) -> Iterator[RewriteOffer]:
    """Offer a statement that makes a node of the second operand, or a repair of the one that should."""
    if len(operation.parameters) != operation.arity:
        return
    name = operation.parameters[1]
    if operation.is_composed and not _hands_over(operation, name):
        return
    wrapping = _wrapping_statement(operation, name)
    if wrapping is None:
        first = (without_docstring(operation.function.body) or operation.function.body)[0]
        target = _unknown_name(operation) or name
        new = statements(f"{target} = {_node_or_wrapped(name, operation)}", first)
        at = _without_the_number(operation) or operation.function
        yield operation.offer("wrap", at, before(first, *new), operand=1, detail="missing")
    elif isinstance(wrapping, ast.Assign):
        new_value = expression(_node_or_wrapped(name, operation), wrapping.value)
        yield operation.offer(
            "wrap", wrapping, replaced(wrapping.value, new_value), operand=1, detail="condition"
        )
    else:
        new = statements(f"{name} = {_node_or_wrapped(name, operation)}", wrapping)
        yield operation.offer("wrap", wrapping, replaced(wrapping, *new), operand=1, detail="condition")


def _hands_over(operation: OperationCode, name: str) -> bool:
    """Whether an operation only calls this name with the operand as it came: `Quotient(self, b)`."""
    value = operation.returns[0].value
    if not isinstance(value, ast.Call) or not isinstance(value.func, ast.Name):
        return False
    return any(is_name(argument, name) for argument in value.args)


def _node_or_wrapped(name: str, operation: OperationCode) -> str:
    """Return the operand as a node: as it is if it is one."""
    wrapped = as_node(name, operation.known)
    if wrapped.startswith(f"{operation.known.class_name}("):
        return f"{name} if isinstance({name}, {operation.known.class_name}) else {wrapped}"
    return wrapped


def _wrapping_statement(operation: OperationCode, name: str) -> ast.stmt | None:
    """Return the statement that is meant to make a node of the operand."""
    for statement in operation.function.body:
        if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
            is_asked_of = is_call(statement.value, "isinstance")
            is_given_it = not is_asked_of and _is_used_as_it_is(name, statement.value, operation)
            if is_given_it and not _computes_result(statement, operation):
                return statement
        elif (
            isinstance(statement, ast.If)
            and "isinstance" in ast.unparse(statement.test)
            and name in names_stored(statement)
        ):
            return statement
    return None


def _is_used_as_it_is(name: str, value: ast.expr, operation: OperationCode) -> bool:
    """Whether an expression has an operand in it, and not only attributes of it."""
    up = operation.known.tree.up
    return any(is_name(part, name) and not isinstance(up[part][0], ast.Attribute) for part in whole(value))


def _computes_result(statement: ast.Assign, operation: OperationCode) -> bool:
    """Whether an assignment makes the result, or reads data."""
    is_making = any(making.statement is statement for making in operation.makings)
    return is_making or any(operation.known.is_data(node) for node in inside(statement.value))


def _unknown_name(operation: OperationCode) -> str | None:
    """Return a node that the function uses and never got: the operand under the name it has elsewhere."""
    known = names_bound(operation.function) | vars(operation.known.value_class.module).keys()
    for node in operation.own:
        owner = node.value if isinstance(node, ast.Attribute) and operation.known.is_data(node) else None
        if isinstance(owner, ast.Name) and owner.id not in known:
            return owner.id
    return None
