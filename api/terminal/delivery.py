"""Brings a format of what was graded to its place: standard output or a file."""

import sys
from pathlib import Path

from api import formats
from api.terminal.console import out, tell, width
from api.terminal.grading import GradedFiles
from api.words.failure import not_written
from submissions.courses.assignments.hints import Rung
from submissions.grading.intake.source import shown_name


def make_folder(path: str) -> bool:
    """Make a folder for formats. If that is impossible, print why and return False."""
    try:
        Path(path).mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        tell(not_written(shown_name(path), error))
        return False
    return True


def print_format(name: str, graded: GradedFiles, *, color: bool, hints: Rung) -> bool:
    """Print a format and return True. Only that of the terminal has colour."""
    if name == "terminal":
        from api.formats import terminal

        columns = width(sys.stdout)
        out(terminal.render(graded.outcomes, graded.sources, color=color, width=columns, hints=hints))
    else:
        out(formats.load(name).render(graded.outcomes, graded.sources, hints=hints))
    return True


def write_format(name: str, path: str, graded: GradedFiles, *, hints: Rung) -> bool:
    """Write one format of the results. If that is not possible, say so and return False."""
    text = formats.load(name).render(graded.outcomes, graded.sources, hints=hints)
    try:
        Path(path).write_text(text, encoding="utf-8")
    except (OSError, ValueError) as error:
        tell(not_written(shown_name(path), error))
        return False
    return True
