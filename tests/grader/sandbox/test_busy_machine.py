"""What others use of a busy machine is not taken from a submission."""

import os
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from grader.errors import HarnessProtocolError, MachineTooBusy
from grader.harness.frames import frame
from grader.sandbox import clock
from grader.sandbox.base import Problem, ProblemKind, Source
from grader.sandbox.channel import Channel
from grader.sandbox.clock import Clock
from grader.sandbox.limits import Limits
from grader.sandbox.run import ZygoteRun

SOURCE = Source("x.py", b"class Value: ...")
LOADED = frame(b"L", b'{"class": {"name": "Value"}, "backward": "backward"}')


@pytest.fixture
def idle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What the kernel says of the processors' idle time; nothing of it is used up."""
    path = tmp_path / "uptime"
    path.write_text("350.02 6.00\n", encoding="ascii")
    monkeypatch.setattr(clock, "_UPTIME", str(path))
    return path


@pytest.fixture
def run() -> Iterator[tuple[ZygoteRun, int]]:
    """A run of half a second, and where its zygote's words are written."""
    incoming, says = os.pipe()
    theirs, outgoing = os.pipe()
    with closing(Channel(incoming, outgoing)) as channel:
        made = ZygoteRun(channel, Limits(total=0.5))
        made.send(SOURCE, needs_backward=True)
        yield made, says
    os.close(theirs)
    os.close(says)


def test_where_nothing_is_idle_only_what_it_computed_and_waited_counts(idle: Path) -> None:
    assert idle.exists()
    clock = Clock()
    _later(clock, 2.0)
    assert clock.counted(0.25, 0.0) == 0.25
    assert clock.counted(0.25, 0.5) == 0.75


def test_where_a_processor_was_idle_nobody_kept_it_waiting(idle: Path) -> None:
    clock = Clock()
    _later(clock, 2.0)
    idle.write_text("352.02 7.50\n", encoding="ascii")
    assert clock.counted(0.25, 0.0) == 1.75
    idle.write_text("352.02 10.50\n", encoding="ascii")
    assert clock.counted(0.25, 0.0) == pytest.approx(2.0, abs=0.5), "never more than has passed"


@pytest.mark.parametrize("said", ["", "350.02\n", "350.02 much\n"])
def test_where_the_machine_does_not_say_all_that_passed_counts(idle: Path, said: str) -> None:
    idle.write_text(said, encoding="ascii")
    clock = Clock()
    _later(clock, 2.0)
    assert clock.counted(0.0, 0.0) >= 2.0


def test_what_others_used_is_given_back(idle: Path, run: tuple[ZygoteRun, int]) -> None:
    assert idle.exists()
    made, says = run
    _later(made._clock, 2.0)
    os.write(says, _used(cpu=0.1) + frame(b"D", LOADED))
    assert made.loaded.problem is None
    assert made.spent == 0.1


def test_what_it_used_itself_ends_it(idle: Path, run: tuple[ZygoteRun, int]) -> None:
    assert idle.exists()
    made, says = run
    _later(made._clock, 2.0)
    os.write(says, _used(cpu=0.6) + frame(b"D", LOADED))
    assert made.loaded.problem == Problem(kind=ProblemKind.BUDGET)


@pytest.mark.parametrize(
    "said", [b'{"cpu": -1.0, "waited": 0.0}', b'{"cpu": 1e999, "waited": 0}', b"[]", b""]
)
def test_a_use_that_cannot_be_is_no_answer_of_a_supervisor(said: bytes, run: tuple[ZygoteRun, int]) -> None:
    made, says = run
    os.write(says, frame(b"U", said))
    with pytest.raises(HarnessProtocolError):
        _ = made.loaded


def test_one_that_was_given_no_processor_is_a_failure_of_ours(run: tuple[ZygoteRun, int]) -> None:
    made, says = run
    os.write(says, frame(b"E", b'{"how": "starved", "code": -9, "cpu": 0.01}'))
    with pytest.raises(MachineTooBusy):
        _ = made.loaded


def test_so_is_one_for_which_the_time_passed_while_others_computed(
    idle: Path, run: tuple[ZygoteRun, int]
) -> None:
    assert idle.exists()
    made, says = run
    made._last_of_all = time.monotonic() - 1
    os.write(says, _used(cpu=0.1) + frame(b"D", b""))
    with pytest.raises(MachineTooBusy):
        _ = made.loaded


def _used(*, cpu: float) -> bytes:
    return frame(b"U", b'{"cpu": %a, "waited": 0.0}' % cpu)


def _later(clock: Clock, seconds: float) -> None:
    """As if so much time had passed."""
    clock._began -= seconds
