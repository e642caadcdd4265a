"""Where in a submission something is."""

from grader.finding import Edit, Where, Write
from grader.sandbox.base import ClassPlace, Loop, Problem


def place(thing: Problem | ClassPlace | Where | Write | Edit | Loop) -> str:
    """`line 3`, or `cell 2, line 3` in a notebook; empty where it is not known."""
    line = None if thing.line is None else f"line {thing.line}"
    cell = None if thing.cell is None else f"cell {thing.cell}"
    return ", ".join(part for part in (cell, line) if part)


def class_place(found: ClassPlace) -> str:
    """The class that is graded and where it is: of that, the line of its first method is known."""
    where = place(found)
    return f"class `{found.name}`" + (f", methods from {where}" if where else "")


def class_in_list(found: ClassPlace | str) -> str:
    """The class as one of several."""
    if isinstance(found, str):
        return f"`{found}`"
    where = place(found)
    return f"`{found.name}` ({where})" if where else f"`{found.name}`"
