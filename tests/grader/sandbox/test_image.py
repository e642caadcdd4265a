"""What the image is made from is found, complete, the same every time, and known again."""

import platform
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from importlib.metadata import version
from pathlib import Path

import pytest

from grader.errors import SandboxUnavailable
from grader.sandbox import image
from grader.sandbox.building import build
from grader.sandbox.container import ContainerEngine
from grader.sandbox.image import LABEL, build_context, default_base, source_digest
from tests import engines
from tests.thorough import at_length

ROOT = Path(__file__).resolve().parents[3]
MACHINE = platform.machine()


def names(context: object) -> set[str]:
    with tarfile.open(fileobj=context) as archive:  # type: ignore[call-overload]
        return set(archive.getnames())


@pytest.fixture(scope="module")
def files() -> set[str]:
    return names(build_context(MACHINE))


def test_everything_that_is_copied_is_there(files: set[str]) -> None:
    recipe = (ROOT / "docker" / "sandbox.Dockerfile").read_text(encoding="utf-8")
    copied = [
        line.split()[1] for line in recipe.splitlines() if line.startswith("COPY ") and "--from" not in line
    ]
    assert copied
    for each in copied:
        assert any(name == each or name.startswith(f"{each}/") for name in files)


def test_what_the_recipe_imports_is_there(files: set[str]) -> None:
    recipe = (ROOT / "docker" / "sandbox.Dockerfile").read_text(encoding="utf-8")
    ((room, modules),) = re.findall(r"from (harness[.\w]*) import ([\w, ]+);", recipe)
    folder = f"sandbox/{room.replace('.', '/')}"
    assert [name for name in modules.split(", ") if f"{folder}/{name}.py" not in files] == []


def test_the_whole_harness_is_in_it(files: set[str]) -> None:
    harness = ROOT / "grader" / "harness"
    ours = {f"sandbox/harness/{path.relative_to(harness)}" for path in harness.rglob("*.py")}
    assert {name for name in files if name.startswith("sandbox/harness/")} == ours


def test_numpy_is_in_it_with_its_libraries_and_without_its_tests(files: set[str]) -> None:
    numpy = {name.removeprefix("sandbox/numpy/") for name in files if name.startswith("sandbox/numpy/")}
    assert "numpy/__init__.py" in numpy
    assert any(name.startswith("numpy/_core/_multiarray_umath.") for name in numpy)
    assert any("openblas" in name for name in numpy)
    assert not [name for name in numpy if "/tests/" in name or "__pycache__" in name]


def test_nothing_else_is_in_it(files: set[str]) -> None:
    assert {name.split("/")[0] for name in files} == {"sandbox", "sandbox.Dockerfile", "gather.py"}
    assert {name.split("/")[1] for name in files if "/" in name} == {"harness", "numpy"}


def test_the_same_files_make_the_same_context() -> None:
    assert build_context(MACHINE).read() == build_context(MACHINE).read()


@pytest.mark.parametrize("machine", ["riscv64", "s390x"])
def test_numpy_for_another_machine_is_not_put_in(machine: str) -> None:
    with pytest.raises(SandboxUnavailable, match=f"Linux on {machine}"):
        build_context(machine)


def test_elsewhere_than_on_linux_a_wheel_has_to_be_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    with pytest.raises(SandboxUnavailable, match="name a wheel"):
        build_context(MACHINE)


def test_numpy_is_taken_from_a_wheel_that_is_named(tmp_path: Path) -> None:
    wheel = tmp_path / "numpy-9-cp311-cp311-manylinux.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        for name in (
            "numpy/__init__.py",
            "numpy/tests/test_it.py",
            "numpy.libs/libblas.so",
            "numpy-9.dist-info/RECORD",
        ):
            archive.writestr(name, "x")
    found = names(build_context("riscv64", wheel))
    assert {name for name in found if "numpy" in name} == {
        "sandbox/numpy/numpy/__init__.py", "sandbox/numpy/numpy.libs/libblas.so",
    }  # fmt: skip


@pytest.mark.parametrize("content", [b"", b"no wheel"])
def test_what_is_no_wheel_is_said_to_be_none(content: bytes, tmp_path: Path) -> None:
    wheel = tmp_path / "numpy.whl"
    wheel.write_bytes(content)
    with pytest.raises(SandboxUnavailable, match="cannot be read as a wheel"):
        build_context(MACHINE, wheel)
    with pytest.raises(SandboxUnavailable, match="cannot be read as a wheel"):
        build_context(MACHINE, tmp_path / "none.whl")


def test_the_base_has_the_python_that_numpy_here_is_for() -> None:
    assert default_base().startswith(f"python:{sys.version_info.major}.{sys.version_info.minor}-slim@sha256:")


def test_a_python_without_a_pinned_base_needs_one_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 99))
    with pytest.raises(SandboxUnavailable, match="name one with --base"):
        default_base()


def test_another_harness_or_numpy_makes_another_image(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    source_digest.cache_clear()
    before = source_digest()
    source_digest.cache_clear()
    assert source_digest() == before
    monkeypatch.setattr(image, "_numpy_version", lambda: "0.0")
    source_digest.cache_clear()
    of_other_numpy = source_digest()
    monkeypatch.undo()
    (tmp_path / "zygote.py").write_text("x = 1\n")
    monkeypatch.setattr(image, "_HARNESS", tmp_path)
    source_digest.cache_clear()
    of_other_harness = source_digest()
    monkeypatch.undo()
    source_digest.cache_clear()
    assert len({before, of_other_numpy, of_other_harness}) == 3


@at_length
def test_an_installed_backgrade_has_the_recipe_too(tmp_path: Path) -> None:
    """From a wheel, in a place of its own."""
    source, target = tmp_path / "source", tmp_path / "target"
    source.mkdir()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    beside = [name for names in project["tool"]["setuptools"]["data-files"].values() for name in names]
    for name in ("pyproject.toml", "README.md", "LICENSE", *beside):
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        (source / name).write_bytes((ROOT / name).read_bytes())
    shutil.copytree(ROOT / "grader", source / "grader")
    pip = [
        sys.executable,
        "-m",
        "pip",
        "-q",
        "install",
        "--no-build-isolation",
        "--no-deps",
        "--no-index",
        "--ignore-installed",
    ]
    subprocess.run([*pip, "--prefix", str(target), str(source)], check=True, capture_output=True)
    program = (
        "from grader.sandbox import image\n"
        "print(image.__file__, len(image.seccomp_profile()), len(list(image._recipe())))"
    )
    (packages,) = target.glob("lib/*/site-packages")
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, env={"PYTHONPATH": str(packages)}, check=True,
        capture_output=True, text=True,
    )  # fmt: skip
    where, length, files = done.stdout.split()
    assert Path(where).is_relative_to(target)
    assert int(length) > 1000
    assert files == "2"


@at_length
def test_the_image_that_serves_the_tests_is_of_this_numpy(engine: ContainerEngine) -> None:
    told = "".join(build(engine, base=engines.base(), tag="backgrade-test-built"))
    assert "Successfully built" in told
    built = engine.image("backgrade-test-built")
    assert built is not None
    assert built.labels[LABEL] == source_digest()
    assert version("numpy")
    engine._api.remove_image("backgrade-test-built")


def test_a_build_that_fails_says_why(engine: ContainerEngine) -> None:
    with pytest.raises(SandboxUnavailable, match="the image cannot be built"):
        list(build(engine, base="backgrade-test/no-such-base:0", tag="backgrade-test-never"))
    assert engine.image("backgrade-test-never") is None
