"""`parameters()` returns every parameter once: what joins the same nodes a second time is left out."""

import ast
from collections.abc import Iterator

from ..repair.edit import Change, replaced, with_field
from ..repair.known import SourceAnalysis
from ..repair.offer import RewriteOffer
from ..repair.syntax import Definition, inside, names_of, text
from ._units import units


def offers(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer to leave out each thing that may be there a second time."""
    for unit in units(known):
        for method in unit.listing:
            yield from (RewriteOffer("parameters-once", at, (change,)) for at, change in _thinned(method))


def _thinned(method: Definition) -> Iterator[tuple[ast.AST, Change]]:
    """Yield the places that list parameters several times, each with a change that lists them less often."""
    yield from _statements_once(method)
    for node in inside(method):
        match node:
            case ast.BinOp(left, ast.Add(), right):
                yield node, replaced(node, left)
                yield node, replaced(node, right)
            case ast.BinOp(left, ast.Mult()):
                yield node, replaced(node, left)
            case ast.List(elts) | ast.Tuple(elts):
                yield from _entries_once(node, elts)
            case ast.ListComp(elt, generators) | ast.GeneratorExp(elt, generators):
                yield from _loops_once(node, elt, generators)


def _entries_once(node: ast.expr, entries: list[ast.expr]) -> Iterator[tuple[ast.AST, Change]]:
    """Yield each entry that a list has twice, with the change that takes it out."""
    texts = [ast.unparse(entry) for entry in entries]
    for number, entry in enumerate(texts):
        if entry in texts[:number]:
            yield node, with_field(node, "elts", [*entries[:number], *entries[number + 1 :]])


def _loops_once(
    node: ast.expr, element: ast.expr, loops: list[ast.comprehension]
) -> Iterator[tuple[ast.AST, Change]]:
    """Yield the change to leave out a loop whose name nothing reads."""
    for number, loop in enumerate(loops):
        later = [part for each in loops[number + 1 :] for part in (each.iter, *each.ifs)]
        if len(loops) > 1 and not names_of(loop.target) & names_of(element, *later):
            yield node, with_field(node, "generators", [*loops[:number], *loops[number + 1 :]])


def _statements_once(method: Definition) -> Iterator[tuple[ast.AST, Change]]:
    """Yield each statement that stands twice, with the change that takes it out."""
    seen: set[str] = set()
    for node in inside(method):
        if isinstance(node, ast.Expr | ast.AugAssign):
            if (written := text(node)) in seen:
                yield node, replaced(node)
            seen.add(written)
