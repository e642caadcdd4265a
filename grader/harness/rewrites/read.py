"""Offers to read another number in a local gradient: data, a gradient, the other operand, a node's number."""

import ast
from collections.abc import Iterator
from typing import NamedTuple

from ..repair.edit import RewriteOffer, replaced
from ..repair.known import SourceAnalysis
from ..repair.local_gradient import LocalGradient
from ..repair.syntax import parameters_of, text, whole


class _MeantNumber(NamedTuple):
    """A number that may be meant where a local gradient reads another one."""

    text: str
    rewrite: str
    detail: str = ""


def offers(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer, for every name or attribute that a local gradient reads, what it may have meant."""
    for local in known.local_gradients.all:
        for node in whole(local.value):
            for meant in _other_readings(node, local, known):
                yield local.offer(meant.rewrite, replaced(node, meant.text), detail=meant.detail)
        yield from _everywhere_the_other(local)


def _other_readings(node: ast.AST, local: LocalGradient, known: SourceAnalysis) -> Iterator[_MeantNumber]:
    """Yield the numbers that may be meant in place of a name or an attribute."""
    if isinstance(node, ast.Attribute):
        yield from _other_attributes(node, local, known)
    elif isinstance(node, ast.Name) and not isinstance(known.tree.up[node][0], ast.Attribute):
        number = f"{node.id}.{known.data}"
        if number in local.data:  # a node is used as if it were a number
            yield _MeantNumber(number, "plain-number")


def _other_attributes(
    node: ast.Attribute, local: LocalGradient, known: SourceAnalysis
) -> Iterator[_MeantNumber]:
    """Yield a gradient for data, data for a gradient, or another node's gradient."""
    unread = None if local.mentions(local.upstream) else local.upstream
    if node.attr == known.grad:
        yield from _for_gradient(node, unread, local, known)
    elif node.attr == known.data and unread is not None:
        owner = text(node.value)
        if f"{owner}.{known.grad}" == unread:
            yield _MeantNumber(unread, "grad-for-data", "data of the result")
        elif owner not in local.operands:
            yield _MeantNumber(unread, "grad-for-data", "data")


def _for_gradient(
    node: ast.Attribute, unread: str | None, local: LocalGradient, known: SourceAnalysis
) -> Iterator[_MeantNumber]:
    """Yield what may be meant for a node's gradient; `unread` is an upstream gradient that is not read."""
    owner = text(node.value)
    if f"{owner}.{known.data}" in local.data:
        yield _MeantNumber(f"{owner}.{known.data}", "grad-for-data", "grad of an operand")
    if unread is not None and text(node) != unread:
        yield _MeantNumber(unread, "read-result", "handed on" if _is_own_total(node, local, known) else "")
    if _is_added_to_another(owner, local):
        yield _MeantNumber(f"{text(local.target)}.{known.grad}", "read-result", "own")


def _is_own_total(node: ast.Attribute, local: LocalGradient, known: SourceAnalysis) -> bool:
    """Whether a node hands on all that it has where the local gradient is what came to it along one path."""
    if local.hands_on_total(known.grad):
        return True
    function = known.tree.nearest(local.at, ast.FunctionDef)
    if local.operation is not None or local.target is not None or not isinstance(function, ast.FunctionDef):
        return False
    return [text(node.value)] == parameters_of(function)[:1]


def _is_added_to_another(owner: str, local: LocalGradient) -> bool:
    """Whether a local gradient is added to what the other operand has: `a.grad = b.grad + out.grad`."""
    if local.target is None or not isinstance(local.at, ast.Assign):
        return False
    return owner in local.operands and owner != text(local.target)


def _everywhere_the_other(local: LocalGradient) -> Iterator[RewriteOffer]:
    """Offer the other operand's data at all places where one operand's is read."""
    if not local.is_of_two or local.operand is None or local.operation in ("+", "-", "**"):
        return
    own, other = local.data[local.operand], local.data[1 - local.operand]
    reads = [node for node in whole(local.value) if isinstance(node, ast.Name | ast.Attribute)]
    ways = ((own, other), (other, own))
    changes = [replaced(node, new) for old, new in ways for node in reads if text(node) == old]
    if changes:
        yield local.offer("other-operand", *changes)
