"""Shares with the other sign."""

from collections.abc import Iterator

from bench.mutants.label import Mutation
from bench.mutants.operators._share import at_share, each_share, negated
from bench.mutants.reading import words
from bench.mutants.reading.shares import OperandGradient, Way
from bench.mutants.shape import Shape
from bench.mutants.text import TextEdit

_RULES = {"/": "division_rule", "**": "power_rule"}


def slips(shape: Shape) -> Iterator[Mutation]:
    """In one share, or in the line through which all go."""
    for _, share in each_share(shape):
        yield at_share(shape, share, "wrong_sign", [_other_sign(shape, share)], accepts=_ties(share))
    for number, share in enumerate(shape.central):
        edits = [_other_sign(shape, share)]
        yield at_share(shape, share, "wrong_sign", edits, kind=f"central{number or ''}")


def _ties(share: OperandGradient) -> set[str]:
    """A function's derivative with the other sign is a wrong derivative as well."""
    if (share.operation, share.operand) == ("**", 1):
        return {"exponent_rule"}
    if share.operation in words.UNARY:
        return {f"{share.operation}_rule"}
    return {_RULES[share.operation]} if share.operation in _RULES else set()


def _other_sign(shape: Shape, share: OperandGradient) -> TextEdit:
    text = shape.text
    if share.way not in {Way.ADDED, Way.SUBTRACTED} or text.of(share.value).startswith("-"):
        return negated(text, share.value)
    assert share.target is not None
    old, new = ("+=", "-=") if share.way is Way.ADDED else ("-=", "+=")
    position = text.source.index(old, text.end(share.target))
    return TextEdit(position, position + len(old), new)
