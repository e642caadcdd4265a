"""Plays many graphs in one session, each judged at once when it is seen, while the child plays on."""

from collections import defaultdict
from collections.abc import Callable, Sequence

from grader.judge import Judged, judge
from grader.plan import Planned
from grader.sandbox.base import Observation
from grader.sandbox_session import SandboxSession

ByGraph = dict[int, list[Judged]]
"""Judged plays by the identity of their graph."""

Judge = Callable[[Planned, Observation], Judged]


class Battery:
    """Plays, each judged at once when it is seen, while the child plays on."""

    def __init__(self, planned: Sequence[Planned], by: Judge = judge) -> None:
        self._by = by
        # Plays without a layout come first: once in force, a layout slows every hash of a node.
        self._ordered = sorted(planned, key=lambda p: p.play.layout is not None)
        self.plays = [p.play for p in self._ordered]
        self.judged: dict[int, Judged] = {}

    def seen(self, number: int, observation: Observation) -> None:
        """One play's observation."""
        self.judged[number] = self._by(self._ordered[number], observation)

    def by_graph(self) -> ByGraph:
        """The judged plays by the identity of their graph, in order."""
        results: ByGraph = defaultdict(list)
        for number, play in enumerate(self.plays):
            results[id(play.graph)].append(self.judged[number])
        return results


def play_all(session: SandboxSession, planned: Sequence[Planned], by: Judge = judge) -> ByGraph:
    """Play them in the session."""
    battery = Battery(planned, by)
    session.play(battery.plays, battery.seen)
    return battery.by_graph()
