"""Offers to empty, or make anew, what the module or a class makes once for all passes."""

import ast
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ..repair.edit import before
from ..repair.known import SourceAnalysis
from ..repair.offer import RewriteOffer
from ..repair.syntax import (
    Definition,
    assigned,
    called,
    inside,
    is_empty_collection,
    nodes_in,
    without_docstring,
)
from ._collections import changed_in, is_collection
from ._traversal import Traversal


class LongLived(NamedTuple):
    """Something that outlives a pass."""

    statement: ast.stmt
    name: str
    """The variable or the attribute by which it is used."""
    text: str
    """How it is written at any place of the file."""
    value: ast.expr


def offers(known: SourceAnalysis, passes: Traversal) -> Iterator[RewriteOffer]:
    """Offer to renew collections that the pass fills, and objects and functions that it uses."""
    if passes.entry is None or any(recursion.function is passes.entry for recursion in passes.recursions):
        return
    first = without_docstring(passes.entry.body)[0]
    for each in long_lived(known):
        if anew := _renewal(each, known, passes):
            change = before(first, anew)
            yield RewriteOffer("fresh-state", each.statement, (change,), detail="call")


def _renewal(kept: LongLived, known: SourceAnalysis, passes: Traversal) -> str:
    """Return the statements that make it as it was at first; none where the pass leaves it alone."""
    if is_empty_collection(kept.value):
        return f"{kept.text}.clear()" if _is_filled(kept.name, passes) else ""
    makers = {each.name: each for each in known.top_level if isinstance(each, ast.ClassDef | ast.FunctionDef)}
    maker = makers.get(called(kept.value)) if called(kept.value) != known.class_name else None
    if maker is None and not any(map(is_collection, nodes_in(kept.value))):
        return ""
    # The pass may get a new one; where operations hold the old one, that has to begin again itself.
    if is_used(kept.name, passes.functions):
        made = f"{kept.text} = {ast.unparse(kept.value)}"
        return f"global {kept.text}\n{made}" if kept.text.isidentifier() else made
    if isinstance(maker, ast.ClassDef) and is_used(kept.name, known.functions):
        return ast.unparse(kept.value).replace(maker.name, f"{kept.text}.__init__", 1)
    return ""


def long_lived(known: SourceAnalysis) -> Iterator[LongLived]:
    """Yield the values that statements of the module and of its classes give a name to."""
    for statement in known.top_level:
        yield from _named_values(statement, "")
        if isinstance(statement, ast.ClassDef):
            for inner in statement.body:
                yield from _named_values(inner, f"{statement.name}.")


def _named_values(statement: ast.stmt, owner: str) -> Iterator[LongLived]:
    """Yield the values that a statement gives a name to; `owner` is the beginning of each name."""
    for target, value in assigned(statement):
        name = target.attr if isinstance(target, ast.Attribute) else getattr(target, "id", "")
        if name:
            yield LongLived(statement, name, owner + ast.unparse(target), value)


def _is_filled(name: str, passes: Traversal) -> bool:
    """Whether the pass puts something into it, or into a variable that is another name for it."""
    nodes = [node for function in passes.functions for node in passes.nodes(function)]
    names = {name} | {
        target.id
        for node in nodes
        for target, value in assigned(node)
        if isinstance(target, ast.Name) and name_of(value) == name
    }
    return any(name_of(place) in names for node in nodes for place in changed_in(node))


def is_used(name: str, functions: Iterable[Definition]) -> bool:
    """Whether some of these functions mention it."""
    return any(name_of(node) == name for function in functions for node in inside(function))


def name_of(node: ast.AST) -> str:
    """Return the name of a variable or an attribute; empty for anything else."""
    return str(getattr(node, "id", getattr(node, "attr", "")))
