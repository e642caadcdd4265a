"""Gathers the content of the sandbox's image: Python, the libraries it links to, numpy and the harness.

Runs as root in the base image, with its Python: `python3 -I gather.py /gathered`. Every file keeps its path,
because Python finds its library relative to its own path; only `/python` is new.
"""

import compileall
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterable, Iterator
from pathlib import Path
from py_compile import PycInvalidationMode

_SANDBOX = Path("/sandbox")
_FOLDERS_THAT_MAY_BE_LINKS = ("lib", "lib64", "bin")
_LEFT_OUT = shutil.ignore_patterns(
    "__pycache__", "site-packages", "dist-packages", "test", "tests", "idlelib", "tkinter", "turtledemo",
    "ensurepip", "config-*", "*.a",
)  # fmt: skip
_LINKED = re.compile(r"(/\S+) \(0x")


def main(target: Path) -> None:
    """Gather everything into one folder."""
    target.mkdir()
    for name in _FOLDERS_THAT_MAY_BE_LINKS:
        _same_link(Path("/", name), target)
    python, library = Path(sys.executable).resolve(), Path(sysconfig.get_path("stdlib"))
    for folder in (library, _SANDBOX):
        shutil.copytree(folder, _inside(target, folder), ignore=_LEFT_OUT, dirs_exist_ok=True)
    for file in {python, *_linked([python, *library.rglob("*.so"), *_SANDBOX.rglob("*.so*")])}:
        _copy(file, target)
    cache = Path("/etc/ld.so.cache")
    if cache.exists():
        _copy(cache, target)
    (target / "python").symlink_to(python)
    compileall.compile_dir(
        target, quiet=1, stripdir=str(target), maxlevels=99,
        invalidation_mode=PycInvalidationMode.UNCHECKED_HASH,
    )  # fmt: skip


def _same_link(path: Path, target: Path) -> None:
    """Where `/lib` is a link to `/usr/lib`, so it is in the target."""
    if path.is_symlink():
        link = _inside(target, path)
        link.symlink_to(path.readlink())
        link.resolve().mkdir(parents=True, exist_ok=True)


def _linked(files: Iterable[Path]) -> Iterator[Path]:
    """The shared libraries that these files are linked to, and the loader."""
    told = subprocess.run(["ldd", *map(str, files)], capture_output=True, text=True, check=False).stdout  # noqa: S607
    yield from {Path(os.path.normpath(name)) for name in _LINKED.findall(told)}


def _copy(file: Path, target: Path) -> None:
    goal = _inside(target, file)
    if not goal.exists():
        goal.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, goal)


def _inside(target: Path, path: Path) -> Path:
    return target / path.relative_to("/")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
