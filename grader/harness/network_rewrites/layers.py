"""Each layer, neuron and weight is an object of its own, and is called on what the one before returned."""

import ast
from collections.abc import Iterator

from ..repair.edit import Change, RewriteOffer, after, replaced, with_field
from ..repair.known import SourceAnalysis
from ..repair.syntax import (
    LOOPS,
    Definition,
    copy,
    expression,
    inside,
    is_call,
    is_name,
    names_of,
    names_stored,
    text,
)
from ._units import functions, units

_CHAINED = "network-chained"


def offers_chained(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer to hand on what a loop keeps under another name, to return behind the loop, and one turn more."""
    for unit in units(known):
        for method in unit.methods:
            for node in inside(method):
                if method.name == "__init__":
                    yield from _longer(node, known)
                elif isinstance(loop := known.tree.nearest(node, LOOPS), ast.For):
                    yield from (RewriteOffer(_CHAINED, node, changes) for changes in _chained(node, loop))


def _longer(node: ast.AST, known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer one turn more where a constructor counts its layers, each by a number that it reads; no nodes."""
    loop = known.tree.up[node][0]
    if is_call(node, "range") and node.args and _is_read(loop, known) and not _makes_nodes(loop, known):
        stop = node.args[0 if len(node.args) == 1 else 1]
        yield RewriteOffer(_CHAINED, node, (replaced(stop, _one_more(stop)),), detail="made")


def _chained(node: ast.AST, loop: ast.For) -> Iterator[tuple[Change, ...]]:
    """Yield the changes that hand on the result of a call to the next turn, or let there be a next turn."""
    match node:
        case ast.Assign([ast.Name(kept)], ast.Call(_, [ast.Name(given)])) if given not in names_stored(loop):
            handed_on = ast.copy_location(ast.Name(given, ast.Store()), node)
            if kept != given:
                yield (with_field(node, "targets", [handed_on, *node.targets]),)
        case ast.Return(ast.expr() as value):
            yield replaced(node), after(loop, f"return {text(value)}")


def _is_read(loop: ast.AST, known: SourceAnalysis) -> bool:
    """Whether something in a loop reads the number of its turn."""
    match loop:
        case ast.For(ast.Name(number), body=body):
            return number in names_of(*body)
        case ast.comprehension(ast.Name(number)):
            made, _ = known.tree.up[loop]
            return isinstance(made, ast.ListComp) and number in names_of(made.elt)
    return False


def _makes_nodes(loop: ast.AST, known: SourceAnalysis) -> bool:
    """Whether a loop, or the list that it is in, makes nodes."""
    made = loop if isinstance(loop, ast.For) else known.tree.up[loop][0]
    return any(is_call(each, known.class_name) for each in inside(made))


def _one_more(stop: ast.expr) -> ast.expr:
    """Return a number that is larger by 1."""
    match stop:
        case ast.BinOp(left, ast.Sub(), ast.Constant(1)):
            return left
        case ast.BinOp(left, ast.Sub(), ast.Constant(2)):
            return expression(f"{text(left)} - 1", stop)
    return expression(f"{text(stop)} + 1", stop)


_APART = "own-objects"


def offers_apart(known: SourceAnalysis) -> Iterator[RewriteOffer]:
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
    yield RewriteOffer(_APART, node, (replaced(node, new),))


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
            yield RewriteOffer(_APART, node, changes)


def _is_repeated(read: ast.AST, known: SourceAnalysis, made: ast.stmt) -> bool:
    """Whether a loop reads it that does not make it: as what is added to a list, or as its element."""
    parent, name = known.tree.up[read]
    if isinstance(parent, ast.ListComp | ast.GeneratorExp):
        return name == "elt"
    loop = known.tree.nearest(read, ast.For)
    return is_call(parent, "append") and loop is not None and loop is not known.tree.nearest(made, ast.For)
