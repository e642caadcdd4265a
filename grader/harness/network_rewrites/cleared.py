"""`zero_grad()` of a network assigns 0 to the gradient of each parameter."""

import ast
from collections.abc import Iterator

from ..network.names import ZEROES, plain
from ..repair.edit import Change, replaced
from ..repair.known import SourceAnalysis
from ..repair.offer import RewriteOffer
from ..repair.syntax import Definition, inside, number_in, text, without_docstring
from ._units import UnitSource, functions, own_name, units

_NAME = "network-zero-grad"


def offers(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer what each statement may have meant; then the whole loop."""
    for function in functions(known):
        if ZEROES.search(plain(function.name)):
            yield from (RewriteOffer(_NAME, at, changes) for at, changes in _meant(function, known))
    found = list(units(known))
    names = dict.fromkeys(method.name for unit in found for method in unit.listing)
    for unit in found:
        yield from _whole(unit, tuple(names), known)


def _meant(function: Definition, known: SourceAnalysis) -> Iterator[tuple[ast.AST, tuple[Change, ...]]]:
    """Yield what may keep gradients from being cleared, each with the changes that clear them."""
    for node in inside(function):
        if isinstance(node, ast.For) and isinstance(node.target, ast.Name):
            yield from _cleared(node, known)
        elif isinstance(node, ast.Break):
            yield node, (replaced(node),)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            yield from _of_all(node, node.func, own_name(function))


def _of_all(call: ast.Call, method: ast.Attribute, own: str) -> Iterator[tuple[ast.AST, tuple[Change, ...]]]:
    """Yield the change to ask the object itself, not one of its parts, nor its class."""
    is_of_class = bool(call.args) and text(call.args[0]) == own
    if is_of_class or isinstance(method.value, ast.Subscript):
        yield call, (replaced(call, f"{own}.{method.attr}()"),)


def _cleared(loop: ast.For, known: SourceAnalysis) -> Iterator[tuple[ast.AST, tuple[Change, ...]]]:
    """Yield the change to clear the parameter's gradient for each statement of a loop that does not."""
    assert isinstance(loop.target, ast.Name)
    right = f"{loop.target.id}.{known.grad}"
    for node in loop.body:
        if isinstance(node, ast.Assign) and text(node.targets[0]) == right and number_in(node.value) == 0:
            continue
        if isinstance(node, ast.Assign | ast.AugAssign | ast.Expr | ast.Pass):
            yield node, (replaced(node, f"{right} = 0.0"),)


def _whole(unit: UnitSource, names: tuple[str, ...], known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer a method that clears the gradient of every parameter."""
    for method in unit.methods:
        if not ZEROES.search(plain(method.name)):
            continue
        body = without_docstring(method.body)
        for name in names:
            parameters = f"{own_name(method)}.{name}"
            is_property = any(each.name == name and each.decorator_list for each in known.functions)
            call = parameters if is_property else f"{parameters}()"
            lines = f"for p in {call}:\n    p.{known.grad} = 0.0"
            first, *others = body
            changes = (replaced(first, lines), *map(replaced, others))
            yield RewriteOffer(_NAME, method, changes, detail="whole")
