"""`backgrade check` as a process: interrupted, on a terminal, and into a pipe that is closed."""

import os
import pty
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import patience
from tests.api.commands.examples import BACKGRADE, CORRECT, SANDBOX
from tests.world.processes import children


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Programs started here can be interrupted, even where a shell started the tests in its background."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruptible")
def test_ctrl_c_while_a_file_runs_leaves_nothing_behind(tmp_path: Path) -> None:
    path = tmp_path / "slow.py"
    path.write_text("import time\ntime.sleep(60)\n", encoding="utf-8")
    process = subprocess.Popen(
        [*BACKGRADE, "check", str(path)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stderr is not None
    proven = process.stderr.readline()  # said before the first file is run
    sandbox = children(process.pid)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=patience.scaled(20))

    assert re.fullmatch(SANDBOX, proven)
    assert sandbox
    assert (process.returncode, out, err) == (130, "", "Interrupted.\n")
    patience.until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in sandbox))


def test_a_broken_pipe_is_quiet() -> None:
    """As after `| head`: nobody reads any more."""
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [*BACKGRADE, "check", "--stage", "core", CORRECT],
        stdout=writing,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
        timeout=600,
    )
    os.close(writing)

    assert done.returncode == 141
    assert re.fullmatch(SANDBOX, done.stderr)


def test_standard_output_that_takes_ascii_only_is_served() -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONWARNINGS": "error"}
    done = subprocess.run(
        [*BACKGRADE, "check", "--stage", "core", CORRECT],
        env=environment,
        capture_output=True,
        check=False,
        timeout=600,
    )

    assert done.returncode == 0
    assert re.fullmatch(SANDBOX, done.stderr.decode("ascii"))
    assert b"? Diamond" in done.stdout


def on_terminal(arguments: list[str], **environment: str) -> Iterator[bytes]:
    """What appears on a terminal that the command believes in."""
    outer, inner = pty.openpty()
    variables = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    process = subprocess.Popen(
        [*BACKGRADE, *arguments],
        stdin=subprocess.DEVNULL,
        stdout=inner,
        stderr=inner,
        env={**variables, "TERM": "xterm", **environment},
    )
    os.close(inner)
    try:
        while data := os.read(outer, 1 << 16):
            yield data
    except OSError:
        pass  # how Linux says that the other end is closed
    finally:
        os.close(outer)
        process.wait(20)


@pytest.mark.parametrize(
    ("more", "environment", "coloured"),
    [
        ([], {}, True),
        (["--no-color"], {}, False),
        ([], {"NO_COLOR": "1"}, False),
        ([], {"TERM": "dumb"}, False),
    ],
)
def test_colour_is_for_terminals_that_want_it(
    more: list[str], environment: dict[str, str], *, coloured: bool
) -> None:
    shown = b"".join(on_terminal(["check", "--stage", "core", CORRECT, *more], **environment))

    assert b"Diamond" in shown
    assert (b"\x1b[" in shown) is coloured


def test_a_progress_bar_is_shown_for_many_files_and_taken_away() -> None:
    shown = b"".join(on_terminal(["check", "--stage", "core", *[CORRECT] * 5], COLUMNS="100"))

    assert b"/5" in shown
    assert "5 files: 5 with every point" in re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", shown.decode())


def test_a_check_of_a_right_file_imports_no_more_than_it_uses() -> None:
    """Each module is read before the report is there: faults, rich and pydantic say nothing about it."""
    program = "import sys; from api.command import main; main(); print(*sys.modules, file=sys.stderr)"
    done = subprocess.run(
        [sys.executable, "-c", program, "check", CORRECT],
        capture_output=True, text=True, check=True, timeout=600,
    )  # fmt: skip
    loaded = set(done.stderr.split())

    assert {each for each in loaded if each.startswith("grader.faults.") and "._" not in each} == set()
    assert loaded.isdisjoint({"rich", "pydantic", "sqlalchemy", "fastapi", "jinja2", "grader.diagnosis"})


STARTS = """
import subprocess, sys
from api.command import run

started = subprocess.Popen


def seen(*arguments, **named):
    print("started", "late" if "msgspec" in sys.modules else "ahead", file=sys.stderr)
    return started(*arguments, **named)


subprocess.Popen = seen
run()
"""


@pytest.mark.parametrize(
    ("arguments", "when"),
    [([CORRECT], "ahead"), (["--stage", "core", CORRECT], "ahead"), ([CORRECT, CORRECT], "late")],
)
@pytest.mark.skipif(Path("/var/run/docker.sock").exists(), reason="an engine is asked first")
def test_the_sandbox_of_one_file_is_started_ahead_and_used(arguments: list[str], when: str) -> None:
    """What reads reports takes as long to import as a sandbox to start; a second one is never started."""
    done = subprocess.run(
        [sys.executable, "-c", STARTS, "check", *arguments],
        capture_output=True, text=True, check=True, timeout=600,
    )  # fmt: skip

    assert [line for line in done.stderr.splitlines() if line.startswith("started")] == [f"started {when}"]


def test_a_file_that_is_trusted_starts_no_locked_sandbox() -> None:
    done = subprocess.run(
        [sys.executable, "-c", STARTS, "check", "--trust-this-file", CORRECT],
        capture_output=True, text=True, check=True, timeout=600,
    )  # fmt: skip

    assert done.stderr.count("started late") == done.stderr.count("started ") == 1
