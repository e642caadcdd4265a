"""Grades notebooks with otter-grader, by the test file of docs/packages/notebooks.md.

Bar: the correct example gets all points of the test case, the wrong one none.

Takes the path of a Python that has otter-grader and Backgrade; without one there is nothing to do:

    python3 -m venv otter
    otter/bin/pip install otter-grader==7.0.0 ipykernel ./backgrade-0.1.0-py3-none-any.whl
    python -m bench otter --python=otter/bin/python
"""

import json
import re
import tempfile
from collections.abc import Sequence
from pathlib import Path

from bench._notebooks import PAGE, code, example, programs_of, report, run, write

_EXPECTED = {"correct": (8.0, 8.0), "overwrite": (0.0, 8.0)}
"""The test case has all points or none."""
_START = "import otter\ngrader = otter.Notebook()"


def main(arguments: Sequence[str] = ()) -> None:
    """Print the points of each example."""
    programs = programs_of("otter", "otter-grader", arguments)
    if programs is None:
        return
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        _assignment(folder, programs)
        report({name: _points(folder, programs, name) for name in _EXPECTED}, _EXPECTED)


def _assignment(folder: Path, programs: Path) -> None:
    """What an instructor makes: the test file, and the archive that otter grades with."""
    (folder / "tests").mkdir()
    (test,) = re.findall(r"```python\n(OK_FORMAT.+?)```", PAGE.read_text(encoding="utf-8"), flags=re.DOTALL)
    (folder / "tests" / "value.py").write_text(test, encoding="utf-8")
    run(folder, programs, "otter", "generate", "-t", "tests", "-o", "autograder.zip", "--no-environment")


def _points(folder: Path, programs: Path, name: str) -> tuple[float, float]:
    """Of a notebook with the class of an example: what it earned, and what there was to earn."""
    cells = [_START, example(name), 'grader.check("value")']
    write(folder / f"{name}.ipynb", [code(f"c{number}", source) for number, source in enumerate(cells)])
    (folder / name).mkdir()
    run(folder, programs, "otter", "run", "-a", "autograder.zip", "-o", name, f"{name}.ipynb")
    tests = json.loads((folder / name / "results.json").read_text(encoding="utf-8"))["tests"]
    graded = [each for each in tests if "max_score" in each]
    return sum(each["score"] for each in graded), sum(each["max_score"] for each in graded)
