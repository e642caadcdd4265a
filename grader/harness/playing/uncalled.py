"""Finds the methods of the class that no graph runs to their end: nothing is known of these."""

import types
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from ..model.unwritten import is_unwritten
from ..running.problem import in_submission
from ..running.tracing import Trace, Tracing, is_traced
from .play import Player, PlayMessage

_MOST = 50
_HELD = ("__func__", "__wrapped__", "func")
OF_PYTHON = {
    *dir(object), "__bool__", "__float__", "__int__", "__len__", "__getattr__", "__annotate_func__",
} - {"__init__"}  # fmt: skip
"""Methods that Python itself calls, and that are no operations."""

_Method = tuple[str, types.FunctionType]
"""Its name in the class, and what runs."""


def uncalled(player: Player, plays: list[PlayMessage]) -> list[dict[str, Any]]:
    """Return the methods that neither these plays nor printing a node runs to the end, by line."""
    waiting = {
        function.__code__: (name, function)
        for name, function in _methods(player.value_class.cls)
        if not is_unwritten(function)
    }
    with Tracing(_trace_of_ends(waiting)):
        with suppress(Exception):
            node = player.leaf(1.0, "a")
            repr(node), str(node)
        for play in plays:
            if not waiting:
                break
            player.answer(play)
    places = player.value_class.places
    found = [
        {"name": name[:80], **place}
        for name, function in waiting.values()
        if (place := places.of_code(function))
    ]
    return sorted(found, key=lambda each: (each.get("cell", 0), each["line"]))[:_MOST]


def _trace_of_ends(waiting: dict[types.CodeType, _Method]) -> Trace:
    """Return a trace that takes from these methods each that returns, whatever comes of its caller."""
    counts_lines = is_traced()

    def enter(called: types.FrameType, _event: str, _argument: Any) -> Trace | None:
        if called.f_code not in waiting:
            return None
        called.f_trace_lines = counts_lines
        raised = False

        def follow(_frame: types.FrameType, event: str, _argument: Any) -> Trace:
            nonlocal raised
            if event == "return" and not raised:
                waiting.pop(called.f_code, None)
            raised = event == "exception"
            return follow

        return follow

    return enter


def _methods(cls: type) -> Iterator[_Method]:
    """Yield the functions that the class and its bases define, each once.

    Properties, and what Python itself calls (`__eq__`), are no operations of a graph.
    """
    known: set[types.CodeType] = set()
    for base in filter(in_submission, cls.__mro__):
        for name, thing in list(vars(base).items()):
            for function in () if name in OF_PYTHON else _functions_behind(thing):
                if function.__code__ not in known:
                    known.add(function.__code__)
                    yield name, function


def _functions_behind(thing: Any) -> list[types.FunctionType]:
    """Return a function, and those that a descriptor or a decorator holds."""
    own = [thing] if isinstance(thing, types.FunctionType) else []
    held = [part for name in _HELD if (part := getattr(thing, name, None)) is not None]
    return [*own, *(function for part in held for function in _functions_behind(part))]
