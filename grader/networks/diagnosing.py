"""The diagnosis of the graphs about networks that failed, in a child of its own."""

import itertools
import logging
from collections.abc import Sequence

from grader.battery import ByGraph, play_edited, wrong_graphs
from grader.diagnosis.network.engine import NetworkDiagnosis
from grader.drawn import plays_of
from grader.errors import MachineTooBusy
from grader.finding import Diagnosis
from grader.judge import Judged, verdict_on, worst
from grader.networks.judging import judge_network
from grader.networks.pictures import with_pictures
from grader.report import Verdict
from grader.sandbox.plays import Source
from grader.sandbox.protocol import Sandbox
from grader.sandbox.replies import AppliedEdit
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
    failed = [judged for judged in wrong_graphs(played) if verdict_on(judged) is Verdict.FAILED]
    if not failed:
        return Diagnosis(status="nothing")
    passed = [plays[-1] for plays in played.values() if worst(plays) is None]
    graphs = {id(judged.planned.play.graph) for judged in (*failed, *passed)}
    fresh = itertools.count(seed + 1)
    try:
        with SandboxSession(sandbox, source._replace(of_networks=True), needs_backward=True) as session:
            session.load()

            def edited(edits: EditNumbers) -> tuple[list[Judged], tuple[AppliedEdit, ...]] | None:
                asked = (each for each in plays_of(suites, next(fresh)) if id(each.play.graph) in graphs)
                return play_edited(session, edits, list(asked), judge_network)

            found = NetworkDiagnosis(session, failed, passed, judge_network, edited).diagnose()
            return with_pictures(found, failed)
    except MachineTooBusy:
        raise  # a diagnosis does not depend on who else uses the machine: it is made later
    except Exception:
        logging.getLogger(__name__).exception("a diagnosis of a network failed")
        return Diagnosis(status="failed")
