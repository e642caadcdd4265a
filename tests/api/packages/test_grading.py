"""Packages grade as `check` does, whatever is submitted; where Backgrade fails, nobody gets a zero."""

import json
import shutil
import tarfile
from pathlib import Path
from typing import Any

import pytest

from api.command import main
from tests.api.packages.conftest import INSTALLED, ROOT, Export, Gradescope, install, run

pytestmark = pytest.mark.sampled(one_in=4, of="runs of packages")
each_time = pytest.mark.sampled(one_in=1)

EXAMPLES = ROOT / "examples"
CORRECT = (EXAMPLES / "correct.py").read_text("utf-8")
OVERWRITE = (EXAMPLES / "overwrite.py").read_text("utf-8")
FORGED = {"scores": {"backgrade": 1000}}
HOSTILE = {
    "leaves": "import os\nos._exit(0)\n",
    "prints a grade": f"print({json.dumps(FORGED)!r}, flush=True)\n",
    "prints to the end": f"import atexit\natexit.register(print, {json.dumps(FORGED)!r})\n",
    "writes beside it": "open('../results/results.json', 'w').write('{\"score\": 1000}')\n",
    "reads the example": f"exec(open('../source/backgrade/{INSTALLED}/correct.py').read())\n",
}
UNREACHABLE = "options=(--stage core --hints 3 --sandbox-level E5)\n"


def checked(path: Path, capsys: pytest.CaptureFixture[str]) -> tuple[float, int]:
    """The points that `check` gives."""
    main(["check", "--json", "--stage", "core", str(path)])
    report = json.loads(capsys.readouterr().out)
    suites = report["suites"]
    return sum(each["earned"] for each in suites), sum(each["possible"] for each in suites)


def read(path: Path) -> Any:
    return json.loads(path.read_text("utf-8"))


@each_time
@pytest.mark.parametrize("example", ["correct.py", "overwrite.py", "notebook.ipynb"])
def test_gradescope_gives_the_points_of_check(
    example: str, gradescope: Gradescope, capsys: pytest.CaptureFixture[str]
) -> None:
    gradescope.submit(example, (EXAMPLES / example).read_bytes())

    done = gradescope.run()

    assert done.returncode == 0, done.stderr
    results = read(gradescope.results)
    earned = sum(test["score"] for test in results["tests"])
    assert (earned, sum(test["max_score"] for test in results["tests"])) == checked(
        EXAMPLES / example, capsys
    )
    assert results["score"] == earned


@pytest.mark.parametrize("attack", ["leaves", "prints a grade", "writes beside it", "reads the example"])
def test_a_hostile_file_earns_nothing_and_results_are_written(attack: str, gradescope: Gradescope) -> None:
    gradescope.submit("value.py", HOSTILE[attack])

    done = gradescope.run()

    assert done.returncode == 0, done.stderr
    assert read(gradescope.results)["score"] == 0


@pytest.mark.parametrize("name", ["-rf.py", "a\nb.py", "$(touch pwned).py", "' ; exit 3 #.py"])
def test_any_name_is_graded(name: str, gradescope: Gradescope) -> None:
    gradescope.submit(name, CORRECT)

    done = gradescope.run()

    assert done.returncode == 0, done.stderr
    results = read(gradescope.results)
    assert results["score"] == sum(test["max_score"] for test in results["tests"]) > 0
    assert not list(gradescope.root.rglob("pwned"))


def test_of_several_files_the_named_one_is_graded(gradescope: Gradescope) -> None:
    gradescope.submit("value.py", CORRECT)
    gradescope.submit("another.py", OVERWRITE)

    gradescope.run()

    results = read(gradescope.results)
    assert results["score"] == sum(test["max_score"] for test in results["tests"]) > 0


@pytest.mark.parametrize("names", [("notes.txt",), ("one.py", "two.py")])
def test_without_the_named_file_the_student_reads_its_name(
    names: tuple[str, ...], gradescope: Gradescope
) -> None:
    for name in names:
        gradescope.submit(name, CORRECT)

    assert gradescope.run().returncode == 0

    results = read(gradescope.results)
    assert results["score"] == 0
    assert "value.py" in results["output"]


