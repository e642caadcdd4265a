"""Each package has the files that its system looks for, pins one version, and is the same each time."""

import hashlib
import io
import json
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest

from api import packages
from api.command import main
from api.packages import own_wheel
from grader.assignment import assignment
from tests.api.packages.conftest import ROOT, START, Export

KIT = {
    "backgrade/install.sh",
    "backgrade/requirements.txt",
    "backgrade/self_check.sh",
    "backgrade/settings.sh",
    "backgrade/submission.sh",
    f"backgrade/wheels/{own_wheel().name}",
}
IMAGE = {"image/Dockerfile", *(f"image/{path}" for path in KIT)}
QUESTION_TESTS = {f"question/tests/{name}" for name in ("failed.json", "run.sh", "settings.sh")}
LAYOUTS = {
    "autolab": {"autograde-Makefile", "autograde.tar", *IMAGE},
    "check50": {".cs50.yml", "__init__.py", "grade.sh", "suites.json", *KIT},
    "dodona": {
        "judge/run",
        "exercise/config.json",
        "exercise/description/description.en.md",
        "exercise/evaluation/settings.sh",
        "image/main.sh",
        *IMAGE,
    },
    "github": {
        ".github/workflows/backgrade.yml",
        ".github/backgrade/action.yml",
        ".github/backgrade/grade.sh",
        *(f".github/backgrade/{path}" for path in KIT),
    },
    "gradescope": {"gradescope.zip"},
    "prairielearn": {"question/info.json", "question/question.html", *QUESTION_TESTS, *IMAGE},
}


def files(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()
    }


def scripts(folder: Path) -> dict[str, bytes]:
    """Everything that bash runs or reads, also in archives."""
    found = files(folder)
    if archive := found.get("gradescope.zip"):
        with zipfile.ZipFile(io.BytesIO(archive)) as opened:
            found |= {name: opened.read(name) for name in opened.namelist()}
    if archive := found.get("autograde.tar"):
        with tarfile.open(fileobj=io.BytesIO(archive)) as opened_tar:
            for entry in opened_tar:
                content = opened_tar.extractfile(entry)
                assert content is not None
                found[entry.name] = content.read()
    return {
        name: content for name, content in found.items() if name.endswith(".sh") or content.startswith(b"#!")
    }


def test_there_is_a_layout_for_every_system() -> None:
    assert packages.names() == sorted(LAYOUTS)


@pytest.mark.parametrize("system", LAYOUTS)
def test_a_package_has_the_files_that_its_system_looks_for(system: str, export: Export) -> None:
    assert set(files(export(system))) == LAYOUTS[system]


@pytest.mark.parametrize("system", LAYOUTS)
def test_the_same_order_gives_the_same_bytes(system: str, export: Export) -> None:
    assert files(export(system, to="one")) == files(export(system, to="two"))


@pytest.mark.parametrize("system", LAYOUTS)
def test_every_script_is_valid(system: str, export: Export) -> None:
    found = scripts(export(system))

    assert found
    for name, content in found.items():
        done = subprocess.run(["bash", "-n"], input=content, capture_output=True, check=False)  # noqa: S607
        assert (done.returncode, done.stderr) == (0, b""), name


@pytest.mark.parametrize("system", LAYOUTS)
def test_every_package_names_its_stage_its_hints_and_the_lock_it_needs(system: str, export: Export) -> None:
    folder = export(system, "--hints", "1", "--sandbox-level", "E2", "--file", "engine.py")

    settings = [text for name, text in scripts(folder).items() if name.endswith("settings.sh")]
    assert settings
    for text in settings:
        assert b"file=engine.py\noptions=(--stage core --hints 1 --sandbox-level E2)\n" in text


def test_the_archive_of_gradescope_has_its_two_programs_at_its_root(export: Export) -> None:
    with zipfile.ZipFile(export("gradescope") / "gradescope.zip") as archive:
        modes = {entry.filename: entry.external_attr >> 16 & 0o777 for entry in archive.infolist()}

    assert set(modes) == {"setup.sh", "run_autograder", *KIT}
    assert modes["setup.sh"] == modes["run_autograder"] == 0o755


def test_prairielearn_grades_in_the_image_without_a_network(export: Export) -> None:
    folder = export("prairielearn", "--image", "course/backgrade:1", "--file", "engine.py") / "question"

    options = json.loads((folder / "info.json").read_text("utf-8"))["externalGradingOptions"]
    assert options["image"] == "course/backgrade:1"
    assert options["entrypoint"] == "/grade/tests/run.sh"
    assert options["enableNetworking"] is False
    assert 'file-names="engine.py"' in (folder / "question.html").read_text("utf-8")


def test_check50_has_a_check_for_each_suite(export: Export) -> None:
    folder = export("check50", "--file", "engine.py")

    titles = json.loads((folder / "suites.json").read_text("utf-8"))
    assert list(titles) == ["graded", *(suite.slug for suite in assignment("core").suites)]
    assert "!require engine.py" in (folder / ".cs50.yml").read_text("utf-8")
    compile((folder / "__init__.py").read_bytes(), "checks", "exec")


@pytest.mark.parametrize("system", LAYOUTS)
def test_the_picture_of_a_package_shows_its_files(system: str) -> None:
    picture = (ROOT / "docs" / "images" / "packages" / f"{system}-export.svg").read_text("utf-8")

    assert [path for path in LAYOUTS[system] if f"/{path}" not in picture] == [], "run: docs/draw.py"
    assert "passed" in picture


