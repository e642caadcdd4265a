"""Watches one graph: which numbers the class holds before the backward pass, and which it computes.

Backpropagation goes through the gradients of the middle nodes; numerical differentiation evaluates the
graph at other inputs; forward mode holds derivatives of middle nodes with respect to inputs. All of
that shows in the numbers, however the class is written. No time is measured, and nothing is concluded
here: the host compares.
"""

import contextlib
import os
import sys
import types
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any

from ..model.primitives import PRIMITIVES
from ..running.problem import MODULE
from ..running.tracing import Tracing
from .number_kinds import Exact, TinyParts, Turned, plain_number
from .values import ANSWERED, NOT_APPLICABLE, NOTHING, ForwardValues, PlayOutcome

if TYPE_CHECKING:
    from .play import Player, PlayMessage

_MOST_NUMBERS = 3000
_MOST_COMPLEX = 1000
_MOST_OBJECTS = 4000
_MOST_ITEMS = 400
_MOST_EVENTS = 25_000
_MOVED = 1.5
"""Inputs are multiplied by it, where the pass is watched at other inputs than the graph was built at."""
_ARRAYS = {("numpy", "ndarray"), ("array", "array"), ("builtins", "memoryview")}
_CONTAINERS = (list, tuple, set, frozenset, deque)
_MADE_BY_STATEMENT = 1 << 9
"""The flag of classes that are not compiled into Python or a module of it."""
_LONG = 64
"""Whole numbers of more bits may be fractions with a fixed point."""
_NEAR, _FAR = 1, 2
"""How deep numbers are looked for at a line, and where a function returns."""
_NOT_THEIRS = ("<frozen", sys.prefix, sys.base_prefix, os.path.dirname(os.path.dirname(__file__)))
"""Where Python's, packages' and our code is; a submission's own may be compiled with any other name."""
_OPAQUE = (str, bytes, bytearray, types.ModuleType, types.CodeType, types.BuiltinFunctionType)


class DistinctNumbers:
    """The different numbers in some values, each once, and how many are of an unusual kind."""

    def __init__(self) -> None:
        self.floats: dict[float, int] = {}
        self.exact: dict[Any, float] = {}
        self.whole: dict[int, float] = {}
        self.complex: dict[complex, int] = {}
        self.tiny = TinyParts()
        self.others: set[type] = set()
        """What is no number, known to be so since it first came up."""
        self.now = 0
        """Which event it is: numbers that come up at once have no order."""

    def take(self, value: Any) -> bool:
        """Keep a number; whether it was one, with nothing else inside."""
        kind = type(value)
        if kind in self.others:
            return False
        if kind is float:
            self.take_float(value)
        elif kind is int or kind is bool:
            self.take_int(value)
        elif not self.take_unusual(value):
            if not _is_array(kind):  # another may have one element
                self.others.add(kind)
            return False
        return kind.__module__ != MODULE

    def take_unusual(self, value: Any) -> bool:
        """Keep a number that is neither a plain float nor a plain integer; whether it was one."""
        try:
            number = plain_number(value)
        except Exception:  # infinite, or hidden by a class of the submission
            return False
        if number is None:
            return False
        if isinstance(number, Exact):
            self.take_exact(number)
        elif isinstance(number, Turned):
            self.take_complex(self.tiny.as_complex(number))
        elif isinstance(number, complex):
            self.take_complex(number)
        elif isinstance(number, float):
            self.take_float(number)
        else:
            self.take_int(number)
        return True

    def take_float(self, value: float) -> None:
        """Keep when it first came up."""
        if value not in self.floats:
            self.floats[value] = self.now

    def take_complex(self, value: complex) -> None:
        """Keep a complex number; one without an imaginary part is a float."""
        if not value.imag:
            self.take_float(value.real)
        elif value not in self.complex:
            self.complex[value] = self.now

    def take_exact(self, number: Exact) -> None:
        """Keep a number of an exact type as a float too: two that differ may be told alike."""
        near, key = number
        if key not in self.exact and near - near == 0.0:
            self.exact[key] = near
            self.take_float(near)

    def take_int(self, value: int) -> None:
        """Keep a long whole number: fixed-point arithmetic computes with them."""
        if value.bit_length() > _LONG and value not in self.whole:
            with contextlib.suppress(OverflowError):
                self.whole[value] = float(value)

    def as_list(self) -> list[float]:
        """Return the finite floats, in the order in which they came up."""
        return [x for x, _ in self._finite()]

    def when(self) -> list[int]:
        """Return the event of each of them."""
        return [now for _, now in self._finite()]

    def exact_numbers(self) -> list[float]:
        """Return numbers of exact types as floats."""
        return list(self.exact.values())[:_MOST_NUMBERS]

    def turned(self) -> list[list[float]]:
        """Return complex numbers, and at which event each came up."""
        finite = ((z, now) for z, now in self.complex.items() if z - z == 0.0)
        return [[z.real, z.imag, now] for z, now in islice(finite, _MOST_COMPLEX)]

    def _finite(self) -> list[tuple[float, int]]:
        """Return the finite floats, each with its event."""
        return [(x, now) for x, now in self.floats.items() if x - x == 0.0][:_MOST_NUMBERS]


