"""A network calculates with nodes, not with their numbers, and leaves their data as it is."""

import ast
from collections.abc import Iterator
from typing import TypeGuard

from ..network.names import GENERATORS, plain
from ..repair.edit import Change, RewriteOffer, replaced
from ..repair.known import SourceAnalysis
from ..repair.syntax import Definition, expression, found, inside, is_call, last_name, number_in, text
from ._units import functions, units

_CONNECTED = "network-connected"
_MODULES = ("math", "np", "numpy")
_FUNCTIONS = ("tanh", "exp", "log")


def offers_connected(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer what a new node is made of, without `.data`, or a whole function that calculates with nodes."""
    for function in functions(known):
        if function.name == "__init__":
            yield from _kept_as_nodes(function, known)
            continue
        made = [node for node in found(function, ast.Call) if _is_made(node, known)]
        for node in made:
            if _reads_data(node, known) or _is_calculated(node.args[0]):
                yield RewriteOffer(_CONNECTED, node, (replaced(node, _of_nodes(node, known)),))
        if _reads_data(function, known):
            changes = tuple(_with_nodes(function, known))
            yield RewriteOffer(_CONNECTED, made[-1] if made else changes[0].node, changes, detail="function")


def _kept_as_nodes(constructor: Definition, known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer a node for each number, given or drawn, that a constructor keeps alone or in a list."""
    for node in found(constructor, ast.Assign):
        kept = node.value.elt if isinstance(node.value, ast.ListComp) else node.value
        is_drawn = isinstance(kept, ast.Call) and GENERATORS.search(plain(text(kept.func)))
        if isinstance(node.targets[0], ast.Attribute) and (is_drawn or number_in(kept) is not None):
            change = replaced(kept, f"{known.class_name}({text(kept)})")
            yield RewriteOffer(_CONNECTED, node, (change,), detail="kept")


def _is_made(node: ast.AST, known: SourceAnalysis) -> TypeGuard[ast.Call]:
    """Whether a call makes a node of something that is no fixed number."""
    return is_call(node, known.class_name) and len(node.args) == 1 and number_in(node.args[0]) is None


def _is_calculated(value: ast.expr) -> bool:
    """Whether something is calculated there, which may be a node, and is not drawn."""
    return isinstance(value, ast.Call | ast.BinOp) and GENERATORS.search(plain(text(value))) is None


def _reads_data(node: ast.AST, known: SourceAnalysis) -> bool:
    """Whether the number of a node is read in it."""
    return any(_is_data(each, known) for each in found(node, ast.Attribute))


def _is_data(node: ast.AST, known: SourceAnalysis) -> bool:
    """Whether an expression reads the number of a node."""
    return isinstance(node, ast.Attribute) and node.attr == known.data and isinstance(node.ctx, ast.Load)


def _with_nodes(function: Definition, known: SourceAnalysis) -> Iterator[Change]:
    """Yield the changes after which a function calculates with nodes, each of an outermost expression."""
    changed: set[ast.AST] = set()
    for node in found(function, ast.Attribute, ast.Call):
        if node not in changed and (_is_data(node, known) or _is_made(node, known) or _is_of_numbers(node)):
            changed.update(inside(node))
            yield replaced(node, _of_nodes(node, known))


def _is_of_numbers(node: ast.AST) -> bool:
    """Whether a call is of a function that nodes have themselves: `math.tanh(x)`, `max(0, x)`."""
    match node:
        case ast.Call(ast.Attribute(ast.Name(module)), [_]):
            return module in _MODULES and last_name(node.func) in _FUNCTIONS
        case ast.Call(ast.Name("max"), [one, other]):
            return 0 in (number_in(one), number_in(other))
    return False


def _of_nodes(value: ast.expr, known: SourceAnalysis) -> ast.expr:
    """Return an expression with the nodes in place of their numbers."""
    new = _OfNodes(known).visit(ast.parse(text(value), mode="eval"))
    return expression(f"({ast.unparse(new)})", value)


class _OfNodes(ast.NodeTransformer):
    """Writes the nodes in place of their numbers, and `x.tanh()` in place of `math.tanh(x)`."""

    def __init__(self, known: SourceAnalysis) -> None:
        self._known = known

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        """Leave `.data` out."""
        self.generic_visit(node)
        return node.value if _is_data(node, self._known) else node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """Make no new node, and call the method of the node in place of a function of numbers."""
        self.generic_visit(node)
        if _is_made(node, self._known):
            return node.args[0]
        if not _is_of_numbers(node):
            return node
        of = next(each for each in node.args if number_in(each) != 0)
        name = "relu" if last_name(node.func) == "max" else last_name(node.func)
        return ast.Call(ast.Attribute(of, name, ast.Load()), [], [])


def offers_unchanged(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer to leave out, in each method that computes an output, what gives a node another number."""
    for unit in units(known):
        for method in unit.computing:
            stores = [node for node in found(method, ast.Assign, ast.AugAssign) if _changes(node, known)]
            if stores:
                yield RewriteOffer("network-unchanged", stores[0], tuple(map(replaced, stores)))


def _changes(node: ast.stmt, known: SourceAnalysis) -> bool:
    """Whether a statement assigns to the data of a node."""
    match node:
        case ast.Assign(targets):
            return any(map(known.is_data, targets))
        case ast.AugAssign(target):
            return known.is_data(target)
    return False
