"""Things among the parents of a result that are no nodes: a plain number, or what belongs elsewhere."""

import ast
from collections import Counter
from collections.abc import Iterator

from ..repair.edit import Change, replaced, with_field
from ..repair.offer import RewriteOffer
from ..repair.operation import Making, OperationCode, operations
from ..repair.syntax import text
from ._recording import given


def offers(making: Making, operation: OperationCode) -> Iterator[RewriteOffer]:
    """Numbers among the operands that are listed; then arguments that changed places."""
    for held in (*given(making, operation), *_stored(making, operation)):
        if isinstance(held, ast.Tuple | ast.List | ast.Set) and (change := _without_numbers(held, operation)):
            yield RewriteOffer("parents", held, (change,), operation.sign, detail="a number")
    yield from _swapped(making, operation)


def _stored(making: Making, operation: OperationCode) -> Iterator[ast.expr]:
    """Yield what is stored in the result after it was made: `out.inputs = [self, power]`."""
    for node in operation.own:
        if isinstance(node, ast.Assign) and text(node.targets[0]).startswith(f"{making.result}."):
            yield node.value


def _without_numbers(held: ast.Tuple | ast.List | ast.Set, operation: OperationCode) -> Change | None:
    """Leave out the exponent, and an operand that may be a number, if it is one."""
    names = [text(each) for each in held.elts]
    second = operation.parameters[-1]
    if operation.arity == 1 or second not in names or operation.parameters[0] not in names:
        return None
    if operation.receivers == 1:
        return with_field(held, "elts", [each for each in held.elts if text(each) != second])
    stored = {node.id for node in operation.own if isinstance(node, ast.Name) and not _is_read(node)}
    if second in stored:
        return None
    kept = f"[each for each in {ast.unparse(held)} if isinstance(each, {operation.known.class_name})]"
    return replaced(held, kept)


def _is_read(name: ast.Name) -> bool:
    return isinstance(name.ctx, ast.Load)


def _swapped(making: Making, operation: OperationCode) -> Iterator[RewriteOffer]:
    """`Value(x, (self,), "**")` where all others say `Value(x, "*", (self, other))`."""
    others = Counter(
        _kinds(other.making, other)
        for other in operations(operation.known)
        if other is not operation and other.making is not None
    )
    own, arguments = _kinds(making, operation), making.maker.args
    usual = next((kinds for kinds, _ in others.most_common(1)), own)
    unlike = [place for place, (kind, other) in enumerate(zip(own, usual, strict=False)) if kind != other]
    if len(unlike) != 2 or sorted(own) != sorted(usual):  # noqa: PLR2004 - two that changed places
        return
    one, two = unlike
    turned = [*arguments]
    turned[one], turned[two] = arguments[two], arguments[one]
    change = with_field(making.maker, "args", turned)
    yield RewriteOffer("parents", making.statement, (change,), operation.sign, detail="argument order")


def _kinds(making: Making, operation: OperationCode) -> tuple[str, ...]:
    """Tell what each argument is, as far as the source shows: a text, operands, or something else."""
    return tuple(_kind(each, operation) for each in making.maker.args)


def _kind(argument: ast.expr, operation: OperationCode) -> str:
    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
        return "text"
    held = argument.elts if isinstance(argument, ast.Tuple | ast.List | ast.Set) else [argument]
    return "operands" if any(text(each) in operation.operands for each in held) else "other"
