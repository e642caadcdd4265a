"""Finds out what a graph consists of: what its nodes lead to, and what the module keeps of it.

No code of the submission is run. Gradients are left out: a pass is there to change them.
"""

import contextlib
import gc
import types
from collections import deque
from collections.abc import Callable, Sequence
from contextvars import ContextVar
from operator import length_hint
from typing import Any

from .find_class import ValueClass

_MOST = 60_000
_LONG = 100
"""More is not counted of an iterator."""
_NUMBERS = (int, float)
_WITHOUT_PARTS = (
    *_NUMBERS, bool, str, bytes, complex, type(None), types.ModuleType, types.CodeType, types.FrameType,
)  # fmt: skip
_COLLECTIONS = (list, tuple, dict, set, frozenset, deque)
_PLAIN = (*_WITHOUT_PARTS, *_COLLECTIONS, types.CellType)
"""The types of things of a node that others with the same content can replace."""

_attributes_of = type.__dict__["__dict__"].__get__
_order_of = type.__dict__["__mro__"].__get__

Facts = set[tuple[str, int]]
"""The parts of a graph: where each is held, and its `id`, or minus a count of numbers."""


class TooMuch(Exception):
    """There is more than can be looked at."""


class Holdings:
    """The things that are held at one moment. It keeps all parts, so that no `id` is given twice."""

    def __init__(self, value_class: ValueClass, nodes: Sequence[Any]) -> None:
        """Look at what each node leads to, without nodes that came later, and at what the module keeps.

        Raises `TooMuch` where not all could be seen.
        """
        self._value_class = value_class
        self._names = value_class.module.__dict__
        self._data = value_class.data_name.partition(".")[0]
        self._places = {id(node): place for place, node in enumerate(nodes)}
        self._parts: list[Any] = []
        self.facts: Facts = set()
        for place, node in enumerate(nodes):
            self._look_at_node(place, node)
        self._look_at_module()

    def _look_at_node(self, place: int, node: Any) -> None:
        """Look at each attribute alone: what one of them lets go of, another may still hold."""
        for name, value in self._attributes(node).items():
            where = f"{place}.{name}"
            found = self._reached([value], lambda part: self._leads_down(part, place))
            numbers = sum(map(_numbers_in, found))
            self.facts.update((where, _identity(part)) for part in found if type(part) not in _PLAIN)
            self.facts.update((where, -count) for count in range(1, numbers + 1))

    def _leads_down(self, part: Any, place: int) -> bool:
        """Whether a part is no class, and no node that came later than this one."""
        return self._places.get(id(part), place) <= place and not issubclass(type(part), type)

    def _look_at_module(self) -> None:
        """Note collections, functions with defaults, classes; and nodes, but not what these lead to."""
        names = [name for name in self._names if name[:2] != "__"]
        found = self._reached([self._names[name] for name in names], lambda _: True, through_nodes=False)
        self.facts.update(("", id(part)) for part in found if type(part) not in _WITHOUT_PARTS)

    def _reached(
        self, roots: list[Any], counts: Callable[[Any], bool], *, through_nodes: bool = True
    ) -> list[Any]:
        """Return all that the roots lead to, once for each reference to it; each is opened once."""
        found, opened = list(roots), set()
        for part in found:  # it grows meanwhile
            is_closed = type(part) in _WITHOUT_PARTS or (not through_nodes and self._is_node(part))
            if is_closed or id(part) in opened:
                continue
            opened.add(id(part))
            found += filter(counts, self._parts_of(part))
            if len(found) > _MOST:
                raise TooMuch
        self._parts.append(found)
        return found

    def _is_node(self, thing: Any) -> bool:
        """Whether a thing is an object of the graded class."""
        return self._value_class.cls in _order_of(type(thing))

    def _parts_of(self, thing: Any) -> list[Any]:
        """Return what a thing refers to, as far as it is the submission's."""
        kind = type(thing)
        if issubclass(kind, type):
            is_theirs = any(thing is cls for cls in self._value_class.classes)
            return list(_attributes_of(thing).values()) if is_theirs else []
        if kind is types.FunctionType:
            kept = [thing.__closure__, thing.__defaults__, thing.__kwdefaults__, thing.__dict__]
            return kept if thing.__globals__ is self._names else []
        if kind is ContextVar:
            return [thing.get(None)]
        return [*self._attributes(thing).values()] if self._is_node(thing) else gc.get_referents(thing)

    def _attributes(self, node: Any) -> dict[str, Any]:
        """Return a node's attributes by name, without its gradient; elements of a collection have no name."""
        held: dict[str, Any] = {}
        for cls in _order_of(type(node)):
            for name, slot in _attributes_of(cls).items():
                if type(slot) is types.MemberDescriptorType:
                    held[name] = _content(slot, node)
        with contextlib.suppress(AttributeError):
            held |= object.__getattribute__(node, "__dict__")
        if issubclass(type(node), _COLLECTIONS):
            held[""] = gc.get_referents(node)
        if (kept := self._value_class.grad_name.partition(".")[0]) != self._data:
            held.pop(kept, None)
        return held


def _numbers_in(part: Any) -> int:
    """Return 1 for a number; for an iterator of Python's own what it has still to give."""
    if type(part) in _NUMBERS:
        return 1
    is_iterator = type(part).__module__ == "builtins" and hasattr(type(part), "__length_hint__")
    return min(length_hint(part), _LONG) if is_iterator else 0


def _identity(part: Any) -> int:
    """Return the `id` of a part; a new one for each step of a generator, which only goes forward."""
    if type(part) is not types.GeneratorType:
        return id(part)
    return hash((id(part), part.gi_frame.f_lasti if part.gi_frame else None))


def _content(slot: types.MemberDescriptorType, node: Any) -> Any:
    """Return what a slot of a node holds."""
    try:
        return slot.__get__(node)
    except AttributeError:
        return None
