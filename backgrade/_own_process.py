"""Grades your own class in a separate process, with your own rights, where a machine has no sandbox.

It is an ordinary Python, which needs nothing that Linux alone has. A class that never ends, or that ends its
process, leaves the notebook alone. What ends a process is known at the step at which it did: the next process
goes on behind it, as the sandbox does with a new child.
"""

import json
import signal
import subprocess
import sys
import tempfile
import threading
from base64 import b64decode, b64encode
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from grader.assignment import SuiteSelection
    from grader.report import Report
    from grader.sandbox.plays import Source

_COMMAND = (sys.executable, "-m", "backgrade._own_process")
_SILENCE = 20.0
"""Seconds in which no step begins: a single call computes or waits, and nothing in there can end it."""
_MOST_ENDS = 20
"""Ends of processes by one class, before it is given up."""
_REQUEST, _STEPS, _REPORT = "request.json", "steps.txt", "report.json"


def graded(source: "Source", suites: "SuiteSelection") -> "Report":
    """Grade a class of one's own.

    Raises `GraderError` if no process came to an end.
    """
    from grader.errors import GraderError
    from grader.records import from_json
    from grader.report import Report

    lost: dict[str, tuple[str, int]] = {}
    for _ in range(_MOST_ENDS):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            _write_request(folder, source, suites, lost)
            how = _ended(folder)
            if (folder / _REPORT).exists():
                return from_json(Report, (folder / _REPORT).read_bytes())
            steps = (folder / _STEPS).read_text("utf-8").split()
        if not steps or steps[-1] in lost:
            break
        lost[steps[-1]] = how
    raise GraderError


def _write_request(
    folder: Path, source: "Source", suites: "SuiteSelection", lost: dict[str, tuple[str, int]]
) -> None:
    request = {
        "name": source.name,
        "content": b64encode(source.content).decode(),
        "stage": suites.name,
        "class_name": suites.class_name,
        "lost": lost,
    }
    (folder / _REQUEST).write_text(json.dumps(request), encoding="utf-8")
    (folder / _STEPS).touch()


def _ended(folder: Path) -> tuple[str, int]:
    """Run a process until it ends, or until no step begins any more; how it ended."""
    nothing = subprocess.DEVNULL
    with subprocess.Popen([*_COMMAND, str(folder)], stdin=nothing, stdout=nothing, stderr=nothing) as process:
        try:
            seen = -1
            while (size := (folder / _STEPS).stat().st_size) != seen:
                seen = size
                try:
                    return "exit", process.wait(_SILENCE)
                except subprocess.TimeoutExpired:
                    continue
            return "time", 0
        finally:
            process.kill()  # also if the user interrupts the cell
            process.wait()


def main(folder: Path) -> None:
    """Grade what is asked for in a folder, and write the report there."""
    from grader.assignment import assignment
    from grader.grade import grade
    from grader.records import replace, to_json
    from grader.sandbox.plays import Source
    from grader.sandbox.unforked import UnforkedSandbox

    request = json.loads((folder / _REQUEST).read_text("utf-8"))
    lost = {step: (how, code) for step, (how, code) in request["lost"].items()}
    suites = replace(assignment(request["stage"]), class_name=request["class_name"])
    source = Source(request["name"], b64decode(request["content"]))
    with (folder / _STEPS).open("ab", buffering=0) as steps:
        sandbox = UnforkedSandbox(lost=lost, begins=lambda step: steps.write(f"{step}\n".encode()))
        if not hasattr(signal, "setitimer"):
            threading.Thread(target=_tick, daemon=True).start()
        report = to_json(grade(source, suites, sandbox))
    written = folder / f"{_REPORT}.part"
    written.write_text(report, encoding="utf-8")
    written.rename(folder / _REPORT)


def _tick() -> None:
    """Send the signal of the ticks, where a process has no timers that do: on Windows."""
    from _thread import interrupt_main

    from grader.harness.processes.durations import TICK
    from grader.harness.processes.unforked import TICKS

    pause = threading.Event()
    while not pause.wait(TICK):
        interrupt_main(TICKS)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
