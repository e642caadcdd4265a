"""Notebooks that the benches of graders of notebooks make, and the programs that grade them."""

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

TOP = Path(__file__).parent.parent
PAGE = TOP / "docs" / "packages" / "notebooks.md"
_KERNEL = {"name": "python3", "display_name": "Python 3", "language": "python"}


def programs_of(bench: str, grader: str, arguments: Sequence[str]) -> Path | None:
    """The folder of the Python that is named, where its programs are; None where none is, which is said."""
    parser = argparse.ArgumentParser(prog=f"python -m bench {bench}")
    parser.add_argument("--python", type=Path)
    python = parser.parse_args(arguments).python
    if python is None:
        print(f"  skipped: --python names a Python that has {grader} and Backgrade")
        return None
    return Path(python).absolute().parent


def example(name: str) -> str:
    """The source of an example."""
    return (TOP / "examples" / f"{name}.py").read_text(encoding="utf-8")


def code(id_: str, source: str, **metadata: object) -> Mapping[str, object]:
    """A cell of code."""
    return {
        "cell_type": "code", "id": id_, "metadata": metadata, "execution_count": None, "outputs": [],
        "source": source,
    }  # fmt: skip


def write(path: Path, cells: Sequence[Mapping[str, object]]) -> None:
    """A notebook of these cells."""
    path.parent.mkdir(parents=True, exist_ok=True)
    notebook = {"cells": cells, "metadata": {"kernelspec": _KERNEL}, "nbformat": 4, "nbformat_minor": 5}
    path.write_text(json.dumps(notebook), encoding="utf-8")


def run(folder: Path, programs: Path, program: str, *arguments: str) -> str:
    """Run one of the programs in a folder; what it printed. Ends the bench where it fails."""
    path = f"{programs}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        [programs / program, *arguments],
        cwd=folder, env={**os.environ, "PATH": path}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode:
        sys.exit(f"{program} {arguments[0]} failed: {done.stderr}")
    return done.stdout


def report(found: Mapping[str, tuple[float, float]], expected: Mapping[str, tuple[float, float]]) -> None:
    """Print the points of each example. Ends the bench where they are others than expected."""
    for name, (earned, possible) in found.items():
        print(f"  {name:10} {earned:g} of {possible:g} points")
    if found != expected:
        sys.exit("These are not the points that they should get.")
