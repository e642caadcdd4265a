"""Offers to return what a function made, where it returns nothing, an operand, or a plain number."""

import ast
from collections.abc import Iterator

from ..repair.edit import RewriteOffer, ending, replaced
from ..repair.known import SourceAnalysis
from ..repair.operation import OperationCode, operations
from ..repair.syntax import found, text, whole
from ._numbers import trial_of
from ._shape import composed_forms, making_call, models, statements_like


def offers(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer repairs of operations that return no node; then of helpers that compute something and drop it."""
    for operation in operations(known):
        numbers = "left" if operation.reflected else ""
        kind = trial_of(known, operation.sign, numbers).kind
        if kind not in ("right", "absent"):
            yield from _result_returned(operation)
        if kind not in ("right", "absent", "wrong") and _may_return_a_number(operation):
            yield from _as_node(operation)
    done = {id(operation.function) for operation in operations(known)}
    for function in known.functions:
        if id(function) not in done:
            yield from _last_value_returned(function, None)


def _result_returned(operation: OperationCode) -> Iterator[RewriteOffer]:
    """Offer to return the variable that holds the result, at the end of the function."""
    result = operation.result or _assigned_last(operation)
    if result is None or result in {*operation.parameters, *operation.operands}:
        yield from _last_value_returned(operation.function, operation.sign)
        return
    own = next((each for each in operation.returns if each in operation.function.body), None)
    yield from _at_end(result, operation) if own is None else _in_place_of(own, result, operation)


def _in_place_of(own: ast.Return, result: str, operation: OperationCode) -> Iterator[RewriteOffer]:
    """Offer to return the result in place of nothing, of an operand, or of its own number."""
    returned = text(own.value) if own.value is not None else ""
    name, _, attribute = returned.partition(".")
    if returned != result and name in {"", result, *operation.operands}:
        detail = "number" if attribute else "operand" if name else "nothing"
        yield operation.offer("return", own, replaced(own, f"return {result}"), detail=detail)


def _at_end(result: str, operation: OperationCode) -> Iterator[RewriteOffer]:
    """Offer to return the result at the end, where nothing does, or only a condition or the rule."""
    last = ending(operation.function.body[-1], f"return {result}")
    returns = (each for each in found(operation.function, ast.Return) if each.value is not None)
    misplaced = next((each for each in returns if text(each.value) == result), None)
    if misplaced is None:
        yield operation.offer("return", operation.function, last, detail="missing")
    else:
        removed = () if misplaced in operation.returns else (replaced(misplaced),)
        yield operation.offer("return", misplaced, *removed, last, detail="indented")


def _assigned_last(operation: OperationCode) -> str | None:
    """Return the last variable that the function assigns, where no call is known to make the result."""
    if operation.makings or not operation.is_of_class:
        return None
    names = [
        statement.targets[0].id
        for statement in operation.function.body
        if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name)
    ]
    return names[-1] if names and names[-1] not in operation.operands else None


def _last_value_returned(function: ast.FunctionDef, sign: str | None) -> Iterator[RewriteOffer]:
    """Offer to return what the last line computes and drops."""
    last = function.body[-1]
    if not isinstance(last, ast.Expr) or any(
        isinstance(statement, ast.Return) for statement in function.body
    ):
        return
    value = last.value
    is_maker = isinstance(value, ast.Call) and text(value.func)[:1].isupper()
    if isinstance(value, ast.BinOp | ast.UnaryOp) or is_maker or (sign and isinstance(value, ast.Call)):
        change = replaced(last, ast.copy_location(ast.Return(value), last))
        yield RewriteOffer("return", last, (change,), sign, detail="missing")


def _as_node(operation: OperationCode) -> Iterator[RewriteOffer]:
    """Offer to make a node of a number that is returned, as other operations do."""
    statement = None if operation.makings or operation.reflected else _computing_statement(operation)
    if statement is None or statement.value is None:
        return
    for form in composed_forms(operation) if isinstance(statement, ast.Return) else ():
        yield operation.offer("node", statement, replaced(statement.value, form))
    # The whole form of another operation brings the rule along; a call of its maker brings parents alone.
    number = ast.unparse(statement.value)
    forms = (statements_like(model, operation, number) for model in models(operation))
    if (new := next(filter(None, forms), None)) is not None:
        others = operation.function.body[operation.function.body.index(statement) + 1 :]
        yield operation.offer("node", statement, replaced(statement, *new), *map(replaced, others))
    elif (call := making_call(operation, statement.value)) is not None:
        yield operation.offer("node", statement, replaced(statement.value, call))


def _may_return_a_number(operation: OperationCode) -> bool:
    """Whether an operation returns nothing that makes the nodes of a right one, as `Value.of(...)` does."""
    right = (each for each in operations(operation.known) if trial_of(each.known, each.sign).kind == "right")
    makers = {maker for each in right if each is not operation for maker in _makers(each)}
    return operation.is_of_class and makers.isdisjoint(_makers(operation))


def _makers(operation: OperationCode) -> set[str]:
    """Return what is called to make the results."""
    return {text(each.value.func) for each in operation.returns if isinstance(each.value, ast.Call)}


def _computing_statement(operation: OperationCode) -> ast.Return | ast.Assign | None:
    """Return the statement that computes the number: the return, or one whose target is used as a node."""
    for statement in operation.function.body:
        match statement:
            case ast.Return(value=value):
                return statement if _reads_data(value, operation) else None
            case ast.Assign([target, *_], value) if _is_used_as_node(target, operation):
                return statement if _reads_data(value, operation) else None
    return None


def _is_used_as_node(target: ast.expr, operation: OperationCode) -> bool:
    """Whether an attribute of the target is stored or read: then it is a node, not a number."""
    if operation.stands_for_operand(target):
        return False
    attributes = (node for node in operation.nodes if isinstance(node, ast.Attribute))
    return any(text(attribute.value) == text(target) for attribute in attributes)


def _reads_data(value: ast.expr | None, operation: OperationCode) -> bool:
    """Whether an expression is a variable, or reads an operand's data."""
    is_name = isinstance(value, ast.Name)
    return is_name or (value is not None and any(text(node) in operation.data for node in whole(value)))
