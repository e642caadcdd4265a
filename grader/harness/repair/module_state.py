"""Keeps what outlives a play: the numbers and collections that a module, its classes and functions hold.

Edits that are tried must not change it. One may raise in the middle of a constructor: of four parallel lists
two are then longer, and every later play fails. Where each node has an entry in a list of the module, the
list would also grow with each play.
"""

from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import chain
from types import FunctionType, ModuleType
from typing import Any

_NUMBERS = (int, float, bool, type(None))
_COLLECTIONS = (list, dict, set, deque)
_DEEPEST = 3
_MUCH = 250
"""The most things that plays may leave behind: a pass that goes over all of them is slow."""


class ModuleState:
    """The state of a submission at one moment, to be put back."""

    def __init__(self, module: ModuleType, classes: Iterable[type]) -> None:
        holders = (module, *classes)
        self._own = frozenset(classes)
        self._named = [
            (holder, name, value)
            for holder in holders
            for name, value in vars(holder).items()
            if not name.startswith("__") and self._is_state(value)
        ]
        functions = chain.from_iterable(map(_functions, holders))
        held = chain((value for _, _, value in self._named), *map(_held, functions))
        kept = (each for value in held for each in self._collections(value, _DEEPEST))
        self._contents = [(each, each.copy()) for each in {id(each): each for each in kept}.values()]

    def has_grown(self) -> bool:
        """Whether plays have left much in the collections that were there at first."""
        return sum(len(each) - len(elements) for each, elements in self._contents) > _MUCH

    def put_back(self) -> None:
        """Restore the value of every name, and the elements of every collection."""
        for holder, name, value in self._named:
            if vars(holder).get(name) is not value:
                setattr(holder, name, value)
        for collection, elements in self._contents:
            # Nothing is compared: that would run methods of the submission.
            _fill(collection, elements)

    def _is_state(self, value: Any) -> bool:
        """Whether a value is a number, a collection, or an object of the submission."""
        return type(value) in (*_NUMBERS, *_COLLECTIONS) or type(value) in self._own

    def _collections(self, value: Any, depth: int) -> Iterator[Any]:
        """Yield the collections in a value, and what objects of the submission's own classes hold."""
        if type(value) in self._own:
            value = getattr(value, "__dict__", None)
        if type(value) not in _COLLECTIONS or not depth:
            return
        yield value
        for each in value.values() if isinstance(value, dict) else value:
            yield from self._collections(each, depth - 1)


def _functions(holder: object) -> Iterator[FunctionType]:
    """Yield the functions and methods of a module or class."""
    for value in vars(holder).values():
        function = value.__func__ if type(value) in (staticmethod, classmethod) else value
        if type(function) is FunctionType:
            yield function


def _held(function: FunctionType) -> Iterator[Any]:
    """Yield what a function keeps from call to call: defaults of arguments, its closure, its attributes."""
    yield from function.__defaults__ or ()
    yield from (function.__kwdefaults__ or {}).values()
    for cell in function.__closure__ or ():
        with suppress(ValueError):  # nothing is in it yet
            yield cell.cell_contents
    yield from vars(function).values()


def _fill(collection: Any, elements: Any) -> None:
    """Give a collection these elements."""
    collection.clear()
    if isinstance(collection, dict | set):
        collection.update(elements)
    else:
        collection.extend(elements)
