"""Offers to return what a function made, where it returns nothing, an operand, or a plain number."""

import ast
from collections.abc import Iterator

from ..model.operation_words import is_reflected
from ..repair.edit import ending, replaced
from ..repair.known import SourceAnalysis
from ..repair.offer import RewriteOffer
from ..repair.operation import OperationCode, operations
from ..repair.syntax import inside, statements, text
from ._shape import composed_forms, making_call_like, models, recorders, statements_like
from ._trial import trial_of


def offers(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer repairs of operations that return no node; then of helpers that compute something and drop it."""
    for operation in operations(known):
        numbers = "left" if operation.reflected else ""
        kind = trial_of(known, operation.sign, numbers).kind
        if kind not in ("right", "absent"):
            yield from _result_returned(operation)
        if kind not in ("right", "absent", "wrong"):
            yield from _as_node(operation)
    done = {id(operation.function) for operation in operations(known)}
    for function in known.functions:
        if id(function) not in done:
            yield from _last_value_returned(function, None)


def _result_returned(operation: OperationCode) -> Iterator[RewriteOffer]:
    """Offer to return the variable that holds the result, at the end of the function."""
    result = operation.result or _assigned_last(operation)
    at_end = operation.function.body[-1]
    if result is None or result in {*operation.parameters, *operation.operands}:
        yield from _last_value_returned(operation.function, operation.sign)
        return
    own = [returned for returned in operation.returns if returned in operation.function.body]
    # A wrong value, no `return` and one in the wrong block need different edits; a right one needs none.
    if own and text(own[0].value or own[0]) == result:
        return
    if own:
        new = ast.copy_location(ast.Return(ast.Name(result, ast.Load())), own[0])
        name, _, attribute = text(own[0].value).partition(".") if own[0].value is not None else ("", "", "")
        detail = "number" if attribute else "operand" if name else "nothing"
        if not name or name in {*operation.operands, result}:
            yield operation.offer("return", own[0], replaced(own[0], new), detail=detail)
        return
    new_statements = statements(f"return {result}", at_end)
    misplaced = _misplaced(result, operation)
    if misplaced is None:
        change = ending(at_end, *new_statements)
        yield operation.offer("return", operation.function, change, detail="missing")
    else:
        removed = () if misplaced in operation.returns else (replaced(misplaced),)
        changes = (*removed, ending(at_end, *new_statements))
        yield operation.offer("return", misplaced, *changes, detail="indented")


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


def _misplaced(result: str, operation: OperationCode) -> ast.Return | None:
    """Return where the result is returned under a condition, or by the rule."""
    for node in operation.nodes:
        if isinstance(node, ast.Return) and node.value is not None and text(node.value) == result:
            return node
    return None


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
    if not operation.is_of_class or operation.makings or is_reflected(operation.function.name):
        return
    statement = _computing_statement(operation)
    if statement is None or statement.value is None or not _reads_data(statement.value, operation):
        return
    for form in composed_forms(operation) if isinstance(statement, ast.Return) else ():
        change = replaced(statement.value, form)
        yield operation.offer("node", statement, change)
    # The whole form of another operation brings the rule along; a call of its maker brings parents alone.
    for model in models(operation):
        new = statements_like(model, operation, ast.unparse(statement.value))
        if new is None:
            continue
        body = operation.function.body
        others = body[body.index(statement) + 1 :]
        changes = (replaced(statement, *new), *(replaced(other) for other in others))
        yield operation.offer("node", statement, *changes)
        return
    for model in recorders(operation):
        if (call := making_call_like(model, operation, statement.value)) is not None:
            yield operation.offer("node", statement, replaced(statement.value, call))
            return


def _computing_statement(operation: OperationCode) -> ast.Return | ast.Assign | None:
    """Return the statement that computes the number: the return, or one whose target is used as a node."""
    for statement in operation.function.body:
        if isinstance(statement, ast.Return):
            return statement
        if isinstance(statement, ast.Assign) and _is_used_as_node(statement.targets[0], operation):
            return statement
    return None


def _is_used_as_node(target: ast.expr, operation: OperationCode) -> bool:
    """Whether something is stored in it, or its gradient is read."""
    if operation.stands_for_operand(target):
        return False
    attributes = (node for node in operation.nodes if isinstance(node, ast.Attribute))
    return any(text(attribute.value) == text(target) for attribute in attributes)


def _reads_data(value: ast.expr, operation: OperationCode) -> bool:
    """Whether it is a variable, or reads an operand's data."""
    return isinstance(value, ast.Name) or any(
        text(node) in operation.data for node in (value, *inside(value))
    )
