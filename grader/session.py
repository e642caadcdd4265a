"""Plays a list of plays to the end, through crashes and hangs: a fresh child goes on where one died."""

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Self

from grader.hangs import BY_BACKWARD, Hangs, in_loop, uses
from grader.numbering import Numbers, numbers_in
from grader.sandbox.base import (
    AppliedEdit,
    ClassPlace,
    LoadReply,
    Note,
    Observation,
    Offers,
    PastedRun,
    Play,
    PlayStatus,
    Problem,
    ProblemKind,
    Room,
    Run,
    Sandbox,
    Seen,
    SeenTrial,
    Source,
    TracedWrite,
)

Trial = tuple[int, ...]
"""Offers of a survey, by number, that are carried out together."""

_MOST_SURVEYS = 2
"""Children that may end over what could be done to the source."""

FATAL = frozenset(
    {
        ProblemKind.TIME,
        ProblemKind.WALL,
        ProblemKind.OUTPUT,
        ProblemKind.CRASH,
        ProblemKind.PROTOCOL,
        ProblemKind.EXIT,
        ProblemKind.BUDGET,
    }
)
"""Problems of a play that ended its child, or was not reached."""

_LONG = frozenset({ProblemKind.TIME, ProblemKind.WALL, ProblemKind.MEMORY})
"""Problems of a play that might never have come to an end."""

_LOST = frozenset({ProblemKind.CRASH, ProblemKind.EXIT, ProblemKind.OUTPUT})
"""Problems of a play that ended its child by itself."""

_FOR_BUILDING = 1.0
"""Seconds for the graphs of passes that will not be asked for; they are built in some hundredths."""

_ENDED = PlayStatus.BACKWARD_ERROR
"""How a play counts that ended its child."""


