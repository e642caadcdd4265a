"""What a run makes of a child's words, in the order in which they come."""

import json
import os
from collections.abc import Iterator
from contextlib import closing

import pytest

from grader.harness.wire.frames import frame
from grader.harness.wire.messages import MessageCode, ReplyCode
from grader.sandbox.channel import Channel
from grader.sandbox.limits import Limits
from grader.sandbox.plays import Observation, Play, Source
from grader.sandbox.replies import Problem, ProblemKind
from grader.sandbox.run import Run
from suites import load

SUITE = load()["a_plus_a"]
PLAY = Play(SUITE, SUITE.graphs[0], (3.0,))
SOURCE = Source("x.py", b"class Value: ...")
OUTLINE = b'{"classes": ["Value"], "functions": [], "makes": false, "computes": true}'
LOADED = frame(ReplyCode.OUTLINE, OUTLINE) + frame(
    ReplyCode.LOADED, b'{"class": {"name": "Value"}, "backward": "backward"}'
)
DONE = frame(ReplyCode.DONE, b"{}")
LOOP = {"kind": "while", "line": 3, "last": 4, "function": "<module>", "how": "no-exit", "repeats": False}
MISSING = frame(ReplyCode.VALUES, bytes(4) + bytes([1]) + bytes(4) + b'{"kind": "missing", "operation": "+"}')


@pytest.fixture
def run() -> Iterator[tuple[Run, int]]:
    """A run, and where its child's words are written."""
    incoming, says = os.pipe()
    theirs, outgoing = os.pipe()
    with closing(Channel(incoming, outgoing)) as channel:
        made = Run(channel, Limits())
        made.send(SOURCE, needs_backward=True)
        yield made, says
    os.close(theirs)
    os.close(says)


def _say(says: int, *frames: bytes) -> None:
    os.write(says, frame(MessageCode.ANSWERS, b"".join(frames)))


def _played(run: Run) -> tuple[Problem | None, list[Observation]]:
    seen: list[Observation] = []
    return run.play([PLAY], lambda _, observation: seen.append(observation)), seen


def test_a_first_job_is_answered_behind_the_source(run: tuple[Run, int]) -> None:
    made, says = run
    _say(says, LOADED, MISSING, DONE)
    problem, seen = _played(made)
    assert problem is None
    assert made.loaded.problem is None
    assert [each.problem and each.problem.kind for each in seen] == [ProblemKind.MISSING]


@pytest.mark.parametrize(
    "words",
    [
        (MISSING, LOADED, DONE),
        (DONE,),
        (LOADED, LOADED, DONE),
        (frame(ReplyCode.LOADED, b'{"problem": {"kind": "no-class"}}'), MISSING, DONE),
    ],
    ids=["played before it was loaded", "never loaded", "loaded twice", "played without a class"],
)
def test_other_words_are_none_of_a_harness(words: tuple[bytes, ...], run: tuple[Run, int]) -> None:
    made, says = run
    _say(says, *words)
    problem, seen = _played(made)
    assert problem == Problem(kind=ProblemKind.PROTOCOL)
    assert not seen


def test_a_source_without_a_class_plays_nothing(run: tuple[Run, int]) -> None:
    made, says = run
    _say(says, frame(ReplyCode.LOADED, b'{"problem": {"kind": "no-class"}}'), DONE)
    problem, seen = _played(made)
    assert problem == made.loaded.problem == Problem(kind=ProblemKind.NO_CLASS)
    assert not seen


def test_what_a_child_says_after_its_end_was_counted_hides_no_loop(run: tuple[Run, int]) -> None:
    made, says = run
    stopped = frame(ReplyCode.LOADED, b'{"problem": {"kind": "time"}}')
    another = frame(ReplyCode.COUNTED, b'{"loop": null}')
    _say(says, frame(ReplyCode.COUNTED, json.dumps({"loop": LOOP}).encode()), another, stopped)
    assert made.loaded.problem is not None
    assert made.loaded.problem.loop is not None
    assert made.loaded.problem.loop.line == LOOP["line"]
