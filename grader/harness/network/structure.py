"""Finds the nodes of the graded class that can be reached from an object, and the objects on the way.

Things count by their class, in the order in which they are held, never by their names.
"""

import contextlib
import sys
from collections.abc import Iterator
from itertools import chain
from typing import Any, NamedTuple

from ..running.problem import in_submission

_MOST = 5_000
_DEEPEST = 12
_SKIPPED = (str, bytes, int, float, complex, bool, type(None))

Path = tuple[Any, ...]
"""The attributes and positions that lead to a thing."""


class Held(NamedTuple):
    """Something that an object holds."""

    path: Path
    thing: Any


class Structure:
    """The leaves and the objects of one object."""

    def __init__(self, root: Any, node_class: type) -> None:
        self.leaves: list[Held] = []
        """The nodes, each once, where it is held first."""
        self.objects: list[Held] = []
        """The objects of the submission's other classes, the outer before the inner."""
        self._node_class = node_class
        self._seen: dict[int, Any] = {}
        """Each thing that was visited, by its `id`. Kept alive: the list of an array exists nowhere else."""
        self._walk(root, (), is_root=True)

    def _walk(self, thing: Any, path: Path, *, is_root: bool = False) -> None:
        """Note the nodes and objects that can be reached from a thing."""
        if type(thing) in _SKIPPED or len(path) > _DEEPEST or len(self._seen) > _MOST:
            return
        if id(thing) in self._seen:
            return
        self._seen[id(thing)] = thing
        if issubclass(type(thing), self._node_class):
            self.leaves.append(Held(path, thing))
            return
        if in_submission(type(thing)) and not isinstance(thing, type):
            if not is_root:
                self.objects.append(Held(path, thing))
            parts: Iterator[tuple[Any, Any]] = chain(_attributes(thing), _items(thing))
        else:
            parts = _items(thing)
        for key, part in parts:
            self._walk(part, (*path, key))


def _attributes(thing: Any) -> Iterator[tuple[Any, Any]]:
    """Yield the attributes of an object, then those of its class that all objects share."""
    own = getattr(thing, "__dict__", None)
    yield from list(own.items()) if type(own) is dict else ()
    for cls in type(thing).__mro__:
        if not in_submission(cls):
            continue
        slots = cls.__dict__.get("__slots__", ())
        for name in (slots,) if isinstance(slots, str) else slots:
            with contextlib.suppress(AttributeError):
                yield name, getattr(thing, name)
        for name, shared in list(cls.__dict__.items()):
            if not name.startswith("__") and isinstance(shared, list | tuple | dict):
                yield name, shared


def as_list(thing: Any) -> list[Any] | None:
    """The nodes of an array of numpy, nested as it is; None where it is no such array."""
    array = getattr(sys.modules.get("numpy"), "ndarray", None)
    if not isinstance(array, type) or not issubclass(type(thing), array) or thing.dtype != object:
        return None
    listed = thing.tolist()
    return listed if isinstance(listed, list) else [listed]


def _items(thing: Any) -> Iterator[tuple[Any, Any]]:
    """Return the parts of a collection, each with its key or position."""
    if isinstance(thing, dict):
        yield from list(thing.items())
    elif isinstance(thing, list | tuple):
        yield from enumerate(list(thing))
    elif isinstance(thing, set | frozenset):
        yield from ((id(part), part) for part in list(thing))  # a set has no positions
    else:
        yield from enumerate(as_list(thing) or ())
