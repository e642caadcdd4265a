"""The diagnosis of the graphs about networks that failed, in a child of its own."""

import itertools
import logging
from collections.abc import Sequence

from grader.battery import Battery, ByGraph
from grader.diagnosis.network.engine import NetworkDiagnosis
from grader.drawn import drawn
from grader.errors import MachineTooBusy
from grader.finding import Diagnosis
from grader.judge import Judged, verdict_on, worst
from grader.networks.judging import judge_network
from grader.plan import Planned
from grader.report import Verdict
from grader.sandbox.base import AppliedEdit, Sandbox, Source
from grader.sandbox_session import EditNumbers, SandboxSession
from grader.spans import spanned
from suites import Suite


@spanned("diagnose networks")
def diagnosis_of(
    source: Source, suites: Sequence[Suite], sandbox: Sandbox, seed: int, played: ByGraph
) -> Diagnosis:
    """Return why graphs failed, other than for what is not written. The points stand, whatever happens here.

    Args:
        source: The submission, with a right class in the place of its own where graphs were judged on that.
        suites: The suites about networks.
        sandbox: Where it is played.
        seed: The seed of the grading.
        played: The plays of each graph, as they were judged.
    """
    shown = [judged for plays in played.values() if (judged := worst(plays))]
    failed = [judged for judged in shown if verdict_on(judged) is Verdict.FAILED]
    if not failed:
        return Diagnosis(status="nothing")
    passed = [plays[-1] for plays in played.values() if worst(plays) is None]
    try:
        with SandboxSession(sandbox, source._replace(of_networks=True), needs_backward=True) as session:
            session.load()
            battery = _Proof(session, suites, {id(j.planned.play.graph) for j in (*failed, *passed)}, seed)
            return NetworkDiagnosis(session, failed, passed, judge_network, battery).diagnose()
    except MachineTooBusy:
        raise  # a diagnosis does not depend on who else uses the machine: it is made later
    except Exception:
        logging.getLogger(__name__).exception("a diagnosis of a network failed")
        return Diagnosis(status="failed")


class _Proof:
    """Plays what was played once more, with edits, on inputs that no play had before."""

    def __init__(self, session: SandboxSession, suites: Sequence[Suite], graphs: set[int], seed: int) -> None:
        self._session, self._suites, self._graphs = session, suites, graphs
        self._fresh = itertools.count(seed + 1)

    def __call__(self, edits: EditNumbers) -> tuple[list[Judged], tuple[AppliedEdit, ...]] | None:
        """Return what is not right with these edits, and their text; None if it came to nothing."""
        battery = Battery(self._planned(next(self._fresh)), judge_network)
        shown = self._session.play_edited(edits, battery.plays, battery.seen)
        if shown is None or len(battery.judged) < len(battery.plays):
            return None
        return [judged for plays in battery.by_graph().values() if (judged := worst(plays))], shown

    def _planned(self, seed: int) -> list[Planned]:
        asked = [each for suite in self._suites for graph in drawn(suite, seed) for each in graph.plays]
        return [each for each in asked if id(each.play.graph) in self._graphs]
