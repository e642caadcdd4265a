"""A cold `backgrade check FILE`, from the command to its end. Bar: 0.5 s, without FastAPI or SQLAlchemy."""

import subprocess
import sys
import time
from pathlib import Path
from statistics import median

_RUNS = 10


def main() -> None:
    """Print the median, and the time of starting Python alone beside it."""
    command = [str(Path(sys.executable).parent / "backgrade"), "check", "examples/correct.py"]
    pairs = [(_seconds(command), _seconds([sys.executable, "-c", "pass"])) for _ in range(_RUNS)]
    cold, bare = (median(column) for column in zip(*pairs, strict=True))
    print(f"  {cold:.2f} s (bar 0.5), {cold / bare:.1f} times a bare Python start of {bare * 1e3:.0f} ms")


def _seconds(command: list[str]) -> float:
    started = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - started
