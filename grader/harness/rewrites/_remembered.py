"""Offers to forget what operations put into something that outlives a graph: a tape, a cache."""

import ast
from collections.abc import Iterator

from ..repair.edit import after, before, replaced
from ..repair.known import SourceAnalysis
from ..repair.offer import RewriteOffer
from ..repair.syntax import (
    Definition,
    assigned,
    called,
    inside,
    is_empty_collection,
    statements,
    without_docstring,
)
from ._collections import changed_in
from ._made_once import LongLived, is_used, long_lived, name_of
from ._traversal import Traversal

_DECORATORS = ("cache", "lru_cache")


def offers(known: SourceAnalysis, passes: Traversal) -> Iterator[RewriteOffer]:
    """Offer to take out caches, to empty what is found by its value, and a tape when a pass ends."""
    at_load = set(_run_at_load(known))
    others = [each for each in known.functions if each not in passes.functions and each not in at_load]
    for function in others:
        yield from _cache_removed(function)
    for each in long_lived(known):
        if is_empty_collection(each.value):
            yield from _emptied_before_use(each, others)
        if passes.entry is not None and (empty := _first_state(each, known)):
            yield from _emptied_after_pass(each, empty, passes.entry, others)


def _run_at_load(known: SourceAnalysis) -> Iterator[ast.AST]:
    """Yield the statements that fill a register while the source is loaded: nobody would fill it again."""
    called_names = {name for statement in known.top_level for name in _functions_run_by(statement)}
    for statement in known.top_level:
        if isinstance(statement, ast.FunctionDef) and statement.name in called_names:
            yield statement
            yield from inside(statement)


def _functions_run_by(statement: ast.stmt) -> Iterator[str]:
    """Yield names of functions that decorate a definition, or that a statement of the module calls."""
    if isinstance(statement, ast.FunctionDef | ast.ClassDef):
        decorators = (
            called(each) if isinstance(each, ast.Call) else name_of(each) for each in statement.decorator_list
        )
        yield from filter(None, decorators)
    elif isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
        yield called(statement.value)


def _cache_removed(function: Definition) -> Iterator[RewriteOffer]:
    """Offer to remove `@cache`."""
    for each in function.decorator_list:
        name = called(each) if isinstance(each, ast.Call) else name_of(each)
        if name in _DECORATORS:
            yield RewriteOffer("fresh-state", each, (replaced(each),), detail="value")


def _emptied_before_use(each: LongLived, others: list[Definition]) -> Iterator[RewriteOffer]:
    """Offer to empty a collection where a function looks for results by a key."""
    keeping = [function for function in others if _keeps_by_key(function, each.name)]
    firsts = [without_docstring(function.body)[0] for function in keeping]
    changes = tuple(before(first, f"{each.text}.clear()") for first in firsts)
    if changes:
        yield RewriteOffer("fresh-state", each.statement, changes, detail="value")


def _emptied_after_pass(
    each: LongLived, empty: str, entry: Definition, others: list[Definition]
) -> Iterator[RewriteOffer]:
    """Offer to empty a tape at the end of the pass."""
    if is_used(each.name, [entry]) and any(_is_filled(function, each.name) for function in others):
        last = entry.body[-1]
        place = before if isinstance(last, ast.Return) else after
        yield RewriteOffer(
            "fresh-state", each.statement, (place(last, *statements(empty, last)),), detail="tape"
        )


def _first_state(each: LongLived, known: SourceAnalysis) -> str:
    """Return the statement that makes it as it was at first; empty if there is none."""
    if is_empty_collection(each.value):
        return f"{each.text}.clear()"
    classes = {one.name for one in known.top_level if isinstance(one, ast.ClassDef)} - {known.class_name}
    maker = called(each.value)
    if maker not in classes:
        return ""
    return ast.unparse(each.value).replace(maker, f"{each.text}.__init__", 1)


def _keeps_by_key(function: Definition, name: str) -> bool:
    """Whether it stores something under a key, and looks for it."""
    stored = [
        target.value
        for node in inside(function)
        for target, _ in assigned(node)
        if isinstance(target, ast.Subscript) and name_of(target.value) == name
    ]
    read = [node for node in inside(function) if name_of(node) == name and node not in stored]
    return bool(stored and read)


def _is_filled(function: Definition, name: str) -> bool:
    """Whether it puts something into it, by its own methods or those of its class."""
    calls = (node.func for node in inside(function) if isinstance(node, ast.Call))
    places = [place for node in inside(function) for place in changed_in(node)]
    places += [method.value for method in calls if isinstance(method, ast.Attribute)]
    return any(name_of(place) == name for place in places)
