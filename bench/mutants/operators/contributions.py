"""Shares that are left out, made twice, or given to the wrong operand."""

import ast
from collections.abc import Iterator

from bench.mutants.label import Slip
from bench.mutants.operators._share import at_share, both_shares, each_share
from bench.mutants.reading import words
from bench.mutants.reading.shares import Share, Way
from bench.mutants.shape import Shape
from bench.mutants.text import Edit

_TIES = {"/": ("division_rule",), "-": ("wrong_sign",), "*": ("own_data_in_product",)}


def slips(shape: Shape) -> Iterator[Slip]:
    """One share at a time."""
    for _, share in each_share(shape):
        yield from _missing(shape, share)
        yield from _twice(shape, share)
    for share in shape.central:
        edit = shape.text.after(_statement(share), shape.text.of(share.whole))
        yield at_share(shape, share, "contribution_twice", [edit])
    for one, other in both_shares(shape):
        yield from _wrong_recipient(shape, one, other)
        if one.is_statement and other.whole in shape.text.block(_statement(one)):
            edits = (shape.text.put(_statement(one), "pass"), shape.text.put(_statement(other), ""))
            yield at_share(shape, one, "rule_missing", edits, missing=True, operand=False, kind="empty")


def _statement(share: Share) -> ast.stmt:
    assert isinstance(share.whole, ast.stmt)
    return share.whole


def _missing(shape: Shape, share: Share) -> Iterator[Slip]:
    text = shape.text
    ties = {"exponent_rule", "exponent_as_node"} if (share.operation, share.operand) == ("**", 1) else set()
    if share.is_statement:
        edits = text.remove(_statement(share))
        if share.operation in words.UNARY:
            ties = {"contribution_missing"}
            yield at_share(shape, share, "rule_missing", edits, missing=True, operand=False, kind="empty", accepts=ties)
            return
        yield at_share(shape, share, "contribution_missing", edits, missing=True, accepts=ties)
    elif share.way is Way.ITEM and share.operand == 1 and (edit := _shortened(shape, share)):
        yield at_share(shape, share, "contribution_missing", [edit], kind="shorter", accepts=ties)
    if share.way is Way.ITEM and share.operation not in words.UNARY:
        edit = text.put(share.value, "0.0")
        yield at_share(shape, share, "contribution_missing", [edit], kind="zero", accepts=ties)
    if share.way is Way.PAIR and (edit := _shortened(shape, share)):
        yield at_share(shape, share, "contribution_missing", [edit], accepts=ties | {"detached_result"})


def _shortened(shape: Shape, share: Share) -> Edit | None:
    """One element less where two are listed."""
    text = shape.text
    if text.source[text.bracketed(share.whole)[1] :].lstrip()[:1] == "," and share.operand == 1:
        return None  # a comma at the end
    match text.parents[share.whole]:
        case ast.Tuple(elts=[one, two]) | ast.List(elts=[one, two]) | ast.Call(args=[_, one, two]):
            inside_tuple = isinstance(text.parents[share.whole], ast.Tuple)
            if share.whole is two:
                return Edit(text.bracketed(one)[1], text.bracketed(two)[1], "," if inside_tuple else "")
            if inside_tuple:
                rest = text.source[slice(*text.bracketed(two))]
                return Edit(text.bracketed(one)[0], text.bracketed(two)[1], f"{rest},")
            return Edit(text.start(one), text.start(two), "")
    return None


def _twice(shape: Shape, share: Share) -> Iterator[Slip]:
    text = shape.text
    if share.is_statement:
        edit = text.after(_statement(share), text.of(share.whole))
        yield at_share(shape, share, "contribution_twice", [edit])
    elif share.way is Way.PAIR and not isinstance(text.parents[share.whole], ast.Call):
        source = text.of(share.whole)
        yield at_share(shape, share, "contribution_twice", [text.put(share.whole, f"{source}, {source}")])


def _wrong_recipient(shape: Shape, one: Share, other: Share) -> Iterator[Slip]:
    text = shape.text
    ties = _TIES.get(one.operation or "", ())
    if one.recipient is not None and other.recipient is not None:
        if text.of(one.recipient) == text.of(other.recipient):
            return
        for share, to in ((one, other.recipient), (other, one.recipient)):
            edits = [text.put(share.recipient, text.of(to))]  # type: ignore[arg-type]
            if share.way is Way.SUMMED:
                first = text.of(share.whole).rindex(text.of(share.target)) + text.start(share.whole)  # type: ignore[arg-type]
                edits.append(Edit(first, first + len(text.of(share.recipient)), text.of(to)))  # type: ignore[arg-type]
            yield at_share(shape, share, "wrong_recipient", edits)
    elif one.operation not in {"+", "*"} and one.way is Way.ITEM and text.of(one.value) != text.of(other.value):
        edits = [text.put(one.value, text.of(other.value)), text.put(other.value, text.of(one.value))]
        yield at_share(shape, one, "wrong_recipient", edits, accepts=ties, operand=False, kind="swapped")
