"""Edits are tried on plays that end soon."""

from random import Random

import pytest

from grader.diagnosis.edits.panel import guards, is_usable, panel
from grader.judge import Judged
from grader.plan import plan
from grader.sandbox.plays import NO_READINGS, Observation, PlayStatus
from grader.sandbox.replies import Problem, ProblemKind
from suites import load

_SUITE = load()["a_plus_a"]
_PLANNED = plan(_SUITE, _SUITE.graphs[0], Random(1)).plays[0]
_ENDLESS = ("time", "wall", "output", "crash", "protocol", "budget", "memory")


def _ended_in(kind: ProblemKind) -> Judged:
    nothing = (NO_READINGS,) * 3
    return Judged(_PLANNED, Observation(PlayStatus.BACKWARD_ERROR, *nothing, problem=Problem(kind=kind)))


@pytest.mark.parametrize("kind", ProblemKind)
def test_what_ran_for_long_or_filled_the_memory_is_not_played_with_every_edit(kind: ProblemKind) -> None:
    ended = _ended_in(kind)

    assert is_usable(ended) is (kind not in _ENDLESS)
    assert bool(panel([ended])) is is_usable(ended)
    assert bool(guards([ended], [ended])) is is_usable(ended)
