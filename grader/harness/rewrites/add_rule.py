"""Offers a rule for an operation whose result has none, in the form that another operation has."""

import ast
from collections.abc import Iterator

from ..repair.edit import Change, RewriteOffer, replaced
from ..repair.known import SourceAnalysis
from ..repair.operation import OperationCode, operations
from ..repair.syntax import inside, is_call, targets_of, text
from ._recording import recorded_operands
from ._shape import is_plainly_right, local_gradients_in, models, right_number, statements_like


def offers(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer a rule for operations that say nothing of what their operands receive, where others do."""
    for operation in operations(known):
        if local_gradients_in(operation) or operation.making is None:
            continue
        if operation.nested:
            yield from _rule_replaced(operation)
        elif recorded_operands(operation.making, operation):
            for model in models(operation):
                changes = changes_like(model, operation) if _has_more(model, operation) else ()
                if changes:
                    yield operation.offer("add-rule", operation.function, *changes)
                    break


def _rule_replaced(operation: OperationCode) -> Iterator[RewriteOffer]:
    """Offer another rule in place of one that is empty, or that reaches no operand."""
    rule = operation.nested[0]
    for model in models(operation) if len(operation.nested) == 1 else ():
        new = statements_like(model, operation, "0.0", result=operation.result) or []
        written = next((each for each in new if isinstance(each, ast.FunctionDef)), None)
        if written is not None:
            written.name = rule.name
            slip = _data_set_in(rule, operation.known)
            detail = "data" if slip is not None else "empty" if _does_nothing(rule) else "written"
            offer = operation.offer(
                "add-rule", slip or operation.function, replaced(rule, written), detail=detail
            )
            yield offer._replace(whole=detail == "written")
            return


def _does_nothing(rule: ast.AST) -> bool:
    """Whether a rule has no body but `pass`, a text or a bare `return`, beside what it prints."""
    if isinstance(rule, ast.Lambda):
        return isinstance(rule.body, ast.Constant)
    return all(map(_is_nothing, rule.body)) if isinstance(rule, ast.FunctionDef) else True


def _is_nothing(statement: ast.stmt) -> bool:
    """Whether a statement has no effect on gradients: `pass`, a text, a bare `return`, a `print`."""
    if isinstance(statement, ast.If):
        return all(map(_is_nothing, [*statement.body, *statement.orelse]))
    if isinstance(statement, ast.Expr) and is_call(statement.value, "print"):
        return True
    if isinstance(statement, ast.Return | ast.Expr):
        return isinstance(statement.value, ast.Constant | None)
    return isinstance(statement, ast.Pass)


def _data_set_in(rule: ast.AST, known: SourceAnalysis) -> ast.AST | None:
    """Return where a rule gives a node other data, though it ought to hand on gradients."""
    return next((node for node in inside(rule) if any(map(known.is_data, targets_of(node)))), None)


def _has_more(model: OperationCode, operation: OperationCode) -> bool:
    """Whether the model makes its result with something that this operation leaves out."""
    assert model.making is not None
    assert operation.making is not None
    maker = ast.dump(operation.making.maker.func)
    if maker != ast.dump(model.making.maker.func) and not operation.making.is_by_class:
        return False
    if model.nested or _count_of_attributes(model) > _count_of_attributes(operation):
        return True
    return _count_of_arguments(model.making.call) > _count_of_arguments(operation.making.call)


def _count_of_attributes(operation: OperationCode) -> int:
    """Return how many attributes of the result it sets."""
    targets = [text(node.targets[0]) for node in operation.own if isinstance(node, ast.Assign)]
    return sum(target.startswith(f"{operation.result}.") for target in targets)


def _count_of_arguments(call: ast.Call) -> int:
    """Return how many arguments a call has, and the calls that make what is called."""
    inner = sum(_count_of_arguments(node) for node in ast.walk(call.func) if isinstance(node, ast.Call))
    return len(call.args) + len(call.keywords) + inner


def changes_like(model: OperationCode, operation: OperationCode) -> tuple[Change, ...]:
    """Return the changes by which the operation makes its result like the model; what it prepares stays."""
    making = operation.making
    assert making is not None
    parent, field = operation.known.tree.up[making.statement]
    block = getattr(parent, field)
    if not isinstance(block, list) or isinstance(parent, ast.For | ast.While) or making.data is None:
        return ()
    number = ast.unparse(making.data) if is_plainly_right(operation) else right_number(operation)
    new = statements_like(model, operation, number)
    if new is None:
        return ()
    first, *others = block[block.index(making.statement) :]
    return replaced(first, *new), *(replaced(other) for other in others)
