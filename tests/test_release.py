"""What a release is made of: the recipes have every file of it, and its version has one owner."""

import re
import tomllib
from fnmatch import fnmatch
from pathlib import Path

TOP = Path(__file__).parent.parent
PROJECT = tomllib.loads((TOP / "pyproject.toml").read_text(encoding="utf-8"))
IMAGE = (TOP / "docker" / "service.Dockerfile").read_text(encoding="utf-8")
IGNORED = (TOP / "docker" / "service.Dockerfile.dockerignore").read_text(encoding="utf-8").split()
READ = {".md", ".py"}


def copied() -> set[str]:
    """The files and folders of the repository that the image is built from."""
    lines = re.findall(r"^COPY (?!--from)(.+)$", IMAGE, flags=re.MULTILINE)
    return {name for line in lines for name in line.split()[:-1]}


def installed() -> set[str]:
    """The files that lie beside the code of an installed Backgrade."""
    tools = PROJECT["tool"]["setuptools"]
    return {name for names in tools["data-files"].values() for name in names} | {"LICENSE", "README.md"}


def test_the_image_is_built_from_every_file_that_is_installed() -> None:
    packages = {
        name for name in PROJECT["tool"]["setuptools"]["packages"]["find"]["include"] if "." not in name
    }

    for needed in installed() | packages:
        assert (TOP / needed).exists()
        assert any(needed == each or needed.startswith(f"{each}/") for each in copied()), needed


def test_what_the_image_is_built_from_is_sent_to_the_engine() -> None:
    sent = {line.removeprefix("!") for line in IGNORED if line.startswith("!")}

    for needed in copied():
        assert any(needed == each or needed.startswith(f"{each}/") for each in sent), needed
        assert not any(fnmatch(needed, line) for line in IGNORED if line != "*" and line[0] != "!")


def test_assets_are_built_in_the_image_and_never_copied_from_a_machine() -> None:
    assert "api/pages/static/vendor" in IGNORED
    assert "npm ci" in IMAGE
    assert "/src/api/pages/static/vendor /src/api/pages/static/vendor" in IMAGE


def test_a_wheel_that_the_documents_name_has_the_version_of_the_project() -> None:
    pages = [
        path for folder in ("docs", "bench") for path in (TOP / folder).rglob("*") if path.suffix in READ
    ]
    named = {
        version
        for path in pages
        for version in re.findall(r"backgrade-(\d+\.\d+\.\d+)-py3", path.read_text(encoding="utf-8"))
    }

    assert named == {PROJECT["project"]["version"]}


def test_no_code_repeats_the_version() -> None:
    """It is asked of what is installed: `importlib.metadata`."""
    version = PROJECT["project"]["version"]
    code = [
        path for each in ("api", "backgrade", "grader", "submissions") for path in (TOP / each).rglob("*.py")
    ]

    assert [path for path in code if f'"{version}"' in path.read_text(encoding="utf-8")] == []
