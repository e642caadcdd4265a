"""One's own class in a process of its own: as on macOS and Windows, on a Python that has no more."""

import os
import signal
import sys
import threading
import time
from _thread import interrupt_main
from pathlib import Path

import pytest

from backgrade import _own_process
from backgrade._own_process import graded
from grader.assignment import SuiteSelection, assignment
from grader.finding import Certainty
from grader.grade import grade
from grader.sandbox.level import Level
from grader.sandbox.plays import Source
from grader.sandbox.protocol import Sandbox
from tests.grader.networks.right import RIGHT

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
CORRECT, OVERWRITE = ((EXAMPLES / f"{name}.py").read_bytes() for name in ("correct", "overwrite"))
PASS = b"for node in reversed(topo):"
LOOP = OVERWRITE.replace(PASS, b"while True:\n            node = self")
ENDLESS_CALL = OVERWRITE.replace(PASS, b"sum(iter(int, 1))\n        " + PASS)
"""It never comes back to Python, where a tick could end it."""
ABORT = OVERWRITE.replace(PASS, b"import os\n        if len(topo) > 4: os.abort()\n        " + PASS)
NETWORK = RIGHT.replace(", self.b)", ")").encode()
CORE = assignment("core")

AS_ON_WINDOWS = """
import os, runpy, select, signal, sys
for name in ("fcntl", "grp", "pwd", "resource", "termios"):
    sys.modules[name] = None
for module, names in {
    os: ("P_PID", "fork", "geteuid", "getuid", "killpg", "set_blocking", "waitid"),
    select: ("POLLIN", "POLLOUT", "poll"),
    signal: ("SIGALRM", "SIGKILL", "SIGPROF", "setitimer"),
}.items():
    for name in names:
        delattr(module, name)
runpy.run_module("backgrade._own_process", run_name="__main__")
"""
"""A Python without what Windows lacks; the folder is its argument all the same."""


def source(content: bytes) -> Source:
    return Source("value.py", content)


@pytest.fixture(params=["as it is", "as on Windows"])
def command(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param != "as it is":
        monkeypatch.setattr(_own_process, "_COMMAND", (sys.executable, "-c", AS_ON_WINDOWS))


@pytest.mark.sampled(one_in=4)
@pytest.mark.usefixtures("command")
@pytest.mark.parametrize(
    ("content", "asked"),
    [(CORRECT, CORE), (OVERWRITE, CORE), (LOOP, CORE), (NETWORK, assignment("network"))],
    ids=["right", "wrong", "loop", "network"],
)
def test_it_grades_as_the_sandbox_does(content: bytes, asked: SuiteSelection, sandbox: Sandbox) -> None:
    own, locked = graded(source(content), asked), grade(source(content), asked, sandbox)

    assert own.sandbox is Level.TRUSTED
    assert own.score == locked.score
    assert causes(own) == causes(locked)


def causes(report: object) -> list[tuple[str, Certainty]]:
    diagnosis = report.diagnosis  # type: ignore[attr-defined]
    return [(each.fault, each.certainty) for each in diagnosis.findings] if diagnosis else []


def test_a_class_that_ends_its_process_is_told_so_and_the_caller_goes_on() -> None:
    report = graded(source(ABORT), CORE)

    problems = [graph.problem.kind for suite in report.suites for graph in suite.graphs if graph.problem]
    assert "crash" in problems
    assert report.score.earned > 0  # graphs of at most four nodes


def test_who_waits_can_interrupt_it_and_nothing_is_left() -> None:
    # As in a kernel: the workers of pytest ignore it.
    ours = signal.signal(signal.SIGINT, signal.default_int_handler)
    threading.Timer(2.0, interrupt_main).start()
    try:
        with pytest.raises(KeyboardInterrupt):
            graded(source(ENDLESS_CALL), CORE)
    finally:
        signal.signal(signal.SIGINT, ours)

    deadline = time.monotonic() + 10
    while processes() and time.monotonic() < deadline:
        time.sleep(0.05)
    assert processes() == []


def processes() -> list[str]:
    """Return the command lines of our children that grade a class of one's own."""
    children = Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children").read_text("ascii").split()
    lines = [Path(f"/proc/{child}/cmdline").read_bytes().decode() for child in children]
    return [line for line in lines if "_own_process" in line]