@dataclass
class Session:
    """A submission and the sandbox it is played in, for the time of one grading."""

    sandbox: Sandbox
    source: Source
    needs_backward: bool
    seconds: float
    """After this long no child is started any more."""
    loaded: LoadReply = field(default_factory=LoadReply)
    """What the submission holds; known after the first play."""
    notes: tuple[Note, ...] = ()
    printed: str = ""
    hangs: Hangs = field(default_factory=Hangs)
    _surveyed: Offers | None = None
    _is_untold: bool = False
    """Whether a survey came to nothing."""
    _numbers: Numbers | None = None
    """Those of the offers in the current child, once it was asked."""
    _tried: dict[tuple[Trial, Play], Observation] = field(default_factory=dict)
    _spent: float = 0.0
    """Seconds of children that are gone."""
    _for_building: float = _FOR_BUILDING
    """Seconds that are left for `_see_lacking`."""
    _whole: ExitStack = field(default_factory=ExitStack)
    _runs: ExitStack = field(default_factory=ExitStack)
    _room: Room = field(init=False)
    _run: Run | None = None
    _first: bool = True

    def __enter__(self) -> Self:
        self._room = self._whole.enter_context(self.sandbox.room(self.source))
        self._whole.enter_context(self._runs)
        return self

    def __exit__(self, *failure: object) -> None:
        self._whole.__exit__(*failure)  # type: ignore[arg-type]

    def start(self) -> None:
        """Send the submission to a child, which loads it while the caller goes on."""
        self._current()

    def restart(self) -> None:
        """Go on in a fresh child."""
        if self._run is not None:
            self._spent += self._run.spent
        self._runs.close()
        self._run = self._numbers = None

    def load(self) -> None:
        """Learn what the submission holds, where nothing is played."""
        self._note()
        self._is_stuck_at_load()

    def play(self, plays: Sequence[Play], seen: Seen) -> None:
        """Every play is seen once. A graph that ended a child, or does not end, is not played again."""
        waiting = list(range(len(plays)))
        careful = False
        while waiting and not self._is_over() and not self.hangs.are_enough:
            ended = self._play(waiting, plays, seen, careful=careful)
            self._note()
            if self._is_stuck_at_load():
                continue
            if ended is None or self.loaded.problem is not None:
                break
            self.restart()
            if not waiting:
                break
            if ended.number is None and not careful:
                careful = True
                continue
            number = waiting[0] if ended.number is None else ended.number
            if (hung := self._ended_by(plays[number], ended)) is not None:
                self._give_up([number], waiting, plays, seen, hung)
                alike = self.hangs.alike(waiting, plays)
                self._see_lacking(alike, waiting, plays, seen)
                self._give_up(alike, waiting, plays, seen, hung)
        is_over = self._is_over() or self.hangs.are_enough
        kind = ProblemKind.BUDGET if is_over else ProblemKind.PROTOCOL
        if is_over:
            self._see_lacking(waiting, waiting, plays, seen)
        for number in waiting:
            seen(number, Observation(_ENDED, problem=Problem(kind=kind)))

    def survey(self) -> Offers:
        """What could be done to the source, and where its class and its rules are.

        Nothing if there is no time left, or every child ended over it.
        """
        for _ in range(_MOST_SURVEYS):
            if self._is_over():
                break
            if (surveyed := self._current().survey()) is not None:
                self._surveyed, self._numbers = surveyed, dict(enumerate(range(len(surveyed.offers))))
                return surveyed
            self.restart()
        self._is_untold = True
        return Offers()

    @property
    def is_cut_short(self) -> bool:
        """Whether there was no time for all that was asked, or no child could tell what could be done."""
        return self._is_untold or self._is_over()

    def uncalled(self, plays: Sequence[Play]) -> tuple[ClassPlace, ...] | None:
        """The methods of the class that none of the plays runs; None where that is not known."""
        return None if self._is_over() else self._current().uncalled(plays)

    def try_edits(self, trials: Sequence[Trial], plays: Sequence[Play]) -> dict[Trial, list[Observation]]:
        """What each set of edits makes of the plays. One that ends its child has no entry.

        What was seen of a set before is not played again.
        """
        new = [trial for trial in trials if not all((trial, play) in self._tried for play in plays)]
        for trial, seen in self._try(new, plays).items():
            self._tried |= {(trial, play): each for play, each in zip(plays, seen, strict=True)}
        return {
            trial: [self._tried[trial, play] for play in plays]
            for trial in trials
            if all((trial, play) in self._tried for play in plays)
        }

    def _try(self, trials: Sequence[Trial], plays: Sequence[Play]) -> dict[Trial, list[Observation]]:
        observations: dict[Trial, dict[int, Observation]] = {trial: {} for trial in trials}
        waiting = list(trials)
        while waiting and not self._is_over():
            waiting = [trial for trial in waiting if self._is_offered(trial)]
            seen = _by_trial(observations, waiting)
            asked = [self._renumbered(trial) for trial in waiting]
            if not asked or self._current().try_edits(asked, plays, seen, self.hangs.endless) is None:
                break
            self.restart()
            left = [n for n, trial in enumerate(waiting) if len(observations[trial]) < len(plays)]
            waiting = waiting[left[0] + 1 :] if left else []
        return {
            trial: [seen[n] for n in range(len(plays))]
            for trial, seen in observations.items()
            if len(seen) == len(plays)
        }

    def trace(self, play: Play) -> tuple[TracedWrite, ...]:
        """The writes of a play; none if the child ended over it."""
        if self._is_over():
            return ()
        traced = self._current().trace([play])
        return traced[0] if traced else ()

    def paste(self, lines: str) -> tuple[PastedRun, ...]:
        """What lines print behind the unedited class; nothing if the child ended over it."""
        if self._is_over():
            return ()
        runs = self._current().paste(lines)
        if not runs:
            self.restart()
        return runs

    def play_edited(self, edits: Trial, plays: Sequence[Play], seen: Seen) -> tuple[AppliedEdit, ...] | None:
        """Play with edits carried out on the source, loaded anew; the edits as text.

        None if it came to nothing.
        """
        if self._is_over() or not self._is_offered(edits):
            return None
        shown = self._current().play_edited(self._renumbered(edits), plays, seen, self.hangs.endless)
        if shown is None:
            self.restart()
        return shown

    def _is_offered(self, trial: Trial) -> bool:
        """Whether the current child offers all of its edits too. The source as it is needs no survey."""
        return not trial or self._current_numbers().keys() >= set(trial)

    def _renumbered(self, trial: Trial) -> Trial:
        """The same edits by their numbers in the current child."""
        return tuple(self._current_numbers()[number] for number in trial)

    def _current_numbers(self) -> Numbers:
        """Asked once in a child. Where one ends over the question, no other edit is tried."""
        if self._numbers is None:
            there = self._current().survey()
            if there is None:
                self._is_untold = True
                self.restart()
            known = self._surveyed or Offers()
            self._numbers = numbers_in(there.offers if there else (), known.offers)
        return self._numbers

    def _play(
        self, waiting: list[int], plays: Sequence[Play], seen: Seen, *, careful: bool
    ) -> "_JobEnd | None":
        """Play what waits; what is seen waits no longer. How it ended, if it did not end well."""
        numbers = list(waiting)
        left = set(numbers)
        full: list[_JobEnd] = []

        def hand_on(position: int, observation: Observation) -> None:
            number, problem = numbers[position], observation.problem
            if problem is not None and problem.kind == ProblemKind.MEMORY:
                full.append(_JobEnd(number, observation, problem))
                return
            left.discard(number)
            if problem is None:
                self.hangs.came_to_an_end(plays[number])
            seen(number, self.hangs.with_loop(observation))

        run, asked = self._current(), [plays[number] for number in numbers]
        patient, endless = self.hangs.have_time(asked), self.hangs.endless
        ended = run.play(asked, hand_on, careful=careful, endless=endless, patient=patient)
        waiting[:] = sorted(left)
        if full:
            return full[0]
        if ended is None:
            return None
        stuck = run.stuck
        number = numbers[stuck] if stuck is not None and stuck < len(numbers) else None
        known = number if number in left else None
        return _JobEnd(known, Observation(_ENDED, problem=ended), ended, early=run.was_stopped_early)

    def _ended_by(self, play: Play, ended: "_JobEnd") -> Observation | None:
        """What is seen of a play that ended its child; None if it is to be played once more."""
        if ended.problem.kind in _LONG:
            return self._hang(play, ended)
        if ended.problem.kind in _LOST:
            self.hangs.ended_its_child(play)
        return ended.observation

    def _hang(self, play: Play, ended: "_JobEnd") -> Observation | None:
        """What is seen of a play that took too long; None if it is to be played once more, with patience."""
        loop = None
        if ended.can_be_watched and self.hangs.may_stand_out(ended.problem):
            loop = self.hangs.stood_out(ended.problem, play, self._current().watch(play))
            self.restart()
        if loop is None and ended.early:
            self.hangs.slow(play)
            return None
        return self.hangs.hung(play, ended.observation, ended.problem, loop)

    def _give_up(
        self,
        numbers: Sequence[int],
        waiting: list[int],
        plays: Sequence[Play],
        seen: Seen,
        observation: Observation,
    ) -> None:
        """These plays, and all others of their graphs that wait."""
        graphs = {id(plays[number].graph) for number in numbers}
        for number in [number for number in waiting if id(plays[number].graph) in graphs]:
            waiting.remove(number)
            seen(number, observation)

    def _see_lacking(
        self, numbers: Sequence[int], waiting: list[int], plays: Sequence[Play], seen: Seen
    ) -> None:
        """Of passes that will not be asked for: those of which an operation is missing are just that."""
        common = self.hangs.common
        hanging = set() if BY_BACKWARD in common else common
        asked = [n for n in numbers if BY_BACKWARD in uses(plays[n]) and not uses(plays[n]) & hanging]
        if not asked or self.loaded.problem is not None or self._for_building <= 0:
            return

        def lacks(position: int, observation: Observation) -> None:
            waiting.remove(asked[position])
            seen(asked[position], observation)

        run = self._open(self._for_building)
        run.lacking([plays[n] for n in asked], lacks)
        self._for_building -= run.spent
        self.restart()

    def _left(self) -> float:
        """Seconds. What others used of a busy machine is not taken from the submission."""
        running = self._run.spent if self._run is not None else 0.0
        return max(0.0, self.seconds - self._spent - running)

    def _is_over(self) -> bool:
        return self._left() == 0

    def _current(self) -> Run:
        return self._open(self._left())

    def _open(self, seconds: float) -> Run:
        if self._run is not None:
            return self._run
        opened = self._room.open(self.source, needs_backward=self.needs_backward, seconds=seconds)
        self._run = self._runs.enter_context(opened)
        self.source = self.source._replace(again=True)
        return self._run

    def _note(self) -> None:
        run = self._current()
        if self._first:
            self.loaded, self._first = run.loaded, False
            self.source = self.source._replace(definitions_only=run.loaded.alone)
        self.notes = tuple(dict.fromkeys((*self.notes, *run.notes)))
        self.printed = max(self.printed, run.printed, key=len)

    def _is_stuck_at_load(self) -> bool:
        """Whether top-level code ended the child; then the definitions alone are loaded, once."""
        problem = self.loaded.problem
        if problem is None or problem.kind not in FATAL or self.source.definitions_only:
            return False
        problem = self._watch_load(problem)
        self.source = self.source._replace(definitions_only=True)
        loaded = self._current().loaded
        if loaded.problem is None:
            self.loaded = loaded.model_copy(update={"error": problem})
            return True
        if loaded.problem.kind == ProblemKind.TIME:
            problem = self._watch_load(loaded.problem)
        self.loaded = self.loaded.model_copy(update={"problem": problem})
        return False

    def _watch_load(self, problem: Problem) -> Problem:
        """The same, with the loop of the top-level code that does not end, if one stands out."""
        self.restart()
        if problem.kind != ProblemKind.TIME or self._is_over():
            return problem
        watched = self.source._replace(watched=True)
        with self._room.open(watched, needs_backward=self.needs_backward, seconds=self._left()) as run:
            told = run.loaded.problem
            self._spent += run.spent
        loop = None if told is None else told.loop
        if loop is None:
            return problem
        if loop.how or loop.repeats:
            return in_loop(problem, loop)
        return Problem(kind=problem.kind, line=loop.line, cell=loop.cell, function=loop.function)


@dataclass(frozen=True)
class _JobEnd:
    """How a job ended that did not end well: in which play, if that is known, and what is seen of it."""

    number: int | None
    observation: Observation
    problem: Problem
    early: bool = False
    """Whether it was only asked what it is doing, and might have ended in time."""

    @property
    def can_be_watched(self) -> bool:
        """Whether it ran line by line: one that could not say where it is waits, or is in one call."""
        return self.problem.kind == ProblemKind.MEMORY or (
            self.problem.kind == ProblemKind.TIME and self.number is not None
        )


def _by_trial(observations: dict[Trial, dict[int, Observation]], trials: Sequence[Trial]) -> SeenTrial:
    """Keeps what is seen of each trial."""

    def seen(trial: int, number: int, observation: Observation) -> None:
        observations[trials[trial]][number] = observation

    return seen
