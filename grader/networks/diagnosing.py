"""The diagnosis of the graphs about networks that failed, in a child of its own."""

import itertools
import logging
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from grader.battery import ByGraph, play_edited, wrong_graphs
from grader.diagnosis.network.engine import NetworkDiagnosis
from grader.drawn import plays_of
from grader.errors import MachineTooBusy
from grader.explanation.explain import explain
from grader.finding import Certainty, Diagnosis, Explained, Finding, NodeExplained
from grader.judge import Judged, verdict_on, worst
from grader.networks.judging import judge_network, right_network
from grader.records import replace
from grader.report import Verdict
from grader.sandbox.base import AppliedEdit, Observation, Readings, Sandbox, Source
from grader.sandbox_session import EditNumbers, SandboxSession
from grader.spans import spanned
from suites import Ask, AskedNetwork, Suite

_DRAWN = (Ask.GRADIENTS, Ask.LOSS)
"""Questions with one pass: the graphs of others have none, or are no more than a list of parameters."""


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
            return _with_pictures(found, failed)
    except MachineTooBusy:
        raise  # a diagnosis does not depend on who else uses the machine: it is made later
    except Exception:
        logging.getLogger(__name__).exception("a diagnosis of a network failed")
        return Diagnosis(status="failed")


def _with_pictures(diagnosis: Diagnosis, failed: Sequence[Judged]) -> Diagnosis:
    """Return the diagnosis with the smallest graph of each proven cause that no other cause is about."""
    causes = Counter(slug for finding in diagnosis.findings for slug in finding.explains)
    return replace(
        diagnosis,
        findings=tuple(
            replace(finding, explained=next(_pictures(finding, failed, causes), None))
            if finding.certainty is Certainty.PROVEN
            else finding
            for finding in diagnosis.findings
        ),
    )


def _pictures(finding: Finding, failed: Sequence[Judged], causes: Counter[str]) -> Iterator[Explained]:
    """Yield the graphs that failed for this cause alone, the smallest first."""
    own = [judged for judged in failed if judged.planned.play.suite.slug in finding.explains]
    own.sort(key=lambda judged: len(judged.planned.play.graph.program.nodes))
    for judged in own:
        explained = _explained(judged) if causes[judged.planned.play.suite.slug] == 1 else None
        if explained is not None:
            yield explained


def _explained(judged: Judged) -> Explained | None:
    """Return the graph with what was seen: of the nodes between, which are the network's own, nothing was."""
    network = right_network(judged.planned, judged.observation)
    if network is None or network.asks not in _DRAWN or not judged.wrong:
        return None
    seen = _seen_in(network, judged)
    explained = explain(network.program, judged.planned.play.inputs, seen)
    leaves = {*network.parameters, *network.judged_gradients}
    plain = {each.name: each.data for each in explained.nodes if not each.op and each.name not in leaves}
    nodes = [
        _as_seen(
            node,
            plain,
            data=node.name in network.judged_data,
            gradient=node.name in network.judged_gradients,
        )
        for node in explained.nodes
        if node.name not in plain
    ]
    wrong = {node.name for node in nodes if node.wrong_gradient}
    return replace(
        explained,
        graph="",  # lines on the class below come out right
        nodes=tuple(nodes),
        contributions=tuple(each for each in explained.contributions if each.node in wrong),
        paths=(),
        right_writes=(),
        suite=judged.planned.play.suite.slug,
    )


def _seen_in(network: AskedNetwork, judged: Judged) -> Observation:
    """Return what was seen, in the order of the nodes of the right network: it may have fewer functions."""
    asked, right = judged.planned.play.graph.program.index, network.program.index
    places = {right[name]: asked[name] for name in (*network.judged_data, *network.judged_gradients)}

    def moved(readings: Readings) -> Readings:
        if not readings.values:
            return readings
        order = [places.get(at, at) for at in range(len(right))]
        return Readings(tuple(readings.values[at] for at in order), bytes(readings.kinds[at] for at in order))

    seen = judged.observation
    return seen._replace(forward=moved(seen.forward), data=moved(seen.data), gradients=moved(seen.gradients))


def _as_seen(node: NodeExplained, plain: Mapping[str, float], *, data: bool, gradient: bool) -> NodeExplained:
    """Return the node with its observed numbers; the inputs of a network are plain numbers, and no nodes."""
    return replace(
        node,
        operands=tuple(plain.get(each, each) if isinstance(each, str) else each for each in node.operands),
        data_got=node.data_got if data else None,
        gradient_got=node.gradient_got if gradient else None,
        wrong_data=data and node.wrong_data,
        wrong_gradient=gradient and node.wrong_gradient,
    )
