"""Plays and keeps what was seen, as one value: what tests compare."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from grader.sandbox.plays import Observation, Play
from grader.sandbox.replies import Problem
from grader.sandbox.run import Run
from grader.sandbox_session import SandboxSession


class Played(NamedTuple):
    """The observations by number, and why the child is gone, if it is."""

    observations: Mapping[int, Observation]
    ended: Problem | None = None


def played(run: Run, plays: Sequence[Play], *, careful: bool = False, alone: bool = False) -> Played:
    """One job of a run."""
    observations: dict[int, Observation] = {}
    ended = run.play(plays, observations.__setitem__, careful=careful, alone=alone)
    return Played(observations, ended)


def played_all(session: SandboxSession, plays: Sequence[Play]) -> list[Observation]:
    """The observations of a session, each exactly once, in the order of the plays."""
    observations: dict[int, Observation] = {}

    def seen(number: int, observation: Observation) -> None:
        assert number not in observations, "seen once"
        observations[number] = observation

    session.play(plays, seen)
    return [observations[number] for number in range(len(plays))]
