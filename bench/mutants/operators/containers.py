"""Operands in a container that holds each of them once, or in no order."""

import ast
from collections.abc import Iterator

from bench.mutants.label import Mutation
from bench.mutants.shape import Shape

_FAULT = "parents_in_a_set"


def slips(shape: Shape) -> Iterator[Mutation]:
    """A set in place of a tuple where the order counts, and shares in a dictionary by operand."""
    text = shape.text
    for value, attribute in shape.kept_operands:
        if _order_counts(shape, attribute) and not text.of(value).startswith("set("):
            name = value.args[0] if isinstance(value, ast.Call) else value
            yield Mutation(_FAULT, (text.put(value, f"set({text.of(name)})"),), text.lines(value))
    for share in shape.central:
        match text.parents[share.whole]:
            case ast.For(iter=ast.Call(func=ast.Name(id="zip"), args=[_, _], keywords=[]) as pairs) as loop:
                edit = text.put(pairs, f"dict({text.of(pairs)}).items()")
                yield Mutation(_FAULT, (edit,), text.lines(loop), kind="dict")


def _order_counts(shape: Shape, attribute: str) -> bool:
    """Whether operands are taken in order, with their shares beside them or one by one."""
    source = shape.text.source
    return f".{attribute}, " in source or f"= self.{attribute}\n" in source