def drive(player: "Player", play: "PlayMessage") -> PlayOutcome:
    """Build, look, run the pass and read, with every line of the submission watched."""
    watch = _Watch(player)
    if play.graph.drive == "moved":
        return _moved(player, play, watch)
    with watch.noting_in(watch.built):
        slots, forward_values = _built(player, play)
    root = slots[_root(play)]
    forward_values.read(slots, play.graph.nodes)
    watch.look(slots[: play.graph.nodes])
    with watch.noting_in(watch.seen):
        player.backward(root, seeds_itself=False)
        values = player.read(slots, forward_values, play.graph.nodes)
    return PlayOutcome(ANSWERED, values, watch.as_dict())


def _moved(player: "Player", play: "PlayMessage", watch: "_Watch") -> PlayOutcome:
    """Build, give the inputs other data, run the pass."""
    slots, forward_values = _built(player, play)
    root = slots[_root(play)]
    forward_values.read(slots, play.graph.nodes)
    if not _move(player, slots[: len(play.inputs)], play.inputs, root):
        return PlayOutcome(NOT_APPLICABLE, NOTHING, {"kind": "missing"})
    player.backward(root, seeds_itself=False)
    values = player.read(slots, forward_values, play.graph.nodes)
    return PlayOutcome(ANSWERED, values, watch.as_dict())


def _built(player: "Player", play: "PlayMessage") -> tuple[list[Any], ForwardValues]:
    """Build the graph, and return its slots."""
    slots = player.leaves(play)
    for op, target, operands in play.graph.steps:
        if op in PRIMITIVES:
            slots[target] = player.operations.do(op, [slots[slot] for slot in operands], play.graph.about)
    return slots, ForwardValues(player.value_class)


def _root(play: "PlayMessage") -> int:
    """Return the slot whose pass is asked for."""
    return next(target for op, target, _ in play.graph.steps if op == "backward")


def _move(player: "Player", leaves: list[Any], inputs: list[float], root: Any) -> bool:
    """Give the inputs other data; whether that is possible, and the output's data stays what it was.

    Where data is computed when it is read, it says nothing that a pass follows the inputs.
    """
    name, read = player.value_class.data_name, player.value_class.reader.attribute
    before = read(root, name)
    try:
        for leaf, x in zip(leaves, inputs, strict=True):
            setattr(leaf, name, x * _MOVED)
    except Exception:
        return False
    return read(root, name) == before


