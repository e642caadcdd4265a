"""What the sandbox's image is made from, wherever Backgrade is installed, and how to know it again."""

import hashlib
import io
import json
import platform
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from functools import cache
from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import find_spec
from pathlib import Path

from grader.errors import SandboxUnavailable

DOCKERFILE = "sandbox.Dockerfile"
LABEL = "backgrade.made-from"
"""The label of the image: the digest of everything of ours in it."""
NUMPY_FOLDER = "/sandbox/numpy"

_CHECKOUT = Path(__file__).parents[2] / "docker"
_HARNESS = Path(__file__).parents[1] / "harness"
_LEFT_OUT = frozenset({"__pycache__", "tests"})
_NUMPY = ("numpy", "numpy.libs")

File = tuple[str, bytes]
"""A name inside the build context, and what is in it."""


def default_base() -> str:
    """Return the official slim image of the Python that runs here: numpy is built for its version.

    Raises `SandboxUnavailable` if no base is pinned for this Python.
    """
    python = ".".join(map(str, sys.version_info[:2]))
    for line in _docker_file("base-images.txt").decode().splitlines():
        if line.startswith(f"python:{python}-slim@"):
            return line
    raise SandboxUnavailable(f"no base image is pinned for Python {python}: name one with --base")


@cache
def seccomp_profile() -> str:
    """The engine's filter, as the text that its interface takes."""
    return json.dumps(json.loads(_docker_file("seccomp.json")), separators=(",", ":"))


@cache
def source_digest() -> str:
    """A digest of the harness, the recipe and numpy's version: an image with another one is not ours."""
    digest = hashlib.sha256(_numpy_version().encode())
    for name, content in (*_recipe(), *_harness()):
        digest.update(f"\0{name}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()


def build_context(machine: str, wheel: Path | None = None) -> io.BytesIO:
    """A tar archive of everything a build needs but the base, for an engine on such a machine.

    Numpy is the one installed here, or that of a wheel: the same for both back-ends, without a network.

    Raises `SandboxUnavailable` if there is no numpy that could run there.
    """
    context = io.BytesIO()
    with tarfile.open(fileobj=context, mode="w") as archive:
        for name, content in (*_recipe(), *_harness(), *_numpy(machine, wheel)):
            member = tarfile.TarInfo(name)
            member.size, member.mode = len(content), 0o644
            archive.addfile(member, io.BytesIO(content))
    context.seek(0)
    return context


def _recipe() -> Iterator[File]:
    for name in (DOCKERFILE, "gather.py"):
        yield name, _docker_file(name)


def _harness() -> Iterator[File]:
    for path in sorted(_HARNESS.rglob("*.py")):
        yield f"sandbox/harness/{path.relative_to(_HARNESS).as_posix()}", path.read_bytes()


def _numpy(machine: str, wheel: Path | None) -> Iterator[File]:
    if wheel is not None:
        return _of_wheel(wheel)
    if sys.platform != "linux" or platform.machine() != machine:
        raise SandboxUnavailable(
            f"the numpy installed here does not run on Linux on {machine}: name a wheel of it that does"
        )
    return _installed_numpy()


def _of_wheel(wheel: Path) -> Iterator[File]:
    try:
        with zipfile.ZipFile(wheel) as archive:
            for name in archive.namelist():
                if not _is_left_out(Path(name)) and not name.endswith("/"):
                    yield f"sandbox/numpy/{name}", archive.read(name)
    except (OSError, zipfile.BadZipFile) as error:
        raise SandboxUnavailable(f"{wheel} cannot be read as a wheel") from error


def _installed_numpy() -> Iterator[File]:
    spec = find_spec("numpy")
    if spec is None or spec.origin is None:
        raise SandboxUnavailable("numpy, which submissions may use, is not installed")
    packages = Path(spec.origin).parent.parent
    for folder in _NUMPY:
        for path in sorted((packages / folder).rglob("*")):
            if path.is_file() and not _is_left_out(path.relative_to(packages)):
                yield f"sandbox/numpy/{path.relative_to(packages).as_posix()}", path.read_bytes()


def _is_left_out(path: Path) -> bool:
    return bool(_LEFT_OUT.intersection(path.parts)) or path.parts[0] not in _NUMPY


def _numpy_version() -> str:
    try:
        return distribution("numpy").version
    except PackageNotFoundError:
        return ""


def _docker_file(name: str) -> bytes:
    """A file of `docker/`: in a checkout it is there, an installed Backgrade has it among its data."""
    if (path := _CHECKOUT / name).is_file():
        return path.read_bytes()
    for file in distribution("backgrade").files or ():
        if file.parts[-3:] == ("backgrade", "docker", name):
            return Path(str(file.locate())).read_bytes()
    raise SandboxUnavailable(f"{name} is missing from this installation")
