"""`backgrade check` of folders and of many files: a summary first, a line each, and how far it is."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from api.command import main
from api.terminal import progress
from api.terminal.progress import GradingPace
from submissions.grading.intake.folder import every_file
from tests.api.commands.examples import CORRECT, EXAMPLES, OVERWRITE

pytestmark = pytest.mark.usefixtures("lent_sandbox")

Capture = pytest.CaptureFixture[str]
CORE = ("check", "--stage", "core", "--no-color")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two students, one of them with a notebook, and what is no submission."""
    for student, file in (("ada", "correct.py"), ("ada", "notebook.ipynb"), ("ben", "overwrite.py")):
        (tmp_path / student).mkdir(exist_ok=True)
        shutil.copy(EXAMPLES / file, tmp_path / student / file)
    hidden = (".git/hooks/x.py", "ada/.ipynb_checkpoints/notebook-checkpoint.ipynb", "ben/__pycache__/x.py")
    for name in (*hidden, "ben/.draft.py", "ben/notes.txt"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("x = 1\n", encoding="utf-8")
    return tmp_path


def test_a_folder_stands_for_the_files_in_it(folder: Path, capsys: Capture) -> None:
    assert main([*CORE, str(folder)]) == 1

    first, *lines = capsys.readouterr().out.splitlines()
    assert first == "3 files: 2 with every point, 1 with fewer, 0 not graded"
    assert [line.split()[1] for line in lines[:3]] == [
        str(folder / name) for name in ("ada/correct.py", "ada/notebook.ipynb", "ben/overwrite.py")
    ]
    assert lines[3] == ""


def test_a_link_in_a_folder_leads_nowhere(folder: Path, capsys: Capture) -> None:
    """The folder may be what students sent, and the link may lead to a file of the teacher."""
    secret = folder / ".secret"
    secret.write_text("the password of the teacher\n", encoding="utf-8")
    (folder / "ben" / "value.py").symlink_to(secret)
    (folder / "ben" / "endless.py").symlink_to("/dev/zero")
    (folder / "ben" / "again").symlink_to(folder)

    assert main([*CORE, str(folder)]) == 1

    told = capsys.readouterr()
    assert told.out.startswith("3 files: ")
    assert "password" not in told.out + told.err


def test_a_folder_may_be_nested_as_deeply_as_a_disk_allows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for _ in range(1500):
        Path("a").mkdir()
        os.chdir("a")
    Path("value.py").write_text("x = 1\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    try:
        assert [each.count("/") for each in every_file(["a"])] == [1500]
    finally:
        subprocess.run(["/bin/rm", "-rf", str(tmp_path / "a")], check=True)


def test_a_folder_without_submissions_is_refused(tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "notes.txt").write_text("x", encoding="utf-8")

    assert main([*CORE, str(tmp_path), CORRECT]) == 2

    told = capsys.readouterr()
    assert f"{tmp_path}: This folder has no .py file and no notebook." in told.err
    assert told.out.startswith("2 files: 1 with every point, 0 with fewer, 1 not graded\n")


def test_few_files_have_their_reports_below_the_summary(capsys: Capture) -> None:
    assert main([*CORE, CORRECT, OVERWRITE]) == 1

    told = capsys.readouterr().out
    assert told.startswith("2 files: ")
    assert told.index("   Gradient overwritten instead of accumulated (") < told.index("Whole graph\n")


def test_many_files_are_a_line_each_with_the_first_cause(capsys: Capture) -> None:
    assert main([*CORE, *[CORRECT, OVERWRITE] * 2]) == 1

    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "4 files: 2 with every point, 2 with fewer, 0 not graded"
    assert [line[2] for line in lines[1:5]] == ["✓", "✗", "✓", "✗"]
    assert all("Gradient overwritten instead of accumulated (" in line for line in lines[2:5:2])
    assert lines[5:] == ["", "For the whole report of a file, check that file alone."]


class Clock:
    """Stands still between two calls, unless it is told."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(progress, "monotonic", made)
    return made


def test_the_rest_is_estimated_from_what_was_measured(clock: Clock, capsys: Capture) -> None:
    """The start before the first file is no part of the pace."""
    pace = GradingPace()
    clock.now += 30
    for done in range(1, 21):
        pace.reached(done, 100)
        clock.now += 1

    assert capsys.readouterr().err.splitlines() == [
        "6 of 100 files are graded; about 94 s left",
        "11 of 100 files are graded; about 89 s left",
        "16 of 100 files are graded; about 84 s left",
    ]


def test_nothing_is_said_of_what_is_over_soon(clock: Clock, capsys: Capture) -> None:
    pace = GradingPace()
    for done in (0, 1, 2, 3):
        pace.reached(done, 3)
        clock.now += 1

    assert capsys.readouterr().err == ""


def test_off_a_terminal_progress_is_lines_on_standard_error(clock: Clock, capsys: Capture) -> None:
    with progress.progress(10) as turn:
        for number in range(10):
            turn(f"{number}.py")
            clock.now += 6

    assert capsys.readouterr().err.splitlines()[0] == "1 of 10 files are graded; about 54 s left"