class _Watch(Tracing):
    def __init__(self, player: "Player") -> None:
        super().__init__(self._entered)
        self._player = player
        self._files = player.value_class.places.cells
        self._classes = tuple(player.value_class.classes) or (player.value_class.cls,)
        self._held = DistinctNumbers()
        self.built, self.seen = DistinctNumbers(), DistinctNumbers()
        """What comes up while the graph is built, and in the pass."""
        self._now = self.built
        self._events = 0
        self._slots: dict[type, list[Any]] = {}
        self._ours: dict[type, bool] = {}
        self._plain: set[type] = set()
        """Classes of the submission whose objects hold what stands in their `__dict__`, and no more."""
        self._empty: set[type] = set()
        """Kinds of values in which nothing is looked for."""

    def as_dict(self) -> dict[str, Any]:
        """The numbers, for the host."""
        return {
            "held": self._held.as_list(),
            "built": self.built.as_list(),
            "built_when": self.built.when(),
            "seen": self.seen.as_list(),
            "when": self.seen.when(),
            "exact": self.seen.exact_numbers() or self.built.exact_numbers(),
            "whole": list(self.seen.whole.values())[:_MOST_NUMBERS],
            "complex": len(self.seen.complex.keys() | self.built.complex.keys()),
            "turned": self.seen.turned(),
            "cut": self._events > _MOST_EVENTS,
        }

    # --- before the pass ------------------------------------------------------------------------------

    def look(self, nodes: list[Any]) -> None:
        """Note all numbers that can be reached from the nodes and from the module."""
        module = self._player.value_class.module.__dict__
        waiting: list[Any] = [*nodes, *(v for k, v in module.items() if not k.startswith("__"))]
        met: set[int] = set()
        left = _MOST_OBJECTS
        while waiting and left:
            thing = waiting.pop()
            if self._held.take(thing) or id(thing) in met or thing is None:
                continue
            met.add(id(thing))
            left -= 1
            waiting += self._inside(thing)

    def _inside(self, thing: Any) -> Iterable[Any]:
        """Return what an object holds, without running a submission's code."""
        if isinstance(thing, _OPAQUE):
            return ()
        if isinstance(thing, dict):
            own = self._attributes(thing)
            return [*own, *list(dict.keys(thing))[:_MOST_ITEMS], *list(dict.values(thing))[:_MOST_ITEMS]]
        if isinstance(thing, _CONTAINERS):
            return [*self._attributes(thing), *_items(thing)]
        if isinstance(thing, (types.FunctionType, types.MethodType)):
            return _inside_function(thing)
        if isinstance(thing, type):
            ours = thing in self._classes
            return [v for k, v in type.__dict__["__dict__"].__get__(thing).items() if ours and k[:2] != "__"]
        array = _numbers_of_array(thing)
        return self._attributes(thing) if array is None else array

    def _attributes(self, thing: Any) -> list[Any]:
        """Return the values of an object's attributes, in slots and in its `__dict__`."""
        kind = type(thing)
        if not kind.__flags__ & _MADE_BY_STATEMENT or kind is deque:
            return []
        if kind not in self._slots:
            members = (m for base in kind.__mro__ for m in base.__dict__.values())
            self._slots[kind] = [m for m in members if type(m) is types.MemberDescriptorType]
        values = []
        for member in self._slots[kind]:
            try:
                values.append(member.__get__(thing))
            except Exception:  # noqa: S112 - a slot that is empty
                continue
        try:
            values += object.__getattribute__(thing, "__dict__").values()
        except Exception:  # one that has slots only
            return values
        return values

    # --- while it runs ----------------------------------------------------------------------------------

    def noting_in(self, numbers: DistinctNumbers) -> "_Watch":
        """Keep what comes up from now on there."""
        self._now = numbers
        return self

    def _entered(self, frame: Any, _event: str, _argument: Any) -> Any:
        """Trace a function that is not Python's, a package's or ours."""
        code = frame.f_code
        file = code.co_filename
        if file not in self._files and file.startswith(_NOT_THEIRS):
            return None
        if code.co_name in ("__hash__", "__eq__", "__lt__"):
            return None
        return self._stepped

    def _stepped(self, frame: Any, event: str, argument: Any) -> Any:
        """Note the numbers in sight at a line or a return."""
        self._events += 1
        self._now.now = self._events
        if self._events > _MOST_EVENTS:
            self.stop()
            return None
        returns, floats, others = event == "return", self._now.floats, self._now.others
        for value in frame.f_locals.values():
            kind = type(value)
            # Most by far are numbers that came up before, and what holds none.
            if kind is float:
                if value not in floats:
                    floats[value] = self._events
            elif kind not in self._empty or kind not in others:
                self._scan(value, kind, _FAR if returns and not self._is_ours(kind) else _NEAR)
        if returns:
            self._scan(argument, type(argument), _FAR)
        return self._stepped

    def _is_ours(self, kind: type) -> bool:
        """Whether a class is of the submission."""
        if kind not in self._ours:
            known = (*self._classes, types.SimpleNamespace)
            self._ours[kind] = kind.__module__ == MODULE or _descends(kind, known) or _is_of_no_module(kind)
        return self._ours[kind]

    def _scan(self, value: Any, kind: type, reach: int) -> None:
        """Note the numbers in a value, as deep as `reach`; a node of the submission is one step more."""
        now = self._now
        if (kind not in now.others and now.take(value)) or kind in self._empty:
            return
        floats, others = now.floats, now.others
        for item in _own_dict(value) if kind in self._plain else self._parts(value):
            inner = type(item)
            if inner is float:
                if item not in floats:
                    floats[item] = self._events
            elif reach > (inner is not dict):  # a node may have its derivatives in a dict: no step more
                self._scan(item, inner, reach - 1)
            elif inner not in others:
                now.take(item)

    def _parts(self, value: Any) -> Iterable[Any]:
        """Return what is looked at in a value: what a node of the submission or a collection holds."""
        kind = type(value)
        if kind is list or kind is tuple:
            return list(value[:_MOST_ITEMS])
        # A subclass of a container is read by the container's own methods: its own are the submission's.
        own = self._attributes(value) if self._is_ours(kind) else ()
        if issubclass(kind, dict):
            return [*own, *list(dict.values(value))[:_MOST_ITEMS]]
        if issubclass(kind, _CONTAINERS):
            return [*own, *_items(value)]
        if _is_array(kind):
            return [*own, *(_numbers_of_array(value) or ())]
        if not self._ours.get(kind):
            self._empty.add(kind)
        elif not self._slots.get(kind, True):
            self._plain.add(kind)
        return own


