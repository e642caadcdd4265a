"""A result does not record what it was made from, or only a part of it."""

import ast
from collections.abc import Iterator

from ..model.operation_words import operation_named
from ..repair.edit import Change, replaced, with_field
from ..repair.known import SourceAnalysis
from ..repair.local_gradients import LocalGradient
from ..repair.offer import RewriteOffer
from ..repair.operation import Making, OperationCode, operations
from ..repair.syntax import copy, expression, inside, text
from . import _of_numbers
from ._recording import argument, bare, given, is_empty, is_returned, recorded
from ._shape import call_of, composed, models, recorders
from .add_rule import anew
from .rule import derivatives


def offers(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Operation by operation, each result that is given back."""
    for operation in operations(known):
        for making in operation.makings:
            if is_returned(making, operation) and operation.function.name != "forward":
                yield from _of(making, operation)


def _of(making: Making, operation: OperationCode) -> Iterator[RewriteOffer]:
    indices = set(recorded(making, operation))
    missing = [index for index in range(operation.receivers) if index not in indices]
    yield from _of_numbers.offers(making, operation)
    if operation.sign == "**" and missing == [1]:
        return
    if not missing:
        yield from _bracketed(making, operation)
    elif indices:
        yield from _one_more(making, operation, missing[0])
    else:
        yield from _all(making, operation)


def _one_more(making: Making, operation: OperationCode, index: int) -> Iterator[RewriteOffer]:
    """The other operand is listed, this one is not."""
    name = operation.operands[index]
    for held in given(making, operation):
        if isinstance(held, ast.Tuple | ast.List | ast.Set) and held.elts:
            elements = _with(held, index, operation)
            if elements is not None:
                yield _offer(held, operation, index, "one", with_field(held, "elts", elements))
                return
    for model in recorders(operation):
        for place, value in bare(model):
            if value == model.operands[index]:
                change = argument(making.maker, place, expression(name, making.maker), operation.known)
                yield _offer(making.maker, operation, index, "one", change)
                return


def _bracketed(making: Making, operation: OperationCode) -> Iterator[RewriteOffer]:
    """`(self)` where others say `(self,)`."""
    for position, each in enumerate(making.maker.args):
        if text(each) not in operation.operands or each is making.data:
            continue
        for model in recorders(operation):
            assert model.making is not None
            like = model.making.maker.args[position : position + 1]
            held = like[0] if like else None
            if isinstance(held, ast.Tuple | ast.List) and held.elts and text(held.elts[0]) in model.operands:
                change = replaced(each, type(held)([each], ast.Load()))
                yield _offer(making.maker, operation, None, "no tuple", change)
                return


def _with(
    held: ast.Tuple | ast.List | ast.Set, index: int, operation: OperationCode
) -> list[ast.expr] | None:
    """The elements with the operand among them; in pairs if the others are."""
    other = operation.operands[1 - index]
    first = held.elts[0]
    name = operation.operands[index]
    if all(text(element) == other for element in held.elts):
        new = expression(name, held)
    elif isinstance(first, ast.Tuple) and len(held.elts) == 1 and text(first.elts[0]) == other:
        derivative = _derivative(index, operation, first.elts[1])
        if derivative is None:
            return None
        new = expression(f"({name}, {derivative})", held)
    else:
        return None
    return [new, held.elts[0]] if index == 0 else [held.elts[0], new]


def _derivative(index: int, operation: OperationCode, value: ast.expr) -> str | None:
    local = LocalGradient(
        value, value, operation.sign, index, operation.operands, operation.data, None, is_local=True
    )
    return next(derivatives(local, operation.known), None)


def _all(making: Making, operation: OperationCode) -> Iterator[RewriteOffer]:
    """No operand is recorded: together with a rule, if there is none, or by way of other operations."""
    # An operation with a rule of its own keeps it; one without gets the whole form of another.
    if operation.nested or any(isinstance(node, ast.Lambda) for node in operation.own):
        for model in recorders(operation):
            for place, value in _containers(model, operation):
                change = argument(making.maker, place, value, operation.known)
                yield _offer(making.maker, operation, None, "none", change)
            return
    yield from _filled(making, operation)
    yield from _composed(making.statement, operation)
    yield from _delegated(making.statement, operation)
    for model in models(operation):
        if changes := anew(model, operation):
            yield RewriteOffer("parents", making.statement, changes, operation.sign, detail="none")
        return
    for model in recorders(operation):
        assert making.data is not None
        if (call := call_of(model, operation, making.data)) is not None:
            yield _offer(making.statement, operation, None, "none", replaced(making.call, call))
            return


def _filled(making: Making, operation: OperationCode) -> Iterator[RewriteOffer]:
    """`Value(x, (), Value._rule)`: the rule is given by its name, and nothing stands among the operands."""
    for model in recorders(operation):
        for place, value in _containers(model, operation):
            held = making.maker.args[place : place + 1] if isinstance(place, int) else []
            if held and is_empty(held[0]):
                yield _offer(making.maker, operation, None, "none", replaced(held[0], value))
                return


def _containers(model: OperationCode, operation: OperationCode) -> Iterator[tuple[int | str, ast.expr]]:
    """Yield containers of operands in a call of the model, with this operation's operands in them."""
    assert model.making is not None
    call = model.making.maker
    arguments: list[tuple[int | str, ast.expr]] = [*enumerate(call.args)]
    arguments += [(keyword.arg, keyword.value) for keyword in call.keywords if keyword.arg is not None]
    for place, each in arguments:
        if each is not model.making.data and any(
            text(part) in model.operands for part in (each, *inside(each))
        ):
            yield place, _renamed(each, model, operation)


def _renamed(node: ast.expr, model: OperationCode, operation: OperationCode) -> ast.expr:
    new = _with_names(node, dict(zip(model.operands, operation.operands, strict=False)))
    for inner in ast.walk(new):
        if isinstance(inner, ast.Tuple | ast.List | ast.Set) and operation.receivers < model.receivers:
            inner.elts = inner.elts[: operation.receivers]
    return new


def _with_names(node: ast.expr, names: dict[str, str | None]) -> ast.expr:
    """A copy with other names."""
    new = copy(node)
    for inner in ast.walk(new):
        if isinstance(inner, ast.Name):
            inner.id = names.get(inner.id) or inner.id
    return new


def _composed(statement: ast.stmt, operation: OperationCode) -> Iterator[RewriteOffer]:
    """`return Value(-self.data)` becomes `return self * -1`."""
    if isinstance(statement, ast.Return):
        for form in composed(operation):
            new = ast.Return(expression(form, statement))
            yield _offer(statement, operation, None, "none", replaced(statement, new))


def _delegated(statement: ast.stmt, operation: OperationCode) -> Iterator[RewriteOffer]:
    """`return Value(math.tanh(self.data))` becomes `return Tanh()(self)`, where others call such things."""
    defined = [
        statement.name
        for statement in operation.known.top_level
        if isinstance(statement, ast.ClassDef | ast.FunctionDef)
    ]
    own = next((name for name in defined if operation_named(name) == operation.sign), None)
    for model in operations(operation.known) if own else ():
        value = model.returns[0].value if model.is_composed else None
        if value is None or model.reflected or model.arity != operation.arity:
            continue
        names = {node.id for node in inside(value) if isinstance(node, ast.Name)}
        # The model calls a thing that is named after it, so there is one for this operation to call.
        called = next(
            (each for each in defined if each in names and operation_named(each) == model.sign), None
        )
        if called is not None:
            renamed = {called: own, **dict(zip(model.operands, operation.operands, strict=False))}
            new = ast.Return(_with_names(value, renamed))
            yield _offer(statement, operation, None, "none", replaced(statement, new))
            return


def _offer(
    at: ast.AST, operation: OperationCode, operand: int | None, detail: str, change: Change
) -> RewriteOffer:
    return RewriteOffer("parents", at, (change,), operation.sign, operand, detail)
