"""Exponents that are nodes: forgotten, or kept as nodes in the rule."""

import ast
from collections.abc import Iterator

from bench.mutants.label import Mutation
from bench.mutants.reading.scopes import OperationScope
from bench.mutants.reading.shares import OperandGradient
from bench.mutants.shape import Shape


def slips(shape: Shape) -> Iterator[Mutation]:
    """Where a class refuses them, or has a way of its own for them."""
    for scope in shape.scopes:
        definition, shares = scope.definition, shape.shares.get(scope, [])
        if not isinstance(definition, ast.FunctionDef) or definition.name != "__pow__" or len(shares) != 1:
            continue
        if shape.around(definition) is shape.main and len(definition.args.args) > 1:
            yield from _forgotten(shape, definition)
            yield from _kept(shape, scope, shares[0])


def _checks(definition: ast.FunctionDef) -> list[ast.stmt]:
    return [statement for statement in definition.body if isinstance(statement, ast.Assert | ast.If)]


def _forgotten(shape: Shape, definition: ast.FunctionDef) -> Iterator[Mutation]:
    """Its data is taken, and it gets no gradient."""
    text, n, checks = shape.text, definition.args.args[1].arg, _checks(definition)
    if checks:
        source = f"{n} = {n}.{shape.data} if isinstance({n}, {shape.main.name}) else {n}"
        edits = (text.put(checks[0], source), *(text.put(check, "") for check in checks[1:]))
        spots = (text.start(checks[0]), text.start(definition))
        yield Mutation("exponent_as_node", edits, spots, "**", 1)


def _kept(shape: Shape, scope: OperationScope, share: OperandGradient) -> Iterator[Mutation]:
    """It is made a node, and stays one in the rule."""
    text, definition = shape.text, scope.definition
    assert isinstance(definition, ast.FunctionDef)
    own, n = (argument.arg for argument in definition.args.args[:2])
    checks, inside = _checks(definition), set(ast.walk(share.value))
    first = next(statement for statement in definition.body if statement not in checks)
    forward = [node for node in scope.walk() if _is_power(shape, node, own, n) and node not in inside]
    lowered = [node for node in inside if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub)]
    if len(forward) != 1 or len(lowered) != 1 or first.lineno == definition.lineno:
        return
    assert isinstance(forward[0], ast.BinOp)
    made = f"{n} = {n} if isinstance({n}, {shape.main.name}) else {shape.main.name}({n})"
    edits = [text.before(first, made), text.put(forward[0].right, f"{n}.{shape.data}")]
    edits += [text.put(lowered[0].left, f"{n}.{shape.data}")]
    edits += [edit for check in checks for edit in text.remove(check)]
    spots = (*text.lines(share.value), *text.lines(first), text.start(definition))
    factors = [node for node in inside if isinstance(node, ast.Name) and node.id == n]
    if len(factors) > 1:
        ties = {"gradient_is_a_node"}
        yield Mutation("exponent_as_node", tuple(edits), spots, "**", kind="kept", accepts=ties)


def _is_power(shape: Shape, node: ast.AST, own: str, n: str) -> bool:
    """`self.data ** n`."""
    match node:
        case ast.BinOp(left=left, op=ast.Pow(), right=ast.Name(id=name)):
            return shape.text.of(left) == f"{own}.{shape.data}" and name == n
    return False
