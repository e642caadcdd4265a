"""The backward pass has no rule for an operation that is recorded: its branch is missing or empty."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ..repair.edit import Change, after, replaced, with_field
from ..repair.known import SourceAnalysis
from ..repair.local_gradients import LocalGradient
from ..repair.offer import RewriteOffer
from ..repair.operation import OperationCode, operations
from ..repair.syntax import expression, inside, text
from ._shape import copied, derivative_like
from .codes import recorded


@dataclass(frozen=True)
class RuleBranch:
    """Where the rule of one operation is, in a place for all."""

    node: ast.If | ast.match_case | ast.FunctionDef
    shares: tuple[LocalGradient, ...]


def offers(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Every operation that makes a result under a code and hands nothing to anybody."""
    places = _places(known)
    for operation in operations(known) if places else ():
        if operation.reflected or known.shares.of(operation.sign) or not operation.makings:
            continue
        code = next(_codes(operation), None)
        if code is not None:
            yield from _of(operation, code, places)


def _codes(operation: OperationCode) -> Iterator[ast.expr]:
    """Yield the codes by which an operation is recorded: a string, or a member of an enumeration."""
    yield from recorded(operation)
    for making in operation.makings:
        for given in [*making.maker.args, *(keyword.value for keyword in making.maker.keywords)]:
            if isinstance(given, ast.Attribute) and given.attr.isupper():
                yield given


def _places(known: SourceAnalysis) -> dict[str, RuleBranch]:
    """The branch or method for each operation whose shares are not in its own function."""
    own = {id(operation.function) for operation in operations(known)}
    places: dict[str, RuleBranch] = {}
    for share in known.shares.all:
        function = known.tree.outermost(share.at)
        if share.operation is None or function is None or id(function) in own:
            continue
        place = _place(share, function, known)
        before = places.get(share.operation)
        if place is not None and (before is None or before.node is place):
            places[share.operation] = RuleBranch(place, (*(before.shares if before else ()), share))
    return places


def _place(
    share: LocalGradient, function: ast.FunctionDef, known: SourceAnalysis
) -> ast.If | ast.match_case | ast.FunctionDef | None:
    for node in known.tree.above(share.at):
        if node is function:
            break
        if isinstance(node, ast.If | ast.match_case) and known.attribution.names(node, share.at):
            return node
    return function if known.attribution.names(function, share.at) else None


def _of(operation: OperationCode, code: ast.expr, places: dict[str, RuleBranch]) -> Iterator[RewriteOffer]:
    empty = _empty(operation, code)
    for place in _like(operation, places):
        new = _written(place, operation, code)
        if new is None:
            continue
        changes = _filled(empty, new) if empty is not None else (_beside(place.node, new),)
        around = operation.known.tree.outermost(empty or place.node)
        whole_class = operation.known.class_definition if empty is None and around is place.node else None
        detail = "branch" if empty is None else "empty"
        yield RewriteOffer(
            "add-rule", whole_class or around or place.node, changes, operation.sign, detail=detail
        )
        return


def _like(operation: OperationCode, places: dict[str, RuleBranch]) -> list[RuleBranch]:
    """Places of operations with as many operands, all of whose shares are there."""
    alike = [
        place
        for sign, place in places.items()
        if sign not in ("**", "relu") and len(place.shares) == operation.receivers
    ]
    return sorted(alike, key=lambda place: any(_subtracts(share) for share in place.shares))


def _subtracts(share: LocalGradient) -> bool:
    return isinstance(share.at, ast.AugAssign) and isinstance(share.at.op, ast.Sub)


def _written(place: RuleBranch, operation: OperationCode, code: ast.expr) -> Any:
    """A copy of the place for this operation."""
    swaps: dict[int, Any] = {}
    for share in place.shares:
        value = _derivative(share, operation)
        if value is None or _subtracts(share):
            return None
        swaps[id(share.value)] = expression(value, share.value)
    for node in _code_nodes(place.node):
        swaps[id(node)] = copied(code, {}, {})
    new = copied(place.node, swaps, {})
    if isinstance(new, ast.FunctionDef) and isinstance(code, ast.Constant) and isinstance(code.value, str):
        new.name = new.name[: -len(new.name.rpartition("_")[2])] + code.value
    return new


def _derivative(share: LocalGradient, operation: OperationCode) -> str | None:
    """Return the derivative in the names of the place: an exponent is read from where the result keeps it."""
    operands, data = share.operands[: operation.receivers], share.data[: operation.receivers]
    if operation.sign == "**":
        kept = _kept_exponent(operation)
        if kept is None:
            return None
        node = share.incoming.partition(".")[0] if share.incoming and "." in share.incoming else "self"
        data = (*data, f"{node}.{kept}")
    return derivative_like(share, operation, operands, data)


def _kept_exponent(operation: OperationCode) -> str | None:
    name = operation.parameters[1]
    for making in operation.makings:
        for keyword in making.maker.keywords:
            if text(keyword.value) == name:
                return keyword.arg
    for node in operation.own:
        if (
            isinstance(node, ast.Assign)
            and text(node.value) == name
            and isinstance(node.targets[0], ast.Attribute)
        ):
            return node.targets[0].attr
    return None


def _code_nodes(node: ast.AST) -> Iterator[ast.AST]:
    """The constants or members that a branch asks for."""
    test: ast.AST | None = node.test if isinstance(node, ast.If) else None
    if isinstance(node, ast.match_case):
        test = node.pattern
    for inner in inside(test) if test is not None else ():
        is_text = isinstance(inner, ast.Constant) and isinstance(inner.value, str)
        if is_text or (isinstance(inner, ast.Attribute) and inner.attr.isupper()):
            yield inner


def _empty(operation: OperationCode, code: ast.expr) -> ast.If | ast.match_case | ast.FunctionDef | None:
    """The branch or method for the operation, in which nothing is handed to anybody."""
    own = {id(other.function) for other in operations(operation.known)}
    for function in operation.known.functions:
        if id(function) in own:
            continue
        if isinstance(code, ast.Constant) and function.name.endswith(f"_{code.value!s}"):
            return function
        for node in inside(function):
            if isinstance(node, ast.If | ast.match_case) and _asks_for(code, node):
                return node
    return None


def _asks_for(code: ast.expr, node: ast.If | ast.match_case) -> bool:
    return any(ast.dump(inner) == ast.dump(code) for inner in _code_nodes(node))


def _filled(empty: ast.If | ast.match_case | ast.FunctionDef, new: Any) -> tuple[Change, ...]:
    first, *others = empty.body
    return replaced(first, *new.body), *(replaced(other) for other in others)


def _beside(node: ast.If | ast.match_case | ast.FunctionDef, new: Any) -> Change:
    """A method or case below it, a branch behind it."""
    if isinstance(node, ast.If):
        new.orelse = node.orelse
        return with_field(node, "orelse", [new])
    return Change(node, lambda now: [now, new]) if isinstance(node, ast.match_case) else after(node, new)
