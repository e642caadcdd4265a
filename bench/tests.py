"""The tests: minutes of processor time, by folder and by test function. Bar: six minutes on two quiet cores.

Processor time, since a machine that others use too makes minutes longer. Options are those of pytest:
`python -m bench tests -m oracle`; `BACKGRADE_THOROUGH=1` measures what `make full` does.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path, PurePosixPath

from bench._processor import FOLDER

_DEAREST = 20
_DEPTH = 3
_MINUTE = 60


def main(options: Sequence[str] = ()) -> None:
    """Print what folders take, then the functions that take most."""
    cores = os.cpu_count() or 1
    parallel = ["-n", str(cores + 1), "--dist", "worksteal"]
    with tempfile.TemporaryDirectory() as folder:
        began = time.monotonic()
        command = [sys.executable, "-m", "pytest", "-q", "-p", "bench._processor", *parallel, *options]
        subprocess.run(command, check=False, env={**os.environ, FOLDER: folder})
        passed = time.monotonic() - began
        seconds = {test: taken for path in Path(folder).glob("*.json") for test, taken in _read(path).items()}
    total = sum(seconds.values())
    print(f"  {passed / _MINUTE:.1f} min on {cores} cores; processor time of {len(seconds)} tests:")
    print(f"  {total / _MINUTE:6.2f} min  in all: on {cores} quiet cores {total / cores / _MINUTE:.1f} min")
    for name, taken in sorted(_by(seconds, _folder).items()):
        print(f"  {taken / _MINUTE:6.2f} min  {name}")
    dearest = sorted(_by(seconds, _function).items(), key=lambda each: -each[1])
    for name, taken in dearest[:_DEAREST]:
        print(f"  {taken:6.1f} s    {name}")


def _read(path: Path) -> dict[str, float]:
    return dict(json.loads(path.read_text(encoding="utf-8")))


def _by(seconds: Mapping[str, float], part: Callable[[str], str]) -> dict[str, float]:
    sums: dict[str, float] = defaultdict(float)
    for test, taken in seconds.items():
        sums[part(test)] += taken
    return sums


def _folder(test: str) -> str:
    path = PurePosixPath(test.partition("::")[0])
    return "/".join(path.parent.parts[:_DEPTH])


def _function(test: str) -> str:
    return test.partition("[")[0]
