"""Offers a list in place of a set or a dict of operands, in which one that comes twice counts once."""

import ast
from collections.abc import Iterator, Sequence

from ..repair.edit import Change, RewriteOffer, replaced
from ..repair.known import SourceAnalysis
from ..repair.operation import OperationCode, operations
from ..repair.syntax import expression, targets_of, text

_SETS = ("set", "frozenset")


def offers(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer a list where operands are stored, with every place where they are read as a dict."""
    yield from _converted(known)
    yield from _paired_in_a_dict(known)
    yield from _operands_listed(known)
    yield from _both_sent(known)


def _converted(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer a list for `self.edges = dict(edges)`, `set(edges)`, `dict(zip(inputs, slopes))`."""
    for node in known.nodes(ast.Assign):
        match node:
            case ast.Assign([ast.Attribute(attr=attribute), *_], ast.Call(ast.Name(kind) as called, [_])):
                if kind == "dict" or (kind in _SETS and _has_places(attribute, known)):
                    yield known.offer(
                        "parents-listed", node, replaced(called, "list"), *_as_pairs(attribute, known)
                    )


def _paired_in_a_dict(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer the pairs themselves for `dict(zip(inputs, slopes)).items()`."""
    for node in known.nodes(ast.Call):
        match node.func:
            case ast.Attribute(ast.Call(ast.Name("dict"), [pairs]), "items"):
                yield RewriteOffer("parents-listed", known.tree.statement(node), (replaced(node, pairs),))


def _has_places(attribute: str, known: SourceAnalysis) -> bool:
    """Whether an attribute is read in order: zipped, unpacked, in pairs, or by a rule that sends to each."""
    return any(
        _is_of(each, attribute) for node in known.nodes(ast.AST) for each in _read_in_order(node)
    ) or any(_is_of(loop.iter, attribute) for operation in operations(known) for loop in _loops(operation))


def _is_of(node: ast.AST, attribute: str) -> bool:
    """Whether a node reads an attribute of this name."""
    return isinstance(node, ast.Attribute) and node.attr == attribute


def _loops(operation: OperationCode) -> Iterator[ast.For | ast.comprehension]:
    """Yield the loops of an operation and of its rule."""
    return (node for node in operation.nodes if isinstance(node, ast.For | ast.comprehension))


def _read_in_order(node: ast.AST) -> list[ast.expr]:
    """Return the expressions whose order a node of the source relies on."""
    match node:
        case ast.Call(ast.Name("zip" | "enumerate" | "list" | "tuple"), arguments):
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
    """Offer lists for `{self: 1.0, other: 1.0}.items()`, `{self, other}`, `set(out.parents)` in rules."""
    for operation in operations(known):
        for held in dict.fromkeys(_containers(operation)):
            listed, kept = _listed(held)
            if kept is None or {text(each) for each in kept if each is not None} >= set(operation.operands):
                change = replaced(held, listed)
                yield operation.offer("parents-listed", held, change, group="operands once")


def _containers(operation: OperationCode) -> Iterator[ast.Set | ast.Call]:
    """Yield the sets and the items of dicts that a rule walks; also the set that its node keeps for that."""
    for loop in _loops(operation):
        match loop.iter:
            case ast.Set() | ast.Call(ast.Attribute(ast.Dict(), "items")) as held:
                yield held
            case ast.Call(ast.Name("set" | "frozenset") | ast.Attribute(ast.Name("dict"), "fromkeys"), [_]):
                yield loop.iter
            case ast.Attribute():
                yield from (node for node in operation.nodes if isinstance(node, ast.Set))


def _listed(held: ast.Set | ast.Call) -> tuple[ast.expr, Sequence[ast.expr | None] | None]:
    """Return a list in place of a container, and what that holds; None where it holds what another does."""
    match held:
        case ast.Set(kept):
            return ast.List(kept, ast.Load()), kept
        case ast.Call(ast.Attribute(ast.Dict(keys) as pairs)):
            return _list_of_pairs(pairs), keys
    return held.args[0], getattr(held.args[0], "elts", None)


def _both_sent(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer what is sent to two operands in place of a branch for one node that is both."""
    for branch in known.nodes(ast.If):
        match branch.test:
            case ast.Compare(left, [ast.NotEq() | ast.IsNot()], [right]):
                sent = branch.body
            case ast.Compare(left, [ast.Eq() | ast.Is()], [right]):
                sent = branch.orelse
            case _:
                continue
        if _receivers(sent, known) == {text(left), text(right)}:
            offer = known.offer("parents-listed", branch, replaced(branch, *sent))
            yield offer._replace(group="operands once")


def _receivers(statements: Sequence[ast.stmt], known: SourceAnalysis) -> set[str]:
    """Return the nodes to whose gradients statements store something."""
    stores = (target for statement in statements for target in targets_of(statement))
    return {
        text(each.value) for each in stores if isinstance(each, ast.Attribute) and known.is_gradient(each)
    }
