"""Plays a list of plays to the end, through crashes and hangs: a fresh child goes on where one died."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import dropwhile

from grader.hangs import BY_BACKWARD, Hangs, uses
from grader.numbering import Numbers, numbers_in
from grader.records import Frozen
from grader.sandbox.plays import Observation, Play, PlayStatus, Seen, SeenCandidate
from grader.sandbox.replies import (
    AppliedEdit,
    ClassPlace,
    Offers,
    PastedRun,
    Problem,
    ProblemKind,
    TracedWrite,
)
from grader.sandbox_children import SandboxChildren
from grader.spans import spanned

EditNumbers = tuple[int, ...]
"""Offers of a survey, by number, that are carried out together."""

_MOST_SURVEYS = 2
"""Children that may end over what could be done to the source."""

_MOST_STOPPED = 40
"""Sets of edits with which a play did not end; after these no other is tried."""

_LONG = frozenset({ProblemKind.TIME, ProblemKind.WALL, ProblemKind.MEMORY})
"""Problems of a play that might never have come to an end."""

_LOST = frozenset({ProblemKind.CRASH, ProblemKind.EXIT, ProblemKind.OUTPUT})
"""Problems of a play that ended its child by itself."""

_FOR_BUILDING = 1.0
"""Seconds for the graphs of passes that will not be asked for; they are built in some hundredths."""


_GONE = Problem(kind=ProblemKind.PROTOCOL)

_ENDED = PlayStatus.BACKWARD_ERROR
"""How a play counts that ended its child."""


@dataclass
class SandboxSession(SandboxChildren):
    """A submission and the sandbox it is played in, for the time of one grading."""

    hangs: Hangs = field(default_factory=Hangs)
    _plays_alone: bool = False
    """Whether its plays left much behind: from then on, each begins as if it were the first."""
    _surveyed: Offers | None = None
    _is_untold: bool = False
    """Whether a survey came to nothing."""
    _tried: dict[tuple[EditNumbers, Play], Observation] = field(default_factory=dict)
    _stopped: int = 0
    """Sets of edits with which a play did not end."""
    _for_building: float = _FOR_BUILDING
    """Seconds that are left for `_see_lacking`."""

    def play(self, plays: Sequence[Play], seen: Seen) -> None:
        """Play every play; `seen` is called once for each.

        A graph that ended a child, or does not end, is not played again.
        """
        queue = _PlayQueue(plays, seen)
        while queue.waiting and not self._is_enough:
            ended = self._play(queue)
            self._note()
            if self._load_otherwise():
                continue
            if ended is None and not self._plays_alone and self._current().left_much:
                self._plays_alone = True
                continue
            if ended is None or self.loaded.problem is not None:
                break
            self.restart()
            if queue.waiting:
                self._settle_end(queue, ended)
        self._give_up_rest(queue)

    def _give_up_rest(self, queue: "_PlayQueue") -> None:
        """Settle the plays that nothing more is asked of."""
        kind = ProblemKind.PROTOCOL
        if self._is_enough:
            kind = ProblemKind.BUDGET
            self._see_lacking(queue.waiting, queue)
        queue.give_up(queue.waiting, Observation(_ENDED, problem=Problem(kind=kind)))

    @property
    def _is_enough(self) -> bool:
        """Whether the time is up, or enough graphs hung: then no further play is asked for."""
        return self._is_over() or self.hangs.are_enough

    def _settle_end(self, queue: "_PlayQueue", ended: "_JobEnd") -> None:
        """Give up the play that ended its child, and those that would end as it did."""
        if ended.number is None and not queue.is_careful:
            # The child ended over a play that it had not named: from now on it is asked for one at a time.
            queue.is_careful = True
            return
        number = queue.waiting[0] if ended.number is None else ended.number
        hung = self._ended_by(queue.plays[number], ended)
        if hung is None:
            return
        queue.give_up([number], hung)
        alike = self.hangs.alike(queue.waiting, queue.plays)
        self._see_lacking(alike, queue)
        queue.give_up(alike, hung)

    @spanned("sandbox: survey")
    def survey(self) -> Offers:
        """Ask what could be done to the source, and where its class and its rules are.

        Nothing if there is no time left, or every child ended over it.
        """
        for _ in range(_MOST_SURVEYS):
            if self._is_over():
                break
            if (surveyed := self._ask(lambda run: run.survey(), lost=None)) is not None:
                self._surveyed, self._numbers = surveyed, dict(enumerate(range(len(surveyed.offers))))
                return surveyed
            self.restart()
        self._is_untold = True
        return Offers()

    @property
    def is_cut_short(self) -> bool:
        """Whether not all could be asked, or no child could tell what could be done."""
        return self._is_untold or self._is_exhausted

    @spanned("sandbox: uncalled methods")
    def uncalled(self, plays: Sequence[Play]) -> tuple[ClassPlace, ...] | None:
        """The methods of the class that none of the plays runs; None where that is not known."""
        return None if self._is_over() else self._ask(lambda run: run.uncalled(plays), lost=None)

    def try_edits(
        self, candidates: Sequence[EditNumbers], plays: Sequence[Play]
    ) -> dict[EditNumbers, list[Observation]]:
        """Return the observations of each set of edits; a set that ends its child has no entry.

        What was seen of a set before is not played again.
        """
        new = [
            candidate
            for candidate in candidates
            if not all((candidate, play) in self._tried for play in plays)
        ]
        for candidate, seen in self._try(new, plays).items():
            self._tried |= {(candidate, play): each for play, each in zip(plays, seen, strict=True)}
        return {
            candidate: [self._tried[candidate, play] for play in plays]
            for candidate in candidates
            if all((candidate, play) in self._tried for play in plays)
        }

    def _try(
        self, candidates: Sequence[EditNumbers], plays: Sequence[Play]
    ) -> dict[EditNumbers, list[Observation]]:
        observations: dict[EditNumbers, dict[int, Observation]] = {candidate: {} for candidate in candidates}

        def is_answered(candidate: EditNumbers) -> bool:
            return len(observations[candidate]) == len(plays)

        waiting = list(candidates)
        while waiting and not self._is_exhausted:
            waiting = list(filter(self._is_offered, waiting))
            asked = list(map(self._renumbered, waiting))
            if not asked or self._try_now(asked, plays, _by_candidate(observations, waiting)) is None:
                break
            self.restart()
            # The first candidate that lacks answers was at work when the child ended: it is lost, the others
            # go on.
            waiting = list(dropwhile(is_answered, waiting))[1:]
        answered = {
            candidate: [seen[n] for n in range(len(plays))]
            for candidate, seen in observations.items()
            if is_answered(candidate)
        }
        self._stopped += sum(any(map(_is_stopped, each)) for each in answered.values())
        return answered

    @spanned("sandbox: edits")
    def _try_now(
        self, candidates: Sequence[EditNumbers], plays: Sequence[Play], seen: SeenCandidate
    ) -> Problem | None:
        """Why the child ended, if it did; where its sandbox was lost twice, the candidate at work is lost."""
        endless, alone = self.hangs.endless, self._plays_alone
        return self._ask(lambda run: run.try_edits(candidates, plays, seen, endless, alone=alone), lost=_GONE)

    @spanned("sandbox: trace")
    def trace(self, play: Play, edits: EditNumbers = ()) -> tuple[TracedWrite, ...]:
        """The writes of a play, with these edits in force; none if the child ended over it."""
        if self._is_over() or not self._is_offered(edits):
            return ()
        numbers = self._renumbered(edits)
        traced = self._ask(lambda run: run.trace([play], numbers), lost=None)
        return traced[0] if traced else ()

    @spanned("sandbox: paste")
    def paste(self, lines: str) -> tuple[PastedRun, ...]:
        """Return what lines print behind the unedited class; nothing if the child ended over it."""
        if self._is_over():
            return ()
        runs = self._ask(lambda run: run.paste(lines), lost=None)
        if not runs:
            self.restart()
        return runs or ()

    @spanned("sandbox: edited source")
    def play_edited(
        self, edits: EditNumbers, plays: Sequence[Play], seen: Seen
    ) -> tuple[AppliedEdit, ...] | None:
        """Play with edits carried out on the source, loaded anew; the edits as text.

        None if it came to nothing.
        """
        if self._is_over() or not self._is_offered(edits):
            return None
        numbers, endless = self._renumbered(edits), self.hangs.endless
        shown = self._ask(lambda run: run.play_edited(numbers, plays, seen, endless), lost=None)
        if shown is None:
            self.restart()
        return shown

    def _is_offered(self, candidate: EditNumbers) -> bool:
        """Whether the current child offers all of its edits too. The source as it is needs no survey."""
        return not candidate or self._current_numbers().keys() >= set(candidate)

    def _renumbered(self, candidate: EditNumbers) -> EditNumbers:
        """Return the same edits by their numbers in the current child."""
        return tuple(self._current_numbers()[number] for number in candidate)

    def _current_numbers(self) -> Numbers:
        """Ask once in a child. Where one ends over the question, no other edit is tried."""
        if self._numbers is None:
            there = self._ask(lambda run: run.survey(), lost=None)
            if there is None:
                self._is_untold = True
                self.restart()
            known = self._surveyed or Offers()
            self._numbers = numbers_in(there.offers if there else (), known.offers)
        return self._numbers

    @spanned("sandbox: play")
    def _play(self, queue: "_PlayQueue") -> "_JobEnd | None":
        """Play what waits; what is seen waits no longer. How it ended, if it did not end well."""
        numbers, plays = list(queue.waiting), queue.plays
        full: list[_JobEnd] = []

        def hand_on(position: int, observation: Observation) -> None:
            number, problem = numbers[position], observation.problem
            if problem is not None and problem.kind == ProblemKind.MEMORY:
                full.append(_JobEnd(number, observation, problem))
                return
            if problem is None:
                self.hangs.came_to_an_end(plays[number])
            queue.settle(number, self.hangs.with_loop(observation))

        run, asked = self._current(), [plays[number] for number in numbers]
        counted, endless = self.hangs.to_be_counted(asked), self.hangs.endless
        ended = run.play(
            asked,
            hand_on,
            careful=queue.is_careful,
            alone=self._plays_alone,
            endless=endless,
            counted=counted,
        )
        if full:
            return full[0]
        if ended is None:
            return None
        stuck = run.stuck
        number = numbers[stuck] if stuck is not None and stuck < len(numbers) else None
        known = number if number in queue.waiting else None
        return _JobEnd(known, Observation(_ENDED, problem=ended), ended, takes_long=run.takes_long)

    def _ended_by(self, play: Play, ended: "_JobEnd") -> Observation | None:
        """Return the observation of a play that ended its child; None if it is to be played once more."""
        kind = ended.problem.kind
        fills_memory = kind == ProblemKind.MEMORY and not self.hangs.is_counted(play)
        if fills_memory or (ended.takes_long and ended.number is not None):
            self.hangs.takes_long(play)
            return None
        if kind in _LONG:
            return self.hangs.hung(play, ended.observation)
        if kind in _LOST:
            self.hangs.ended_its_child(play)
        return ended.observation

    def _see_lacking(self, numbers: Sequence[int], queue: "_PlayQueue") -> None:
        """Look at passes that will not be asked for: those of which an operation is missing are just that."""
        common = self.hangs.common
        hanging = set() if BY_BACKWARD in common else common
        plays = queue.plays
        asked = [n for n in numbers if BY_BACKWARD in uses(plays[n]) and not uses(plays[n]) & hanging]
        if not asked or self.loaded.problem is not None or self._for_building <= 0:
            return

        def lacks(position: int, observation: Observation) -> None:
            queue.settle(asked[position], observation)

        run = self._current()
        before = run.spent
        run.lacking([plays[n] for n in asked], lacks)
        self._for_building -= run.spent - before
        self.restart()

    @property
    def _is_exhausted(self) -> bool:
        """Whether no more edits are tried."""
        return self._stopped >= _MOST_STOPPED or self._is_over()


class _PlayQueue:
    """Plays that wait, by number. Each observation is handed on to the caller."""

    def __init__(self, plays: Sequence[Play], seen: Seen) -> None:
        self.plays, self._seen = plays, seen
        self.waiting = list(range(len(plays)))
        self.is_careful = False
        """Whether the child is asked for one play at a time."""

    def settle(self, number: int, observation: Observation) -> None:
        """Tell what was seen of a play, which waits no longer."""
        self.waiting.remove(number)
        self._seen(number, observation)

    def give_up(self, numbers: Sequence[int], observation: Observation) -> None:
        """Settle these plays, and all others of their graphs that wait, by one observation."""
        graphs = {id(self.plays[number].graph) for number in numbers}
        for number in [number for number in self.waiting if id(self.plays[number].graph) in graphs]:
            self.settle(number, observation)


class _JobEnd(Frozen):
    """How a job ended that did not end well: in which play, if that is known, and what is seen of it."""

    number: int | None
    observation: Observation
    problem: Problem
    takes_long: bool = False
    """Whether its steps were not counted, and it might have come to its end."""


def _is_stopped(observation: Observation) -> bool:
    """Whether its play did not end."""
    return observation.problem is not None and observation.problem.kind == ProblemKind.TIME


def _by_candidate(
    observations: dict[EditNumbers, dict[int, Observation]], candidates: Sequence[EditNumbers]
) -> SeenCandidate:
    """Keeps what is seen of each candidate."""

    def seen(candidate: int, number: int, observation: Observation) -> None:
        observations[candidates[candidate]][number] = observation

    return seen
