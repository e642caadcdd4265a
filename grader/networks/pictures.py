"""The pictures of a diagnosis of networks: a graph that failed, with the numbers that were seen of it."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from grader.explanation.explain import explain
from grader.finding import Certainty, Diagnosis, Explained, Finding, NodeExplained
from grader.judge import Judged
from grader.networks.judging import right_network
from grader.records import replace
from grader.sandbox.plays import Observation, Readings
from suites import Ask, AskedNetwork

_DRAWN = (Ask.GRADIENTS, Ask.LOSS)
"""Questions with one pass: the graphs of others have none, or are no more than a list of parameters."""


def with_pictures(diagnosis: Diagnosis, failed: Sequence[Judged]) -> Diagnosis:
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
    return replace(seen, forward=moved(seen.forward), data=moved(seen.data), gradients=moved(seen.gradients))


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
