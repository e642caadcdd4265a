"""Plays while the lines of the submission are counted: which loop goes on for ever, and what shows it.

For a play that takes long. Nothing here asks the clock: the same source gives the same answer. A first
count finds the loop, the outermost that still goes round; then some of its rounds are looked at one by
one. Where no loop stands out, the play goes on to its end, or to its last step.
"""

import itertools
import sys
import types
from collections import deque
from itertools import pairwise
from typing import Any

from ..loading.source import Cell
from ..running.follow import follow
from ..running.problem import Places, TooLong
from ..running.steps import StepLimit, StepListener
from .dependence import Path
from .loops import LENGTH, Condition, SourceLoop, loops
from .state import UNSTEADY, Unclear, state

_MOST_LINES = 300_000
"""The number of lines after which no loop is looked for any more."""
_A_WORD = 50_000
"""Lines after which the supervisor hears that the play goes on."""
_HALF = 20_000
_ROUNDS = 20
"""A loop that goes on goes round so often in each half of the count."""
_LOOKED_AT = 40
"""Rounds that are looked at one by one."""
_LOOKED_AT_FOR_LONG = 4_000
"""Rounds of a loop of which no more need be kept than some numbers."""
_ENDLESS = (itertools.count, itertools.cycle, itertools.repeat)
_GROWING = ("grows", "refilled")
_PLAIN = (int, float, bool, str, type(None))
_GENERATOR = 0x20
_NOTHING: Any = object()
_SIZED = (list, tuple, set, frozenset, dict, str, deque)
_LARGEST = 1 << 53
_attributes_of = type.__dict__["__dict__"].__get__
_order_of = type.__dict__["__mro__"].__get__
_settrace = sys.settrace


class Watch:
    """A context around one play. What it finds is handed on before the play is stopped."""

    def __init__(
        self,
        cells: list[Cell],
        places: Places,
        host: StepListener,
        *,
        most: int,
        growing_is_endless: bool = True,
    ) -> None:
        self._loops = loops(cells)
        self._places = places
        self._host = host
        self._growing_is_endless = growing_is_endless
        """Whether a list that grows shows it: a walk along many paths makes one grow for long, and ends."""
        self.limit = StepLimit(most - _MOST_LINES, places, host)
        self.is_over = False
        """Whether no loop is looked for any more, and steps are counted alone."""
        self._lines = 0
        self._next = _HALF
        self._is_first_half = True
        self._running: dict[int, _Call] = {}
        self._looked: _Look | None = None
        self._codes: set[types.CodeType] = set()

    def __enter__(self) -> None:
        _settrace(self._called)

    def __exit__(self, *_: object) -> None:
        _settrace(None)

    def _called(self, frame: types.FrameType, _event: str, _arg: object) -> Any:
        """Every call of a function; those of the submission are followed line by line."""
        if self.is_over:
            return self.limit.called(frame, _event, _arg)
        if frame.f_code.co_filename not in self._places.cells:
            return None
        self._codes.add(frame.f_code)
        call = self._running.get(id(frame))
        if call is None or call.frame is not frame:
            call = self._running[id(frame)] = _Call(self, frame)
        return call.trace

    def line(self, frame: types.FrameType) -> None:
        """One line more."""
        self._lines += 1
        if not self._lines % _A_WORD:
            self._host.goes_on()
        if self._lines >= _MOST_LINES:
            self._give_up()
        if self._lines < self._next or self._looked is not None:
            return
        if self._is_first_half:
            self._forget_rounds()
        elif round_of := self._going_round(frame):
            call, offset, loop = round_of
            self._looked = _Look(call, offset, loop)
            self._codes.clear()
            self._codes.add(call.frame.f_code)
        else:
            self._forget_rounds()
        self._is_first_half = not self._is_first_half
        self._next = self._lines + _HALF

    def round(self, call: "_Call", offset: int) -> None:
        """A loop goes round once more."""
        look = self._looked
        if look is not None and look.call is call and look.offset == offset:
            look.round()
            if look.is_done():
                self._conclude(self._as_dict(look))

    def left(self, call: "_Call") -> None:
        """A function returned: the loop that is looked at may have ended."""
        self._running.pop(id(call.frame), None)
        if self._looked is not None and self._looked.call is call:
            self._looked = None
            self._forget_rounds()
            self._is_first_half, self._next = True, self._lines + _HALF

    def _forget_rounds(self) -> None:
        for call in self._running.values():
            call.rounds.clear()

    def _conclude(self, loop: dict[str, Any]) -> None:
        """End the play if this loop does not end; else it takes long, and goes on."""
        if not self._is_endless(loop):
            self._give_up()
            return
        _settrace(None)
        self._host.ended({"loop": loop})
        raise TooLong

    def _is_endless(self, loop: dict[str, Any]) -> bool:
        if loop["repeats"] or loop["how"] not in _GROWING:
            return loop["repeats"] or loop["how"] is not None
        return self._growing_is_endless

    def _give_up(self) -> None:
        """Count steps alone; the functions that are running go over to that at their next line."""
        self.is_over = True

    def _going_round(self, frame: types.FrameType | None) -> "tuple[_Call, int, SourceLoop] | None":
        """The outermost loop that still goes round; of a generator that never ends, the loop inside."""
        for call in self._calls(frame):
            going = [
                (offset, loop)
                for offset, rounds in sorted(call.rounds.items())
                if rounds >= _ROUNDS and (loop := self._loop(call, offset))
            ]
            if going:
                offset, loop = min(going, key=lambda each: (each[1].first, -each[1].last, each[0]))
                inside = None if loop.kind == "while" or loop.walked else self._generator(call)
                return inside or (call, offset, loop)
        return None

    def _calls(self, frame: types.FrameType | None) -> "list[_Call]":
        """The functions of the submission that are running, the outermost first."""
        calls: list[_Call] = []
        while frame is not None:
            call = self._running.get(id(frame))
            if call is not None and call.frame is frame:
                calls.append(call)
            frame = frame.f_back
        return calls[::-1]

    def _generator(self, walker: "_Call") -> "tuple[_Call, int, SourceLoop] | None":
        for call in self._running.values():
            if call is walker or not call.is_generator:
                continue
            for offset, rounds in call.rounds.items():
                loop = self._loop(call, offset)
                if rounds >= _ROUNDS and loop and loop.kind == "while":
                    return call, offset, loop
        return None

    def _loop(self, call: "_Call", offset: int) -> SourceLoop | None:
        """The loop whose rounds begin at an offset of a function's code."""
        code, line = call.frame.f_code, call.lines[offset]
        scope = (code.co_name, code.co_firstlineno)
        inside = [
            loop for loop in self._loops
            if loop.file == code.co_filename and loop.scope == scope and loop.holds(line)
        ]  # fmt: skip
        headed = [loop for loop in inside if line in loop.heads]
        if len(headed) > 1 and offset == min(each for each, at in call.lines.items() if at == line):
            return headed[0]
        return next(iter(reversed(headed or inside)), None)

    def _as_dict(self, look: "_Look") -> dict[str, Any]:
        loop, frame = look.loop, look.call.frame
        how, name = look.evidence()
        return {
            "kind": loop.kind,
            **self._places.place(loop.file, loop.first),
            "last": loop.last,
            "function": frame.f_code.co_name[:80],
            "how": how,
            "name": name,
            "repeats": look.repeats and not self._is_unsteady() and not self._outer_went_on(look),
        }

    def _is_unsteady(self) -> bool:
        """Whether something the loop runs may give another value each time."""
        return any(UNSTEADY & {*code.co_names} for code in self._codes)

    def _outer_went_on(self, look: "_Look") -> bool:
        """Whether a loop around it went round meanwhile: how far that is cannot be seen."""
        return look.outer != look.call.rounds_but(look.offset)


