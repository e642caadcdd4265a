"""Plays the smallest graphs, one operation each: whether an input receives a gradient, which lines run."""

import sys
import types
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from ..running.problem import TooLong
from ..running.waiting import refused
from .backward import backward_caller
from .filled import filled
from .find_class import ValueClass
from .operations import Operations
from .read import ABSENT

_gettrace, _settrace = sys.gettrace, sys.settrace
_arguments = BaseException.args.__get__  # type: ignore[attr-defined]
"""Reads what an exception holds without a line of the submission."""
OPERATIONS = "*", "+"
_MOST_STEPS = 30_000
"""Lines and instructions. A right class takes some hundred."""

Line = tuple[types.CodeType, int]


class Answer(NamedTuple):
    """How a class answered."""

    received: int
    """Through how many operations an input received a gradient."""
    lines: frozenset[Line]
    """The lines of the submission that ran."""
    hangs: bool = False
    """Whether it was stopped: then it is no flag that is lacking."""
    raised: frozenset[str] = frozenset()
    """The texts of its exceptions."""


def ask(value_class: ValueClass) -> Answer:
    """Ask for gradients; of a class that gives none, with the output's gradient set by the caller too."""
    notes, types_seen = list(value_class.notes), set(value_class.reader.types)
    lines: set[Line] = set()
    raised: set[str] = set()
    received, hangs = 0, False
    try:
        for seeded in (False, True):
            for op in OPERATIONS if not received else ():
                received += _receives(value_class, op, lines, raised, seeded=seeded)
    except TooLong:
        hangs = True
    value_class.notes[:], value_class.reader.types = notes, types_seen
    return Answer(received, frozenset(lines), hangs, frozenset(raised))


def _receives(value_class: ValueClass, op: str, lines: set[Line], raised: set[str], *, seeded: bool) -> bool:
    """Play one operation and its pass; whether an input receives a gradient."""
    leaf = value_class.leaf
    try:
        value_class.layouts.start()
        with limited(value_class, lines), refused():
            inputs = [leaf(2.0, "a"), leaf(3.0, "b")]
            before = _gradients(value_class, inputs)
            output = Operations(value_class).do(op, inputs, [])
            _run_backward(value_class, output, seeded=seeded)
        after = _gradients(value_class, inputs)
    except TooLong:
        raise
    except BaseException as error:
        raised.update(text for text in _arguments(error) if type(text) is str)
        return False
    return any(number not in (0.0, None, old) for number, old in zip(after, before, strict=True))


def _run_backward(value_class: ValueClass, output: Any, *, seeded: bool) -> None:
    """Run the pass; without one, the rule of the output."""
    is_pass = value_class.backward_name is not None
    if seeded or not is_pass:
        setattr(output, value_class.grad_name, filled(output, 1.0, value_class))
    if is_pass:
        backward_caller(value_class)(output)
    elif value_class.closure_name is not None:
        getattr(output, value_class.closure_name)()


def _gradients(value_class: ValueClass, nodes: list[Any]) -> list[float | None]:
    """Return the gradients of nodes; None where there is none."""
    readings = [value_class.reader.attribute(node, value_class.grad_name) for node in nodes]
    return [number if kind < ABSENT else None for number, kind in readings]


@contextmanager
def limited(value_class: ValueClass, lines: set[Line] | None = None) -> Iterator[None]:
    """Stop what takes too many steps in the submission; collect the lines that ran.

    Meanwhile nobody else counts them: a question that is not answered says nothing of the source.
    """
    files, count = value_class.places.cells, 0

    def count_line(frame: types.FrameType, _event: str, _argument: Any) -> Any:
        nonlocal count
        if frame.f_code.co_filename not in files:
            return None
        frame.f_trace_opcodes = True  # a loop in one line has no events of lines
        count += 1
        if count > _MOST_STEPS:
            raise TooLong
        if lines is not None:
            lines.add((frame.f_code, frame.f_lineno))
        return count_line

    before = _gettrace()
    _settrace(count_line)
    try:
        yield
    finally:
        _settrace(before)
