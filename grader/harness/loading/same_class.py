"""Compares the class of a whole source with that of its definitions alone, by all that they are made of."""

import dis
import types
from collections.abc import Callable, Iterator
from functools import cached_property, partial
from typing import Any

from ..model.find_class import ValueClass
from ..model.layout import is_of_layouts
from ..model.operations import is_played
from ..running.problem import MODULE, in_submission

_MOST = 20_000
"""Pairs that are compared; a source that is made of more is loaded whole."""
_PLAIN = (bool, int, float, complex, str, bytes, type(None))
_NOT_COMPARED = frozenset({"__dict__", "__weakref__", "__doc__", "__module__", "__annotations__"})
_LOOKS_UP = ("LOAD_GLOBAL", "LOAD_NAME")

Pair = tuple[str, Any, Any]
"""Two things and the name by which they are known."""


class _Differ(Exception):
    """Two parts are not the same."""


def are_same(whole: ValueClass, alone: ValueClass, state: frozenset[str]) -> bool:
    """Whether two classes are used alike, and made of the same code and values.

    State is what a class changes as it works: of it only the kind has to be the same.
    """
    if _usage(whole) != _usage(alone):
        return False
    waiting: list[Pair] = [("", whole.cls, alone.cls)]
    compared: set[tuple[int, int]] = set()
    try:
        waiting += _pairs_of_classes(whole, alone)
        while waiting:
            name, one, other = waiting.pop()
            if one is other or (id(one), id(other)) in compared:
                continue
            compared.add((id(one), id(other)))
            _require(len(compared) < _MOST)
            waiting += _pairs_of_parts(one, other, state, is_state=name in state)
    except Exception:  # a submission's own comparison may raise anything
        return False
    return True


def _usage(value_class: ValueClass) -> tuple[Any, ...]:
    """Return how a class is used."""
    return (value_class.facts(), value_class.data_name, value_class.grad_name, len(value_class.other_leaves))


def _pairs_of_classes(whole: ValueClass, alone: ValueClass) -> Iterator[Pair]:
    """Yield the other classes, and functions that are played."""
    yield from _pairs_of_items(list(whole.classes), list(alone.classes))
    names = filter(is_played, whole.module.__dict__)
    yield from (_pair_of_globals(name, whole.module.__dict__, alone.module.__dict__) for name in names)


def _pairs_of_parts(one: Any, other: Any, state: frozenset[str], *, is_state: bool) -> Iterator[Pair]:
    """Yield the parts of two things that have to be the same too."""
    _require(_kind_of(one, is_state=is_state) == _kind_of(other, is_state=is_state))
    if isinstance(one, (*_PLAIN, types.ModuleType)):
        _require(_are_alike(one, other, is_state=is_state))
    elif isinstance(one, types.FunctionType):
        yield from _pairs_of_functions(one, other)
    elif isinstance(one, type):
        yield from _pairs_of_bases_and_attributes(one, other, state)
    elif isinstance(one, dict):
        yield from _pairs_of_tables(one, other, is_state=is_state)
    elif isinstance(one, list | tuple | set | frozenset):
        yield from () if is_state else _pairs_of_items(_in_order(one), _in_order(other))
    elif in_submission(type(one)):
        yield from _pairs_of_objects(one, other, state)
    else:
        yield from ((name, getattr(one, name), getattr(other, name)) for name in _WRAPPED.get(type(one), ()))


def _pairs_of_objects(one: Any, other: Any, state: frozenset[str]) -> Iterator[Pair]:
    """Yield the classes and the attributes of two objects of the submission."""
    yield "", type(one), type(other)
    if hasattr(one, "__dict__"):
        yield from _pairs_of_attributes(vars(one), vars(other), state)


def _are_alike(one: Any, other: Any, *, is_state: bool) -> bool:
    """Whether two things without parts are the same; state may have another value."""
    if isinstance(one, types.ModuleType):
        # Another of that name was put in its place, before the definitions imported it once more.
        return bool(one.__name__ == other.__name__ == MODULE)
    return repr(one) == repr(other) or (is_state and not isinstance(one, bool))


