"""Looks at rounds of a loop one by one: whether it comes back to where it was, and never ends."""

import itertools
import types
from collections import deque
from itertools import pairwise
from typing import Any

from .dependence import Path
from .loops import LENGTH, Condition, SourceLoop
from .state import Unclear, state

_LOOKED_AT = 40
"""Rounds that are looked at one by one."""
_LOOKED_AT_FOR_LONG = 4_000
"""Rounds of a loop of which no more need be kept than some numbers."""
_ENDLESS = (itertools.count, itertools.cycle, itertools.repeat)
_PLAIN = (int, float, bool, str, type(None))
_NOTHING: Any = object()
_SIZED = (list, tuple, set, frozenset, dict, str, deque)
_LARGEST = 1 << 53
_attributes_of = type.__dict__["__dict__"].__get__
_order_of = type.__dict__["__mro__"].__get__


class LoopRounds:
    """Some rounds of one loop, in a call of the function that it stands in."""

    def __init__(self, frame: types.FrameType, loop: SourceLoop, *, is_generator: bool) -> None:
        self.loop = loop
        self._frame = frame
        self.repeats = False
        """Whether everything the loop can see was once more as it had been."""
        self.rounds: list[dict[Path, _Seen]] = []
        self.comes_back = False
        """Whether everything its condition depends on was once more as it had been."""
        self._count = 0
        self._decided: set[tuple[object, ...]] = set()
        self._decides = sorted(loop.decides or ())
        self._states: set[tuple[object, ...]] = set()
        # Whether a generator goes on is decided by who asks it; how far a `for` is cannot be seen.
        self._is_clear = loop.kind == "while" and not is_generator

    def round(self) -> None:
        """Record the values that the condition reads."""
        self._count += 1
        self._look_at_what_decides()
        if self._count > _LOOKED_AT:
            return
        condition = self.loop.condition
        sides = [side for side in condition.compared or () if isinstance(side, tuple)]
        wanted = {*condition.paths, *sides, *filter(None, (self.loop.walked, condition.emptied))}
        self.rounds.append({path: _seen(self._value(path)) for path in wanted})
        if self._is_clear and not self.repeats:
            try:
                now = state(self._frame)
            except Unclear:
                self._is_clear = False
                return
            self.repeats = now in self._states
            self._states.add(now)

    def is_done(self) -> bool:
        """Whether enough rounds were seen to say whether the loop ever ends."""
        if self._count < _LOOKED_AT:
            return False
        return self.comes_back or not self._decides or self._count >= _LOOKED_AT_FOR_LONG

    def _look_at_what_decides(self) -> None:
        """Note whether all that decides about the loop is as it was in an earlier round."""
        values = [self._value(path) for path in self._decides]
        if not all(type(value) in _PLAIN for value in values):
            self._decides = []
        if not self._decides:
            return
        now = tuple((type(value), repr(value)) for value in values)
        self.comes_back = self.comes_back or now in self._decided
        self._decided.add(now)

    def evidence(self) -> tuple[str | None, str | None]:
        """Return why the loop never ends, and the variable that shows it."""
        if self.loop.kind != "while":
            return self._evidence_of_for()
        # First what the source alone shows, then what the counted rounds show of the condition.
        if self.loop.forever and not self.loop.has_exit:
            return "no-exit", None
        return self._evidence_of_condition() or (self._how_it_repeats(), None)

    def _evidence_of_condition(self) -> tuple[str | None, str | None] | None:
        """Return why the condition of a `while` stays true, and the variable that shows it, if any does."""
        condition, forever = self.loop.condition, self.loop.forever
        if condition.emptied and not forever and (how := self._how_container_stays(condition.emptied)):
            return how, _as_text(condition.emptied)
        if condition.paths and not condition.opaque and all(map(self._stays, condition.paths)):
            return "same", _as_text(condition.paths[0])
        return self._evidence_of_numbers(condition) if condition.compared and not forever else None

    def _how_it_repeats(self) -> str | None:
        """Return how rounds showed that the loop never ends, if they did."""
        if self.repeats:
            return "repeats"
        return "cycles" if self.comes_back else None

    def _evidence_of_for(self) -> tuple[str | None, str | None]:
        """Return why a `for` never ends, and the variable that shows it."""
        source, walked = self.loop.source, self.loop.walked
        if source and not self.loop.has_exit:
            made_by = self._value(source)
            if any(made_by is endless for endless in _ENDLESS):
                return "no-exit", None
        grows = not self.loop.is_counted and walked and self._grows(walked)
        return ("grows", _as_text(walked)) if grows and walked else (None, None)

    def _how_container_stays(self, path: Path) -> str | None:
        """Return how a container that must get empty does not."""
        sizes = [loop_round[path].size for loop_round in self.rounds]
        if None in sizes:
            return None
        known = [size for size in sizes if size is not None]
        if self._grows(path):
            return "grows"
        if self._stays(path) and known[0] > 0:
            return "kept"
        half = len(known) // 2
        return "refilled" if min(known[half:]) >= min(known[:half]) > 0 else None

    def _grows(self, path: Path) -> bool:
        """Whether the size of a container never shrinks, and has grown."""
        sizes = [loop_round[path].size for loop_round in self.rounds]
        known = [size for size in sizes if size is not None]
        never_less = all(one <= other for one, other in pairwise(known))
        return len(known) == len(sizes) and never_less and known[0] < known[-1]

    def _stays(self, path: Path) -> bool:
        """Whether a variable is the same in all rounds."""
        first = self.rounds[0][path]
        return first.is_there and all(loop_round[path] == first for loop_round in self.rounds)

    def _evidence_of_numbers(self, condition: Condition) -> tuple[str, str] | None:
        """Return how two numbers that are compared never meet, and the variable that shows it."""
        if path := self._runs_ahead(condition):
            return "grows", _as_text(path)
        path = self._moves_away(condition)
        return ("away", _as_text(path)) if path else None

    def _gaps(self, condition: Condition) -> list[float]:
        """Return how far the compared numbers are apart; nothing where one is no number."""
        assert condition.compared is not None
        one, other = condition.compared
        rows = [
            (_number_of_side(loop_round, one), _number_of_side(loop_round, other))
            for loop_round in self.rounds
        ]
        if any(left is None or right is None for left, right in rows):
            return []
        return [abs(left - right) for left, right in rows]  # type: ignore[operator]

    def _runs_ahead(self, condition: Condition) -> Path | None:
        """Return the list that grows as fast as it is gone through by number: `while i < len(nodes)`."""
        gaps, half = self._gaps(condition), len(self.rounds) // 2
        if not gaps or min(gaps[half:]) < min(gaps[:half]):
            return None
        sized = [
            side[:-1] for side in condition.compared or () if isinstance(side, tuple) and side[-1] == LENGTH
        ]
        return next((path for path in sized if path in self.rounds[0] and self._grows(path)), None)

    def _moves_away(self, condition: Condition) -> Path | None:
        """Return the number that gets further from the other in each round."""
        assert condition.compared is not None
        gaps = self._gaps(condition)
        if not gaps or not all(one < other for one, other in pairwise(gaps)):
            return None
        moved = (each for each in condition.compared if isinstance(each, tuple) and not self._stays(each))
        return next(moved, None)

    def _value(self, path: Path) -> Any:
        """Return the value of a path in the loop's function."""
        frame = self._frame
        if self.loop.kind == "comprehension" and path[0] not in frame.f_locals:
            frame = frame.f_back or frame
        value = frame.f_locals.get(path[0], frame.f_globals.get(path[0], _NOTHING))
        for name in path[1:]:
            value = _length(value) if name == LENGTH else _attribute(value, name)
        return value


