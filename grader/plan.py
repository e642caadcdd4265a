"""Which plays a submission is given: each graph at its instances, in layouts or orders."""

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from grader.expected import expect
from grader.instances import Instance, far, instances, textbook
from grader.orders import closure_orders
from grader.sandbox.plays import Layout, Play
from suites import Drive, Graph, Suite

LAYOUTS_AGAIN = 16
"""How many layouts a graph that failed is played in, where the result depends on the layout."""
_DECIDING = 3
"""The number of layouts played first, to see whether they matter: its own, and one with its reverse."""


class Planned(NamedTuple):
    """A play and the instance it is played at, with what is right."""

    play: Play
    instance: Instance


class PlannedGraph(NamedTuple):
    """The plays of one graph."""

    plays: tuple[Planned, ...]
    """The plays that decide on it."""
    once: Planned
    """The one of these, of generic inputs where there are any, that shows whether it still is right."""


def plan(suite: Suite, graph: Graph, rng: Random) -> PlannedGraph:
    """The plays that decide on a graph.

    Driven by hand: one in every order. Otherwise one an instance, in a layout where the order of a set
    can matter (without one, addresses would decide, and no two processes agree), the last of them in its
    reverse too. Generic inputs see what textbook ones see, so the
    latter are played in the core, where they ask more, and again to show a failure.
    """
    drawn = instances(graph, rng)
    if not _textbook_decides(suite, graph):
        drawn = drawn[-1:]
    plays: list[Planned]
    match suite.drive:
        case Drive.BY_HAND:
            orders = closure_orders(graph.program, rng)
            layout = one_layout(graph, rng)
            last = drawn[-1]
            plays = [Planned(Play(suite, graph, last.inputs, layout, order), last) for order in orders]
            return PlannedGraph(tuple(plays), plays[-1])
        case Drive.OWN_RULE:
            layout = one_layout(graph, rng)
            plays = [Planned(Play(suite, graph, i.inputs, layout), _under_own_rule(graph, i)) for i in drawn]
            return PlannedGraph(tuple(plays), plays[-1])
        case Drive.NETWORK:
            asked = [Planned(Play(suite, graph, i.inputs), i) for i in drawn]
            return PlannedGraph(tuple(asked), asked[-1])
        case Drive.BACKWARD | Drive.WATCHED | Drive.MOVED | Drive.ORDINARY:
            plays = list(_in_layouts(suite, graph, drawn, rng))
            distant = [Planned(Play(suite, graph, i.inputs), i) for i in _far(graph, rng)]
            return PlannedGraph((*plays, *distant), plays[len(drawn) - 1])


class PlannedAgain(NamedTuple):
    """The plays of a graph that failed."""

    deciding: list[Planned]
    further: list[Planned]
    """The plays in other layouts: they run where those before did not all give the same."""


def plan_again(planned: Planned, rng: Random) -> PlannedAgain:
    """A play that failed once more; in other layouts, where it was in one; on textbook inputs."""
    play = planned.play
    if play.suite.drive is Drive.BY_HAND:
        return PlannedAgain([Planned(play._replace(inputs=i.inputs), i) for i in textbook(play.graph)], [])
    others = [instance for instance in textbook(play.graph) if instance is not planned.instance]
    again = [planned]
    if play.layout is not None and play.suite.layouts:
        layouts = [layout for _ in range(LAYOUTS_AGAIN // 2) for layout in _pair(rng)]
        plays = [Play(play.suite, play.graph, play.inputs, layout) for layout in layouts[: LAYOUTS_AGAIN - 1]]
        again += [Planned(other, planned.instance) for other in plays]
    deciding = again[:_DECIDING] + list(_in_layouts(play.suite, play.graph, others, rng))
    return PlannedAgain(deciding, again[_DECIDING:])


def _textbook_decides(suite: Suite, graph: Graph) -> bool:
    asks_more = suite.core or suite.drive is Drive.NETWORK or graph.telling
    return asks_more or not graph.fresh or len(graph.textbook) > 1


def _far(graph: Graph, rng: Random) -> list[Instance]:
    return far(graph, rng) if graph.far else []


def _in_layouts(suite: Suite, graph: Graph, drawn: list[Instance], rng: Random) -> Iterator[Planned]:
    layout = None
    for instance in drawn:
        layout = one_layout(graph, rng)
        yield Planned(Play(suite, graph, instance.inputs, layout), instance)
    if layout is not None and suite.layouts:
        yield Planned(Play(suite, graph, drawn[-1].inputs, layout._replace(reverse=True)), drawn[-1])


def one_layout(graph: Graph, rng: Random) -> Layout | None:
    """A layout, where the order of a set can matter."""
    return _pair(rng)[0] if graph.program.order_matters else None


def _under_own_rule(graph: Graph, instance: Instance) -> Instance:
    expected = expect(graph.program, instance.inputs, own_rule=True)
    return Instance(instance.inputs, expected, instance.textbook)


def _pair(rng: Random) -> tuple[Layout, Layout]:
    seed = rng.getrandbits(60)
    return Layout(seed, reverse=False), Layout(seed, reverse=True)
