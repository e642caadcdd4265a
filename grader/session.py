"""Plays a list of plays to the end, through crashes and hangs: a fresh child goes on where one died."""

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from time import monotonic
from typing import Literal, Self

from grader.sandbox.base import Loaded, Note, Observation, Play, Problem, Run, Sandbox, Source, Status

FATAL = frozenset({"time", "wall", "output", "crash", "protocol", "exit", "budget"})
"""Problems of a play that ended its child, or was not reached."""

_ENDED = Status.BACKWARD_ERROR
"""How a play counts that ended its child."""


@dataclass
class Session:
    """A submission and the sandbox it is played in, for the time of one grading."""

    sandbox: Sandbox
    source: Source
    needs_backward: bool
    seconds: float
    """After this long no child is started any more."""
    loaded: Loaded = field(default_factory=Loaded)
    """What the submission holds; known after the first play."""
    notes: tuple[Note, ...] = ()
    printed: str = ""
    _started: float = field(default_factory=monotonic)
    _runs: ExitStack = field(default_factory=ExitStack)
    _run: Run | None = None
    _first: bool = True

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *failure: object) -> None:
        self._runs.__exit__(*failure)  # type: ignore[arg-type]

    def start(self) -> None:
        """Send the submission to a child, which loads it while the caller goes on."""
        self._current()

    def restart(self) -> None:
        """Go on in a fresh child."""
        self._runs.close()
        self._run = None

    def play(self, plays: Sequence[Play]) -> list[Observation]:
        """One observation a play. A graph that ended a child is not played again."""
        observations: dict[int, Observation] = {}
        careful = False
        while waiting := [number for number in range(len(plays)) if number not in observations]:
            if monotonic() - self._started > self.seconds:
                return _filled(observations, plays, "budget")
            played = self._current().play([plays[number] for number in waiting], careful=careful)
            observations |= {waiting[n]: observation for n, observation in played.observations.items()}
            self._note()
            if self._is_stuck_at_load():
                continue
            if played.ended is None or self.loaded.problem is not None:
                return _filled(observations, plays, "protocol")
            self.restart()
            if careful:
                observations |= _given_up(observations, plays, played.ended)
            careful = True
        return _filled(observations, plays, "protocol")

    def _current(self) -> Run:
        if self._run is None:
            left = max(0.0, self._started + self.seconds - monotonic())
            opened = self.sandbox.open(self.source, needs_backward=self.needs_backward, seconds=left)
            self._run = self._runs.enter_context(opened)
        return self._run

    def _note(self) -> None:
        run = self._current()
        if self._first:
            self.loaded, self._first = run.loaded, False
        self.notes = tuple(dict.fromkeys((*self.notes, *run.notes)))
        self.printed = run.printed or self.printed

    def _is_stuck_at_load(self) -> bool:
        """Whether top-level code ended the child; then the definitions alone are loaded, once."""
        problem = self.loaded.problem
        if problem is None or problem.kind not in FATAL or self.source.definitions_only:
            return False
        self.restart()
        self.source = self.source._replace(definitions_only=True)
        loaded = self._current().loaded
        if loaded.problem is None:
            self.loaded = loaded.model_copy(update={"error": problem})
        return loaded.problem is None


def _given_up(
    observations: dict[int, Observation], plays: Sequence[Play], ended: Problem
) -> dict[int, Observation]:
    """The play that ended its child, and all others of its graph that wait."""
    waiting = [number for number in range(len(plays)) if number not in observations]
    culprit = plays[waiting[0]].graph if waiting else None  # it may have ended after its last answer
    return {n: Observation(_ENDED, problem=ended) for n in waiting if plays[n].graph is culprit}


def _filled(
    observations: dict[int, Observation], plays: Sequence[Play], kind: Literal["budget", "protocol"]
) -> list[Observation]:
    """What was left unanswered is a problem, never a pass."""
    unanswered = Observation(_ENDED, problem=Problem(kind=kind))
    return [observations.get(number, unanswered) for number in range(len(plays))]
