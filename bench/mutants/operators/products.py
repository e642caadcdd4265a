"""The rules of sums and products, taken for one another or for the other operand."""

from collections.abc import Iterator

from bench.mutants.label import Slip
from bench.mutants.operators._share import arriving, at_share, both_shares, data_of, is_slope
from bench.mutants.reading.shares import Share
from bench.mutants.shape import Shape


def slips(shape: Shape) -> Iterator[Slip]:
    """In one share and in both."""
    for one, other in both_shares(shape):
        if one.operation == "*":
            yield from _in_product(shape, one, other)
        elif one.operation == "+":
            yield from _in_sum(shape, one, other)


def _in_product(shape: Shape, one: Share, other: Share) -> Iterator[Slip]:
    text = shape.text
    own = [text.put(one.value, text.of(other.value)), text.put(other.value, text.of(one.value))]
    plain = [text.put(share.value, arriving(text, share)) for share in (one, other)]
    for fault, edits in (("own_data_in_product", own), ("sum_rule_in_product", plain)):
        yield at_share(shape, one, fault, edits[:1])
        yield at_share(shape, other, fault, edits[1:])
        yield at_share(shape, one, fault, edits, kind="both", operand=False)


def _in_sum(shape: Shape, one: Share, other: Share) -> Iterator[Slip]:
    text = shape.text
    scope = next(scope for scope, shares in shape.shares.items() if one in shares)
    data = [data_of(shape, scope, position) for position in (1, 0)]
    if None in data:
        return
    for fault, factors in (("product_rule_in_sum", data), ("gradient_is_data", data[::-1])):
        edits = [
            text.put(share.value, f"{factor}" if is_slope(share) else f"{factor} * {arriving(text, share)}")
            for share, factor in zip((one, other), factors, strict=True)
        ]
        yield at_share(shape, one, fault, edits[:1])
        yield at_share(shape, other, fault, edits[1:])
        yield at_share(shape, one, fault, edits, kind="both", operand=False)