def _kind_of(thing: Any, *, is_state: bool) -> str:
    """Return the name of its type; a counter may become a float."""
    cls = float if is_state and type(thing) is int else type(thing)
    return cls.__qualname__


_WRAPPED: dict[type, tuple[str, ...]] = {
    staticmethod: ("__func__",),
    classmethod: ("__func__",),
    property: ("fget", "fset", "fdel"),
    cached_property: ("func",),
    partial: ("func", "args", "keywords"),
    types.MethodType: ("__func__", "__self__"),
    types.BuiltinFunctionType: ("__name__", "__self__"),
}


def _pairs_of_functions(one: Callable[..., Any], other: Callable[..., Any]) -> Iterator[Pair]:
    """Yield what two functions with one code refer to."""
    _require(one.__code__ == other.__code__)
    if is_of_layouts(one):
        return  # it refers to the numbers of the nodes that were made
    yield "", one.__defaults__, other.__defaults__
    yield "", one.__kwdefaults__, other.__kwdefaults__
    cells = zip(one.__code__.co_freevars, one.__closure__ or (), other.__closure__ or (), strict=True)
    yield from ((name, a.cell_contents, b.cell_contents) for name, a, b in cells)
    names = [
        name
        for name in _names_looked_up(one.__code__)
        if name in one.__globals__ or name in other.__globals__
    ]
    yield from (_pair_of_globals(name, one.__globals__, other.__globals__) for name in names)


def _names_looked_up(code: types.CodeType) -> Iterator[str]:
    """Yield every name that it, or a function inside it, looks up in its module."""
    yield from (each.argval for each in dis.get_instructions(code) if each.opname in _LOOKS_UP)
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _names_looked_up(constant)


def _pair_of_globals(name: str, one: dict[str, Any], other: dict[str, Any]) -> Pair:
    """Return what two modules have under a name."""
    _require(name in one and name in other)
    return name, one[name], other[name]


def _pairs_of_bases_and_attributes(one: type, other: type, state: frozenset[str]) -> Iterator[Pair]:
    """Yield the bases and the attributes of two classes."""
    _require(one.__module__ == other.__module__ == MODULE)
    yield from _pairs_of_items(list(one.__bases__), list(other.__bases__))
    yield from _pairs_of_attributes(dict(one.__dict__), dict(other.__dict__), state)


def _pairs_of_attributes(one: dict[str, Any], other: dict[str, Any], state: frozenset[str]) -> Iterator[Pair]:
    """Yield the attributes of two things, without state that one of them lacks."""
    names = (one.keys() | other.keys()) - _NOT_COMPARED
    both = one.keys() & other.keys()
    _require(all(name in both or name in state for name in names))
    yield from ((name, one[name], other[name]) for name in names & both)


def _pairs_of_tables(one: dict[Any, Any], other: dict[Any, Any], *, is_state: bool) -> Iterator[Pair]:
    """Yield pairs of two tables; of tables that are state, what a word finds: operations, but no nodes."""
    a, b = ({_key_text(key): thing for key, thing in table.items()} for table in (one, other))
    if is_state:
        a, b = ({key: thing for key, thing in table.items() if _is_code(thing)} for table in (a, b))
    _require(a.keys() == b.keys())
    yield from (("", a[key], b[key]) for key in a)


def _key_text(key: Any) -> str:
    """Return a key as text, the same for equal keys."""
    return repr(key) if isinstance(key, _PLAIN) else key.__qualname__ if _is_code(key) else ""


def _is_code(thing: Any) -> bool:
    """Whether a thing is a function or a class."""
    return isinstance(thing, types.FunctionType | type)


def _in_order(things: Any) -> list[Any]:
    """Return the elements of a collection, those of a set in one order."""
    return list(things) if isinstance(things, list | tuple) else sorted(things, key=_key_text)


def _pairs_of_items(one: list[Any], other: list[Any]) -> Iterator[Pair]:
    """Yield the elements of two lists of one length."""
    _require(len(one) == len(other))
    yield from (("", a, b) for a, b in zip(one, other, strict=True))


def _require(condition: bool) -> None:  # noqa: FBT001 - reads like an assertion
    """Raise where two parts are not the same."""
    if not condition:
        raise _Differ
