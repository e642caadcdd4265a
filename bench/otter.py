"""Grades notebooks with otter-grader, by the test file of docs/packages/notebooks.md.

Bar: the correct example gets all points of the test case, the wrong one none.

Takes the path of a Python that has otter-grader and Backgrade; without one there is nothing to do:

    python3 -m venv otter
    otter/bin/pip install otter-grader==7.0.0 ipykernel ./backgrade-0.1.0-py3-none-any.whl
    python -m bench otter --python=otter/bin/python
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

TOP = Path(__file__).parent.parent
_PAGE = TOP / "docs" / "packages" / "notebooks.md"
_EXPECTED = {"correct": (8.0, 8.0), "overwrite": (0.0, 8.0)}
"""The test case has all points or none."""
_START = "import otter\ngrader = otter.Notebook()"


def main(arguments: Sequence[str] = ()) -> None:
    """Print the points of each example."""
    parser = argparse.ArgumentParser(prog="python -m bench otter")
    parser.add_argument("--python", type=Path)
    python = parser.parse_args(arguments).python
    if python is None:
        print("  skipped: --python names a Python that has otter-grader and Backgrade")
        return
    programs = python.absolute().parent
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        _assignment(folder, programs)
        found = {name: _points(folder, programs, name) for name in _EXPECTED}
    for name, (earned, possible) in found.items():
        print(f"  {name:10} {earned:g} of {possible:g} points")
    if found != _EXPECTED:
        sys.exit("These are not the points that they should get.")


def _assignment(folder: Path, programs: Path) -> None:
    """What an instructor makes: the test file, and the archive that otter grades with."""
    (folder / "tests").mkdir()
    (test,) = re.findall(r"```python\n(OK_FORMAT.+?)```", _PAGE.read_text(encoding="utf-8"), flags=re.DOTALL)
    (folder / "tests" / "value.py").write_text(test, encoding="utf-8")
    _run(folder, programs, "generate", "-t", "tests", "-o", "autograder.zip", "--no-environment")


def _points(folder: Path, programs: Path, example: str) -> tuple[float, float]:
    """Of a notebook with the class of an example: what it earned, and what there was to earn."""
    source = (TOP / "examples" / f"{example}.py").read_text(encoding="utf-8")
    cells = [_START, source, 'grader.check("value")']
    (folder / f"{example}.ipynb").write_text(json.dumps(_notebook(cells)), encoding="utf-8")
    (folder / example).mkdir()
    _run(folder, programs, "run", "-a", "autograder.zip", "-o", example, f"{example}.ipynb")
    tests = json.loads((folder / example / "results.json").read_text(encoding="utf-8"))["tests"]
    graded = [each for each in tests if "max_score" in each]
    return sum(each["score"] for each in graded), sum(each["max_score"] for each in graded)


def _notebook(cells: Sequence[str]) -> dict[str, object]:
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    made: list[dict[str, object]] = [
        {"cell_type": "code", "id": f"c{number}", "metadata": {}, "execution_count": None, "outputs": [],
         "source": source}
        for number, source in enumerate(cells)
    ]  # fmt: skip
    return {"cells": made, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}


def _run(folder: Path, programs: Path, *arguments: str) -> None:
    path = f"{programs}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        [programs / "otter", *arguments],
        cwd=folder, env={**os.environ, "PATH": path}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode:
        sys.exit(f"otter {arguments[0]} failed: {done.stderr}")
