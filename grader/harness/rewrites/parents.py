"""Offers to record what a result was made from: all of its operands, and nothing that is no node."""

import ast
from collections import Counter
from collections.abc import Iterator

from ..repair.edit import Change, RewriteOffer, after, replaced, with_field
from ..repair.known import SourceAnalysis
from ..repair.local_gradient import LocalGradient
from ..repair.operation import Making, OperationCode, operations
from ..repair.syntax import expression, inside, names_stored, renamed, text
from ._recording import (
    given_to_result,
    holds_nothing,
    is_returned,
    recorded_operands,
    stored_in_result,
    with_argument,
)
from ._shape import composed_forms, making_call, models, recorders
from .add_rule import changes_like
from .rule import derivatives


def offers(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer repairs operation by operation, for each result that is returned."""
    for operation in operations(known):
        for making in operation.makings:
            if is_returned(making, operation) and operation.function.name != "forward":
                yield from _repairs_of(making, operation)


def _repairs_of(making: Making, operation: OperationCode) -> Iterator[RewriteOffer]:
    """Offer to record the operands that one result does not have."""
    indices = recorded_operands(making, operation)
    missing = [index for index in range(operation.receivers) if index not in indices]
    yield from _numbers_left_out(making, operation)
    if operation.sign == "**" and missing == [1] and not _has_rule_for_exponent(operation.known):
        return
    if indices and missing:
        yield from _one_more(making, operation, missing[0])
    elif missing:
        yield from _all_operands(making, operation)


def _has_rule_for_exponent(known: SourceAnalysis) -> bool:
    """Whether a power sends something to its exponent, which is a node then."""
    return any(local.operation == "**" and local.operand == 1 for local in known.local_gradients.all)


def _one_more(making: Making, operation: OperationCode, index: int) -> Iterator[RewriteOffer]:
    """Offer to list the operand that is missing beside the other."""
    for held in given_to_result(making, operation):
        if isinstance(held, ast.Tuple | ast.List | ast.Set) and held.elts:
            elements = _elements_with(held, index, operation)
            if elements is not None:
                yield operation.offer(
                    "parents", held, with_field(held, "elts", elements), operand=index, detail="one"
                )
                return


def _elements_with(
    held: ast.Tuple | ast.List | ast.Set, index: int, operation: OperationCode
) -> list[ast.expr] | None:
    """Return the elements with the operand among them; in pairs if the others are."""
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
    """Return an operand's local derivative, as the place would write it."""
    local = LocalGradient(
        value, value, operation.sign, index, operation.operands, operation.data, None, is_derivative=True
    )
    return next(derivatives(local, operation.known), None)


def _all_operands(making: Making, operation: OperationCode) -> Iterator[RewriteOffer]:
    """Offer to record all operands: with a rule, if there is none, or by way of other operations."""
    yield from _by_assignment(making, operation)
    # An operation with a rule of its own keeps it; one without gets the whole form of another.
    if operation.nested or any(isinstance(node, ast.Lambda) for node in operation.own):
        for model in recorders(operation):
            for place, value in _containers(model, operation):
                change = with_argument(making.maker, place, value, operation.known)
                yield operation.offer("parents", making.maker, change, detail="none")
            return
    yield from _in_empty_place(making, operation)
    yield from _composed(making.statement, operation)
    for model in models(operation):
        if changes := changes_like(model, operation):
            yield operation.offer("parents", making.statement, *changes, detail="none")
        return
    assert making.data is not None
    if (call := making_call(operation, making.data)) is not None:
        yield operation.offer("parents", making.statement, replaced(making.call, call), detail="none")


def _by_assignment(making: Making, operation: OperationCode) -> Iterator[RewriteOffer]:
    """Offer `out.parents = (self, other)` behind the result, as another result records its operands.

    Where that stands in another branch of the operation, the second operand may be a plain number here.
    """
    for model in (operation, *operations(operation.known)) if making.result else ():
        for attribute, held in _assigned_operands(model):
            alone = [type(held)(held.elts[:1])] if model is operation else []
            for each in (*alone, held):
                container = ast.unparse(_for_operation(each, model, operation))
                written = f"{making.result}.{attribute} = {container}"
                change = after(making.statement, written)
                yield operation.offer("parents", making.statement, change, detail="none")
            return


def _assigned_operands(operation: OperationCode) -> Iterator[tuple[str, ast.Tuple | ast.List | ast.Set]]:
    """Yield attributes of a result that are set to all of its operands, with what holds these there."""
    for node in operation.own:
        match node:
            case ast.Assign(
                [ast.Attribute(ast.Name(name), attribute)], (ast.Tuple() | ast.List() | ast.Set()) as held
            ):
                operands = {*operation.operands[: operation.receivers]}
                if name == operation.result and {*map(text, held.elts)} == operands:
                    yield attribute, held


def _in_empty_place(making: Making, operation: OperationCode) -> Iterator[RewriteOffer]:
    """Offer operands in `Value(x, (), Value._rule)`, where the rule is given by its name."""
    for model in recorders(operation):
        for place, value in _containers(model, operation):
            held = making.maker.args[place : place + 1] if isinstance(place, int) else []
            if held and holds_nothing(held[0]):
                yield operation.offer("parents", making.maker, replaced(held[0], value), detail="none")
                return


def _containers(model: OperationCode, operation: OperationCode) -> Iterator[tuple[int | str, ast.expr]]:
    """Yield containers of operands in a call of the model, with this operation's operands in them."""
    assert model.making is not None
    for place, each in _arguments(model.making.maker):
        if each is not model.making.data and any(
            text(part) in model.operands for part in (each, *inside(each))
        ):
            yield place, _for_operation(each, model, operation)


def _arguments(call: ast.Call) -> Iterator[tuple[int | str, ast.expr]]:
    """Yield the arguments of a call, each with its position or its name."""
    yield from enumerate(call.args)
    yield from ((keyword.arg, keyword.value) for keyword in call.keywords if keyword.arg is not None)


def _for_operation(node: ast.expr, model: OperationCode, operation: OperationCode) -> ast.expr:
    """Return the model's container with this operation's operands."""
    new = renamed(node, dict(zip(model.operands, operation.operands, strict=False)))
    for inner in ast.walk(new):
        if isinstance(inner, ast.Tuple | ast.List | ast.Set) and operation.receivers != model.receivers:
            more = operation.operands[len(inner.elts) : operation.receivers]
            inner.elts = [*inner.elts[: operation.receivers], *(expression(name, node) for name in more)]
    return new


def _composed(statement: ast.stmt, operation: OperationCode) -> Iterator[RewriteOffer]:
    """Offer `return self * -1` for `return Value(-self.data)`."""
    if isinstance(statement, ast.Return):
        for form in composed_forms(operation):
            new = ast.Return(expression(form, statement))
            yield operation.offer("parents", statement, replaced(statement, new), detail="none")


def _numbers_left_out(making: Making, operation: OperationCode) -> Iterator[RewriteOffer]:
    """Offer to leave out numbers among the operands; then to swap arguments that changed places."""
    for held in (*given_to_result(making, operation), *stored_in_result(making, operation)):
        if isinstance(held, ast.Tuple | ast.List | ast.Set) and (change := _without_numbers(held, operation)):
            yield operation.offer("parents", held, change, detail="a number")
    yield from _swapped(making, operation)


def _without_numbers(held: ast.Tuple | ast.List | ast.Set, operation: OperationCode) -> Change | None:
    """Return the change that leaves out the exponent, or an operand if it is a number."""
    names = [text(each) for each in held.elts]
    first, second = operation.parameters[0], operation.parameters[-1]
    if operation.arity == 1 or second not in names:
        return None
    if operation.receivers == 1 and {first, second}.issuperset(names):
        return with_field(held, "elts", [expression(first, held)])
    if first not in names:
        return None
    if second in names_stored(operation.function):
        return None
    kept = f"[each for each in {ast.unparse(held)} if isinstance(each, {operation.known.class_name})]"
    return replaced(held, kept)


def _swapped(making: Making, operation: OperationCode) -> Iterator[RewriteOffer]:
    """Offer `Value(x, "**", (self,))` for `Value(x, (self,), "**")` where all others say so."""
    others = Counter(
        _argument_kinds(other.making, other)
        for other in operations(operation.known)
        if other is not operation and other.making is not None
    )
    own, arguments = _argument_kinds(making, operation), making.maker.args
    usual = next((kinds for kinds, _ in others.most_common(1)), own)
    unlike = [place for place, (kind, other) in enumerate(zip(own, usual, strict=False)) if kind != other]
    if len(unlike) != 2 or sorted(own) != sorted(usual):  # noqa: PLR2004 - two that changed places
        return
    one, two = unlike
    turned = [*arguments]
    turned[one], turned[two] = arguments[two], arguments[one]
    change = with_field(making.maker, "args", turned)
    yield operation.offer("parents", making.statement, change, detail="argument order")


def _argument_kinds(making: Making, operation: OperationCode) -> tuple[str, ...]:
    """Return what each argument is, as far as the source shows: `text`, `operands` or `other`."""
    return tuple(_argument_kind(each, operation) for each in making.maker.args)


def _argument_kind(argument: ast.expr, operation: OperationCode) -> str:
    """Return what an argument is: `text`, `operands` or `other`."""
    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
        return "text"
    held = argument.elts if isinstance(argument, ast.Tuple | ast.List | ast.Set) else [argument]
    return "operands" if any(text(each) in operation.operands for each in held) else "other"
