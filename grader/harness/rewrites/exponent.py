"""Offers a contribution for a node as an exponent, where it is taken for a number."""

import ast
from collections.abc import Iterator
from dataclasses import replace

from ..repair.edit import RewriteOffer, after, before, replaced, with_field
from ..repair.known import SourceAnalysis
from ..repair.local_gradient import LocalGradient
from ..repair.operation import OperationCode, operations
from ..repair.syntax import expression, statements, text
from ._numbers import exponent_receives, trial_of
from ._shape import local_gradients_in, models, statements_like
from .rule import function_spellings


def offers(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer a contribution for powers that take a node as an exponent and leave it without a gradient."""
    powers = [
        operation for operation in operations(known) if operation.sign == "**" and not operation.reflected
    ]
    for operation in powers if powers and exponent_receives(known) is False else ():
        if (
            operation.function.name not in ("forward", "__init__")
            and len(operation.parameters) == operation.arity
        ):
            yield from _contributions(operation)


def _contributions(operation: OperationCode) -> Iterator[RewriteOffer]:
    """Offer three forms: beside the base's contribution, by the logarithm, or as a product is made."""
    local_gradients = [local for local in local_gradients_in(operation) if local.operand == 0]
    for local in local_gradients if operation.receivers == operation.arity else ():
        yield from _beside_base(local, operation)
    yield from _by_way_of_logarithm(operation)
    yield from _as_products_are(operation)


def _beside_base(local: LocalGradient, operation: OperationCode) -> Iterator[RewriteOffer]:
    """Offer the exponent's contribution, below that of the base."""
    base, exponent = operation.data
    log = function_spellings(operation.known)["log"]
    slope = f"({base} ** {exponent} * {log}({base}) if {base} > 0 else 0.0)"
    name = operation.operands[1]
    if local.upstream is not None and isinstance(local.at, ast.stmt):
        new = statements(f"{name}.{operation.known.grad} += {slope} * {local.upstream}", local.at)
        yield RewriteOffer("exponent", operation.function, (after(local.at, *new),), "**", 1, "share")
    elif isinstance(local.at, ast.Tuple) and text(local.at.elts[0]) == operation.operands[0]:
        held = operation.known.tree.up[local.at][0]
        if isinstance(held, ast.Tuple | ast.List) and len(held.elts) == 1:
            new_pair = expression(f"({name}, {slope})", held)
            yield RewriteOffer(
                "exponent", held, (with_field(held, "elts", [*held.elts, new_pair]),), "**", 1, "share"
            )


def _by_way_of_logarithm(operation: OperationCode) -> Iterator[RewriteOffer]:
    """Offer `exp(b * log(a))` for `a ** b`."""
    known = operation.known
    if any(
        trial_of(known, sign).kind != "right" or not hasattr(known.value_class.cls, sign)
        for sign in ("exp", "log")
    ):
        return
    base, exponent = operation.parameters
    line = f"if isinstance({exponent}, {known.class_name}): return ({base}.log() * {exponent}).exp()"
    yield _inserted(operation, statements(line, operation.function))


def _as_products_are(operation: OperationCode) -> Iterator[RewriteOffer]:
    """Offer to make a result of two nodes as that of a product is."""
    known = operation.known
    base, exponent = operation.parameters
    of_nodes = replace(operation)
    data = f"{base}.{known.data}", f"{exponent}.{known.data}"
    of_nodes.__dict__.update(operands=operation.parameters, data=data)
    for model in models(of_nodes):
        body = statements_like(model, of_nodes, f"{data[0]} ** {data[1]}")
        if body:
            test = expression(f"isinstance({exponent}, {known.class_name})", operation.function)
            yield _inserted(operation, [ast.If(test, body, [])])
            return


def _inserted(operation: OperationCode, new: list[ast.stmt]) -> RewriteOffer:
    """Return an offer of these statements first, where the exponent's number is taken out or at the top."""
    unpacking = _unpacking(operation)
    if unpacking is not None:
        return RewriteOffer(
            "exponent", unpacking, (replaced(unpacking, *new, unpacking),), "**", 1, "unpacked"
        )
    first = operation.function.body[0]
    return RewriteOffer("exponent", operation.function, (before(first, *new),), "**", 1, "number")


def _unpacking(operation: OperationCode) -> ast.stmt | None:
    """Return the statement that gives the exponent another value, such as its number."""
    name = operation.parameters[1]
    for node in operation.own:
        if isinstance(node, ast.Assign) and text(node.targets[0]) == name:
            return operation.known.tree.statement(node)
    return None