def _number_of_side(seen: "dict[Path, _Seen]", side: Path | float) -> float | None:
    """Return a side of a comparison in one round."""
    return side if isinstance(side, float) else seen[side].number


class _Seen:
    """The content of a variable: the object, and what can be counted of it."""

    __slots__ = ("identity", "number", "size")

    def __init__(self, identity: int, size: int | None, number: float | None) -> None:
        self.identity, self.size, self.number = identity, size, number

    @property
    def is_there(self) -> bool:
        """Whether it was found."""
        return self.identity != 0

    def __eq__(self, other: object) -> bool:
        """Whether it is still the same; of numbers their value counts."""
        if not isinstance(other, _Seen):
            return NotImplemented
        if self.number is not None:
            return self.number == other.number
        return self.identity == other.identity and self.size == other.size

    __hash__ = None  # type: ignore[assignment]


def _seen(value: Any) -> _Seen:
    """Return what can be counted of a value."""
    if value is _NOTHING:
        return _Seen(0, None, None)
    kind = type(value)
    size = len(value) if kind in _SIZED else None
    number = float(value) if kind in (int, float, bool) and abs(value) < _LARGEST else None
    return _Seen(id(value), size, number)


def _length(value: Any) -> Any:
    """Return the length of a container, if it is one of Python's."""
    return len(value) if type(value) in _SIZED else _NOTHING


def _attribute(thing: Any, name: str) -> Any:
    """Return an attribute that is kept, not computed."""
    if thing is _NOTHING:
        return _NOTHING
    is_class = issubclass(type(thing), type)
    for cls in _order_of(thing if is_class else type(thing)):
        value = _attributes_of(cls).get(name, _NOTHING)
        if is_class and value is not _NOTHING:
            return value
        if type(value) is types.MemberDescriptorType:
            return _slot(value, thing)
        if value is not _NOTHING and hasattr(type(value), "__set__"):
            return _NOTHING
    try:
        return object.__getattribute__(thing, "__dict__").get(name, _NOTHING)
    except AttributeError:
        return _NOTHING


def _slot(member: types.MemberDescriptorType, thing: Any) -> Any:
    """Return the value of a slot."""
    try:
        return member.__get__(thing)
    except AttributeError:
        return _NOTHING


def _as_text(path: Path) -> str:
    """Return a path as source text."""
    return ".".join(path)[:80]
