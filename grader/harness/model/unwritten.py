"""Tells functions that are not written yet: `pass`, `...`, a docstring, `return`, NotImplementedError."""

import types
from typing import Any


def _pass() -> None:
    pass


def _docstring() -> None:
    """Nothing else."""


def _dots() -> None: ...


def _raises() -> None:
    raise NotImplementedError


def _raises_one() -> None:
    raise NotImplementedError()  # noqa: RSE102 - another bytecode


def _raises_a_text() -> None:
    raise NotImplementedError("later")


def _shape(code: types.CodeType) -> tuple[object, ...]:
    """Its instructions; of its constants only which are None, and which are texts."""
    return code.co_code, tuple(None if each is None else type(each) is str for each in code.co_consts)


_SHAPES = frozenset(_shape(each.__code__) for each in (_pass, _docstring, _dots))
_RAISING = frozenset(each.__code__.co_code for each in (_raises, _raises_one, _raises_a_text))


def is_unwritten(thing: Any) -> bool:
    """Whether a function or a method has no body, or the one that a decorator wraps."""
    code = getattr(getattr(thing, "__wrapped__", thing), "__code__", None)
    return isinstance(code, types.CodeType) and has_no_body(code)


def has_no_body(code: types.CodeType) -> bool:
    """Whether the code of a function does nothing, or says that it is not written yet."""
    return _shape(code) in _SHAPES or (
        code.co_names == (NotImplementedError.__name__,) and code.co_code in _RAISING
    )