@pytest.mark.parametrize("name", ["value.py", "mine.py"])
def test_a_link_to_the_example_earns_nothing(name: str, gradescope: Gradescope) -> None:
    example = gradescope.root / "source" / "backgrade" / INSTALLED / "correct.py"
    (gradescope.root / "submission" / name).symlink_to(example)

    assert gradescope.run().returncode == 0

    assert read(gradescope.results)["score"] == 0
    assert example.is_file()


def test_without_hints_no_expected_value_is_told(gradescope: Gradescope) -> None:
    settings = gradescope.root / "source" / "backgrade" / "settings.sh"
    settings.write_text(settings.read_text("utf-8").replace("--hints 3", "--hints 0"), encoding="utf-8")
    gradescope.submit("value.py", OVERWRITE)

    gradescope.run()

    results = read(gradescope.results)
    assert results["score"] < sum(test["max_score"] for test in results["tests"])
    assert "expected" not in gradescope.results.read_text("utf-8")
    assert [path.name for path in gradescope.results.parent.iterdir()] == ["results.json"]


def test_below_the_required_lock_gradescope_gets_no_result_and_staff_the_reason(
    gradescope: Gradescope,
) -> None:
    weaken(gradescope.root / "source" / "backgrade" / "settings.sh")
    gradescope.submit("value.py", CORRECT)
    gradescope.results.parent.mkdir()
    gradescope.results.write_text("{}", encoding="utf-8")

    done = gradescope.run()

    assert done.returncode == 2
    assert "E5" in done.stderr
    assert not gradescope.results.exists()


def weaken(settings: Path) -> None:
    """Ask for a lock that no embedded sandbox has."""
    lines = settings.read_text("utf-8").splitlines(keepends=True)
    kept = [UNREACHABLE if line.startswith("options=") else line for line in lines]
    settings.write_text("".join(kept), encoding="utf-8")


@pytest.mark.parametrize(("swapped", "status"), [(False, 0), (True, 1)])
def test_the_self_check_notices_wrong_grades(swapped: bool, status: int, gradescope: Gradescope) -> None:  # noqa: FBT001
    kit = gradescope.root / "source" / "backgrade"
    settings = kit / "settings.sh"
    settings.write_text(settings.read_text("utf-8").replace("--stage core", "--stage everything"), "utf-8")
    if swapped:
        shutil.copy(kit / INSTALLED / "overwrite.py", kit / INSTALLED / "correct.py")

    done = run(kit / "self_check.sh", cwd=gradescope.root)

    assert done.returncode == status, done.stderr


@pytest.fixture
def question(export: Export, tmp_path: Path) -> Path:
    """The folder `/grade` of PrairieLearn."""
    folder = export("prairielearn")
    install(folder / "image" / "backgrade")
    root = tmp_path / "grade"
    shutil.copytree(folder / "question" / "tests", root / "tests")
    (root / "student").mkdir()
    return root


def grade_question(root: Path) -> Any:
    kit = root.parent / "package" / "image" / "backgrade"
    done = run(root / "tests" / "run.sh", cwd=root, BACKGRADE_KIT=str(kit))
    assert done.returncode == 0, done.stderr
    assert (root / "results" / "results.json").stat().st_size < 1 << 20
    return read(root / "results" / "results.json")


