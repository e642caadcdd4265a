"""Each package with the wheels that it needs, installed and run in containers of Debian without a network.

Nothing of this machine is in there: what `install.sh` has installed grades, as the user of each system.
"""

import json
import re
import shutil
import subprocess
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from grader.sandbox.container import ContainerEngine
from tests import engines
from tests.api.packages.conftest import ROOT, Export, unpack
from tests.api.packages.test_in_containers import docker

EXAMPLES = {"overwrite.py": (3, 8), "correct.py": (8, 8)}
"""What the examples earn on the stage `core`."""
STUDENT = "1001"
"""A user with no privileges, as the one of GitHub's runner and the one at a student's machine."""
LOCKED = {"root": "E2", "student": "E1"}
"""What the sandbox has to reach there."""

pytestmark = pytest.mark.sampled(one_in=7, of="packages that are installed in containers")

Package = Callable[[str, str], Path]
Build = Callable[[Path], str]


@pytest.fixture(scope="module")
def base(engine: ContainerEngine) -> str:
    """An image with Debian and Python, and nothing else."""
    assert engine.facts()
    return engines.base()


@pytest.fixture
def package(export: Export) -> Package:
    """Export a package that brings along what it needs, for a sandbox of that level."""

    def exported(system: str, level: str) -> Path:
        return export(system, "--dependencies", str(engines.wheels()), "--sandbox-level", level)

    return exported


def contained(image: str, mounts: dict[Path, str], *command: str, given: bytes = b"", **options: str) -> str:
    """What a command prints in a container, which has to end well."""
    named = [f"--{name}={value}" for name, value in options.items()]
    folders = [f"--volume={path}:{inside}" for path, inside in mounts.items()]
    done = docker(
        "run", "--rm", "--interactive", "--network=none", *named, *folders, image, *command, given=given
    )
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout.decode()


@pytest.fixture
def built(base: str) -> Iterator[Build]:
    """Build the image of a package. Images of the same kit share its layers."""
    names: list[str] = []

    def build(folder: Path) -> str:
        names.append(f"backgrade-installed-{uuid.uuid4().hex[:8]}")
        done = docker("build", "--network=none", f"--build-arg=BASE={base}", "-t", names[-1], str(folder))
        assert done.returncode == 0, done.stderr.decode()
        return names[-1]

    yield build
    for name in names:
        docker("image", "rm", "--force", name)


def read(path: Path) -> Any:
    return json.loads(path.read_text("utf-8"))


def submit(folder: Path, example: str) -> None:
    """The file as a student names it."""
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copy(ROOT / "examples" / example, folder / "value.py")


def test_gradescope_builds_and_grades_in_a_bare_folder(base: str, package: Package, tmp_path: Path) -> None:
    root = tmp_path / "autograder"
    unpack(package("gradescope", LOCKED["root"]) / "gradescope.zip", root / "source")
    shutil.copy(root / "source" / "run_autograder", root)

    said = contained(base, {root: "/autograder"}, "/autograder/source/setup.sh")

    assert "Self-check passed" in said
    for example, (earned, possible) in EXAMPLES.items():
        submit(root / "submission", example)
        contained(base, {root: "/autograder"}, "/autograder/run_autograder")
        results = read(root / "results" / "results.json")
        assert (results["score"], sum(test["max_score"] for test in results["tests"])) == (earned, possible)


def test_prairielearn_grades_in_the_image_of_the_package(
    package: Package, built: Build, tmp_path: Path
) -> None:
    folder, root = package("prairielearn", LOCKED["root"]), tmp_path / "grade"
    image = built(folder / "image")
    shutil.copytree(folder / "question" / "tests", root / "tests")

    said = contained(image, {}, "bash", "/opt/backgrade/self_check.sh")

    assert "Self-check passed" in said
    for example, (earned, possible) in EXAMPLES.items():
        submit(root / "student", example)
        contained(image, {root: "/grade"}, "/grade/tests/run.sh")
        assert read(root / "results" / "results.json")["score"] == earned / possible


