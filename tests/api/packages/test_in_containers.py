"""Packages run in containers as their systems start them: as root, without a network, in a bare folder.

The engine starts them from an image of links alone; the programs are those of this machine, mounted.
"""

import io
import json
import os
import platform
import shutil
import subprocess
import sys
import tarfile
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from grader.sandbox.container import ContainerEngine
from tests import engines
from tests.api.packages.conftest import ROOT, Export, Gradescope, install

OVERWRITE = ROOT / "examples" / "overwrite.py"
POINTS = (3, 8)
"""What the example earns on the stage `core`."""
START = {"root": ("sh", "-c"), "runner": ("/main.sh", "sh", "-c")}
"""How an image is started, by its user: Dodona gives its command to `/main.sh`."""


def docker(*arguments: str, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        ["docker", *arguments],  # noqa: S607 - wherever it is
        input=given,
        capture_output=True,
        check=False,
        timeout=600,
        env={**os.environ, "DOCKER_BUILDKIT": "0"},  # the other builder is a program of its own
    )


@pytest.fixture(scope="module")
def image(engine: ContainerEngine) -> Iterator[str]:
    """An image that is empty but for the links of a file system whose programs are all in `/usr`."""
    is_here = engine.facts().machine == platform.machine() and Path("/bin").is_symlink()
    if not is_here or not shutil.which("docker"):
        lack = "needs the program docker, and a machine like the engine's whose /bin is a link into /usr"
        pytest.fail(lack) if engines.REQUIRED else pytest.skip(lack)
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        for name in ("bin", "lib", "lib64", "sbin"):
            link = tarfile.TarInfo(name)
            link.type, link.linkname = tarfile.SYMTYPE, f"usr/{name}"
            archive.addfile(link)
    name = f"backgrade-packages-{uuid.uuid4().hex[:8]}"
    made = docker("import", "-", name, given=buffer.getvalue())
    assert made.returncode == 0, made.stderr
    yield name
    docker("image", "rm", "--force", name)


def contained(image: str, mounts: dict[Path, str], *command: str) -> subprocess.CompletedProcess[bytes]:
    """Run a command as a system does, with the folders that it mounts."""
    programs = {Path("/usr"), Path(sys.base_prefix), Path(sys.prefix), ROOT}
    folders = [f"--volume={path}:{path}:ro" for path in sorted(programs)]
    folders += [f"--volume={path}:{inside}" for path, inside in mounts.items()]
    return docker("run", "--rm", "--network=none", "--tmpfs=/tmp", *folders, image, *command)


def read(path: Path) -> Any:
    return json.loads(path.read_text("utf-8"))


def test_gradescope_grades_in_a_bare_folder(image: str, gradescope: Gradescope) -> None:
    gradescope.submit("value.py", OVERWRITE.read_bytes())

    done = contained(image, {gradescope.root: "/autograder"}, "/autograder/run_autograder")

    assert done.returncode == 0, done.stderr
    tests = read(gradescope.results)["tests"]
    assert (sum(test["score"] for test in tests), sum(test["max_score"] for test in tests)) == POINTS


def test_the_self_check_passes_there(image: str, gradescope: Gradescope) -> None:
    script = "/autograder/source/backgrade/self_check.sh"

    done = contained(image, {gradescope.root: "/autograder"}, script)

    assert done.returncode == 0, done.stderr


def test_prairielearn_reads_a_result(image: str, export: Export, tmp_path: Path) -> None:
    package, root = export("prairielearn"), tmp_path / "grade"
    kit = package / "image" / "backgrade"
    install(kit)
    shutil.copytree(package / "question" / "tests", root / "tests")
    (root / "student").mkdir()
    shutil.copy(OVERWRITE, root / "student" / "value.py")

    done = contained(image, {root: "/grade", kit: "/opt/backgrade"}, "/grade/tests/run.sh")

    assert done.returncode == 0, done.stderr
    earned, possible = POINTS
    assert read(root / "results" / "results.json")["score"] == earned / possible


@pytest.fixture
def base() -> str:
    """An image with Debian and Python, as courses build theirs on."""
    return engines.base()


@pytest.mark.parametrize(
    ("system", "user"), [("autolab", "root"), ("dodona", "runner"), ("prairielearn", "root")]
)
def test_the_recipe_of_an_image_builds(
    system: str, user: str, base: str, engine: ContainerEngine, export: Export
) -> None:
    folder, name = export(system) / "image", f"backgrade-recipe-{uuid.uuid4().hex[:8]}"
    assert engine.facts().machine == platform.machine()
    installer = folder / "backgrade" / "install.sh"
    installer.write_text("mkdir /opt/backgrade/venv", encoding="utf-8")  # the true one needs a network

    built = docker("build", "--network=none", f"--build-arg=BASE={base}", "-t", name, str(folder))
    shown = docker("run", "--rm", "--network=none", name, *START[user], "id -un; ls /opt/backgrade")
    docker("image", "rm", "--force", name)

    assert built.returncode == 0, built.stderr
    assert shown.stdout.decode().split()[0] == user, shown.stderr
    assert {"settings.sh", "submission.sh", "venv", "wheels"} <= set(shown.stdout.decode().split())
