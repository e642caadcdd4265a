"""Operations without a rule."""

import ast
from collections.abc import Iterator

from bench.mutants.label import Mutation
from bench.mutants.operators.attach import attaching
from bench.mutants.reading.scopes import OperationScope
from bench.mutants.reading.shares import Way
from bench.mutants.shape import Shape
from bench.mutants.text import TextEdit

_FAULT = "rule_missing"
_TIED = frozenset({"rule_missing", "rule_not_attached"})
_NAMES = frozenset({"vjp", "pullback", "rule", "pull", "shares", "backward_fn", "grad_fn"})
_NEED_RULES = frozenset({"_result", "_op", "_emit", "record", "write_down", "Rule"})
"""Calls that cannot do without a rule."""


def slips(shape: Shape) -> Iterator[Mutation]:
    """The function and what attaches it, the argument that is it, or the branch of a central rule."""
    for scope in shape.scopes:
        for statement, _ in attaching(scope):
            yield from _function(shape, scope, statement)
        yield from _argument(shape, scope)
        yield from _branch(shape, scope)
        yield from _parameter(shape, scope)


def _function(shape: Shape, scope: OperationScope, statement: ast.Assign) -> Iterator[Mutation]:
    text, spots = shape.text, shape.text.definitions(statement)
    if isinstance(statement.value, ast.Lambda):
        edits = text.remove(statement)
        yield Mutation(
            _FAULT, edits, (*spots, *text.lines(statement)), scope.operation, accepts=_TIED, missing=True
        )
        return
    name = text.of(statement.value)
    block = text.block(statement)
    function = next(
        (
            statement
            for statement in block
            if isinstance(statement, ast.FunctionDef) and statement.name == name
        ),
        None,
    )
    if function is not None:
        edits = (text.blank(function), *text.remove(statement))
        yield Mutation(_FAULT, edits, spots, scope.operation, missing=True)


def _argument(shape: Shape, scope: OperationScope) -> Iterator[Mutation]:
    """The rule or the slopes are not handed to the constructor."""
    calls = (node for node in scope.walk() if isinstance(node, ast.Call))
    for call in calls:
        if _name(call.func) in _NEED_RULES:
            continue
        arguments: list[ast.expr | ast.keyword] = [*call.args[-1:], *call.keywords]
        for argument in arguments:
            value = argument.value if isinstance(argument, ast.keyword) else argument
            if _is_rule(shape, scope, call, value):
                yield _not_handed(shape, scope, value, _without(shape, call, argument))
                break


def _not_handed(shape: Shape, scope: OperationScope, value: ast.expr, edit: TextEdit) -> Mutation:
    spots = (*shape.text.lines(value), *shape.text.definitions(value))
    if isinstance(value, ast.Name):
        return Mutation("rule_not_attached", (edit,), spots, scope.operation, kind="argument")
    paired = any(share.way is Way.PAIR for share in shape.shares.get(scope, []))
    ties = _TIED | {"detached_result"} if paired else _TIED
    return Mutation(_FAULT, (edit,), spots, scope.operation, kind="argument", accepts=ties)


def _name(function: ast.expr) -> str:
    match function:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def _is_rule(shape: Shape, scope: OperationScope, call: ast.Call, value: ast.expr) -> bool:
    match value:
        case ast.Tuple(elts=elements):
            return any(share.whole in elements for share in shape.shares.get(scope, []))
        case ast.Lambda():
            return len(call.args) + len(call.keywords) > 1
        case ast.Name(id=name):
            functions = [node.name for node in scope.walk() if isinstance(node, ast.FunctionDef)]
            return name in _NAMES and name in functions
    return False


def _without(shape: Shape, call: ast.Call, argument: ast.expr | ast.keyword) -> TextEdit:
    """The argument left out, and the comma in front of it."""
    text = shape.text
    value = argument.value if isinstance(argument, ast.keyword) else argument
    start, end = text.bracketed(value)
    comma = text.source.rindex(",", text.start(call), min(start, text.start(argument)))
    return TextEdit(comma, end, text.newline * text.source.count("\n", comma, end))


def _branch(shape: Shape, scope: OperationScope) -> Iterator[Mutation]:
    """A central rule that does nothing for one operation."""
    text, shares = shape.text, shape.shares.get(scope, [])
    statements = [node for node in scope.nodes if isinstance(node, ast.stmt)]
    if isinstance(scope.definition, ast.FunctionDef | ast.ClassDef) or not statements or not shares:
        return
    if all(share.is_statement for share in shares):
        first, *others = statements
        condition = text.line_start(text.line_start(text.start(first)) - 1)
        *functions, outer = text.definitions(first)
        spots = (outer, condition, *functions, *text.lines(first))
        edits = (text.blank(first, "pass"), *map(text.blank, others))
        yield Mutation(_FAULT, edits, spots, scope.operation, missing=True)


def _parameter(shape: Shape, scope: OperationScope) -> Iterator[Mutation]:
    """A rule with a parameter that nobody hands it."""
    text = shape.text
    for node in scope.walk():
        if isinstance(node, ast.FunctionDef) and not node.args.args and node is not scope.definition:
            start = text.source.index("(", text.start(node)) + 1
            edits = (TextEdit(start, start, "grad"),)
            spots = text.lines(node)
            yield Mutation("wrong_signature", edits, spots, scope.operation, kind="rule", accepts={"raises"})
