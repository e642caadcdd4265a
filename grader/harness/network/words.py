"""Finds what a file itself has for the functions at the ends of neurons: words that it compares, Enums."""

import sys
import types
from collections.abc import Iterator
from enum import Enum
from typing import Any

from .names import FUNCTIONS, plain


def words_of(cls: type) -> list[Any]:
    """Return what the file of a class has for functions: `"Tanh"` as it compares it, members of an Enum."""
    words: dict[Any, str] = {}
    for thing in [*vars(sys.modules.get(cls.__module__) or cls).values()]:
        if isinstance(thing, type) and issubclass(thing, Enum):
            words |= {member: plain(str(member.name)) for member in thing}
        for code in _codes_of(thing):
            words |= {each: plain(each) for each in _constants(code) if isinstance(each, str)}
    known = [word for word, name in words.items() if name in FUNCTIONS]
    return sorted(known, key=lambda word: FUNCTIONS.index(words[word]))


def _codes_of(thing: Any) -> Iterator[types.CodeType]:
    """Yield the code of a function, or of the methods of a class."""
    for each in vars(thing).values() if isinstance(thing, type) else (thing,):
        if isinstance(each, types.FunctionType):
            yield each.__code__


def _constants(code: types.CodeType) -> Iterator[Any]:
    """Yield the constants of a function, also of those inside of it and of the collections among them."""
    for each in code.co_consts:
        if isinstance(each, types.CodeType):
            yield from _constants(each)
        elif isinstance(each, tuple | frozenset):
            yield from each
        else:
            yield each
