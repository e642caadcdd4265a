"""Grades the examples with another grader that calls Backgrade."""

import argparse
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from bench._notebooks import TOP
from bench._peers import Peer


def grade_examples(
    bench: str, grader: type[Peer], expected: Mapping[str, tuple[float, float]], arguments: Sequence[str]
) -> None:
    """Print the points of each example. Ends the bench where they are others than expected.

    The Python that is named has the programs of the grader; without one nothing is done.
    """
    parser = argparse.ArgumentParser(prog=f"python -m bench {bench}")
    parser.add_argument("--python", type=Path)
    python = parser.parse_args(arguments).python
    if python is None:
        print(f"  skipped: --python names a Python that has {grader.name} and Backgrade")
        return
    for name, points in expected.items():
        source = (TOP / "examples" / f"{name}.py").read_text(encoding="utf-8")
        with tempfile.TemporaryDirectory() as folder:
            asked = grader(python.absolute().parent, Path(folder))
            asked.prepare()
            asked.grade(source)
            earned, possible = asked.points()
            print(f"  {name:10} {earned:g} of {possible:g} points")
            if (earned, possible) != points:
                sys.exit(f"It should get {points[0]:g} of {points[1]:g} points.\n{asked.errors}")
