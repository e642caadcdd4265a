"""Draws terminals as SVG: what `check` prints, for the README, and what `export` makes.

Run from the top folder: `.venv/bin/python docs/draw.py`.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from io import StringIO
from pathlib import Path

from rich._export_format import CONSOLE_SVG_FORMAT
from rich.console import Console
from rich.terminal_theme import MONOKAI
from rich.text import Text

from api import packages
from api.formats import terminal
from api.terminal.grading import grade_files
from grader.assignment import assignment
from grader.sandbox.embedded import Embedded

TOP = Path(__file__).parent.parent
IMAGES = TOP / "docs" / "images"
FILE = "examples/overwrite.py"
NOTEBOOK = "examples/notebook.ipynb"

_WIDTH = 84
_BACKGRADE = Path(sys.executable).with_name("backgrade")
_IMAGE = {"dodona": "account/backgrade:1"}
_EXAMPLES = "venv/share/backgrade/examples"


def main() -> None:
    """Write the pictures."""
    _draw(IMAGES / "check.svg", _checked(FILE))
    _draw(IMAGES / "packages" / "notebooks-export.svg", _checked(NOTEBOOK))
    for system in packages.names():
        _draw(IMAGES / "packages" / f"{system}-export.svg", "\n".join(_exported(system)).rstrip())


def _draw(path: Path, lines: str) -> None:
    """A terminal with these lines."""
    console = Console(record=True, width=_WIDTH, file=StringIO(), force_terminal=True)
    console.print(Text.from_ansi(lines))
    without_comment = re.sub(r"\s*<!--.*?-->", "", CONSOLE_SVG_FORMAT)
    without_fonts = re.sub(r"@font-face \{\{.*?\}\}\s*", "", without_comment, flags=re.DOTALL)
    picture = console.export_svg(
        title="backgrade", theme=MONOKAI, code_format=without_fonts, unique_id=path.stem
    )
    path.write_text("\n".join(line.rstrip() for line in picture.splitlines()) + "\n", encoding="utf-8")


def _checked(file: str) -> str:
    with closing(Embedded()) as sandbox:
        graded = grade_files([file], assignment("core"), sandbox)
    printed = terminal.render(graded.outcomes, graded.sources, color=True)
    return f"$ backgrade check {file} --stage core\n\n{printed.rstrip()}"


def _exported(system: str) -> Iterator[str]:
    """The command of the first step, what is in an archive that it makes, and the check of a package."""
    options = f" --image {_IMAGE[system]}" if system in _IMAGE else ""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        yield from _run(f"backgrade export {system} --stage core --hints 3{options} --out package", folder)
        for archive in sorted(folder.glob("package/*.zip")):
            yield from _run(
                f"unzip -q {archive.relative_to(folder)} -d source && find source -type f", folder
            )
        for archive in sorted(folder.glob("package/*.tar")):
            yield from _run(f"tar -tf {archive.relative_to(folder)}", folder)
        script = next(folder.rglob("self_check.sh"))
        _install(script.parent)
        yield from _run(f"bash {script.relative_to(folder)}", folder)


def _install(kit: Path) -> None:
    """What `install.sh` leaves, with the Backgrade of this checkout."""
    (kit / "venv" / "bin").mkdir(parents=True)
    (kit / "venv" / "bin" / "backgrade").symlink_to(_BACKGRADE)
    shutil.copytree(TOP / "examples", kit / _EXAMPLES)


def _run(line: str, folder: Path) -> Iterator[str]:
    """A line of a shell, and what it prints."""
    path = f"{_BACKGRADE.parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-c", line],  # noqa: S607 - wherever it is
        cwd=folder,
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
        check=True,
    )
    yield from (f"$ {line}", *(done.stdout + done.stderr).rstrip().splitlines(), "")


if __name__ == "__main__":
    main()
