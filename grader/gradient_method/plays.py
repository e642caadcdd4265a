"""The plays by which a submission shows how it obtains gradients."""

from collections.abc import Iterable
from functools import lru_cache
from random import Random

from grader.drawn import DRAWS, plays_of
from grader.gradient_method.watched_pass import watched_pass
from grader.instances import instances
from grader.judge import Judged
from grader.plan import Planned, one_layout
from grader.sandbox.plays import Play
from suites import MOVED, ORDINARY, WATCHED, Graph, Suite, load, mixed_graphs, ordinary_graph


def own_rule_plays(seed: int) -> list[Planned]:
    """Return the plays with a rule of our own, for an assignment that does not ask for that suite."""
    return plays_of([load()["own_rule"]], seed)


def small_plays(rng: Random) -> list[Planned]:
    """Return the plays that are watched first: what they prove is soon seen, also of a class that is slow."""
    return [*_planned(WATCHED, WATCHED.graphs[:1], rng), *_planned(MOVED, MOVED.graphs, rng)]


def middle_plays(watched: Iterable[Judged], rng: Random) -> list[Planned]:
    """Return plays of a larger graph, still small enough to watch, if no watched pass accumulates."""
    passes = (watched_pass(judged) for judged in watched)
    if any(each and each.accumulates for each in passes):
        return []
    return _planned(WATCHED, WATCHED.graphs[1:2], rng)


def further_plays(plays: Iterable[Judged], rng: Random, *, growth: bool) -> list[Planned]:
    """Return plays of all operations that were right somewhere; with `growth`, of the largest graph too."""
    graphs = {id(judged.planned.play.graph): judged.planned.play.graph for judged in plays if judged.right}
    operations = {op for graph in graphs.values() for op in graph.program.ops}
    mixed = mixed_graphs(sorted(operations), rng)
    largest = WATCHED.graphs[-1:] if growth else ()
    return _planned(WATCHED, (*largest, *mixed), rng)


def ordinary_plays(plays: Iterable[Judged], seed: int) -> list[Planned]:
    """Return the plays of a graph with every operation that was right in some graph."""
    right = {id(judged.planned.play.graph): judged.planned.play.graph for judged in plays if judged.right}
    operations = {op for graph in right.values() for op in graph.program.ops}
    return _ordinary(tuple(sorted(operations)), seed % DRAWS)


@lru_cache(maxsize=512)
def _ordinary(operations: tuple[str, ...], number: int) -> list[Planned]:
    rng = Random(f"{operations} {number}")
    return _planned(ORDINARY, [ordinary_graph(operations, rng)], rng)


def _planned(suite: Suite, graphs: Iterable[Graph], rng: Random) -> list[Planned]:
    return [
        Planned(Play(suite, graph, instance.inputs, one_layout(graph, rng)), instance)
        for graph in graphs
        for instance in instances(graph, rng)[-1:]
    ]
