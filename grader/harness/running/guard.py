"""Stops a play that goes round a loop of which it is known that it never ends: by count, not by the clock."""

import sys
import types
from typing import Any, NamedTuple

from .follow import follow
from .line_at import line_at
from .problem import Places, TooLong

_LINES = 2_000
_LINES_OF_A_CANDIDATE = 500
_LINES_A_NODE = 100
_settrace = sys.settrace


class Endless(NamedTuple):
    """A loop that did not end in another graph, as the host writes it."""

    cell: int | None
    first: int
    last: int
    function: str


class Guard:
    """A context around plays; without a loop to guard it does nothing."""

    def __init__(self, loops: list[Endless], places: Places) -> None:
        self._places = places
        self._loops = loops
        self._left = 0

    def over(self, nodes: int, *, trying: bool = False) -> "Guard":
        """This guard, set for a play of `nodes` nodes; a candidate may run fewer lines."""
        self._left = (_LINES_OF_A_CANDIDATE if trying else _LINES) + _LINES_A_NODE * nodes
        return self

    def __enter__(self) -> None:
        if self._loops:
            _settrace(self._called)

    def __exit__(self, *_: object) -> None:
        if self._loops:
            _settrace(None)

    def _called(self, frame: types.FrameType, _event: str, _arg: object) -> Any:
        code = frame.f_code
        if code.co_filename not in self._places.cells:
            return None
        cell = self._places.cells[code.co_filename]
        inside = [loop for loop in self._loops if (loop.cell, loop.function) == (cell, code.co_name[:80])]
        return _CountedCall(self, inside, follow(frame)).line if inside else None

    def round(self, loop: Endless) -> None:
        """Count one line of a watched loop."""
        self._left -= 1
        if self._left > 0:
            return
        _settrace(None)
        raise TooLong({"line": loop.first, "function": loop.function} | _cell(loop))


class _CountedCall:
    """One call of a function with such a loop."""

    def __init__(self, guard: Guard, loops: list[Endless], event: str) -> None:
        self._guard = guard
        self._loops = loops
        self._event = event

    def line(self, frame: types.FrameType, event: str, _arg: object) -> Any:
        """A line begins."""
        if event == self._event:
            for loop in self._loops:
                if loop.first <= line_at(frame.f_code, frame.f_lasti) <= loop.last:
                    self._guard.round(loop)
        return self.line


def _cell(loop: Endless) -> dict[str, Any]:
    return {} if loop.cell is None else {"cell": loop.cell}
