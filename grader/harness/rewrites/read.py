"""A share reads the wrong number: data for a gradient, one operand for the other, a node for its number."""

import ast
from collections.abc import Iterator

from ..repair.edit import replaced
from ..repair.known import SourceAnalysis
from ..repair.local_gradients import LocalGradient
from ..repair.offer import RewriteOffer
from ..repair.syntax import parameters_of, text, whole


def offers(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer, for every name or attribute that a local gradient reads, what it may have meant."""
    for share in known.shares.all:
        for node in whole(share.value):
            for rewrite, detail, meant in _meant(node, share, known):
                yield share.offer(rewrite, replaced(node, meant), detail=detail)
        yield from _everywhere_the_other(share)


def _meant(node: ast.AST, share: LocalGradient, known: SourceAnalysis) -> Iterator[tuple[str, str, str]]:
    """The kind of slip, what the source shows, and the text that may be meant."""
    if isinstance(node, ast.Attribute):
        yield from _attribute(node, share, known)
    elif isinstance(node, ast.Name) and not isinstance(known.tree.up[node][0], ast.Attribute):
        number = f"{node.id}.{known.data}"
        if number in share.data:  # a node is used as if it were a number
            yield "plain-number", "", number


def _attribute(
    node: ast.Attribute, share: LocalGradient, known: SourceAnalysis
) -> Iterator[tuple[str, str, str]]:
    owner, incoming = text(node.value), share.incoming
    is_read_alone = incoming is not None and not share.mentions(incoming)
    # Gradient for data, or data for gradient: what the place speaks of decides which one was meant.
    if node.attr == known.grad:
        if f"{owner}.{known.data}" in share.data:
            yield "grad-for-data", "grad of an operand", f"{owner}.{known.data}"
        if incoming is not None and is_read_alone and text(node) != incoming:
            yield "read-result", "handed on" if _is_own_total(node, share, known) else "", incoming
        if _is_added_to_another(owner, share):
            yield "read-result", "own", f"{text(share.target)}.{known.grad}"
    elif node.attr == known.data and incoming is not None and is_read_alone:
        if f"{owner}.{known.grad}" == incoming:
            yield "grad-for-data", "data of the result", incoming
        elif owner not in share.operands:
            yield "grad-for-data", "data", incoming


def _is_own_total(node: ast.Attribute, share: LocalGradient, known: SourceAnalysis) -> bool:
    """Whether a node hands on all that it has where the share is what came to it along one path."""
    function = known.tree.nearest(share.at, ast.FunctionDef)
    if share.operation is not None or share.target is not None or not isinstance(function, ast.FunctionDef):
        return False
    return [text(node.value)] == parameters_of(function)[:1]


def _is_added_to_another(owner: str, share: LocalGradient) -> bool:
    """Whether a share is added to what the other operand has: `a.grad = b.grad + out.grad`."""
    if share.target is None or not isinstance(share.at, ast.Assign):
        return False
    return owner in share.operands and owner != text(share.target)


def _everywhere_the_other(share: LocalGradient) -> Iterator[RewriteOffer]:
    """One operand's data where the other's belongs."""
    if not share.is_of_two or share.operand is None or share.operation in ("+", "-", "**"):
        return
    own, other = share.data[share.operand], share.data[1 - share.operand]
    reads = [node for node in whole(share.value) if isinstance(node, ast.Name | ast.Attribute)]
    ways = ((own, other), (other, own))
    changes = [replaced(node, new) for old, new in ways for node in reads if text(node) == old]
    if changes:
        yield share.offer("other-operand", *changes)