def test_autolab_reads_the_points_from_what_the_makefile_prints(
    package: Package, built: Build, tmp_path: Path
) -> None:
    folder, job = package("autolab", LOCKED["root"]), tmp_path / "job"
    image = built(folder / "image")
    recipe = (folder / "autograde-Makefile").read_text("utf-8").removeprefix("all:\n")
    for example, (earned, _) in EXAMPLES.items():
        submit(job, example)
        shutil.copy(folder / "autograde.tar", job)

        said = contained(image, {job: "/job"}, "sh", "-ec", recipe.replace("\t", ""), workdir="/job")

        assert json.loads(said.splitlines()[-1]) == {"scores": {"backgrade": earned}}


def test_dodona_judges_as_its_ordinary_user(package: Package, built: Build, tmp_path: Path) -> None:
    folder = package("dodona", LOCKED["student"])
    image = built(folder / "image")
    asked = {"source": "/mnt/submitted/value.py", "resources": "/mnt/exercise/evaluation"}
    for example, (earned, possible) in EXAMPLES.items():
        submit(tmp_path / "submitted", example)
        mounts = {folder / "judge": "/mnt/judge", folder / "exercise": "/mnt/exercise"}
        mounts[tmp_path / "submitted"] = "/mnt/submitted"

        said = contained(image, mounts, "/main.sh", "/mnt/judge/run", given=json.dumps(asked).encode())

        last = json.loads(said.splitlines()[-1])
        assert last["accepted"] is (earned == possible)
        assert f"{earned} of {possible} points" in last["status"]["human"]


def test_github_runs_the_steps_of_the_action_in_a_checkout(
    base: str, package: Package, tmp_path: Path
) -> None:
    checkout = tmp_path / "checkout"
    shutil.copytree(package("github", LOCKED["student"]), checkout)
    action = (checkout / ".github" / "backgrade" / "action.yml").read_text("utf-8")
    install, grade = re.findall(r"- run: (.+)", action)
    submit(checkout, "overwrite.py")
    everybody_writes(checkout)
    steps = f"{install}; status=0; {grade} || status=$?; echo ended with $status"

    said = contained(
        base,
        {checkout: "/checkout"},
        *(
            "env",
            "GITHUB_ACTION_PATH=/checkout/.github/backgrade",
            "GITHUB_STEP_SUMMARY=/checkout/summary.md",
        ),
        *("bash", "-ec", steps),
        user=STUDENT,
        workdir="/checkout",
    )

    assert "::error file=value.py,line=23,title=" in said
    assert "3 of 8 points" in (checkout / "summary.md").read_text("utf-8")
    assert said.endswith("ended with 1\n")


def test_check50_grades_as_the_student_who_runs_it(base: str, package: Package, tmp_path: Path) -> None:
    checks, work = package("check50", LOCKED["student"]), tmp_path / "work"
    mounts = {checks: "/checks", work: "/work"}
    everybody_writes(checks)
    contained(base, mounts, "bash", "/checks/backgrade/install.sh", user=STUDENT)
    for example, (earned, possible) in EXAMPLES.items():
        submit(work, example)

        said = contained(base, mounts, "/checks/grade.sh", user=STUDENT, workdir="/work")

        results = json.loads(said)["results"]
        assert sum(result["data"]["points"] for result in results) == earned
        assert sum(result["data"]["max_points"] for result in results) == possible


def everybody_writes(folder: Path) -> None:
    """The user in the container is another one than here."""
    subprocess.run(["chmod", "-R", "a+rwX", str(folder)], check=True)  # noqa: S607 - wherever it is


def test_a_package_without_one_of_its_wheels_is_not_installed(base: str, package: Package) -> None:
    checks = package("check50", LOCKED["student"])
    next((checks / "backgrade" / "wheels").glob("numpy-*")).unlink()

    done = docker(
        "run",
        "--rm",
        "--network=none",
        f"--volume={checks}:/checks",
        base,
        "bash",
        "/checks/backgrade/install.sh",
    )

    assert done.returncode != 0
    assert b"numpy" in done.stderr
