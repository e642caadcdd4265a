"""Rules that are not written yet: a function inside an operation that holds nothing but `pass`."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from api.report_view.source_lines import SourceLines
from suites import PRIMITIVES

_DEF = re.compile(r"^(\s*)def\s+(\w+)\s*\(")
_EMPTY = re.compile(r"^\s*(pass|\.\.\.)\s*(#.*)?$")
_METHODS = {
    "__add__": "+", "__mul__": "*", "__sub__": "-", "__truediv__": "/", "__pow__": "**", "__neg__": "neg",
}  # fmt: skip


class Stub(NamedTuple):
    """A rule without a body."""

    operation: str
    line: int
    """Of the operation's method."""
    cell: int | None


def stubs_in(lines: SourceLines) -> Iterator[Stub]:
    """Read off the text, line by line: the file is never run or parsed here."""
    for part in lines.parts():
        operation, method, rule, indent = "", 0, 0, 0
        for number, line in enumerate(part.lines, 1):
            if found := _DEF.match(line):
                name = found[2]
                if name in _METHODS or name in PRIMITIVES:
                    operation, method, indent, rule = _METHODS.get(name, name), number, len(found[1]), 0
                elif operation and len(found[1]) > indent:
                    rule = number
                else:
                    operation, rule = "", 0
            elif rule and _EMPTY.match(line):
                yield Stub(operation, method, part.cell)
                rule = 0
            elif rule and line.strip() and not line.strip().startswith(("#", '"')):
                rule = 0