@each_time
@pytest.mark.parametrize("example", ["correct.py", "overwrite.py"])
def test_prairielearn_gives_the_share_of_check(
    example: str, question: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copy(EXAMPLES / example, question / "student" / "value.py")

    earned, possible = checked(EXAMPLES / example, capsys)

    assert grade_question(question)["score"] == earned / possible


@pytest.mark.parametrize("attack", ["leaves", "prints a grade", "writes beside it"])
def test_prairielearn_ends_well_and_gives_a_hostile_file_nothing(attack: str, question: Path) -> None:
    (question / "student" / "value.py").write_text(HOSTILE[attack], encoding="utf-8")

    assert not grade_question(question).get("score")


@pytest.mark.parametrize("failure", ["weak lock", "no Backgrade", "no folder"])
def test_if_backgrade_fails_prairielearn_takes_no_attempt(failure: str, question: Path) -> None:
    shutil.copy(EXAMPLES / "correct.py", question / "student" / "value.py")
    if failure == "weak lock":
        weaken(question / "tests" / "settings.sh")
    elif failure == "no Backgrade":
        shutil.rmtree(question.parent / "package" / "image" / "backgrade" / "venv")
    else:
        shutil.rmtree(question / "student")

    results = grade_question(question)

    assert results["gradable"] is False
    assert "score" not in results
    assert "staff" in results["message"]


@pytest.mark.parametrize(("content", "status"), [(CORRECT, 0), (OVERWRITE, 1), ("def f(:\n", 2)])
def test_github_ends_with_the_status_of_the_grade(
    content: str, status: int, export: Export, tmp_path: Path
) -> None:
    action = export("github") / ".github" / "backgrade"
    install(action / "backgrade")
    checkout, summary = tmp_path / "checkout", tmp_path / "summary.md"
    checkout.mkdir()
    (checkout / "value.py").write_text(content, encoding="utf-8")

    done = run(action / "grade.sh", cwd=checkout, GITHUB_STEP_SUMMARY=str(summary))

    assert done.returncode == status
    assert summary.read_text("utf-8").startswith("## value")
    assert ("::error file=value.py," in done.stdout) is (status != 0)


@pytest.mark.parametrize("content", [OVERWRITE, HOSTILE["prints a grade"]])
def test_check50_has_a_title_for_every_result(content: str, export: Export, tmp_path: Path) -> None:
    folder = export("check50")
    install(folder / "backgrade")
    (tmp_path / "value.py").write_text(content, encoding="utf-8")

    done = run(folder / "grade.sh", cwd=tmp_path)

    assert done.returncode == 0, done.stderr
    names = {result["name"] for result in json.loads(done.stdout)["results"]}
    assert names <= {*read(folder / "suites.json"), "not_graded"}


@pytest.mark.parametrize(("content", "accepted"), [(CORRECT, True), (OVERWRITE, False), ("def f(:\n", False)])
def test_dodona_gets_a_judgement(content: str, accepted: bool, export: Export, tmp_path: Path) -> None:  # noqa: FBT001
    folder = export("dodona")
    commands = judge(folder, content, tmp_path)

    assert commands[0]["command"] == "start-judgement"
    assert commands[-1]["accepted"] is accepted


def judge(folder: Path, content: str, tmp_path: Path) -> list[Any]:
    kit = folder / "image" / "backgrade"
    install(kit)
    (tmp_path / "source").write_text(content, encoding="utf-8")
    asked = {"source": str(tmp_path / "source"), "resources": str(folder / "exercise" / "evaluation")}
    (tmp_path / "asked.json").write_text(json.dumps(asked), encoding="utf-8")
    (tmp_path / "start.sh").write_text(
        f"#!/bin/sh\nexec {folder}/judge/run <{tmp_path}/asked.json\n", encoding="utf-8"
    )
    (tmp_path / "start.sh").chmod(0o755)
    done = run(tmp_path / "start.sh", cwd=tmp_path, BACKGRADE_KIT=str(kit))
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.mark.parametrize("content", [OVERWRITE, HOSTILE["prints to the end"]])
def test_autolab_reads_the_points_of_check_from_the_last_line(
    content: str, export: Export, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = export("autolab")
    install(folder / "image" / "backgrade")
    job = tmp_path / "job"
    with tarfile.open(folder / "autograde.tar") as archive:
        archive.extractall(job, filter="data")
    (job / "value.py").write_text(content, encoding="utf-8")

    done = run(job / "autograde" / "grade.sh", cwd=job, BACKGRADE_KIT=str(folder / "image" / "backgrade"))

    assert done.returncode == 0, done.stderr
    scores = json.loads(done.stdout.splitlines()[-1])["scores"]
    assert scores == {"backgrade": checked(job / "value.py", capsys)[0]}
