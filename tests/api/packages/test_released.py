"""What the first packages ask of Backgrade still works: a course can put a newer wheel into a package it has.

The folder `released` has their scripts, as the commit wrote them that had packages first. They never change.
"""

import json
import shutil
from pathlib import Path

import pytest

from tests.api.packages.conftest import ROOT, install, run

RELEASED = Path(__file__).parent / "released"
EXAMPLES = ROOT / "examples"
POINTS = {"correct.py": (8, 8), "overwrite.py": (3, 8)}


@pytest.mark.parametrize("example", POINTS)
def test_the_first_package_for_gradescope_grades(example: str, tmp_path: Path) -> None:
    root = tmp_path / "autograder"
    shutil.copytree(RELEASED / "gradescope", root)
    install(root / "source" / "backgrade")
    (root / "submission").mkdir()
    shutil.copy(EXAMPLES / example, root / "submission" / "value.py")

    done = run(root / "run_autograder", cwd=root)

    assert done.returncode == 0, done.stderr
    results = json.loads((root / "results" / "results.json").read_text(encoding="utf-8"))
    assert (results["score"], sum(test["max_score"] for test in results["tests"])) == POINTS[example]


@pytest.mark.parametrize("example", POINTS)
def test_the_first_package_for_prairielearn_grades(example: str, tmp_path: Path) -> None:
    root = tmp_path / "grade"
    shutil.copytree(RELEASED / "prairielearn", root)
    install(root / "backgrade")
    (root / "student").mkdir()
    shutil.copy(EXAMPLES / example, root / "student" / "value.py")

    done = run(root / "tests" / "run.sh", cwd=root, BACKGRADE_KIT=str(root / "backgrade"))

    assert done.returncode == 0, done.stderr
    results = json.loads((root / "results" / "results.json").read_text(encoding="utf-8"))
    earned, possible = POINTS[example]
    assert results["score"] == earned / possible
