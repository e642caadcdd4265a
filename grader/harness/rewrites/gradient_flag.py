"""Offers a result that needs a gradient where any operand does: `a.needs_grad or b.needs_grad`.

The flag is known by what the class does with it: it is stored, and conditions ask for it. So one is known,
too, that every result has alike: `out.is_leaf = True`.
"""

import ast
from collections.abc import Iterator
from typing import NamedTuple

from ..repair.edit import Change, RewriteOffer, after, ending, replaced, with_field
from ..repair.known import SourceAnalysis
from ..repair.operation import Making, OperationCode, makers, operations
from ..repair.syntax import Definition, called, expression, found, number_in, text, texts_in
from ._recording import is_returned
from ._traversal import traversal


class _Flag(NamedTuple):
    """An attribute that is True or False in a node, and the parameter that says so."""

    attribute: str
    position: int
    parameter: str


def offers(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer the flag of any operand in each result, and another one than the one that all results have."""
    for flag in _flags(known):
        for operation, making in _results(known):
            if making.is_by_class:
                of_any = " or ".join(f"{operand}.{flag.attribute}" for operand in operation.operands)
                for change in _given(of_any, flag, making.maker, known):
                    yield operation.offer("gradient-flag", making.statement, change, group=flag.attribute)
        for call in _calls_in_helpers(known):
            for change in _given("True", flag, call, known):
                statement = known.tree.statement(call)
                yield RewriteOffer("gradient-flag", statement, (change,), group=flag.attribute)
    for attribute, store in _constants(known):
        yield from _turned(attribute, store, known)


def _results(known: SourceAnalysis) -> Iterator[tuple[OperationCode, Making]]:
    """Yield each call in an operation that makes what it returns."""
    for operation in operations(known):
        yield from ((operation, making) for making in operation.makings if is_returned(making, operation))


def _flags(known: SourceAnalysis) -> Iterator[_Flag]:
    """Yield the flags that a parameter of the constructor says."""
    constructor = known.method("__init__")
    if constructor is None:
        return
    parameters = [each.arg for each in (*constructor.args.args[1:], *constructor.args.kwonlyargs)]
    for node in found(constructor, ast.Assign):
        match node:
            case ast.Assign([ast.Attribute(_, attribute)], ast.Name(given)) if given in parameters:
                if _is_flag(attribute, known):
                    yield _Flag(attribute, parameters.index(given), given)


def _is_flag(attribute: str, known: SourceAnalysis) -> bool:
    """Whether a node holds True or False in it, and a condition depends on that."""
    conditions: Iterator[ast.If | ast.IfExp] = known.nodes(ast.If, ast.IfExp)
    tests = (node.test for node in conditions)
    is_asked_for = any(piece.endswith(f".{attribute}") for test in tests for piece in texts_in(test))
    return is_asked_for and isinstance(getattr(known.value_class.leaf(1.0, "x"), attribute, None), bool)


def _calls_in_helpers(known: SourceAnalysis) -> Iterator[ast.Call]:
    """Yield the calls of the class in helpers that make all results."""
    for function in known.functions:
        if function.name in makers(known):
            yield from (call for call in found(function, ast.Call) if called(call) == known.class_name)


def _constants(known: SourceAnalysis) -> Iterator[tuple[str, ast.Assign]]:
    """Yield the flags that are stored as True or False, with the statement; a parameter may come before."""
    stores: dict[str, list[ast.Assign]] = {}
    for node in known.nodes(ast.Assign):
        match node:
            case ast.Assign([ast.Attribute(_, attribute)]):
                stores.setdefault(attribute, []).append(node)
    for attribute, (*others, last) in stores.items():
        match [type(each.value) for each in others], last.value:
            case [] | [ast.Name], ast.Constant(bool()) if _is_flag(attribute, known):
                yield attribute, last


def _turned(attribute: str, store: ast.Assign, known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer the other value: in the statement of a helper; of a constructor, in all results."""
    constructor, value = known.method("__init__"), bool(number_in(store.value))
    if known.tree.nearest(store, Definition) is not constructor:
        change = replaced(store.value, str(not value))
        yield RewriteOffer("gradient-flag", store, (change,), group=attribute)
        return
    for operation, making in _results(known):
        if making.result is not None:
            change = after(making.statement, f"{making.result}.{attribute} = {not value}")
            yield operation.offer("gradient-flag", making.statement, change, group=attribute)
    parents = traversal(known).parents
    if parents.ways and constructor is not None:
        test = "not {}" if value else "bool({})"
        last = ending(constructor.body[-1], f"self.{attribute} = {test.format(parents.of('self'))}")
        yield RewriteOffer("gradient-flag", store, (replaced(store), last))


def _given(value: str, flag: _Flag, call: ast.Call, known: SourceAnalysis) -> Iterator[Change]:
    """Yield the change that gives a call this value of a flag, unless it has it."""
    named = [each.value for each in call.keywords if each.arg == flag.parameter]
    for given in (*named, *call.args[flag.position : flag.position + 1]):
        stored = known.value_of_local(given)
        if text(stored) != value:
            yield replaced(stored, value)
        return
    added = ast.keyword(flag.parameter, expression(value, call))
    yield with_field(call, "keywords", [*call.keywords, added])
