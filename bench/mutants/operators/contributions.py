"""Shares that are left out, made twice, or given to the wrong operand."""

import ast
from collections.abc import Iterator
from dataclasses import replace

from bench.mutants.label import Mutation
from bench.mutants.operators._share import at_share, both_shares
from bench.mutants.reading import words
from bench.mutants.reading.shares import OperandGradient, Way
from bench.mutants.shape import Shape
from bench.mutants.text import TextEdit

_MISSING = "contribution_missing"
_SWAPPED = {"/": ("division_rule",), "-": ("wrong_sign",)}
"""What a swap of the two shares may be called as well."""


def slips(shape: Shape) -> Iterator[Mutation]:
    """One share at a time, and both."""
    for shares in shape.shares.values():
        for share in shares:
            yield from _missing(shape, share, alone=len(shares) == 1)
            yield from _twice(shape, share)
    for share in shape.central:
        edit = shape.text.after(_statement(share), shape.text.of(share.whole))
        yield at_share(shape, share, "contribution_twice", [edit])
    for one, other in both_shares(shape):
        yield from _wrong_recipient(shape, one, other)
        if one.is_statement and other.whole in shape.text.block(_statement(one)):
            edits = (shape.text.put(one.whole, "pass"), shape.text.put(other.whole, ""))
            yield at_share(shape, one, "rule_missing", edits, missing=True, both=True, kind="empty")


def _statement(share: OperandGradient) -> ast.stmt:
    assert isinstance(share.whole, ast.stmt)
    return share.whole


def _missing(shape: Shape, share: OperandGradient, *, alone: bool) -> Iterator[Mutation]:
    """Where it is the only one, there is no rule left."""
    text, edit = shape.text, _shortened(shape, share)
    ties = {"rule_missing"} if alone or _is_a_branch(shape, share) else set()
    if (share.operation, share.operand) == ("**", 1):
        ties |= {"exponent_rule", "exponent_as_node"}
    if share.is_statement and alone:
        edits, ties = text.remove(_statement(share)), {_MISSING}
        yield at_share(
            shape, share, "rule_missing", edits, missing=True, both=True, kind="empty", accepts=ties
        )
    elif share.is_statement:
        yield at_share(shape, share, _MISSING, text.remove(_statement(share)), missing=True, accepts=ties)
    elif share.way is Way.ITEM and share.operation not in words.UNARY:
        yield at_share(shape, share, _MISSING, [text.put(share.value, "0.0")], kind="zero", accepts=ties)
    if edit is not None and share.way is Way.PAIR:
        slip = at_share(shape, share, _MISSING, [edit], accepts=ties | {"detached_result"})
    elif edit is not None and share.way is Way.ITEM and share.operand == 1:
        slip = at_share(shape, share, _MISSING, [edit], kind="shorter", accepts=ties)
    else:
        return
    yield replace(slip, spots=(*slip.spots, *text.definitions(share.value)))


def _is_a_branch(shape: Shape, share: OperandGradient) -> bool:
    """Whether it is all that its rule does, and the operation has another rule, as for `**` with a node."""
    shares = next(group for group in shape.shares.values() if share in group)
    functions = [shape.text.function(each.value) for each in shares]
    own = functions[shares.index(share)]
    others = [each for each, function in zip(shares, functions, strict=True) if function is not own]
    return functions.count(own) == 1 and any(each.operand == share.operand for each in others)


def _shortened(shape: Shape, share: OperandGradient) -> TextEdit | None:
    """One element less where two are listed."""
    text, listed = shape.text, shape.text.parents[share.whole]
    match listed:
        case ast.Tuple(elts=[one, two]) | ast.List(elts=[one, two]) | ast.Call(args=[_, one, two]):
            (first, _), (second, end) = text.bracketed(one), text.bracketed(two)
        case _:
            return None
    comma = "," if isinstance(listed, ast.Tuple) else ""
    if share.whole is one:
        return TextEdit(first, end, text.source[second:end] + comma)
    if text.source[end:].lstrip().startswith(","):
        return None
    return TextEdit(text.bracketed(one)[1], end, comma)


def _twice(shape: Shape, share: OperandGradient) -> Iterator[Mutation]:
    text, source = shape.text, shape.text.of(share.whole)
    if share.is_statement:
        yield at_share(shape, share, "contribution_twice", [text.after(_statement(share), source)])
    elif share.way is Way.PAIR and not isinstance(text.parents[share.whole], ast.Call):
        yield at_share(shape, share, "contribution_twice", [text.put(share.whole, f"{source}, {source}")])


def _wrong_recipient(shape: Shape, one: OperandGradient, other: OperandGradient) -> Iterator[Mutation]:
    text = shape.text
    if one.recipient is None or other.recipient is None:
        yield from _swapped(shape, one, other)
        return
    if text.of(one.recipient) == text.of(other.recipient):
        return
    for share, beside in ((one, other), (other, one)):
        assert share.recipient is not None
        assert beside.recipient is not None
        own, to = text.of(share.recipient), text.of(beside.recipient)
        edits = [text.put(share.recipient, to)]
        if share.way is Way.SUMMED:
            first = text.source.rindex(f"{own}.", text.start(share.whole), text.start(share.value))
            edits.append(TextEdit(first, first + len(own), to))
        slip = at_share(shape, share, "wrong_recipient", edits)
        # Two lines that are the same now: either is the one too many.
        alike = (share.way, text.of(share.value)) == (beside.way, text.of(beside.value))
        yield replace(slip, spots=(*slip.spots, *text.lines(beside.value))) if alike else slip


def _swapped(shape: Shape, one: OperandGradient, other: OperandGradient) -> Iterator[Mutation]:
    """Each gets what the other has to get."""
    text, ties = shape.text, _SWAPPED.get(one.operation or "")
    if ties is not None and one.way is Way.ITEM:
        edits = [text.put(one.value, text.of(other.value)), text.put(other.value, text.of(one.value))]
        yield at_share(shape, one, "wrong_recipient", edits, both=True, kind="swapped", accepts=ties)
