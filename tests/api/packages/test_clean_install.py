"""A virtual environment with the wheel and what it requires, and nothing else: no checkout, no tools."""

import re
import shutil
import subprocess
import sys
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import httpx2
import pytest

from tests.api.packages.conftest import ROOT
from tests.graded import alone, shared_folder
from tests.thorough import at_length

pytestmark = at_length

EXAMPLES = ROOT / "examples"
EDITOR = Path("api/pages/static/vendor/codemirror.js")
SOURCES = (
    "api",
    "backgrade",
    "grader",
    "submissions",
    "suites",
    "docker",
    "examples",
    "requirements",
    "docs/man",
)
BUILD_TOOLS = {"setuptools", "wheel", "pip"}


@pytest.fixture(scope="session")
def clean(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The environment, made once a run. What tests write beside it has a name of its own in each."""
    folder = shared_folder(tmp_path_factory) / "clean"
    made = folder.with_suffix(".made")
    with alone(made):
        if not made.exists():
            _make(folder)
            made.touch()
    return folder / "venv"


def _make(folder: Path) -> None:
    """Install the wheel. The dependencies are those of `requirements/run.txt`, as links to what is here."""
    folder.mkdir()
    environment = folder / "venv"
    venv.create(environment, symlinks=True)
    (packages,) = environment.glob("lib/python*/site-packages")
    for name in re.findall(r"^([\w.-]+)==", (ROOT / "requirements/run.txt").read_text("utf-8"), re.MULTILINE):
        if name not in BUILD_TOOLS:
            link(name, packages)
    python = f"--python={environment / 'bin' / 'python'}"
    pip(python, "install", "--no-deps", "--no-index", str(built_wheel(folder)))
    pip(python, "check")
    shutil.copy(EXAMPLES / "overwrite.py", folder)


def link(name: str, packages: Path) -> None:
    """Link what a distribution has at the top of `site-packages`; one for another system is not here."""
    try:
        files = distribution(name).files or ()
    except PackageNotFoundError:
        return
    for top in {file.parts[0] for file in files} - {"..", "__pycache__"}:
        place = packages / top
        if not place.exists():
            place.symlink_to(Path(str(distribution(name).locate_file(top))))


def built_wheel(folder: Path) -> Path:
    """The wheel as a release builds it, from a copy."""
    source = folder / "source"
    ignored = shutil.ignore_patterns("__pycache__", "*.pyc")
    for name in SOURCES:
        shutil.copytree(ROOT / name, source / name, ignore=ignored)
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    pip("wheel", "--no-deps", "--no-build-isolation", "--no-index", "-w", str(folder), str(source))
    (wheel,) = folder.glob("*.whl")
    return wheel


def pip(*arguments: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pip", "-q", *arguments],
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
    assert done.returncode == 0, done.stderr


def run(clean: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a program of the environment beside the example, without our folders on any path."""
    return subprocess.run(
        [clean / "bin" / arguments[0], *arguments[1:]],
        cwd=clean.parent,
        env={"PATH": "/usr/bin:/bin", "BACKGRADE_SANDBOX": "embedded"},
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
        stdin=subprocess.DEVNULL,
    )


def test_a_file_is_graded_and_every_format_is_written(clean: Path) -> None:
    done = run(clean, "backgrade", "check", "overwrite.py", "--stage", "core", "--all-formats", "views")

    assert done.returncode == 1, done.stderr
    assert "3 of 8 points" in done.stdout
    assert len(list((clean.parent / "views").iterdir())) == 11


@contextmanager
def serving(clean: Path) -> Iterator[str]:
    command = [
        str(clean / "bin" / "backgrade"),
        "serve",
        "--port",
        "0",
        "--data-dir",
        str(clean.parent / "data"),
    ]
    with subprocess.Popen(
        command,
        cwd=clean.parent,
        env={"PATH": "/usr/bin:/bin"},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as service:
        assert service.stdout is not None
        try:
            yield service.stdout.readline().split()[-1]
        finally:
            service.terminate()
            service.stdout.read()


def test_the_service_has_its_pages_and_the_editor(clean: Path) -> None:
    with serving(clean) as address, httpx2.Client(base_url=address, timeout=60) as client:
        names = set(re.findall(r'="(/static/[^"]+)"', client.get("/try").text))
        names |= {name.replace("editor.js", "vendor/codemirror.js") for name in names if "editor.js" in name}
        answers = [client.get(name) for name in names]

    assert any(".css" in name for name in names)
    assert (ROOT / EDITOR).exists() == any("codemirror" in name for name in names)
    assert all(answer.status_code == 200 and answer.content for answer in answers)


def test_what_a_course_and_a_shell_need_is_there(clean: Path) -> None:
    exported = run(clean, "backgrade", "export", "gradescope", "--stage", "core", "--out", "package")
    completion = run(clean, "backgrade", "completion", "bash")
    public = run(clean, "python", "-c", "import backgrade; print(backgrade.__file__)")

    assert exported.returncode == completion.returncode == public.returncode == 0, exported.stderr
    assert (clean.parent / "package" / "gradescope.zip").stat().st_size > 100_000
    assert "_backgrade" in completion.stdout
    assert public.stdout.startswith(str(clean))
    assert (clean / "share/man/man1/backgrade.1").read_text("utf-8").startswith(".TH")
