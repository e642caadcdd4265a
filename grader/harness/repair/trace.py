"""Plays while every write of a gradient or of data is noted: which node, from what, to what, by which line.

Blind to what is kept elsewhere than in attributes, such as gradients summed up in a dict.
"""

import math
import sys
import types
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from ..model.find_class import ValueClass
from ..model.read import ABSENT
from ..playing.play import Player, PlayMessage
from ..running.problem import Places

MOST_WRITES = 400


class _Noted(NamedTuple):
    """A write, and what was around it."""

    node: Any
    name: str
    old: float | None
    new: float | None
    place: dict[str, Any]
    nodes: list[Any]
    """The nodes that the function at work holds."""
    callers: list[Any]
    """The nodes that the calling function has at hand: a rule may be given the gradient of its node alone."""
    owner: Any
    """The node whose pass it is."""
    step: int | None
    """The step of the graph that did it."""


class Tracer:
    """Notes the writes of one play."""

    def __init__(self, player: Player, places: Places) -> None:
        self._player = player
        self._value_class: ValueClass = player.value_class
        self._places = places
        self._noted: list[_Noted] = []
        self._recurses = False
        """Whether the pass calls itself: then each of its nodes is `self` in turn."""

    def trace(self, play: PlayMessage) -> list[dict[str, Any]]:
        """Return the writes of a play, in order; empty where the class does not let itself be watched."""
        self._player.keep = []
        try:
            with self._watching():
                self._player.answer(play)
        except (AttributeError, TypeError):
            return []
        slots = {id(node): number for number, node in enumerate(self._counted_nodes()) if node is not None}
        operands = _operand_slots(play)
        return [self._record(each, slots, operands) for each in self._noted if id(each.node) in slots]

    def _counted_nodes(self) -> list[Any]:
        """Return the nodes of the run whose numbers count: others tried conventions of other classes."""
        player = self._player
        held = (player.leaf, player.caller_seeds)
        runs = player.keep or []
        counted = [run for run in runs if (run.leaf, run.caller_seeds) == held] or runs
        return counted[-1].slots if counted else []

    @contextmanager
    def _watching(self) -> Iterator[None]:
        """Note each write of an attribute, until the context ends."""
        cls = self._value_class.cls
        own = cls.__dict__.get("__setattr__")
        original: Any = cls.__setattr__
        paths = self._paths()
        attribute, noted, inner = self._value_class.reader.attribute, self._noted, self._surroundings

        def __setattr__(node: Any, name: str, value: Any) -> None:  # noqa: N807 - it becomes the class's
            path = paths.get(name)
            if path is None or len(noted) >= MOST_WRITES or self._is_of_another_graph(node):
                original(node, name, value)
                return
            old = attribute(node, path)
            original(node, name, value)
            frame = sys._getframe(1)
            new = attribute(node, path)
            noted.append(_Noted(node, path, _finite(old), _finite(new), *inner(frame), self._player.at))

        cls.__setattr__ = __setattr__  # type: ignore[method-assign, assignment]
        try:
            yield
        finally:
            if own is None:
                del cls.__setattr__
            else:
                cls.__setattr__ = own  # type: ignore[method-assign]

    def _is_of_another_graph(self, node: Any) -> bool:
        """Whether a pass writes to a node that is none of the graph: those of a long tape are very many."""
        player = self._player
        return player.asking and bool(player.slots) and all(node is not each for each in player.slots)

    def _paths(self) -> dict[str, str]:
        """Return the path to read by the attribute that is set: the number, or its path within an object.

        Where one object holds data and gradient, setting it says nothing of either.
        """
        names = (self._value_class.data_name, self._value_class.grad_name)
        roots = [name.partition(".")[0] for name in names]
        return dict(zip(roots, names, strict=True)) if roots[0] != roots[1] else {}

    def _surroundings(
        self, frame: types.FrameType | None
    ) -> tuple[dict[str, Any], list[Any], list[Any], Any]:
        """The place in the source, the nodes that the functions there have at hand, and whose pass it is.

        In the pass itself, `self` is the root, at whose rule it is only where nothing else could be meant.
        """
        while frame is not None:
            place = self._places.place(frame.f_code.co_filename, frame.f_lineno)
            if place:
                name, cls = frame.f_code.co_name, self._value_class.cls
                held = {key: each for key, each in frame.f_locals.items() if isinstance(each, cls)}
                owner = None
                if name == self._value_class.backward_name and len(held) > 1:
                    owner = held.pop("self", None)
                    self._recurses |= frame.f_back is not None and frame.f_back.f_code is frame.f_code
                callers = self._called_with(frame.f_back)
                return {**place, "function": name[:80]}, list(held.values()), callers, owner
            frame = frame.f_back
        return {}, [], [], None

    def _called_with(self, frame: types.FrameType | None) -> list[Any]:
        """Return the nodes that a calling function has at hand, without the root of its pass."""
        if frame is None or not self._places.place(frame.f_code.co_filename, frame.f_lineno):
            return []
        cls, is_pass = self._value_class.cls, frame.f_code.co_name == self._value_class.backward_name
        held = {key: each for key, each in frame.f_locals.items() if isinstance(each, cls)}
        if is_pass and len(held) > 1:
            held.pop("self", None)
        return list(held.values())

    def _record(self, noted: _Noted, slots: dict[int, int], operands: dict[int, set[int]]) -> dict[str, Any]:
        """Return a write as data: its slots, its numbers, and during whose rule it was."""
        slot, owner = slots[id(noted.node)], slots.get(id(noted.owner), -1)
        around = {number for node in noted.nodes if (number := slots.get(id(node))) is not None}
        using = [number for number in around if slot in operands.get(number, ())]
        if not using:
            around |= {number for node in noted.callers if (number := slots.get(id(node))) is not None}
            using = [number for number in around if slot in operands.get(number, ())]
        if not using and self._recurses and slot in operands.get(owner, ()):
            using = [owner]
        # A closure holds its result beside both operands, of which one may be made of the other.
        during = max(using, key=lambda number: (len(operands[number] & around), number), default=None)
        return {
            "node": slot, "gradient": noted.name == self._value_class.grad_name,
            "old": noted.old, "new": noted.new, "during": during, "step": noted.step, **noted.place,
        }  # fmt: skip


def _operand_slots(play: PlayMessage) -> dict[int, set[int]]:
    """Return the slots of each result's operands."""
    return {
        target: set(operands) for op, target, operands in play.graph.steps if op not in ("backward", "clear")
    }


def _finite(reading: tuple[float, int]) -> float | None:
    """Return the number of a reading, if it is finite."""
    number, kind = reading
    return number if kind < ABSENT and math.isfinite(number) else None
