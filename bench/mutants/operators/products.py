"""The rules of sums and products, taken for one another or for the other operand."""

from collections.abc import Iterator, Sequence

from bench.mutants.label import Mutation
from bench.mutants.operators._share import arriving, at_share, both_shares, data_of, is_slope
from bench.mutants.reading.shares import OperandGradient
from bench.mutants.shape import Shape
from bench.mutants.text import TextEdit

_Pair = tuple[OperandGradient, OperandGradient]


def slips(shape: Shape) -> Iterator[Mutation]:
    """In one share and in both."""
    for pair in both_shares(shape):
        if pair[0].operation == "*":
            yield from _in_product(shape, pair)
        elif pair[0].operation == "+":
            yield from _in_sum(shape, pair)


def _each_and_both(shape: Shape, pair: _Pair, fault: str, edits: Sequence[TextEdit]) -> Iterator[Mutation]:
    for share, edit in zip(pair, edits, strict=True):
        yield at_share(shape, share, fault, [edit])
    yield at_share(shape, pair[0], fault, edits, kind="both", both=True)


def _in_product(shape: Shape, pair: _Pair) -> Iterator[Mutation]:
    text = shape.text
    one, other = (share.value for share in pair)
    own = [text.put(one, text.of(other)), text.put(other, text.of(one))]
    yield from _each_and_both(shape, pair, "own_data_in_product", own)
    plain = [text.put(share.value, arriving(text, share)) for share in pair]
    yield from _each_and_both(shape, pair, "sum_rule_in_product", plain)


def _in_sum(shape: Shape, pair: _Pair) -> Iterator[Mutation]:
    text = shape.text
    scope = next(scope for scope, shares in shape.shares.items() if pair[0] in shares)
    own, other = data_of(shape, scope, 0), data_of(shape, scope, 1)
    if own is None or other is None:
        return
    for fault, factors in (("product_rule_in_sum", (other, own)), ("gradient_is_data", (own, other))):
        edits = [
            text.put(share.value, factor if is_slope(share) else f"{factor} * {arriving(text, share)}")
            for share, factor in zip(pair, factors, strict=True)
        ]
        yield from _each_and_both(shape, pair, fault, edits)
