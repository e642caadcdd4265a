"""Finds by trying the method without which a result has no number, where names do not tell it."""

import inspect
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import Any

from ..model.computed import Computing, read_what_is_returned
from ..model.dialect_names import COMPUTING_NAMES
from ..model.find_class import ValueClass
from ..model.operations import FIRST_OPERATIONS, OPERATION_NAMES, Operations
from ..model.read import ABSENT
from ..model.signatures import required_arguments
from ..model.smallest import limited
from ..running.waiting import refused
from .passes_beside import LIKELY

_RIGHT = {"*": 18.0, "+": 8.0}
"""The results of 2, 3 and 3."""
_COMPUTES = re.compile(r"forward|fw|eval|comput|calc|run", re.IGNORECASE)
"""The names of functions that may compute all numbers: others are not called to see what they do."""


def compute_later(value_class: ValueClass) -> None:
    """Have the results of a class computed by a call, where they have no number and a call gives it."""
    for op in FIRST_OPERATIONS:
        with suppress(BaseException), limited(value_class), refused():
            make = _maker(value_class, op)
            if _has(value_class, result := make(), _RIGHT[op]):
                return
            ways = [*((None, "", name) for name in _methods(type(result))), *_functions(value_class)]
            if any(_tried(value_class, make, way, _RIGHT[op]) for way in ways):
                return


def _tried(value_class: ValueClass, make: Callable[[], Any], way: tuple[Any, str, str], right: float) -> bool:
    """Take this function if it gives a result the right number; return False if it does not."""
    holder, holder_name, name = way
    with suppress(Exception):
        result = make()
        returned = getattr(result if holder is None else holder, name)()
        if _has(value_class, result, right):
            value_class.computing = Computing(name, holder=holder, holder_name=holder_name)
        elif holder is None and value_class.reader.number(returned)[0] == right:
            value_class.computing = read_what_is_returned(value_class, name)
        else:
            return False
        value_class.note("computed", name=value_class.computing.written)
        return True
    return False


def _maker(value_class: ValueClass, op: str) -> Callable[[], Any]:
    """Return a function that makes the result of an operation as it comes: it may have no number."""
    function = Operations(value_class).plain(op)

    def make() -> Any:
        value_class.layouts.begin_graph()
        a, b = value_class.leaf(2.0, "a"), value_class.leaf(3.0, "b")
        return function(function(a, b), b)

    return make


def _has(value_class: ValueClass, node: Any, right: float) -> bool:
    """Whether a node has this number."""
    number, kind = value_class.reader.attribute(node, value_class.data_name)
    return kind < ABSENT and number == right


def _functions(value_class: ValueClass) -> Iterator[tuple[Any, str, str]]:
    """Yield what may compute the numbers of all nodes: functions of the module, methods of an object."""
    companion = value_class.layouts.companion
    holders: list[tuple[Any, str, Mapping[str, Any]]] = [(value_class.module, "", vars(value_class.module))]
    if companion is not None:
        holders.append((companion.thing, companion.name, vars(companion.cls)))
    for holder, holder_name, members in holders:
        for name, thing in members.items():
            is_function = inspect.isfunction(thing) and _COMPUTES.search(name) and not LIKELY.search(name)
            if is_function and required_arguments(thing) == bool(holder_name):
                yield holder, holder_name, name


def _methods(cls: type) -> Iterator[str]:
    """Yield the public methods that ask for nothing and are no pass, the likely ones first."""
    names = [name for name in dir(cls) if not name.startswith("_") and name not in OPERATION_NAMES]
    for name in dict.fromkeys((*COMPUTING_NAMES, *names)):
        method = getattr(cls, name, None)
        if inspect.isfunction(method) and required_arguments(method) == 1 and not LIKELY.search(name):
            yield name
