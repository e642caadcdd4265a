"""An operation whose result has no rule is given one, in the form that another operation has."""

import ast
from collections.abc import Iterator

from ..repair.edit import Change, replaced
from ..repair.known import SourceAnalysis
from ..repair.offer import RewriteOffer
from ..repair.operation import OperationCode, operations
from ..repair.syntax import inside, is_call, targets_of, text
from ._recording import recorded
from ._shape import call_like, is_plainly_right, local_gradients_in, models, right_number


def offers(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Operations that compute a number, where others say what the operands receive and these do not."""
    for operation in operations(known):
        if local_gradients_in(operation) or operation.making is None:
            continue
        if operation.nested:
            yield from _filled(operation)
        elif set(recorded(operation.making, operation)):
            for model in models(operation):
                changes = anew(model, operation) if _has_more(model, operation) else ()
                if changes:
                    yield RewriteOffer("add-rule", operation.function, changes, operation.sign)
                    break


def _filled(operation: OperationCode) -> Iterator[RewriteOffer]:
    """A rule that hands nothing to anybody: it is empty, or what it does reaches no operand."""
    rule = operation.nested[0]
    for model in models(operation) if len(operation.nested) == 1 else ():
        new = call_like(model, operation, "0.0", result=operation.result) or []
        written = next((each for each in new if isinstance(each, ast.FunctionDef)), None)
        if written is not None:
            written.name = rule.name
            slip = _data_set_in(rule, operation.known)
            yield RewriteOffer(
                "add-rule",
                slip or operation.function,
                (replaced(rule, written),),
                operation.sign,
                detail="data" if slip is not None else "empty" if _does_nothing(rule) else "written",
            )
            return


def _does_nothing(rule: ast.AST) -> bool:
    """Whether a rule has no body but `pass`, a text or a bare `return`, beside what it prints."""
    if isinstance(rule, ast.Lambda):
        return isinstance(rule.body, ast.Constant)
    return all(map(_is_nothing, rule.body)) if isinstance(rule, ast.FunctionDef) else True


def _is_nothing(statement: ast.stmt) -> bool:
    if isinstance(statement, ast.If):
        return all(map(_is_nothing, [*statement.body, *statement.orelse]))
    if isinstance(statement, ast.Expr) and is_call(statement.value, "print"):
        return True
    if isinstance(statement, ast.Return | ast.Expr):
        return isinstance(statement.value, ast.Constant | None)
    return isinstance(statement, ast.Pass)


def _data_set_in(rule: ast.AST, known: SourceAnalysis) -> ast.AST | None:
    """Where it gives a node other data, though it ought to hand on gradients."""
    return next((node for node in inside(rule) if any(map(known.is_data, targets_of(node)))), None)


def _has_more(model: OperationCode, operation: OperationCode) -> bool:
    """Whether the model makes its result with something that this operation leaves out."""
    assert model.making is not None
    assert operation.making is not None
    maker = ast.dump(operation.making.maker.func)
    if maker != ast.dump(model.making.maker.func) and not operation.making.is_by_class:
        return False
    if model.nested or _attaches(model) > _attaches(operation):
        return True
    return _given(model.making.call) > _given(operation.making.call)


def _attaches(operation: OperationCode) -> int:
    """How many attributes of the result it sets."""
    targets = [text(node.targets[0]) for node in operation.own if isinstance(node, ast.Assign)]
    return sum(target.startswith(f"{operation.result}.") for target in targets)


def _given(call: ast.Call) -> int:
    """How many things are given, to it and to what it is called on."""
    inner = sum(_given(node) for node in ast.walk(call.func) if isinstance(node, ast.Call))
    return len(call.args) + len(call.keywords) + inner


def anew(model: OperationCode, operation: OperationCode) -> tuple[Change, ...]:
    """Return the changes by which the operation makes its result like the model; what it prepares stays."""
    making = operation.making
    assert making is not None
    parent, field = operation.known.tree.up[making.statement]
    block = getattr(parent, field)
    if not isinstance(block, list) or isinstance(parent, ast.For | ast.While) or making.data is None:
        return ()
    number = ast.unparse(making.data) if is_plainly_right(operation) else right_number(operation)
    new = call_like(model, operation, number)
    if new is None:
        return ()
    first, *others = block[block.index(making.statement) :]
    return replaced(first, *new), *(replaced(other) for other in others)
