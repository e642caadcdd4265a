"""Offers a list in place of a set or a dict of operands, in which one that comes twice counts once."""

import ast
from collections.abc import Iterator

from ..repair.edit import Change, replaced
from ..repair.known import SourceAnalysis
from ..repair.offer import RewriteOffer
from ..repair.operation import operations
from ..repair.syntax import expression, text

_SETS = ("set", "frozenset")


def offers(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer a list where operands are stored, with every place where they are read as a dict."""
    yield from _converted(known)
    yield from _paired_in_a_dict(known)
    yield from _operands_listed(known)


def _converted(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer a list for `self.edges = dict(edges)`, `set(edges)`, `dict(zip(inputs, slopes))`."""
    for node in known.nodes(ast.Assign):
        match node:
            case ast.Assign([ast.Attribute(attr=attribute), *_], ast.Call(ast.Name(kind) as called, [_])):
                if kind == "dict" or (kind in _SETS and _is_read_in_order(attribute, known)):
                    yield known.offer(
                        "parents-listed", node, replaced(called, "list"), *_as_pairs(attribute, known)
                    )


def _paired_in_a_dict(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer the pairs themselves for `dict(zip(inputs, slopes)).items()`."""
    for node in known.nodes(ast.Call):
        match node.func:
            case ast.Attribute(ast.Call(ast.Name("dict"), [pairs]), "items"):
                yield RewriteOffer("parents-listed", known.tree.statement(node), (replaced(node, pairs),))


def _is_read_in_order(attribute: str, known: SourceAnalysis) -> bool:
    """Whether it is read together with something else, unpacked, or as pairs."""
    return any(
        isinstance(each, ast.Attribute) and each.attr == attribute
        for node in known.nodes(ast.AST)
        for each in _read_in_order(node)
    )


def _read_in_order(node: ast.AST) -> list[ast.expr]:
    """Return the expressions whose order a node of the source relies on."""
    match node:
        case ast.Call(ast.Name("zip" | "enumerate"), arguments):
            return arguments
        case ast.Assign([ast.Tuple(), *_], value):
            return [value]
        case ast.For(ast.Tuple(), iterated) | ast.comprehension(ast.Tuple(), iterated):
            return [iterated]
    return []


def _as_pairs(attribute: str, known: SourceAnalysis) -> Iterator[Change]:
    """Yield changes of `x.edges.items()` into `x.edges`."""
    for node in known.nodes(ast.Call):
        match node:
            case ast.Call(ast.Attribute(ast.Attribute(attr=name) as held, "items"), []) if name == attribute:
                yield replaced(node, held)


def _list_of_pairs(node: ast.Dict) -> ast.expr:
    """Return the list of the pairs of a dict."""
    pairs = [
        f"({ast.unparse(k)}, {ast.unparse(v)})" for k, v in zip(node.keys, node.values, strict=True) if k
    ]
    return expression(f"[{', '.join(pairs)}]", node)


def _operands_listed(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer lists for `{self: 1.0, other: 1.0}.items()` and `{self, other}` in a loop of a rule."""
    for operation in operations(known):
        for loop in operation.nodes:
            if not isinstance(loop, ast.For | ast.comprehension):
                continue
            match loop.iter:
                case ast.Set(kept):
                    listed: ast.expr = ast.List(kept, ast.Load())
                case ast.Call(ast.Attribute(ast.Dict(kept) as held, "items")):
                    listed = _list_of_pairs(held)
                case _:
                    continue
            if {text(each) for each in kept if each is not None} >= set(operation.operands):
                change = replaced(loop.iter, listed)
                yield operation.offer("parents-listed", loop.iter, change, group="operands once")
