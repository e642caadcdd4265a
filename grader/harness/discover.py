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


def settle(found: ValueClass) -> None:
    """Make sure of how gradients are asked for, by trying where names do not tell.

    Raises:
        NotFound: if nothing tells.
    """
    named = backward_names(found.made, found.module)
    known = not callable(getattr(found.leaf(1.0, "x"), found.grad_name, callable))
    if not (known and len(named) == 1):
        _try_all(found, named, known=known)
    if not found.settled:
        raise ClassNotFound(kind="no-class", classes=[found.made.__name__[:80]])
    if found.backward_name not in (None, "backward"):
        found.note("backward-name", name=found.backward_name)


def _try_all(found: ValueClass, named: list[str], *, known: bool) -> None:
    first = found.backward_name
    for name in named + _others(found.made, named):
        found.backward_name = name
        if grad_name := _moved_by(found, known=known):
            found.settled = True
            if grad_name != found.grad_name:
                found.grad_name = grad_name
                found.note("gradient-name", name=grad_name)
            return
    found.backward_name = first


def _others(made: type, named: list[str]) -> list[str]:
    """Public methods that ask for nothing, the likely ones first."""
    names = [
        name
        for name in dir(made)
        if not name.startswith("_")
        and name not in named
        and name not in OPERATION_NAMES
        and not _UNLIKELY.search(name)
        and inspect.isfunction(method := getattr(made, name, None))
        and required_arguments(method) == 1
    ]
    return sorted(names, key=lambda name: _LIKELY.search(name) is None)


def _moved_by(found: ValueClass, *, known: bool) -> str | None:
    """The number of an input that the candidate changes: its gradient."""
    notes, types = list(found.notes), set(found.reader.types)
    try:
        times = Operations(found).do
        a, b, c = found.leaf(2.0, "a"), found.leaf(3.0, "b"), found.leaf(5.0, "c")
        product = times("*", [times("*", [a, b], []), c], [])
        names = [found.grad_name] if known else _numbers(a)
        before = _read(found, a, names)
        backward_caller(found)(product)
        after = _read(found, a, names if known else _numbers(a))
    except BaseException:
        after, before = {}, {}
    found.notes[:], found.reader.types = notes, types
    moved = [name for name, number in after.items() if number not in (0.0, before.get(name))]
    if found.data_name in moved:
        return None
    return next(iter(sorted(moved, key=lambda name: (after[name] != _RIGHT, name.startswith("_")))), None)


_RIGHT = 15.0
"""What the gradient of the first factor is."""


def _read(found: ValueClass, node: Any, names: list[str]) -> dict[str, float]:
    readings = {name: found.reader.attribute(node, name) for name in names}
    return {name: number for name, (number, kind) in readings.items() if kind < ABSENT}


def _numbers(node: Any) -> list[str]:
    """Every attribute that may hold a number: those of its own, slots and properties."""
    made = type(node)
    described = [name for name in dir(made) if inspect.isdatadescriptor(inspect.getattr_static(made, name))]
    return [*getattr(node, "__dict__", ()), *(name for name in described if not name.startswith("__"))]
