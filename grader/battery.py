"""Plays many graphs in one session, each judged at once when it is seen, while the child plays on."""

from collections import defaultdict
from collections.abc import Sequence

from grader.judge import Judge, Judged, judge, worst
from grader.plan import Planned
from grader.sandbox.plays import Observation
from grader.sandbox.replies import AppliedEdit
from grader.sandbox_session import EditNumbers, SandboxSession

ByGraph = dict[int, list[Judged]]
"""Judged plays by the identity of their graph."""


class Battery:
    """Plays, each judged at once when it is seen, while the child plays on."""

    def __init__(self, planned: Sequence[Planned], by: Judge = judge) -> None:
        self._by = by
        self._planned = planned
        self.plays = [each.play for each in planned]
        self.judged: dict[int, Judged] = {}

    def seen(self, number: int, observation: Observation) -> None:
        """One play's observation."""
        self.judged[number] = self._by(self._planned[number], observation)

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


def play_edited(
    session: SandboxSession, edits: EditNumbers, planned: Sequence[Planned], by: Judge = judge
) -> tuple[list[Judged], tuple[AppliedEdit, ...]] | None:
    """Return the wrong plays of the edited class, and the edits as text; None if some play was not run."""
    battery = Battery(planned, by)
    shown = session.play_edited(edits, battery.plays, battery.seen)
    if shown is None or len(battery.judged) < len(planned):
        return None
    return wrong_graphs(battery.by_graph()), shown


def wrong_graphs(plays: ByGraph) -> list[Judged]:
    """Return one wrong play of each graph that has one."""
    return [judged for play in plays.values() if (judged := worst(play))]
