"""What a mutant is and what is wrong with it."""

import difflib
from collections.abc import Collection
from dataclasses import dataclass

from bench.mutants.text import Text, TextEdit, edited, moved

WORDS = {"+": "add", "-": "sub", "*": "mul", "/": "div", "**": "pow", None: "all"}
"""What operators are called in the id of a mutant."""


@dataclass(frozen=True)
class Mutation:
    """One fault, as edits of a reference."""

    fault: str
    edits: tuple[TextEdit, ...]
    spots: tuple[int, ...]
    """Positions in the reference whose lines also tell the place. Of missing code the first is the place."""
    operation: str | None = None
    """None where it is in all, or in none of them."""
    operand: int | None = None
    kind: str = ""
    """Tells slips with the same fault at the same place apart."""
    accepts: Collection[str] = ()
    """Other faults that name the same code."""
    missing: bool = False
    """Whether the fault is that something is not there."""

    @property
    def key(self) -> str:
        """Its name among the slips of a reference."""
        operation = WORDS.get(self.operation, self.operation)
        operand = "" if self.operand is None else f".{self.operand}"
        return f"{self.fault}@{operation}{operand}" + (f".{self.kind}" if self.kind else "")


@dataclass(frozen=True)
class Label:
    """What is wrong, and where in the mutant."""

    fault: str
    operation: str | None
    operand: int | None
    line: int
    """Of missing code: the `def` or `class` it is missing in."""
    lines: frozenset[int] = frozenset()
    """Every line that names the place: those of the same statement or of the same slip."""
    accepts: frozenset[str] = frozenset()
    """Every fault that counts as the right name."""
    missing: bool = False
    """Whether the fault is that something is not there."""


@dataclass(frozen=True)
class Mutant:
    """A reference with one fault or two."""

    reference: str
    key: str
    source: str
    labels: tuple[Label, ...]

    @property
    def id(self) -> str:
        """Its name everywhere: `closures_set:wrong_sign@add.1`."""
        return f"{self.reference}:{self.key}"

    @property
    def content(self) -> bytes:
        """What is graded."""
        return self.source.encode()

    def diff(self, reference: str) -> str:
        """The lines in which it differs from its reference."""
        lines = difflib.unified_diff(reference.splitlines(), self.source.splitlines(), n=1, lineterm="")
        return "\n".join(list(lines)[2:])


def mutant(reference: str, text: Text, *slips: Mutation) -> Mutant:
    """A reference with these slips made in it."""
    edits = tuple(dict.fromkeys(edit for slip in slips for edit in slip.edits))
    source = edited(text.source, edits)
    labels = tuple(_label(slip, source, edits) for slip in slips)
    return Mutant(reference, "+".join(slip.key for slip in slips), source, labels)


def _label(slip: Mutation, source: str, edits: tuple[TextEdit, ...]) -> Label:
    spots = [_line(source, moved(spot, edits)) for spot in slip.spots]
    touched = [_line(source, _begin(edit, edits) + edit.mark) for edit in slip.edits]
    lines = {*spots, *(touched if not slip.missing else [])}
    for edit in slip.edits:
        begin = _begin(edit, edits)
        if edit.new.strip() == "pass" or (edit.new.strip() and not slip.missing):
            first = begin + len(edit.new) - len(edit.new.lstrip())
            last = begin + len(edit.new.rstrip())
            lines |= set(range(_line(source, first), _line(source, last) + 1))
    line = spots[0] if slip.missing and spots else touched[0]
    accepts = frozenset({slip.fault, *slip.accepts})
    named = frozenset({line, *lines})
    return Label(slip.fault, slip.operation, slip.operand, line, named, accepts, slip.missing)


def _begin(edit: TextEdit, edits: tuple[TextEdit, ...]) -> int:
    """Where the new text of an edit begins in the mutant."""
    before = [other for other in edits if other < edit]
    return edit.start + sum(len(other.new) - (other.end - other.start) for other in before)


def _line(source: str, position: int) -> int:
    return source.count("\n", 0, position) + 1
