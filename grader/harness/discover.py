"""Finds out by trying what names leave open: which method runs the whole pass, where gradients are kept.

A product of three is built and a candidate is called on its result. If a number of the first factor
changes, that is the backward pass, and the number its gradient. Where names tell, nothing is tried.
"""

import inspect
import re
from typing import Any

from .backward import backward_caller
from .find_class import ClassNotFound, ValueClass, backward_names
from .operations import OPERATION_NAMES, Operations
from .read import ABSENT
from .signatures import required_arguments

_LIKELY = re.compile(r"prop|grad|retro|diff|deriv", re.IGNORECASE)
_UNLIKELY = re.compile(
    r"zero|clear|reset|reini|no_|disable|enable|eval|train|freeze|detach|stop|print|show|plot|draw|save|load",
    re.IGNORECASE,
)


def settle(value_class: ValueClass) -> None:
    """Make sure of how gradients are asked for, by trying where names do not tell.

    Raises:
        NotFound: if nothing tells.
    """
    named = backward_names(value_class.cls, value_class.module)
    known = not callable(getattr(value_class.leaf(1.0, "x"), value_class.grad_name, callable))
    if not (known and len(named) == 1):
        _try_all(value_class, named, known=known)
    if not value_class.settled:
        raise ClassNotFound(kind="no-class", classes=[value_class.cls.__name__[:80]])
    if value_class.backward_name not in (None, "backward"):
        value_class.note("backward-name", name=value_class.backward_name)


def _try_all(value_class: ValueClass, named: list[str], *, known: bool) -> None:
    first = value_class.backward_name
    for name in named + _others(value_class.cls, named):
        value_class.backward_name = name
        if grad_name := _moved_by(value_class, known=known):
            value_class.settled = True
            if grad_name != value_class.grad_name:
                value_class.grad_name = grad_name
                value_class.note("gradient-name", name=grad_name)
            return
    value_class.backward_name = first


def _others(cls: type, named: list[str]) -> list[str]:
    """Public methods that ask for nothing, the likely ones first."""
    names = [
        name
        for name in dir(cls)
        if not name.startswith("_")
        and name not in named
        and name not in OPERATION_NAMES
        and not _UNLIKELY.search(name)
        and inspect.isfunction(method := getattr(cls, name, None))
        and required_arguments(method) == 1
    ]
    return sorted(names, key=lambda name: _LIKELY.search(name) is None)


def _moved_by(value_class: ValueClass, *, known: bool) -> str | None:
    """The number of an input that the candidate changes: its gradient."""
    notes, types = list(value_class.notes), set(value_class.reader.types)
    try:
        times = Operations(value_class).do
        a, b, c = value_class.leaf(2.0, "a"), value_class.leaf(3.0, "b"), value_class.leaf(5.0, "c")
        product = times("*", [times("*", [a, b], []), c], [])
        names = [value_class.grad_name] if known else _numbers(a)
        before = _read(value_class, a, names)
        backward_caller(value_class)(product)
        after = _read(value_class, a, names if known else _numbers(a))
    except BaseException:
        after, before = {}, {}
    value_class.notes[:], value_class.reader.types = notes, types
    moved = [name for name, number in after.items() if number not in (0.0, before.get(name))]
    if value_class.data_name in moved:
        return None
    return next(iter(sorted(moved, key=lambda name: (after[name] != _RIGHT, name.startswith("_")))), None)


_RIGHT = 15.0
"""What the gradient of the first factor is."""


def _read(value_class: ValueClass, node: Any, names: list[str]) -> dict[str, float]:
    readings = {name: value_class.reader.attribute(node, name) for name in names}
    return {name: number for name, (number, kind) in readings.items() if kind < ABSENT}


def _numbers(node: Any) -> list[str]:
    """Every attribute that may hold a number: those of its own, slots and properties."""
    cls = type(node)
    descriptors = [name for name in dir(cls) if inspect.isdatadescriptor(inspect.getattr_static(cls, name))]
    return [*getattr(node, "__dict__", ()), *(name for name in descriptors if not name.startswith("__"))]
