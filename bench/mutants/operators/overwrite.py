"""Gradients are overwritten where they should be added to."""

from collections.abc import Iterator

from bench.mutants.label import Mutation
from bench.mutants.operators._share import at_share, both_shares, each_share, everywhere, is_written
from bench.mutants.reading.shares import OperandGradient, Way
from bench.mutants.shape import Shape
from bench.mutants.text import Text, TextEdit

_FAULT = "overwritten_gradient"
_SEVERAL = 3


def slips(shape: Shape) -> Iterator[Mutation]:
    """In one share, in both of an operation, in all; in the line through which all go."""
    shares = [share for _, share in each_share(shape) if is_written(share)]
    for share in shares:
        yield at_share(shape, share, _FAULT, [overwriting(shape.text, share)])
    for pair in both_shares(shape):
        if all(map(is_written, pair)):
            edits = [overwriting(shape.text, share) for share in pair]
            yield at_share(shape, pair[0], _FAULT, edits, kind="both", both=True)
    if len({share.operation for share in shares}) >= _SEVERAL:
        yield everywhere(shape, shares, _FAULT, [overwriting(shape.text, share) for share in shares])
    for number, share in enumerate(shape.central):
        edits = [overwriting(shape.text, share)]
        yield at_share(shape, share, _FAULT, edits, kind=f"central{number or ''}")


def overwriting(text: Text, share: OperandGradient) -> TextEdit:
    """The edit that makes a share replace what is there."""
    assert share.target is not None
    start = text.end(share.target)
    if share.way is Way.SUMMED:
        equals = text.source.index("=", start)
        return TextEdit(equals + 1, text.bracketed(share.value)[0], " ")
    sign, other = ("+=", "=") if share.way is Way.ADDED else ("-=", "= -")
    position = text.source.index(sign, start)
    return TextEdit(position, position + len(sign), other)
