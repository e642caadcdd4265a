"""Puts an edit into force in the loaded submission: by new code for its functions, or by loading anew."""

import ast
import types
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any, NamedTuple

from .edit import Change, applied
from .syntax import FUNCTIONS, first_line, inside
from .tree import Tree


class NotPatchable(Exception):
    """The edit is outside of functions, or in a function that ran at import: the source must be run again."""


Live = dict[tuple[str, int], types.FunctionType]
"""The functions of a loaded submission by file and first line."""


def live_functions(module: types.ModuleType, classes: list[type]) -> Live:
    """Return every function that the module and its classes hold, behind decorators and properties too."""
    functions: Live = {}
    for owner in (module, *classes):
        for thing in list(owner.__dict__.values()):
            for function in _functions_behind(thing):
                code = function.__code__
                functions[code.co_filename, code.co_firstlineno] = function
    return functions


def _functions_behind(thing: Any) -> Iterator[types.FunctionType]:
    """Yield the functions behind a decorator, a method or a property."""
    for each in (
        thing,
        *(getattr(thing, name, None) for name in ("__func__", "__wrapped__", "fget", "fset")),
    ):
        if isinstance(each, types.FunctionType):
            yield each


class Patch(NamedTuple):
    """A live function, and its code with an edit carried out."""

    function: types.FunctionType
    code: types.CodeType


def patches(tree: Tree, live: Live, changes: Sequence[Change]) -> list[Patch]:
    """Return the patches of live functions that these changes make.

    Raises:
        NotPatchable: see there.
        Conflict: if two changes exclude each other.
        SyntaxError, ValueError: if what comes out is no Python.
    """
    outer = {tree.outermost(tree.up[change.node][0]) for change in changes}
    if None in outer or any(_is_outside(tree, change) for change in changes):
        raise NotPatchable
    functions = [
        (each, _live_function(tree, live, each)) for each in outer if each and not _has_made(tree, each)
    ]
    if len(functions) < len(outer):
        raise NotPatchable
    with applied(tree, changes):
        return [Patch(function, _new_code(tree, each, function)) for each, function in functions]


@contextmanager
def patched(new: Sequence[Patch]) -> Iterator[None]:
    """Give live functions other code, until the context ends."""
    before = [(function, function.__code__) for function, _ in new]
    try:
        for function, code in new:
            function.__code__ = code
        yield
    finally:
        for function, code in before:
            function.__code__ = code


def _is_outside(tree: Tree, change: Change) -> bool:
    """Whether a change is of what a definition itself holds: decorators, defaults, parameters."""
    for node in (change.node, *tree.above(change.node)):
        parent, name = tree.up.get(node, (None, ""))
        if isinstance(parent, ast.FunctionDef) and tree.outermost(parent) is parent:
            return name != "body"
    return True


def _has_made(tree: Tree, function: ast.FunctionDef) -> bool:
    """Whether a function has made methods by now, as a decorator does: they have the code it had then."""
    is_used = function.name in tree.used_outside_functions
    return is_used and any(isinstance(node, FUNCTIONS) for node in inside(function))


def _live_function(tree: Tree, live: Live, function: ast.FunctionDef) -> types.FunctionType:
    """Return the live function of a definition."""
    try:
        return live[tree.cell_of[tree.module(function)].file, first_line(function)]
    except KeyError:
        raise NotPatchable from None


def _new_code(tree: Tree, node: ast.FunctionDef, function: types.FunctionType) -> types.CodeType:
    """Return the code of a changed function, compiled as part of its class: private names depend on it."""
    owner = tree.up[node][0]
    bare = ast.copy_location(
        ast.FunctionDef(name=node.name, args=_bare_parameters(node.args), body=node.body, decorator_list=[]),
        node,
    )
    body: list[ast.stmt] = [bare]
    if isinstance(owner, ast.ClassDef):
        body = [ast.copy_location(ast.ClassDef(owner.name, [], [], [bare], []), owner)]
    file = function.__code__.co_filename
    compiled = compile(ast.Module(body, []), file, "exec", flags=_futures(function), dont_inherit=True)
    code = _code_named(compiled, node.name)
    if code is None or code.co_freevars != function.__code__.co_freevars:
        raise NotPatchable
    return code.replace(co_firstlineno=function.__code__.co_firstlineno)


@cache
def _bare_parameters(arguments: ast.arguments) -> ast.arguments:
    """Return the parameters without defaults and annotations, which belong to the definition."""

    def plain(argument: ast.arg) -> ast.arg:
        return ast.copy_location(ast.arg(argument.arg), argument)

    return ast.arguments(
        posonlyargs=[plain(argument) for argument in arguments.posonlyargs],
        args=[plain(argument) for argument in arguments.args],
        vararg=arguments.vararg and plain(arguments.vararg),
        kwonlyargs=[plain(argument) for argument in arguments.kwonlyargs],
        kw_defaults=[None] * len(arguments.kwonlyargs),
        kwarg=arguments.kwarg and plain(arguments.kwarg),
        defaults=[],
    )


def _futures(function: types.FunctionType) -> int:
    """Return the flags of `from __future__` with which a function was compiled."""
    return function.__code__.co_flags & 0x1FE0000  # the flags of `from __future__`


def _code_named(code: types.CodeType, name: str) -> types.CodeType | None:
    """Return the code of the first function of that name."""
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            if constant.co_name == name:
                return constant
            if (found := _code_named(constant, name)) is not None:
                return found
    return None
