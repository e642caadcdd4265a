"""The result's gradient: left out, added, bound too loosely, or taken from somewhere else."""

import ast
import re
from collections.abc import Iterator

from bench.mutants.label import Slip
from bench.mutants.operators._share import (
    arriving,
    at_share,
    between,
    each_share,
    everywhere,
    top_product,
    without_arriving,
)
from bench.mutants.reading import words
from bench.mutants.reading.scopes import Scope
from bench.mutants.reading.shares import Share
from bench.mutants.shape import Shape
from bench.mutants.text import Edit

_SEVERAL = 3
_OPERATOR_METHODS = frozenset({"+", "-", "*", "/"})


def slips(shape: Shape) -> Iterator[Slip]:
    """In one share, in all, in the central line."""
    shares = [(scope, share) for scope, share in each_share(shape) if share.arriving is not None]
    for scope, share in shares:
        yield from _left_out(shape, share)
        yield from _added(shape, share)
        yield from _precedence(shape, share)
        yield from _data_for_gradient(shape, share)
        yield from _other_gradient(shape, scope, share)
        yield from _swapped_kinds(shape, share)
    for share in shape.central:
        yield from _left_out(shape, share, "central")
        yield from _added(shape, share)
        yield from _data_for_gradient(shape, share)
    yield from _everywhere(shape, [share for _, share in shares])
    for _, share in each_share(shape):
        yield from _node(shape, share)


def _left_out(shape: Shape, share: Share, kind: str = "") -> Iterator[Slip]:
    edit = without_arriving(shape.text, share)
    if edit is not None:
        yield at_share(shape, share, "out_grad_left_out", [edit], kind=kind)


def _everywhere(shape: Shape, shares: list[Share]) -> Iterator[Slip]:
    if len({share.operation for share in shares}) < _SEVERAL:
        return
    edits = [edit for share in shares if (edit := without_arriving(shape.text, share))]
    yield everywhere(shape, shares, "out_grad_left_out", edits)
    edits = [edit for share in shares if (edit := _data(shape, share))]
    if len(edits) == len(shares):
        yield everywhere(shape, shares, "data_for_grad", edits)


def _added(shape: Shape, share: Share) -> Iterator[Slip]:
    factors = top_product(shape.text, share)
    if factors is None:
        return
    edit = between(shape.text, *factors, "*", "+")
    if edit is not None:
        yield at_share(shape, share, "out_grad_added", [edit])


def _precedence(shape: Shape, share: Share) -> Iterator[Slip]:
    """`(1 - t**2) * out.grad` without its brackets."""
    text, factors = shape.text, top_product(shape.text, share)
    rest = next((factor for factor in factors or () if factor is not share.arriving), None)
    if not (isinstance(rest, ast.BinOp) and isinstance(rest.op, ast.Add | ast.Sub)):
        return
    start, end = text.bracketed(rest)
    yield at_share(shape, share, "precedence", [Edit(start, end, text.of(rest))])


def _data(shape: Shape, share: Share) -> Edit | None:
    match share.arriving:
        case ast.Attribute(value=ast.Name(id=name)) as gradient if name != "self":
            return shape.text.put(gradient, f"{name}.{shape.data}")
    return None


def _data_for_gradient(shape: Shape, share: Share) -> Iterator[Slip]:
    if edit := _data(shape, share):
        yield at_share(shape, share, "data_for_grad", [edit])


def _other_gradient(shape: Shape, scope: Scope, share: Share) -> Iterator[Slip]:
    """The gradient of an operand where that of the result has to be."""
    text = shape.text
    if share.recipient is None or share.arriving is None or not isinstance(share.recipient, ast.Name):
        return
    names = {text.of(other.recipient) for other in shape.shares[scope] if other.recipient is not None}
    for number, name in enumerate(sorted(names, key=lambda name: name != text.of(share.recipient))):  # type: ignore[arg-type]
        edit = text.put(share.arriving, f"{name}.{shape.gradient}")
        yield at_share(shape, share, "wrong_gradient_read", [edit], kind="other" if number else "")


def _swapped_kinds(shape: Shape, share: Share) -> Iterator[Slip]:
    """`other.grad` where `other.data` has to be."""
    if share.operation not in {"*", "/"}:
        return
    for node in ast.walk(share.value):
        if words.is_data(node) and isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            edit = shape.text.put(node, f"{node.value.id}.{shape.gradient}")
            yield at_share(shape, share, "data_for_grad", [edit], kind="operand", accepts={"wrong_gradient_read"})
            return


def _node(shape: Shape, share: Share) -> Iterator[Slip]:
    """The operand itself where its data has to be."""
    text = shape.text
    if share.operation != "*" or "float(" in text.source or "np." in text.source:
        return
    for node in ast.walk(share.value):
        if words.is_data(node) and isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            if re.fullmatch(r"\w+", text.of(node.value)) and arriving(text, share):
                yield at_share(shape, share, "gradient_is_a_node", [text.put(node, node.value.id)])
            return
