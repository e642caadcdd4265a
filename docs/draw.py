"""Draws the README's picture: what the command line prints for a wrong file, as SVG.

Run from the top folder: `.venv/bin/python docs/draw.py`.
"""

import re
from contextlib import closing
from io import StringIO
from pathlib import Path

from rich._export_format import CONSOLE_SVG_FORMAT
from rich.console import Console
from rich.terminal_theme import MONOKAI
from rich.text import Text

from api.formats import terminal
from api.terminal.grading import grade_files
from grader.assignment import assignment
from grader.sandbox.embedded import Embedded

PICTURE = Path(__file__).parent / "images" / "check.svg"
FILE = "examples/overwrite.py"

_WIDTH = 84


def main() -> None:
    """Write the picture."""
    with closing(Embedded()) as sandbox:
        graded = grade_files([FILE], assignment("core"), sandbox)
    printed = terminal.render(graded.outcomes, graded.sources, color=True)
    console = Console(record=True, width=_WIDTH, file=StringIO(), force_terminal=True)
    console.print(Text.from_ansi(f"$ backgrade check {FILE} --stage core\n\n{printed.rstrip()}"))
    without_comment = re.sub(r"\s*<!--.*?-->", "", CONSOLE_SVG_FORMAT)
    without_fonts = re.sub(r"@font-face \{\{.*?\}\}\s*", "", without_comment, flags=re.DOTALL)
    picture = console.export_svg(
        title="backgrade", theme=MONOKAI, code_format=without_fonts, unique_id="check"
    )
    PICTURE.write_text("\n".join(line.rstrip() for line in picture.splitlines()) + "\n")


if __name__ == "__main__":
    main()
