"""Grades notebooks with nbgrader, by the cell of docs/packages/notebooks.md.

Bar: the correct example gets all points of the cell, the wrong one the share that `backgrade check` gives it.

Takes the path of a Python that has nbgrader and Backgrade; without one there is nothing to do:

    python3 -m venv nbgrader
    nbgrader/bin/pip install nbgrader==0.9.6 ipykernel ./backgrade-0.1.0-py3-none-any.whl
    python -m bench nbgrader --python=nbgrader/bin/python
"""

import re
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from bench._notebooks import PAGE, code, example, programs_of, report, run, write

_EXPECTED = {"correct": (8.0, 8.0), "overwrite": (3.0, 8.0)}
"""The cell has 8 points, as the stage has."""
_SCORES = """
from nbgrader.api import Gradebook
with Gradebook("sqlite:///gradebook.db") as gradebook:
    for each in gradebook.assignment_submissions("value"):
        print(each.student.id, each.score, each.max_score)
"""


def main(arguments: Sequence[str] = ()) -> None:
    """Print the points of each example."""
    programs = programs_of("nbgrader", "nbgrader", arguments)
    if programs is None:
        return
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        write(folder / "source" / "value" / "value.ipynb", _cells("# your class"))
        for name in _EXPECTED:
            write(folder / "submitted" / name / "value" / "value.ipynb", _cells(example(name)))
        (folder / "nbgrader_config.py").write_text('get_config().CourseDirectory.course_id = "bench"\n')
        run(folder, programs, "nbgrader", "generate_assignment", "value", "--create")
        run(folder, programs, "nbgrader", "autograde", "value")
        report(_points(run(folder, programs, "python", "-c", _SCORES)), _EXPECTED)


def _cells(source: str) -> list[Mapping[str, object]]:
    """The cell of the class, and that of the instructor with the points."""
    (check,) = re.findall(
        r"```python\n(import backgrade.+?)```", PAGE.read_text(encoding="utf-8"), flags=re.DOTALL
    )
    return [
        code("value", source, nbgrader=_about("value", solution=True)),
        code("check", check, nbgrader=_about("check", solution=False, points=8)),
    ]


def _about(id_: str, *, solution: bool, points: int | None = None) -> dict[str, object]:
    """What nbgrader has to know of a cell."""
    told: dict[str, object] = {
        "schema_version": 3, "grade_id": id_, "solution": solution, "grade": points is not None,
        "locked": not solution, "task": False,
    }  # fmt: skip
    return told if points is None else {**told, "points": points}


def _points(printed: str) -> dict[str, tuple[float, float]]:
    """What each submission earned, and what there was to earn."""
    rows = sorted(line.split() for line in printed.splitlines())
    return {name: (float(earned), float(possible)) for name, earned, possible in rows}
