"""Reads everything a piece of code can see, as one value: equal twice, and it goes on as it did before."""

import types
from collections import deque
from collections.abc import Callable
from typing import Any

from ..running.problem import MODULE

_MOST = 4_000
_PLAIN = (int, float, complex, str, bytes, bool, type(None), type(Ellipsis), range)
_WITHOUT_PARTS = (
    types.BuiltinFunctionType, types.ModuleType, types.CodeType, types.MemberDescriptorType,
)  # fmt: skip
_attributes_of = type.__dict__["__dict__"].__get__
_order_of = type.__dict__["__mro__"].__get__

UNSTEADY = frozenset(
    {
        "random", "choice", "shuffle", "randint", "uniform", "gauss", "urandom", "time", "perf_counter",
        "monotonic", "process_time", "time_ns", "now", "input", "next", "send", "getrandom",
        "default_rng", "counter", "gettrace", "settrace", "gc", "weakref", "ref", "_getframe",
    }
)  # fmt: skip
"""Names of what gives something else when it is asked again, though nothing here has changed."""


class Unclear(Exception):
    """Something is in sight whose inside cannot be seen, or too much is."""


def state(frame: types.FrameType) -> tuple[object, ...]:
    """Return everything that a frame's code can reach: its variables, its module's, and what they refer to.

    Objects count as themselves, not as equal ones: a loop that makes new ones is never where it was.

    Raises `Unclear` where that cannot be said, as of a generator half way.
    """
    seen: set[int] = set()
    parts: list[object] = []
    names = {**frame.f_globals, **frame.f_locals}
    waiting: list[Any] = [part for name in names if name[:2] != "__" for part in (name, names[name])]
    while waiting:
        thing = waiting.pop()
        if type(thing) in _PLAIN:
            parts.append((type(thing), repr(thing) if type(thing) in (float, complex) else thing))
            continue
        parts.append(id(thing))
        if id(thing) not in seen:
            seen.add(id(thing))
            if len(seen) > _MOST:
                raise Unclear
            waiting += _parts(thing)
    return tuple(parts)


def _parts(thing: Any) -> list[Any]:
    """Return what a thing refers to."""
    kind = type(thing)
    if read := _PARTS.get(kind):
        return read(thing)
    return _parts_of_class(thing) if issubclass(kind, type) else _parts_of_object(thing)


def _nothing(_: Any) -> list[Any]:
    """Return no parts."""
    return []


def _parts_of_mapping(pairs: Any) -> list[Any]:
    """Return the length, keys and values of a mapping."""
    return [len(pairs), *(part for pair in pairs.items() for part in pair)]


def _parts_of_sequence(row: Any) -> list[Any]:
    """Return the length and the elements of a collection."""
    return [len(row), *row]


def _parts_of_function(function: Any) -> list[Any]:
    """Return what a function of the submission refers to; nothing for one of a library, or of ours."""
    if function.__module__ != MODULE:
        return []
    return [function.__defaults__, function.__kwdefaults__, function.__closure__, function.__dict__]


def _parts_of_cell(cell: Any) -> list[Any]:
    """Return the content of a cell, if it has one."""
    try:
        return [cell.cell_contents]
    except ValueError:
        return []


_PARTS: dict[type, Callable[[Any], list[Any]]] = {
    **dict.fromkeys((list, tuple, deque, set, frozenset), _parts_of_sequence),
    **dict.fromkeys((dict, types.MappingProxyType), _parts_of_mapping),
    **dict.fromkeys(_WITHOUT_PARTS, _nothing),
    types.FunctionType: _parts_of_function,
    types.CellType: _parts_of_cell,
    types.MethodType: lambda method: [method.__self__, method.__func__],
    property: lambda cls: [cls.fget, cls.fset, cls.fdel],
    staticmethod: lambda cls: [cls.__func__],
    classmethod: lambda cls: [cls.__func__],
}


def _parts_of_class(cls: type) -> list[Any]:
    """Return the attributes of a class of the submission."""
    attributes = _attributes_of(cls)
    if attributes.get("__module__") != MODULE:
        return []
    return [
        attribute for attribute in attributes.values() if type(attribute) is not types.GetSetDescriptorType
    ]


def _parts_of_object(thing: Any) -> list[Any]:
    """Return the attributes of an object of a class of the submission."""
    parts: list[Any] = [type(thing)]
    for cls in _order_of(type(thing)):
        if cls is object:
            continue
        if _attributes_of(cls).get("__module__") != MODULE:
            raise Unclear
        for attribute in _attributes_of(cls).values():
            if type(attribute) is types.MemberDescriptorType:
                try:
                    parts.append(attribute.__get__(thing))
                except AttributeError:
                    parts.append(None)
    try:
        return [*parts, object.__getattribute__(thing, "__dict__")]
    except AttributeError:
        return parts
