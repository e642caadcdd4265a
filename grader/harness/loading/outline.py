"""Reads the outline of a source: which classes and functions stand in its syntax tree.

It is sent before anything of the submission runs, so nothing in a submission can change what it says. It is
read off the compiled code, which is there anyway; the tree is asked only where calls may make a class.
"""

import ast
import contextlib
import inspect
import types
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from .hidden import hidden_methods
from .made_by_calls import OPERATIONS, MadeByCalls, may_make, stores
from .parts import ClassParts

_FUNCTION = inspect.CO_OPTIMIZED
_MOST = 2_000
_LONGEST_NAME = 80


@dataclass
class SourceOutline:
    """The names that the pieces of a source define, at any depth."""

    classes: dict[str, None] = field(default_factory=dict)
    functions: list[tuple[int, int | None]] = field(default_factory=list)
    """Where each begins, and in which cell."""
    makes: bool = False
    """Whether a class is made or renamed by a call."""
    computes: bool = False
    """Whether an operation is defined."""
    parts: ClassParts = field(default_factory=ClassParts)
    """The parts that a course asks for, with a body or without."""

    def as_dict(self) -> dict[str, Any]:
        """Return the outline for the host."""
        return {
            "classes": [name[:_LONGEST_NAME] for name in self.classes][:_MOST],
            "functions": self.functions[:_MOST],
            "makes": self.makes,
            "computes": self.computes,
            "parts": self.parts.as_dicts(),
        }

    def read(self, code: types.CodeType, cell: int | None) -> bool:
        """Take up the definitions in compiled code; whether calls in it may make more."""
        calls = self._note_operations(code)
        self._read_parts(code, None, cell)
        for inner in _codes_inside(code):
            calls |= self._note_operations(inner)
            if inner.co_flags & _FUNCTION:
                self.functions.append((inner.co_firstlineno, cell))
                self.computes |= inner.co_name in OPERATIONS
            else:
                self.classes[inner.co_name] = None
                self.parts.forget(inner.co_name)
                self._read_parts(inner, inner.co_name, cell)
                self.computes |= not OPERATIONS.isdisjoint(inner.co_names)
        return calls

    def add_made(self, made: MadeByCalls) -> None:
        """Take up what calls in the source make."""
        self.makes, self.computes = made.makes, self.computes or made.computes
        for code in made.run:
            self.read(code, None)

    def _read_parts(self, code: types.CodeType, of: str | None, cell: int | None) -> None:
        """Take up the functions of a class, or of the module."""
        for function in code.co_consts:
            if isinstance(function, types.CodeType) and function.co_flags & _FUNCTION:
                self.parts.read(function, of, cell)

    def _note_operations(self, code: types.CodeType) -> bool:
        """Note an operation that the code assigns; return whether its calls may make further classes."""
        self.computes |= any(stores(code, name) for name in OPERATIONS)
        return may_make(code)


def outline(pieces: Iterable[tuple[types.CodeType, Any, int | None]]) -> SourceOutline:
    """Return the outline of compiled pieces, each with its text or tree and its cell."""
    found, read = SourceOutline(), list(pieces)
    calls = [found.read(code, cell) for code, _, cell in read]
    # Texts and made classes are read only where the code itself shows no class that computes.
    if not found.computes:
        calls += [found.read(code, cell) for _, text, cell in read for code in _compiled_statements(text)]
    if any(calls) or not found.computes:
        found.add_made(MadeByCalls.of([text for _, text, _ in read]))
    if found.parts.may_hide:
        _add_hidden(found.parts, read)
    return found


def _add_hidden(parts: ClassParts, pieces: Iterable[tuple[types.CodeType, Any, int | None]]) -> None:
    """Add the methods that only the syntax tree still has."""
    for _, text, cell in pieces:
        for hidden in hidden_methods(text if isinstance(text, ast.Module) else ast.parse(text)):
            parts.add_hidden(hidden, cell)


def _compiled_statements(text: Any) -> Iterator[types.CodeType]:
    """Yield each statement compiled alone: what stands behind one that raises is left out of a whole."""
    body = text.body if isinstance(text, ast.Module) else ast.parse(text).body
    for statement in body:
        with contextlib.suppress(SyntaxError, ValueError, RecursionError, MemoryError):
            yield compile(ast.Module([statement], []), "<outline>", "exec", dont_inherit=True)


def _codes_inside(code: types.CodeType) -> Iterator[types.CodeType]:
    """Yield the code of every class, function and comprehension in it."""
    waiting = [code]
    while waiting:
        inner = [each for each in waiting.pop().co_consts if isinstance(each, types.CodeType)]
        yield from inner
        waiting += inner
