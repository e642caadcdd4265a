"""Plays a list of plays to the end, through crashes and hangs: a fresh child goes on where one died."""

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from time import monotonic
from typing import Literal, Self

from grader.sandbox.base import (
    Loaded,
    Note,
    Observation,
    Offer,
    Place,
    Play,
    Problem,
    Room,
    Run,
    Sandbox,
    Seen,
    SeenTrial,
    Shown,
    Source,
    Status,
    WriteTold,
)

Trial = tuple[int, ...]
"""Offers of a survey, by number, that are carried out together."""

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
    _whole: ExitStack = field(default_factory=ExitStack)
    _runs: ExitStack = field(default_factory=ExitStack)
    _room: Room = field(init=False)
    _run: Run | None = None
    _first: bool = True

    def __enter__(self) -> Self:
        self._room = self._whole.enter_context(self.sandbox.room(self.source))
        self._whole.enter_context(self._runs)
        self._started = monotonic()  # waiting for room is not the submission's doing
        return self

    def __exit__(self, *failure: object) -> None:
        self._whole.__exit__(*failure)  # type: ignore[arg-type]

    def start(self) -> None:
        """Send the submission to a child, which loads it while the caller goes on."""
        self._current()

    def restart(self) -> None:
        """Go on in a fresh child."""
        self._runs.close()
        self._run = None

    def play(self, plays: Sequence[Play], seen: Seen) -> None:
        """Every play is seen once. A graph that ended a child is not played again."""
        waiting = list(range(len(plays)))
        careful = False
        while waiting and not self._is_over():
            ended = self._play(waiting, plays, seen, careful=careful)
            self._note()
            if self._is_stuck_at_load():
                continue
            if ended is None or self.loaded.problem is not None:
                break
            self.restart()
            if careful and waiting:
                self._give_up(waiting, plays, seen, ended)
            careful = True
        kind: Literal["budget", "protocol"] = "budget" if self._is_over() else "protocol"
        for number in waiting:
            seen(number, Observation(_ENDED, problem=Problem(kind=kind)))

    def survey(self) -> tuple[tuple[Offer, ...], Place | None]:
        """What could be done to the source, and where its class is.

        Nothing if there is no time left, or the child ended over it.
        """
        if self._is_over():
            return (), None
        told = self._current().survey()
        return told.offers, told.defined

    def try_edits(self, trials: Sequence[Trial], plays: Sequence[Play]) -> dict[Trial, list[Observation]]:
        """What each set of edits makes of the plays. One that ends its child has no entry."""
        found: dict[Trial, dict[int, Observation]] = {trial: {} for trial in trials}
        waiting = list(trials)
        while waiting and not self._is_over():
            if self._current().try_edits(waiting, plays, _by_trial(found, waiting)) is None:
                break
            self.restart()
            left = [n for n, trial in enumerate(waiting) if len(found[trial]) < len(plays)]
            waiting = waiting[left[0] + 1 :] if left else []
        return {
            trial: [seen[n] for n in range(len(plays))]
            for trial, seen in found.items()
            if len(seen) == len(plays)
        }

    def trace(self, play: Play) -> tuple[WriteTold, ...]:
        """The writes of a play; none if the child ended over it."""
        if self._is_over():
            return ()
        traced = self._current().trace([play])
        return traced[0] if traced else ()

    def play_edited(self, edits: Trial, plays: Sequence[Play], seen: Seen) -> tuple[Shown, ...] | None:
        """Play with edits carried out on the source, loaded anew; the edits as text.

        None if it came to nothing.
        """
        if self._is_over():
            return None
        shown = self._current().play_edited(edits, plays, seen)
        if shown is None:
            self.restart()
        return shown

    def _play(
        self, waiting: list[int], plays: Sequence[Play], seen: Seen, *, careful: bool
    ) -> Problem | None:
        """Play what waits; what is seen waits no longer."""
        numbers = list(waiting)
        left = set(numbers)

        def hand_on(position: int, observation: Observation) -> None:
            left.discard(numbers[position])
            seen(numbers[position], observation)

        ended = self._current().play([plays[number] for number in numbers], hand_on, careful=careful)
        waiting[:] = sorted(left)
        return ended

    def _give_up(self, waiting: list[int], plays: Sequence[Play], seen: Seen, ended: Problem) -> None:
        """The play that ended its child, and all others of its graph that wait."""
        culprit = plays[waiting[0]].graph
        for number in [number for number in waiting if plays[number].graph is culprit]:
            waiting.remove(number)
            seen(number, Observation(_ENDED, problem=ended))

    def _is_over(self) -> bool:
        return monotonic() - self._started > self.seconds

    def _current(self) -> Run:
        if self._run is None:
            left = max(0.0, self._started + self.seconds - monotonic())
            opened = self._room.open(self.source, needs_backward=self.needs_backward, seconds=left)
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


def _by_trial(found: dict[Trial, dict[int, Observation]], trials: Sequence[Trial]) -> SeenTrial:
    """Keeps what is seen of each trial."""

    def seen(trial: int, number: int, observation: Observation) -> None:
        found[trials[trial]][number] = observation

    return seen
