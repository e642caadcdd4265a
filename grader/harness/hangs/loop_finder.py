"""Plays while the lines of the submission are counted: which loop goes on for ever, and what shows it.

For a play that takes long. Nothing here asks the clock: the same source gives the same answer. A first
count finds the loop, the outermost that still goes round; then some of its rounds are looked at one by
one. Where no loop stands out, the play goes on to its end, or to its last step.
"""

import sys
import types
from typing import Any, NamedTuple

from ..loading.source import Cell
from ..running.follow import follow
from ..running.problem import Places, TooLong
from ..running.steps import StepLimit, StepListener
from .loops import SourceLoop, loops
from .rounds import LoopRounds
from .state import UNSTEADY

_MOST_LINES = 300_000
"""The number of lines after which no loop is looked for any more."""
_A_WORD = 50_000
"""Lines after which the supervisor hears that the play goes on."""
_HALF = 20_000
_ROUNDS = 20
"""A loop that goes on goes round so often in each half of the count."""
_GROWING = ("grows", "refilled")
_GENERATOR = 0x20
_settrace = sys.settrace


class LoopFinder:
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
        self._looked: _LookedAt | None = None
        self._codes: set[types.CodeType] = set()

    def __enter__(self) -> None:
        _settrace(self._called)

    def __exit__(self, *_: object) -> None:
        _settrace(None)

    def _called(self, frame: types.FrameType, _event: str, _arg: object) -> Any:
        """Trace a call: functions of the submission are followed line by line."""
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
        """Count one line."""
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
            rounds = LoopRounds(call.frame, loop, is_generator=call.is_generator)
            self._looked = _LookedAt(call, offset, call.rounds_but(offset), rounds)
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
            look.rounds.round()
            if look.rounds.is_done():
                self._conclude(self._as_dict(look))

    def left(self, call: "_Call") -> None:
        """Note that a function returned: the loop that is looked at may have ended."""
        self._running.pop(id(call.frame), None)
        if self._looked is not None and self._looked.call is call:
            self._looked = None
            self._forget_rounds()
            self._is_first_half, self._next = True, self._lines + _HALF

    def _forget_rounds(self) -> None:
        """Count the rounds of all loops anew."""
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
        """Whether what was seen of a loop shows that it does not end."""
        if loop["repeats"] or loop["how"] not in _GROWING:
            return loop["repeats"] or loop["how"] is not None
        return self._growing_is_endless

    def _give_up(self) -> None:
        """Count steps alone; the functions that are running go over to that at their next line."""
        self.is_over = True

    def _going_round(self, frame: types.FrameType | None) -> "tuple[_Call, int, SourceLoop] | None":
        """Return the outermost loop that still goes round; of an endless generator, the loop inside."""
        for call in self._calls(frame):
            going = [
                (offset, loop)
                for offset, rounds in sorted(call.rounds.items())
                if rounds >= _ROUNDS and (loop := self._loop_at(call, offset))
            ]
            if going:
                offset, loop = min(going, key=lambda each: (each[1].first, -each[1].last, each[0]))
                inside = None if loop.kind == "while" or loop.walked else self._loop_in_generator(call)
                return inside or (call, offset, loop)
        return None

    def _calls(self, frame: types.FrameType | None) -> "list[_Call]":
        """Return the functions of the submission that are running, the outermost first."""
        calls: list[_Call] = []
        while frame is not None:
            call = self._running.get(id(frame))
            if call is not None and call.frame is frame:
                calls.append(call)
            frame = frame.f_back
        return calls[::-1]

    def _loop_in_generator(self, walker: "_Call") -> "tuple[_Call, int, SourceLoop] | None":
        """Return the loop of a generator that still goes round."""
        for call in self._running.values():
            if call is walker or not call.is_generator:
                continue
            for offset, rounds in call.rounds.items():
                loop = self._loop_at(call, offset)
                if rounds >= _ROUNDS and loop and loop.kind == "while":
                    return call, offset, loop
        return None

    def _loop_at(self, call: "_Call", offset: int) -> SourceLoop | None:
        """Return the loop whose rounds begin at an offset of a function's code."""
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

    def _as_dict(self, look: "_LookedAt") -> dict[str, Any]:
        """Return what was seen of a loop, as data."""
        loop, frame = look.rounds.loop, look.call.frame
        how, name = look.rounds.evidence()
        return {
            "kind": loop.kind,
            **self._places.place(loop.file, loop.first),
            "last": loop.last,
            "function": frame.f_code.co_name[:80],
            "how": how,
            "name": name,
            "repeats": look.rounds.repeats and not self._is_unsteady() and not self._outer_went_on(look),
        }

    def _is_unsteady(self) -> bool:
        """Whether something the loop runs may give another value each time."""
        return any(UNSTEADY & {*code.co_names} for code in self._codes)

    def _outer_went_on(self, look: "_LookedAt") -> bool:
        """Whether a loop around it went round meanwhile: how far that is cannot be seen."""
        return look.outer != look.call.rounds_but(look.offset)


class _Call:
    """One call of a function of the submission, while it runs or waits."""

    def __init__(self, finder: LoopFinder, frame: types.FrameType) -> None:
        self.frame = frame
        self.is_generator = bool(frame.f_code.co_flags & _GENERATOR)
        self.rounds: dict[int, int] = {}
        """How often the code went back to an offset."""
        self.lines: dict[int, int] = {}
        self._finder = finder
        self._last = -1
        self._event = follow(frame)

    def trace(self, frame: types.FrameType, event: str, _arg: object) -> Any:
        """Trace a line of the function, or its return."""
        if self._finder.is_over:
            return self._finder.limit.called(frame, event, _arg)
        if event == self._event:
            offset = frame.f_lasti
            if offset <= self._last:
                self.rounds[offset] = self.rounds.get(offset, 0) + 1
                self.lines[offset] = frame.f_lineno
                self._finder.round(self, offset)
            self._last = offset
            self._finder.line(frame)
        elif event == "return" and not self.is_generator:
            self._finder.left(self)
        return self.trace

    def rounds_but(self, offset: int) -> int:
        """Count the rounds of the loops that begin before it."""
        return sum(rounds for other, rounds in self.rounds.items() if other < offset)


class _LookedAt(NamedTuple):
    """The loop whose rounds are looked at, and how often those around it had gone round before."""

    call: _Call
    offset: int
    outer: int
    rounds: LoopRounds
