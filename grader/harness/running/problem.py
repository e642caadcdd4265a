"""What went wrong in a student's code, as data: a kind, a short text, and the line where it was."""

import opcode
import re
import sys
import types
from collections import Counter, deque
from collections.abc import Callable, Iterator
from typing import Any

from .line_at import line_at

MODULE = "submission"
"""The name a submission is imported under; never `__main__`."""

LONGEST_MESSAGE = 500
STAND_IN = "_StandIn"
"""The name that Python's messages have for a thing of a module that is not there."""
_RAISE = opcode.opmap["RAISE_VARARGS"]
_DEEPEST = 100_000
_TOO_DEEP = "maximum recursion depth exceeded"
_IN_A_CIRCLE = 10
"""Calls of one line from which on it is a recursion; one that raises such an error by itself has fewer."""
_NOT_MATCHED = re.compile(r"(\w+)\.(\w+)\(\) (?:missing|takes|got) ")
_Line = tuple[tuple[str, Any], ...]
"""The place of a line, and the function it is in, as items of a dict."""
_KINDS: dict[type, str] = {MemoryError: "memory", RecursionError: "recursion", SystemExit: "exit"}


class Missing(Exception):
    """The class lacks an operation."""

    def __init__(self, operation: str) -> None:
        super().__init__(operation)
        self.operation = operation


class WrongResult(Exception):
    """An operation gave back something that is not a node."""

    def __init__(self, operation: str, type_name: str) -> None:
        super().__init__(f"{operation} returned {type_name}")
        self.operation = operation
        self.type_name = type_name


class AbsentModuleError(ImportError):
    """A module that is not there was used."""

    def __init__(self, module: str, thing: str) -> None:
        super().__init__(f"`{module}` is not available here; `{thing}` cannot be used")
        self.module = module


class TooLong(BaseException):
    """A step that takes longer than it is worth, and where it was if that is known."""

    def __init__(self, place: dict[str, Any] | None = None) -> None:
        super().__init__()
        self.place = place or {}


def describe(error: BaseException, places: "Places") -> dict[str, Any]:
    """The exception as data. Never raises, whatever the exception's own methods do."""
    if ours := _OURS.get(type(error)):
        return ours(error)
    told = {"type": type_name(error), "message": _message(error)}
    if type(error) is AbsentModuleError or STAND_IN in told["message"]:
        told = {"type": AbsentModuleError.__name__, "message": getattr(error, "module", "")[:LONGEST_MESSAGE]}
    kind = _kind(error)
    if kind != "recursion":
        place = places.of_traceback(traceback_of(error)) or places.of_parameters(told["message"])
        return {"kind": kind, **told, **place}
    if told["message"].startswith(_TOO_DEEP):
        told["message"] = _TOO_DEEP  # the rest says what was called last, which is chance
    return {"kind": kind, **told, **places.of_recursion(traceback_of(error))}


_OURS: dict[type, Callable[[Any], dict[str, Any]]] = {
    Missing: lambda missing: {"kind": "missing", "operation": missing.operation},
    TooLong: lambda stopped: {"kind": "time", **stopped.place},
    WrongResult: lambda wrong: {
        "kind": "wrong-result", "operation": wrong.operation, "type": wrong.type_name,
    },
}  # fmt: skip

traceback_of = BaseException.__dict__["__traceback__"].__get__
"""The real traceback: an exception's class may have an attribute of that name of its own."""


def is_raised_on_purpose(error: BaseException) -> bool:
    """Whether a `raise` or `assert` of the submission raised it."""
    return _own_instruction(error) == _RAISE


def is_accident(error: BaseException) -> bool:
    """Whether something else in a line of the submission raised it."""
    return _own_instruction(error) not in (None, _RAISE)


def _own_instruction(error: BaseException) -> int | None:
    """Return the instruction that raised it, if that is one of the submission."""
    last = traceback_of(error)
    if last is None:
        return None
    while last.tb_next is not None:
        last = last.tb_next
    frame = last.tb_frame
    is_own = frame.f_globals.get("__name__") == MODULE
    return frame.f_code.co_code[last.tb_lasti] if is_own else None


