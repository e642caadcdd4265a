"""A busy machine makes a submission wait; it takes nothing from it, and says nothing of it."""

import os
from collections.abc import Iterator
from contextlib import closing

import pytest

from grader.errors import HarnessProtocolError, MachineTooBusy
from grader.harness.wire.frames import frame
from grader.sandbox.channel import Channel
from grader.sandbox.limits import Limits
from grader.sandbox.plays import Source
from grader.sandbox.replies import Problem, ProblemKind
from grader.sandbox.run import Run

SOURCE = Source("x.py", b"class Value: ...")
OUTLINE = frame(b"O", b'{"classes": ["Value"], "functions": [], "makes": false, "computes": true}')
LOADED = OUTLINE + frame(b"L", b'{"class": {"name": "Value"}, "backward": "backward"}')


@pytest.fixture
def run() -> Iterator[tuple[Run, int]]:
    """A run of half a second, and where its zygote's words are written."""
    incoming, says = os.pipe()
    theirs, outgoing = os.pipe()
    with closing(Channel(incoming, outgoing)) as channel:
        made = Run(channel, Limits(total=0.5, silence=0.05))
        made.send(SOURCE, needs_backward=True)
        yield made, says
    os.close(theirs)
    os.close(says)


@pytest.mark.parametrize(
    ("cpu", "waited", "is_over"), [(0.3, 0.1, False), (0.5, 0.0, True), (0.2, 0.3, True)]
)
def test_only_what_it_computed_and_waited_counts(
    cpu: float, waited: float, *, is_over: bool, run: tuple[Run, int]
) -> None:
    made, says = run
    os.write(says, frame(b"U", b'{"cpu": %a, "waited": %a}' % (cpu, waited)) + frame(b"D", LOADED))
    expected = Problem(kind=ProblemKind.BUDGET) if is_over else None
    assert made.loaded.problem == expected
    assert made.spent == pytest.approx(cpu + waited)


@pytest.mark.parametrize(
    "said", [b'{"cpu": -1.0, "waited": 0.0}', b'{"cpu": 1e999, "waited": 0}', b"[]", b""]
)
def test_a_use_that_cannot_be_is_no_answer_of_a_supervisor(said: bytes, run: tuple[Run, int]) -> None:
    made, says = run
    os.write(says, frame(b"U", said))
    with pytest.raises(HarnessProtocolError):
        _ = made.loaded


def test_one_that_was_given_no_processor_is_graded_later(run: tuple[Run, int]) -> None:
    made, says = run
    os.write(says, frame(b"E", b'{"how": "starved", "code": -9, "cpu": 0.01}'))
    with pytest.raises(MachineTooBusy):
        _ = made.loaded


def test_so_is_one_whose_supervisor_is_silent(run: tuple[Run, int]) -> None:
    made, _ = run
    with pytest.raises(MachineTooBusy):
        _ = made.loaded


@pytest.mark.parametrize("last", [LOADED, LOADED + frame(b"Z", b"{}")])
def test_no_word_behind_the_last_one_makes_the_machine_busy(last: bytes, run: tuple[Run, int]) -> None:
    """The supervisor has stopped its clocks by then: nobody else would end the wait."""
    made, says = run
    os.write(says, frame(b"D", last + frame(b"C")))
    assert made.loaded.problem is None if last == LOADED else made.survey() is None
