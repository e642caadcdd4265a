"""The text of a file with the edits of findings made by hand, line by line."""

import re
import textwrap
from collections.abc import Sequence

from grader.finding import Edit
from tests.truth.witness import WitnessedFile

_CLOSING = (")", "]", "}")
"""A line that only ends the statement of the lines above it."""


class CannotEditError(ValueError):
    """An edit says too little to be made by hand: something is put in, or the statement is not found."""


def edited(graded: WitnessedFile, edits: Sequence[Edit]) -> str:
    """The source with these edits.

    Raises:
        CannotEditError: see there.
    """
    lines, places = list(graded.lines), [_place(graded.lines, edit) for edit in edits]
    if any(one != other and one[0] < other[1] and other[0] < one[1] for one in places for other in places):
        raise CannotEditError("edits of one place")
    for (first, last), edit in sorted(
        ((_place(graded.lines, edit), edit) for edit in edits), reverse=True, key=_first
    ):
        lines[first:last] = _new(lines[first:last], edit)
    return "\n".join(lines[1:])


def _first(each: tuple[tuple[int, int], Edit]) -> tuple[int, int]:
    return each[0]


def _place(lines: Sequence[str], edit: Edit) -> tuple[int, int]:
    found = lines_of_edit(lines, edit) if edit.was and edit.cell is None else None
    if found is None:
        raise CannotEditError(f"{edit.line}: {edit.was!r}")
    return found


def _new(old: Sequence[str], edit: Edit) -> list[str]:
    indents = [len(line) - len(line.lstrip()) for line in old if line.strip()]
    return textwrap.indent(edit.now or "pass", " " * min(indents)).split("\n")


def lines_of_edit(lines: Sequence[str], edit: Edit) -> tuple[int, int] | None:
    """The first of the lines that an edit replaces and the first behind them; None where they are others."""
    first, wanted, found = edit.line or 0, _bare(edit.was), ""
    for number in range(first, len(lines)):
        found += _bare(lines[number])
        if found == wanted:
            behind = number + 1
            while behind < len(lines) and lines[behind].strip() in _CLOSING:
                behind += 1
            return first, behind
        if len(found) > len(wanted):
            return None
    return None


def stands_there(lines: Sequence[str], edit: Edit) -> bool:
    """Whether each line that goes stands in the source, in order, from the line that is named."""
    if _bare(edit.was) in _bare(lines[edit.line or 0]):
        return True
    rest = iter(lines[edit.line or 0 :])
    wanted = "".join(_bare(line) for line in edit.was.split("\n"))
    for line in rest:
        bare = _bare(line)
        if bare and wanted.startswith(bare):
            wanted = wanted.removeprefix(bare)
        if not wanted:
            return True
    return False


def _bare(text: str) -> str:
    """Code without what may be written in one way or another: spaces, comments, brackets, quotes."""
    return re.sub(r"(?m)#.*$|[\s()'\",]", "", text)