def type_name(thing: object) -> str:
    """The bare name of its real type, bounded."""
    return str(type.__dict__["__name__"].__get__(type(thing)))[:80]


def _kind(error: BaseException) -> str:
    for kind, name in _KINDS.items():
        if issubclass(type(error), kind):  # isinstance would ask its own __class__
            return name
    return "exception"


def _message(error: BaseException) -> str:
    try:
        return str(error)[:LONGEST_MESSAGE]
    except BaseException:
        return ""


class Places:
    """The file names that are the student's, and how a reader calls them."""

    def __init__(self) -> None:
        self.cells: dict[str, int | None] = {}

    def add(self, file: str, cell: int | None) -> None:
        """Code compiled under this file name came from that cell, or from the file as a whole."""
        self.cells[file] = cell

    def place(self, file: str, line: int | None) -> dict[str, Any]:
        """A place as data; empty where the code is not the student's."""
        if line is None or file not in self.cells:
            return {}
        cell = self.cells[file]
        return {"line": line} if cell is None else {"line": line, "cell": cell}

    def of_traceback(self, traceback: types.TracebackType | None) -> dict[str, Any]:
        """The innermost line of the student's code, and the function it is in."""
        return dict(next(iter(deque(self._lines(traceback), 1)), ()))

    def of_recursion(self, traceback: types.TracebackType | None) -> dict[str, Any]:
        """The line that stands most often in it, and the function it is in; of equals the outermost.

        Not the innermost line: at which one the limit is reached, a call of ours may decide. For the same
        reason lines that call each other in a circle are equals if one stands there once more.
        """
        lines = list(self._lines(traceback))
        times = Counter(lines)  # in the order in which they are met first
        most = max(times.values(), default=0)
        if most < _IN_A_CIRCLE:
            return dict(lines[-1]) if lines else {}
        return dict(next(line for line, number in times.items() if number >= most - 1))

    def _lines(self, traceback: types.TracebackType | None) -> Iterator[_Line]:
        """Yield the lines of the student's code, the outermost first; each is looked up once."""
        known: dict[tuple[int, int], _Line] = {}
        for _ in range(_DEEPEST):
            if traceback is None:
                return
            code = traceback.tb_frame.f_code
            at = id(code), traceback.tb_lasti
            if at not in known:
                place = self.place(code.co_filename, line_at(code, traceback.tb_lasti))
                known[at] = (*place.items(), ("function", str(code.co_name)[:80])) if place else ()
            if line := known[at]:
                yield line
            traceback = traceback.tb_next

    def of_parameters(self, message: str) -> dict[str, Any]:
        """Return where a method begins whose parameters did not match a call of ours, as `-a` is."""
        if (found := _NOT_MATCHED.match(message)) is None:
            return {}
        cls = getattr(sys.modules.get(MODULE), found[1], None)
        method = vars(cls).get(found[2]) if isinstance(cls, type) else None
        place = self.of_code(method)
        return {**place, "function": found[2][:80]} if place else {}

    def of_frame(self, frame: types.FrameType | None) -> dict[str, Any]:
        """The innermost line of the student's code that is being run."""
        for _ in range(_DEEPEST):
            if frame is None:
                break
            if place := self.place(frame.f_code.co_filename, line_at(frame.f_code, frame.f_lasti)):
                return {**place, "function": str(frame.f_code.co_name)[:80]}
            frame = frame.f_back
        return {}

    def of_code(self, thing: Any) -> dict[str, Any]:
        """Return where a function or class of the student begins."""
        code = getattr(thing, "__code__", None)
        if isinstance(code, types.CodeType):
            return self.place(code.co_filename, code.co_firstlineno)
        return {}


def in_submission(thing: Any) -> bool:
    """Whether a class or function was defined in the submission."""
    return getattr(thing, "__module__", None) == MODULE


def classes_of(module: types.ModuleType) -> list[type]:
    """The classes the submission defines, last definition of each name, in order of their lines."""
    classes = [thing for thing in vars(module).values() if isinstance(thing, type) and in_submission(thing)]
    return list(dict.fromkeys(classes))
