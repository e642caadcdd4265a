"""Reads the parts of a class that a course asks for off the compiled source: with a body, or without.

Nothing of the submission has run when they are read.
"""

import types
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ..model.dialect_names import BACKWARD_NAMES, CLOSURE_NAMES, DATA_NAMES, GRAD_NAMES
from ..model.operation_words import operation_of_text
from ..model.primitives import PRIMITIVES
from ..model.unwritten import has_no_body
from .hidden import HiddenMethod, may_hide

CONSTRUCTOR, BACKWARD, RULE, REFLECTED = "constructor", "backward()", "rule of ", "reflected "
"""Ids, on the wire too; those of operations stand behind the last two."""
_LONGEST_NAME, _MOST = 80, 300


def _operations_by_name() -> Iterator[tuple[str, str]]:
    """Yield the names of methods, each with the id of what it does."""
    for symbol, primitive in PRIMITIVES.items():
        yield from ((name, symbol) for name in (primitive.method, *primitive.names) if name)
        if primitive.reflected:
            yield primitive.reflected, REFLECTED + symbol


_OF_METHODS = {
    **dict.fromkeys(BACKWARD_NAMES, BACKWARD),
    **dict(_operations_by_name()),
    "__init__": CONSTRUCTOR,
}


class PartInSource(NamedTuple):
    """A function or method that does an operation, or the backward rule in it."""

    operation: str
    """Its id; that of a rule is `rule of *`."""
    name: str
    of: str | None
    """The class it is in; None for a function of the module."""
    line: int
    """The line of `pass` or of what stands for it; else the first line."""
    cell: int | None
    is_written: bool
    inside: str = ""
    """The method it is indented into, so that the class does not have it."""

    def as_dict(self) -> dict[str, Any]:
        """Return the part for the host."""
        return {
            **self._asdict(),
            "name": self.name[:_LONGEST_NAME],
            "of": self.of and self.of[:_LONGEST_NAME],
            "inside": self.inside[:_LONGEST_NAME],
        }


@dataclass
class ClassParts:
    """The parts of a source."""

    found: dict[PartInSource, None] = field(default_factory=dict)
    _bare: dict[PartInSource, None] = field(default_factory=dict)
    """The rules of operations that only compute."""
    _has_stand_in: bool = False
    """Whether a constructor gives each node a rule that does nothing."""
    _attaches: bool = False
    """Whether anything else gives a node a rule, or a pass chooses one by the name of an operation."""
    may_hide: bool = False
    """Whether a method may be indented into another one."""

    def read(self, function: types.CodeType, of: str | None, cell: int | None) -> None:
        """Take up a function or a method, and the rules in it that have no body."""
        operation, inner = _OF_METHODS.get(function.co_name), _functions_in(function)
        self.may_hide |= of is not None and may_hide(function, _OF_METHODS)
        self._note_attaching(function, operation, inner)
        if operation is not None:
            self._note(function, operation, function, of, cell)
        if operation not in PRIMITIVES or has_no_body(function):
            return
        # Where one inner function has a body, it may be the rule, and the others its helpers.
        for each in inner if all(map(has_no_body, inner)) else ():
            self._note(each, RULE + operation, function, of, cell)
        if not inner and of in function.co_names and not _NAMES_OF_DATA.isdisjoint(function.co_names):
            line = function.co_firstlineno
            self._bare[PartInSource(RULE + operation, function.co_name, of, line, cell, is_written=False)] = (
                None
            )

    def _note_attaching(
        self, function: types.CodeType, operation: str | None, inner: Sequence[types.CodeType]
    ) -> None:
        """Note whether a function gives a node its rule, or chooses the rule of a node."""
        attaches = not _NAMES_OF_RULES.isdisjoint((*function.co_names, *_texts_in(function)))
        if operation == CONSTRUCTOR:
            self._has_stand_in |= attaches and any(map(has_no_body, inner))
        else:
            self._attaches |= attaches and operation != BACKWARD
        if operation in (None, BACKWARD):
            self._attaches |= any(map(_chooses_a_rule, (function, *inner)))

    def add_hidden(self, hidden: HiddenMethod, cell: int | None) -> None:
        """Take up a method that is indented into another one, if it is a part."""
        name = hidden.method.name
        if name in _OF_METHODS:
            place = (hidden.of, hidden.method.lineno, cell)
            self.found[
                PartInSource(_OF_METHODS[name], name, *place, is_written=True, inside=hidden.inside)
            ] = None

    def forget(self, of: str) -> None:
        """Another class of the same name follows, which takes the place of the one before."""
        self.found = {part: None for part in self.found if part.of != of}
        self._bare = {part: None for part in self._bare if part.of != of}

    def _note(
        self, code: types.CodeType, operation: str, method: types.CodeType, of: str | None, cell: int | None
    ) -> None:
        """Note a part, at the line of its body or its head."""
        is_written = not has_no_body(code)
        line = code.co_firstlineno if is_written else _line_of_body(code)
        self.found[PartInSource(operation, method.co_name, of, line, cell, is_written)] = None

    def as_dicts(self) -> list[dict[str, Any]]:
        """Return the parts for the host; a class that only computes forward has each rule as unwritten."""
        bare: Collection[PartInSource] = self._bare if self._has_stand_in and not self._attaches else ()
        return [part.as_dict() for part in dict.fromkeys([*self.found, *bare])][:_MOST]


_NAMES_OF_RULES, _NAMES_OF_DATA = frozenset(CLOSURE_NAMES), frozenset(DATA_NAMES)
_NAMES_OF_GRADIENTS = frozenset(GRAD_NAMES)


def _functions_in(code: types.CodeType) -> list[types.CodeType]:
    """Return the code of the functions in a function."""
    return [each for each in code.co_consts if isinstance(each, types.CodeType)]


def _chooses_a_rule(code: types.CodeType) -> bool:
    """Whether a function about gradients has the sign or the name of an operation among its texts."""
    if _NAMES_OF_GRADIENTS.isdisjoint(code.co_names):
        return False
    return any(operation_of_text(text) for text in _texts_in(code) if " " not in text.strip())


def _texts_in(code: types.CodeType) -> list[str]:
    """Return the texts in a function, and those in its tuples."""
    constants = (each for part in code.co_consts for each in (part if type(part) is tuple else (part,)))
    return [each for each in constants if type(each) is str]


def _line_of_body(code: types.CodeType) -> int:
    """Return the last line of a function with no body but `pass` or what stands for it."""
    return max((line for *_, line in code.co_lines() if line), default=code.co_firstlineno)