class _Call:
    """One call of a function of the submission, while it runs or waits."""

    def __init__(self, watch: Watch, frame: types.FrameType) -> None:
        self.frame = frame
        self.is_generator = bool(frame.f_code.co_flags & _GENERATOR)
        self.rounds: dict[int, int] = {}
        """How often the code went back to an offset."""
        self.lines: dict[int, int] = {}
        self._watch = watch
        self._last = -1
        self._event = follow(frame)

    def trace(self, frame: types.FrameType, event: str, _arg: object) -> Any:
        """A line of it begins, or it returns."""
        if self._watch.is_over:
            return self._watch.limit.called(frame, event, _arg)
        if event == self._event:
            offset = frame.f_lasti
            if offset <= self._last:
                self.rounds[offset] = self.rounds.get(offset, 0) + 1
                self.lines[offset] = frame.f_lineno
                self._watch.round(self, offset)
            self._last = offset
            self._watch.line(frame)
        elif event == "return" and not self.is_generator:
            self._watch.left(self)
        return self.trace

    def rounds_but(self, offset: int) -> int:
        """Count the rounds of the loops that begin before it."""
        return sum(rounds for other, rounds in self.rounds.items() if other < offset)


class _Look:
    """Some rounds of one loop."""

    def __init__(self, call: _Call, offset: int, loop: SourceLoop) -> None:
        self.call = call
        self.offset = offset
        self.loop = loop
        self.outer = call.rounds_but(offset)
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
        self._is_clear = loop.kind == "while" and not call.is_generator

    def round(self) -> None:
        """Note what its condition looks at."""
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
                now = state(self.call.frame)
            except Unclear:
                self._is_clear = False
                return
            self.repeats = now in self._states
            self._states.add(now)

    def is_done(self) -> bool:
        """Whether enough was seen of it."""
        if self._count < _LOOKED_AT:
            return False
        return self.comes_back or not self._decides or self._count >= _LOOKED_AT_FOR_LONG

    def _look_at_what_decides(self) -> None:
        values = [self._value(path) for path in self._decides]
        if not all(type(value) in _PLAIN for value in values):
            self._decides = []
        if not self._decides:
            return
        now = tuple((type(value), repr(value)) for value in values)
        self.comes_back = self.comes_back or now in self._decided
        self._decided.add(now)

    def evidence(self) -> tuple[str | None, str | None]:
        """Return what shows that it never ends, and of which variable that is said."""
        condition = self.loop.condition
        if self.loop.kind != "while":
            return self._of_for()
        if self.loop.forever and not self.loop.has_exit:
            return "no-exit", None
        if condition.emptied and not self.loop.forever and (how := self._of_container(condition.emptied)):
            return how, _text(condition.emptied)
        if condition.paths and not condition.opaque and all(map(self._stays, condition.paths)):
            return "same", _text(condition.paths[0])
        if not self.loop.forever and condition.compared and (evidence := self._of_numbers(condition)):
            return evidence
        return self._comes_back(), None

    def _comes_back(self) -> str | None:
        if self.repeats:
            return "repeats"
        return "cycles" if self.comes_back else None

    def _of_for(self) -> tuple[str | None, str | None]:
        source, walked = self.loop.source, self.loop.walked
        if source and not self.loop.has_exit:
            made_by = self._value(source)
            if any(made_by is endless for endless in _ENDLESS):
                return "no-exit", None
        grows = not self.loop.is_counted and walked and self._grows(walked)
        return ("grows", _text(walked)) if grows and walked else (None, None)

    def _of_container(self, path: Path) -> str | None:
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
        sizes = [loop_round[path].size for loop_round in self.rounds]
        known = [size for size in sizes if size is not None]
        never_less = all(one <= other for one, other in pairwise(known))
        return len(known) == len(sizes) and never_less and known[0] < known[-1]

    def _stays(self, path: Path) -> bool:
        first = self.rounds[0][path]
        return first.is_there and all(loop_round[path] == first for loop_round in self.rounds)

    def _of_numbers(self, condition: Condition) -> tuple[str, str] | None:
        if path := self._runs_ahead(condition):
            return "grows", _text(path)
        path = self._moves_away(condition)
        return ("away", _text(path)) if path else None

    def _gaps(self, condition: Condition) -> list[float]:
        """How far the two numbers that are compared are from each other; nothing where one is no number."""
        assert condition.compared is not None
        one, other = condition.compared
        rows = [(_side(loop_round, one), _side(loop_round, other)) for loop_round in self.rounds]
        if any(left is None or right is None for left, right in rows):
            return []
        return [abs(left - right) for left, right in rows]  # type: ignore[operator]

    def _runs_ahead(self, condition: Condition) -> Path | None:
        """The list that grows as fast as it is gone through by number: `while i < len(nodes)`."""
        gaps, half = self._gaps(condition), len(self.rounds) // 2
        if not gaps or min(gaps[half:]) < min(gaps[:half]):
            return None
        sized = [
            side[:-1] for side in condition.compared or () if isinstance(side, tuple) and side[-1] == LENGTH
        ]
        return next((path for path in sized if path in self.rounds[0] and self._grows(path)), None)

    def _moves_away(self, condition: Condition) -> Path | None:
        """The number that gets further from the other in each round, in the direction that never ends it."""
        assert condition.compared is not None
        gaps = self._gaps(condition)
        if not gaps or not all(one < other for one, other in pairwise(gaps)):
            return None
        moved = (each for each in condition.compared if isinstance(each, tuple) and not self._stays(each))
        return next(moved, None)

    def _value(self, path: Path) -> Any:
        frame: types.FrameType | None = self.call.frame
        assert frame is not None
        if self.loop.kind == "comprehension" and path[0] not in frame.f_locals:
            frame = frame.f_back or frame
        value = frame.f_locals.get(path[0], frame.f_globals.get(path[0], _NOTHING))
        for name in path[1:]:
            value = _length(value) if name == LENGTH else _attribute(value, name)
        return value


def _side(seen: "dict[Path, _Seen]", side: Path | float) -> float | None:
    """A side of a comparison in one round."""
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
    if value is _NOTHING:
        return _Seen(0, None, None)
    kind = type(value)
    size = len(value) if kind in _SIZED else None
    number = float(value) if kind in (int, float, bool) and abs(value) < _LARGEST else None
    return _Seen(id(value), size, number)


def _length(value: Any) -> Any:
    return len(value) if type(value) in _SIZED else _NOTHING


def _attribute(thing: Any, name: str) -> Any:
    """An attribute that is kept, not computed."""
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
    try:
        return member.__get__(thing)
    except AttributeError:
        return _NOTHING


def _text(path: Path) -> str:
    return ".".join(path)[:80]
