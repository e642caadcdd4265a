"""Tells functions that are not written yet: `pass`, `...`, a docstring, `return`, NotImplementedError."""

import types
from opcode import opmap
from typing import Any


def _pass() -> None:
    pass


def _docstring() -> None:
    """Nothing else."""


def _dots() -> None: ...


def _shape(code: types.CodeType) -> tuple[object, ...]:
    """Its instructions; of its constants only which are None, and which are texts."""
    return code.co_code, tuple(None if each is None else type(each) is str for each in code.co_consts)


_FIRST_AND_LAST = opmap["LOAD_GLOBAL"], opmap["RAISE_VARARGS"]
_SHAPES = frozenset(_shape(each.__code__) for each in (_pass, _docstring, _dots))


def is_unwritten(thing: Any) -> bool:
    """Whether a function or a method has no body, or the one that a decorator wraps."""
    code = getattr(getattr(thing, "__wrapped__", thing), "__code__", None)
    return isinstance(code, types.CodeType) and has_no_body(code)


def has_no_body(code: types.CodeType) -> bool:
    """Whether the code of a function does nothing, or says that it is not written yet."""
    return _shape(code) in _SHAPES or _only_raises(code)


def _only_raises(code: types.CodeType) -> bool:
    """Whether its one statement raises NotImplementedError, whatever it says by it."""
    lines = {line for *_, line in code.co_lines()} - {code.co_firstlineno, None}
    is_raised = code.co_names[:1] == (NotImplementedError.__name__,) and len(lines) <= 1
    return is_raised and (code.co_code[2], code.co_code[-2]) == _FIRST_AND_LAST  # behind RESUME
