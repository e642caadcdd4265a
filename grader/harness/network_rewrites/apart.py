"""Each weight and each neuron is an object of its own, made where it is used."""

import ast
from collections.abc import Iterator

from ..repair.edit import replaced
from ..repair.known import SourceAnalysis
from ..repair.offer import RewriteOffer
from ..repair.syntax import Definition, copy, inside, is_call, is_name
from ._units import functions

_NAME = "own-objects"


def offers(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer to make a new object for each entry of a list, where one object was made before and repeated."""
    for function in functions(known):
        for node in inside(function):
            yield from _repeated(node)
        yield from _made_before(function, known)


def _repeated(node: ast.AST) -> Iterator[RewriteOffer]:
    """Offer `[f() for _ in range(n)]` for `[f()] * n`."""
    match node:
        case ast.BinOp(ast.List([element]) | ast.Tuple([element]) as holder, ast.Mult(), number):
            pass
        case ast.BinOp(number, ast.Mult(), ast.List([element]) | ast.Tuple([element]) as holder):
            pass
        case _:
            return
    made = f"{ast.unparse(element)} for _ in range({ast.unparse(number)})"
    new = f"[{made}]" if isinstance(holder, ast.List) else f"tuple({made})"
    yield RewriteOffer(_NAME, node, (replaced(node, new),))


def _made_before(function: Definition, known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer to make an object in the loop, if it is made before and only the loop reads it."""
    nodes = inside(function)
    for node in nodes:
        if not isinstance(node, ast.Assign) or not isinstance(node.value, ast.Call | ast.ListComp):
            continue
        target = node.targets[0]
        if not isinstance(target, ast.Name):
            continue
        reads = [each for each in nodes if is_name(each, target.id) and isinstance(each.ctx, ast.Load)]
        if len(reads) == 1 and _is_repeated(reads[0], known, node):
            changes = (replaced(node), replaced(reads[0], copy(node.value)))
            yield RewriteOffer(_NAME, node, changes)


def _is_repeated(read: ast.AST, known: SourceAnalysis, made: ast.stmt) -> bool:
    """Whether a loop reads it that does not make it: as what is added to a list, or as its element."""
    parent, name = known.tree.up[read]
    if isinstance(parent, ast.ListComp | ast.GeneratorExp):
        return name == "elt"
    loop = known.tree.nearest(read, ast.For)
    return is_call(parent, "append") and loop is not None and loop is not known.tree.nearest(made, ast.For)
