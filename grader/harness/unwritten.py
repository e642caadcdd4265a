"""Functions that are not written yet: nothing but `pass`, `...`, a docstring or `return` is in them."""

import types
from typing import Any


def _pass() -> None:
    pass


def _docstring() -> None:
    """Nothing else."""


def _dots() -> None: ...


def _shape(code: types.CodeType) -> tuple[object, ...]:
    """Its instructions; of its constants only which are None, and which are texts."""
    return code.co_code, tuple(None if each is None else type(each) is str for each in code.co_consts)


_SHAPES = frozenset(_shape(each.__code__) for each in (_pass, _docstring, _dots))


def is_unwritten(thing: Any) -> bool:
    """Whether a function or a method has no body."""
    code = getattr(thing, "__code__", None)
    return isinstance(code, types.CodeType) and _shape(code) in _SHAPES
