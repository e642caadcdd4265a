"""The result's gradient: left out, added, bound too loosely, or taken from somewhere else."""

import ast
from collections.abc import Iterator

from bench.mutants.label import Mutation
from bench.mutants.operators._share import (
    at_share,
    between,
    each_share,
    everywhere,
    top_product,
    without_arriving,
)
from bench.mutants.reading import words
from bench.mutants.reading.scopes import OperationScope
from bench.mutants.reading.shares import OperandGradient
from bench.mutants.shape import Shape
from bench.mutants.text import TextEdit

_SEVERAL = 3


def slips(shape: Shape) -> Iterator[Mutation]:
    """In one share, in all, in the line through which all go."""
    shares = [(scope, share) for scope, share in each_share(shape) if share.arriving is not None]
    for scope, share in shares:
        yield from _factor(shape, share)
        yield from _precedence(shape, share)
        yield from _other_gradient(shape, scope, share)
        yield from _gradient_for_data(shape, share)
    for share in shape.central:
        yield from _factor(shape, share)
    yield from _everywhere(shape, [share for _, share in shares])
    for _, share in each_share(shape):
        yield from _node(shape, share)


def _factor(shape: Shape, share: OperandGradient) -> Iterator[Mutation]:
    """Left out, added, or data in its place."""
    if edit := without_arriving(shape.text, share):
        kind = "" if share.operation else "central"
        yield at_share(shape, share, "out_grad_left_out", [edit], kind=kind)
    factors = top_product(share)
    if factors is not None and (edit := between(shape.text, *factors, "*", "+")):
        yield at_share(shape, share, "out_grad_added", [edit])
    if edit := _data(shape, share):
        yield at_share(shape, share, "data_for_grad", [edit])


def _everywhere(shape: Shape, shares: list[OperandGradient]) -> Iterator[Mutation]:
    if len({share.operation for share in shares}) < _SEVERAL:
        return
    edits = [edit for share in shares if (edit := without_arriving(shape.text, share))]
    yield everywhere(shape, shares, "out_grad_left_out", edits)
    edits = [edit for share in shares if (edit := _data(shape, share))]
    if len(edits) == len(shares):
        yield everywhere(shape, shares, "data_for_grad", edits)


def _precedence(shape: Shape, share: OperandGradient) -> Iterator[Mutation]:
    """`(1 - t**2) * out.grad` without its brackets."""
    text = shape.text
    rest = next((factor for factor in top_product(share) or () if factor is not share.arriving), None)
    if isinstance(rest, ast.BinOp) and isinstance(rest.op, ast.Add | ast.Sub):
        yield at_share(shape, share, "precedence", [text.put_bracketed(rest, text.of(rest))])


def _data(shape: Shape, share: OperandGradient) -> TextEdit | None:
    match share.arriving:
        case ast.Attribute(value=ast.Name(id=name)) as gradient if name != "self":
            return shape.text.put(gradient, f"{name}.{shape.data}")
    return None


def _other_gradient(shape: Shape, scope: OperationScope, share: OperandGradient) -> Iterator[Mutation]:
    """The gradient of an operand where that of the result has to be."""
    text = shape.text
    if share.arriving is None or not isinstance(share.recipient, ast.Name):
        return
    own = text.of(share.recipient)
    names = {text.of(other.recipient) for other in shape.shares[scope] if other.recipient is not None}
    for name in sorted(names):
        edit = text.put(share.arriving, f"{name}.{shape.gradient}")
        yield at_share(shape, share, "wrong_gradient_read", [edit], kind="" if name == own else "other")


def _operand_data(share: OperandGradient) -> ast.Attribute | None:
    """The data of an operand in a share: `other.data`."""
    for node in ast.walk(share.value):
        if isinstance(node, ast.Attribute) and words.is_data(node) and isinstance(node.value, ast.Name):
            return node
    return None


def _gradient_for_data(shape: Shape, share: OperandGradient) -> Iterator[Mutation]:
    """`other.grad` where `other.data` has to be."""
    node = _operand_data(share)
    if node is not None and share.operation in {"*", "/"}:
        edit = shape.text.put(node, f"{shape.text.of(node.value)}.{shape.gradient}")
        yield at_share(shape, share, "data_for_grad", [edit], kind="operand", accepts={"wrong_gradient_read"})


def _node(shape: Shape, share: OperandGradient) -> Iterator[Mutation]:
    """The operand itself where its data has to be."""
    node, source = _operand_data(share), shape.text.source
    if node is not None and share.operation == "*" and "float(" not in source and "np." not in source:
        edit = shape.text.put(node, shape.text.of(node.value))
        yield at_share(shape, share, "gradient_is_a_node", [edit])