def _descends(kind: type, classes: tuple[type, ...]) -> bool:
    """Whether a class is one of these or a subclass; it may refuse to be asked by `issubclass`."""
    return not {*map(id, classes)}.isdisjoint(map(id, kind.__mro__))


def _is_of_no_module(kind: type) -> bool:
    """Whether a class is not in the module that it says it is from: it may say anything."""
    if not kind.__flags__ & _MADE_BY_STATEMENT:
        return False
    there: Any = sys.modules.get(str(kind.__module__))
    try:
        for name in kind.__qualname__.split("."):
            there = getattr(there, name)
    except Exception:
        return True
    return there is not kind


def _own_dict(thing: Any) -> Iterable[Any]:
    """Return what an object holds that has no slots."""
    try:
        return list(object.__getattribute__(thing, "__dict__").values())
    except Exception:  # it has none, or hides it
        return ()


def _items(thing: Any) -> list[Any]:
    """Return the first elements of a container, by the container's own iterator."""
    kind = next(kind for kind in _CONTAINERS if isinstance(thing, kind))
    iterate: Callable[[Any], Iterator[Any]] = kind.__iter__
    return list(islice(iterate(thing), _MOST_ITEMS))


def _inside_function(thing: types.FunctionType | types.MethodType) -> list[Any]:
    """Return what a function or a method refers to."""
    if isinstance(thing, types.MethodType):
        return [thing.__self__, thing.__func__]
    return [*_cells(thing), *(thing.__defaults__ or ()), *(thing.__kwdefaults__ or {}).values()]


def _cells(function: types.FunctionType) -> Iterator[Any]:
    """Yield the contents of the cells of a function."""
    for cell in function.__closure__ or ():
        try:
            yield cell.cell_contents
        except ValueError:
            continue


def _is_array(kind: type) -> bool:
    """Whether a class is an array of numbers: of numpy, or of the standard library."""
    return any((base.__module__, base.__name__) in _ARRAYS for base in kind.__mro__)


def _numbers_of_array(thing: Any) -> list[Any] | None:
    """Return the numbers of an array; zeros say nothing, and a vector may be full of them."""
    if not _is_array(type(thing)):
        return None
    try:
        if not hasattr(thing, "reshape"):
            return list(thing[:_MOST_ITEMS])
        flat = thing.reshape(-1)
        numbers: list[Any] = flat[flat != 0][:_MOST_ITEMS].tolist()
    except Exception:
        return None
    return numbers
