"""Finds by trying the method without which a result has no number, where names do not tell it."""

import inspect
from collections.abc import Callable, Iterator
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

_RIGHT = {"*": 6.0, "+": 5.0}
"""The results of 2 and 3."""


def compute_later(value_class: ValueClass) -> None:
    """Have the results of a class computed by a call, where they have no number and a call gives it."""
    for op in FIRST_OPERATIONS:
        with suppress(BaseException), limited(value_class), refused():
            make = _maker(value_class, op)
            if _has(value_class, result := make(), _RIGHT[op]):
                return
            for name in _methods(type(result)):
                if _tried(value_class, make, name, _RIGHT[op]):
                    return


def _tried(value_class: ValueClass, make: Callable[[], Any], name: str, right: float) -> bool:
    """Take this method if a result has the right number behind a call of it, or is given that; True if so."""
    with suppress(Exception):
        result = make()
        returned = getattr(result, name)()
        if _has(value_class, result, right):
            value_class.computing = Computing(name)
        elif value_class.reader.number(returned)[0] == right:
            value_class.computing = read_what_is_returned(value_class, name)
        else:
            return False
        value_class.note("computed", name=name)
        return True
    return False


def _maker(value_class: ValueClass, op: str) -> Callable[[], Any]:
    """Return a function that makes the result of an operation as it comes: it may have no number."""
    function = Operations(value_class).plain(op)
    return lambda: function(value_class.leaf(2.0, "a"), value_class.leaf(3.0, "b"))


def _has(value_class: ValueClass, node: Any, right: float) -> bool:
    """Whether a node has this number."""
    number, kind = value_class.reader.attribute(node, value_class.data_name)
    return kind < ABSENT and number == right


def _methods(cls: type) -> Iterator[str]:
    """Yield the public methods that ask for nothing and are no pass, the likely ones first."""
    names = [name for name in dir(cls) if not name.startswith("_") and name not in OPERATION_NAMES]
    for name in dict.fromkeys((*COMPUTING_NAMES, *names)):
        method = getattr(cls, name, None)
        if inspect.isfunction(method) and required_arguments(method) == 1 and not LIKELY.search(name):
            yield name
