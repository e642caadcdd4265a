"""Offers to take out of a result's parents what is no node: a plain number, or what belongs elsewhere."""

import ast
from collections import Counter
from collections.abc import Iterator

from ..repair.edit import Change, replaced, with_field
from ..repair.offer import RewriteOffer
from ..repair.operation import Making, OperationCode, operations
from ..repair.syntax import expression, names_stored, text
from ._recording import given_to_result


def offers(making: Making, operation: OperationCode) -> Iterator[RewriteOffer]:
    """Offer to leave out numbers among the operands; then to swap arguments that changed places."""
    for held in (*given_to_result(making, operation), *_stored_afterwards(making, operation)):
        if isinstance(held, ast.Tuple | ast.List | ast.Set) and (change := _without_numbers(held, operation)):
            yield operation.offer("parents", held, change, detail="a number")
    yield from _swapped(making, operation)


def _stored_afterwards(making: Making, operation: OperationCode) -> Iterator[ast.expr]:
    """Yield what is stored in the result after it was made: `out.inputs = [self, power]`."""
    for node in operation.own:
        if isinstance(node, ast.Assign) and text(node.targets[0]).startswith(f"{making.result}."):
            yield node.value


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
