"""What did not come to an end in a session, and what follows for the plays that wait."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from grader.records import replace
from grader.sandbox.plays import Observation, Play
from grader.sandbox.replies import Loop, Problem, ProblemKind
from suites import Drive

BY_BACKWARD = "backward()"
"""The use that every play by a whole pass has."""

FEW_VISITS = 10_000
"""A walk along all paths that makes no more ends at once; what still grows then is no such walk."""

_MOST_HANGS = 6
"""Graphs that did not end, each at another place; then no more are tried."""

_MOST_UNEXPLAINED = 4
"""The most plays that hang in no loop that stands out: each takes all the time that a step may take."""

_ENOUGH = 2
"""Graphs that hung for the same reason, after which others are not tried."""

_Place = tuple[int | None, int | None, str | None]


@dataclass
class Hangs:
    """The hangs of one submission."""

    endless: list[Loop] = field(default_factory=list)
    """Loops that do not end. Plays that go round them are stopped by count."""
    _hung: list[Play] = field(default_factory=list)
    _unexplained: list[Play] = field(default_factory=list)
    """The plays that hung without a loop that stood out, and those that ended their child."""
    _long: set[int] = field(default_factory=set)
    """Graphs, by identity, that take long: their steps are counted."""
    _works: set[str] = field(default_factory=set)
    """The uses that came to an end in some graph: operations, and the whole pass."""

    @property
    def are_enough(self) -> bool:
        """Whether no more plays are tried."""
        return len(self._hung) >= _MOST_HANGS or len(self._unexplained) >= _MOST_UNEXPLAINED

    def came_to_an_end(self, play: Play) -> None:
        """Record that a play ended: what it uses works."""
        self._works |= uses(play)

    def ended_its_child(self, play: Play) -> None:
        """Record that a play ended its child without a loop."""
        self._unexplained.append(play)

    def takes_long(self, play: Play) -> None:
        """Record that a play ran out of time and may yet end: its graph is played once more, counted."""
        self._long.add(id(play.graph))

    def is_counted(self, play: Play) -> bool:
        """Whether its steps are."""
        return id(play.graph) in self._long

    def to_be_counted(self, plays: Sequence[Play]) -> dict[int, bool]:
        """The plays, by number, whose steps are counted; for each, whether growth shows an endless loop.

        A walk along all paths makes a list grow for long, and ends.
        """
        return {
            number: play.graph.program.visits <= FEW_VISITS
            for number, play in enumerate(plays)
            if self.is_counted(play)
        }

    def hung(self, play: Play, seen: Observation) -> Observation:
        """Record a play that did not end, and return its observation: the loop, or none if none stood out."""
        self._hung.append(play)
        loop = seen.problem.loop if seen.problem else None
        if seen.problem is None or loop is None:
            self._unexplained.append(play)
            return seen
        if loop not in self.endless:
            self.endless.append(loop)
        return replace(seen, problem=at_loop(seen.problem))

    def alike(self, waiting: Sequence[int], plays: Sequence[Play]) -> list[int]:
        """Return plays that need no try: they share what two graphs that hung do, and none that ended."""
        if len(self._unexplained) < _ENOUGH:
            return []
        common = self.common
        least = min(_nodes(play) for play in self._unexplained)
        return [n for n in waiting if uses(plays[n]) & common and _nodes(plays[n]) >= least]

    @property
    def common(self) -> frozenset[str]:
        """Return what all graphs that hung use, and no graph that ended."""
        used = [*map(uses, self._unexplained)]
        return frozenset.intersection(*used) - self._works if used else frozenset()

    def with_loop(self, observation: Observation) -> Observation:
        """Return the observation with the loop at whose place it was stopped."""
        problem = observation.problem
        if problem is None or problem.kind != ProblemKind.TIME:
            return observation
        at = problem.line, problem.cell, problem.function
        loop = next((loop for loop in self.endless if (loop.line, loop.cell, loop.function) == at), None)
        known = replace(problem, loop=loop)
        return replace(observation, problem=at_loop(known))


def uses(play: Play) -> frozenset[str]:
    """The operations of a play, and the whole pass if it asks for it."""
    used = play.graph.program.ops
    return used | {BY_BACKWARD} if play.suite.drive is Drive.BACKWARD else used


def at_loop(problem: Problem) -> Problem:
    """The problem, at the place of the loop it is in."""
    if (loop := problem.loop) is None:
        return problem
    return Problem(kind=problem.kind, line=loop.line, cell=loop.cell, function=loop.function, loop=loop)


def _nodes(play: Play) -> int:
    return len(play.graph.program.nodes)
