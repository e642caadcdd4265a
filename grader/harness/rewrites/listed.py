"""Offers a list in place of a set or a dict of operands, in which one that comes twice counts once."""

import ast
from collections.abc import Iterator

from ..repair.edit import Change, replaced
from ..repair.known import SourceAnalysis
from ..repair.offer import RewriteOffer
from ..repair.operation import operations
from ..repair.syntax import expression, inside, text

_UNORDERED = ("set", "dict", "frozenset")


def offers(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer a list where operands are stored, with every place where they are read as a dict."""
    yield from _converted(known)
    yield from _paired_in_a_dict(known)
    yield from _operands_listed(known)


def _converted(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer a list for `self.edges = dict(edges)`, `set(edges)`, `dict(zip(inputs, slopes))`."""
    for function in known.functions:
        for node in inside(function):
            if not isinstance(node, ast.Assign) or not isinstance(node.targets[0], ast.Attribute):
                continue
            call, attribute = node.value, node.targets[0].attr
            if not isinstance(call, ast.Call) or text(call.func) not in _UNORDERED or len(call.args) != 1:
                continue
            if text(call.func) == "dict" or _is_read_in_order(attribute, known):
                changes = (replaced(call.func, "list"), *_as_pairs(attribute, known))
                yield RewriteOffer("parents-listed", node, changes, known.attribution.operation(node))


def _paired_in_a_dict(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer the pairs themselves for `dict(zip(inputs, slopes)).items()`."""
    for function in known.functions:
        for node in inside(function):
            if (
                not isinstance(node, ast.Call)
                or not isinstance(node.func, ast.Attribute)
                or node.func.attr != "items"
            ):
                continue
            call = node.func.value
            if isinstance(call, ast.Call) and text(call.func) == "dict" and len(call.args) == 1:
                yield RewriteOffer(
                    "parents-listed", known.tree.statement(node), (replaced(node, call.args[0]),)
                )


def _is_read_in_order(attribute: str, known: SourceAnalysis) -> bool:
    """Whether it is read together with something else, unpacked, or as pairs."""
    return any(
        isinstance(each, ast.Attribute) and each.attr == attribute
        for function in known.functions
        for node in inside(function)
        for each in _read_in_order(node)
    )


def _read_in_order(node: ast.AST) -> list[ast.expr]:
    """Return the expressions whose order a node of the source relies on."""
    if isinstance(node, ast.Call) and text(node.func) in ("zip", "enumerate"):
        return node.args
    if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Tuple):
        return [node.value]
    if isinstance(node, ast.For | ast.comprehension) and isinstance(node.target, ast.Tuple):
        return [node.iter]
    return []


def _as_pairs(attribute: str, known: SourceAnalysis) -> Iterator[Change]:
    """Yield changes of `x.edges.items()` into `x.edges`."""
    for function in known.functions:
        for node in inside(function):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute) or node.args:
                continue
            held = node.func.value
            if node.func.attr == "items" and isinstance(held, ast.Attribute) and held.attr == attribute:
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
            listed = _as_list(loop.iter)
            if listed is not None and _names_kept(loop.iter) >= set(operation.operands):
                change = replaced(loop.iter, listed)
                yield operation.offer("parents-listed", loop.iter, change, group="operands once")


def _as_list(iterated: ast.expr) -> ast.expr | None:
    """Return the iterated items as a list, which keeps an item that comes twice."""
    if isinstance(iterated, ast.Set):
        return ast.List(iterated.elts, ast.Load())
    if not isinstance(iterated, ast.Call) or not isinstance(iterated.func, ast.Attribute):
        return None
    held = iterated.func.value
    return _list_of_pairs(held) if isinstance(held, ast.Dict) and iterated.func.attr == "items" else None


def _names_kept(iterated: ast.expr) -> set[str]:
    """Return the names of what is kept: the keys of a dict, the elements of a set."""
    kept = next(node for node in ast.walk(iterated) if isinstance(node, ast.Dict | ast.Set))
    elements = kept.keys if isinstance(kept, ast.Dict) else kept.elts
    return {text(each) for each in elements if each is not None}
