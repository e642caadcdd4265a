"""Each tutorial is walked as it is written, step by step."""

import shutil
import sys
from pathlib import Path

import pytest

from tests.tutorial_reader import reading

TOP = Path(__file__).parent.parent
TUTORIALS = sorted((TOP / "docs" / "tutorials").glob("*.md"))
PACKAGES = ("api", "backgrade", "grader", "submissions", "suites")
SHORTEST = 6
"""Acts: a walk that has fewer was not understood."""


@pytest.mark.sampled(one_in=4)
@pytest.mark.parametrize("page", TUTORIALS, ids=lambda page: page.stem)
def test_a_tutorial_can_be_walked(page: Path, tmp_path: Path) -> None:
    shutil.copytree(TOP / "examples", tmp_path / "examples")
    command = None
    if page.stem == "developer":
        for package in PACKAGES:
            shutil.copytree(TOP / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__"))
        (tmp_path / "run.py").write_text("from api.command import run\nrun()\n", encoding="utf-8")
        command = f"{sys.executable} run.py"
    with reading(tmp_path, command) as reader:
        assert reader.walk(page.read_text(encoding="utf-8")) >= SHORTEST


def test_there_is_one_for_each_reader() -> None:
    assert {page.stem for page in TUTORIALS} == {"student", "instructor", "operator", "developer"}