def test_the_wheel_is_pinned_by_its_hash(export: Export) -> None:
    kit = export("check50") / "backgrade"
    (wheel,) = (kit / "wheels").iterdir()

    first, *others = (kit / "requirements.txt").read_text("utf-8").splitlines()

    assert first == f"./wheels/{wheel.name} --hash=sha256:{hashlib.sha256(wheel.read_bytes()).hexdigest()}"
    assert any(re.match(r"numpy==[\d.]+", line) for line in others)


def test_the_wheel_has_every_file_that_is_installed_beside_the_code() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    beside = project["tool"]["setuptools"]["data-files"]

    with zipfile.ZipFile(io.BytesIO(own_wheel().content)) as wheel:
        found = {name.partition(".data/data/")[2]: wheel.read(name) for name in wheel.namelist()}

    assert "share/man/man1" in beside
    for folder, sources in beside.items():
        for source in sources:
            assert found[f"{folder}/{Path(source).name}"] == (ROOT / source).read_bytes()


def pip_install(kit: Path, folder: Path) -> subprocess.CompletedProcess[str]:
    """Install the wheel alone, with its hash."""
    first = (kit / "requirements.txt").read_text("utf-8").splitlines()[0]
    (kit / "first.txt").write_text(first, encoding="utf-8")
    options = ["--no-deps", "--no-index", "--no-compile", "--require-hashes", "--ignore-installed"]
    return subprocess.run(
        [sys.executable, "-m", "pip", "install", *options, "--prefix", str(folder), "-r", "first.txt"],
        cwd=kit,
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )


def test_what_is_installed_from_a_package_exports_the_same_package(export: Export, tmp_path: Path) -> None:
    first, installed, second = export("check50"), tmp_path / "installed", tmp_path / "second"
    expected = files(first)
    done = pip_install(first / "backgrade", installed)
    assert done.returncode == 0, done.stderr

    subprocess.run(
        [sys.executable, "-c", START, "export", "check50", "--stage", "core", "--out", str(second)],
        cwd=tmp_path,
        env={"PYTHONPATH": sysconfig.get_path("purelib", vars={"base": str(installed)})},
        check=True,
        timeout=600,
        stdout=subprocess.DEVNULL,
    )

    assert files(second) == expected


def test_a_wheel_with_other_bytes_is_refused(export: Export, tmp_path: Path) -> None:
    kit = export("check50") / "backgrade"
    (wheel,) = (kit / "wheels").iterdir()
    with zipfile.ZipFile(wheel, "a") as archive:
        archive.writestr("api/extra.py", "x = 1\n")

    done = pip_install(kit, tmp_path / "installed")

    assert done.returncode != 0
    assert "DO NOT MATCH THE HASHES" in done.stderr


def test_a_given_wheel_is_the_one_in_the_package(export: Export, tmp_path: Path) -> None:
    wheel = own_wheel()
    path = tmp_path / wheel.name
    path.write_bytes(wheel.content)

    assert files(export("github", "--wheel", str(path), to="one")) == files(export("github", to="two"))


@pytest.fixture
def needing(tmp_path: Path) -> Path:
    """A wheel of Backgrade that needs one dependency, beside the folder `dependencies` with it."""
    folder = tmp_path / "dependencies"
    folder.mkdir()
    (folder / "numpy-9-py3-none-any.whl").write_bytes(b"numpy")
    needed = f"numpy==9 --hash=sha256:{hashlib.sha256(b'numpy').hexdigest()}\n"
    wheel = tmp_path / "backgrade-9-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("backgrade-9.data/data/share/backgrade/requirements/run.txt", needed)
    return wheel


def test_dependencies_are_beside_the_wheel_in_the_package(needing: Path, export: Export) -> None:
    folder = needing.parent / "dependencies"
    shutil.copy(needing, folder)  # pip downloads it too, with the requirements of a package

    kit = export("check50", "--wheel", str(needing), "--dependencies", str(folder)) / "backgrade"

    assert files(kit / "wheels") == files(folder)


@pytest.mark.parametrize("name", ["numpy-8-py3-none-any.whl", "dependencies", "missing"])
def test_what_is_no_dependency_is_refused(
    name: str, needing: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / ("missing" if name == "missing" else "dependencies")
    if name == "dependencies":
        (folder / "numpy-9-py3-none-any.whl").unlink()
    elif name != "missing":
        (folder / name).write_bytes(b"another")
    given = ["--wheel", str(needing), "--dependencies", str(folder)]

    assert main(["export", "github", "--out", str(tmp_path / "out"), *given]) == 2

    assert name in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("name", ["missing-1-py3-none-any.whl", "backgrade-9-py3-none-any.whl", "value.py"])
def test_another_file_is_no_wheel(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / name
    if not name.startswith("missing"):
        path.write_text("x", encoding="utf-8")

    assert main(["export", "github", "--out", str(tmp_path / "out"), "--wheel", str(path)]) == 2

    assert name in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    "option",
    [
        ("--file", "../value.py"),
        ("--file", "-value.py"),
        ("--file", "$(id).py"),
        ("--file", "value.txt"),
        ("--image", 'x"'),
        ("--sandbox-level", "E0"),
        ("--stage", "nothing"),
    ],
)
def test_bad_usage_writes_nothing(option: tuple[str, str], tmp_path: Path) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["export", "github", "--out", str(tmp_path / "out"), *(f"{option[0]}={option[1]}",)])

    assert stop.value.code == 2
    assert not (tmp_path / "out").exists()
