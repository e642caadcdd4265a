"""Which plays a submission is given: each graph at its instances, in layouts or orders."""

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from grader.expected import expect
from grader.instances import Instance, instances
from grader.orders import closure_orders
from grader.sandbox.base import Layout, Play
from suites import Drive, Graph, Suite

LAYOUTS_AGAIN = 16
"""How many layouts a graph is played in once it failed."""


class Planned(NamedTuple):
    """A play and the instance it is played at, with what is right."""

    play: Play
    instance: Instance


def plan(suite: Suite, graph: Graph, rng: Random) -> list[Planned]:
    """The plays of a graph.

    Driven by hand: every order at the last instance. Otherwise each instance once, and where the order
    of a set can matter in a layout, the last instance in its reverse too.
    """
    found = instances(graph, rng)
    match suite.drive:
        case Drive.BY_HAND:
            return list(_by_hand(suite, graph, found, rng))
        case Drive.OWN_RULE:
            return [Planned(Play(suite, graph, i.inputs), _under_own_rule(graph, i)) for i in found]
        case Drive.BACKWARD:
            return list(_backward(suite, graph, found, rng))


def plan_again(planned: Planned, rng: Random) -> list[Planned]:
    """A play that failed once more; where it was in a layout, in many others too."""
    play = planned.play
    if play.layout is None:
        return [planned]
    layouts = [layout for _ in range(LAYOUTS_AGAIN // 2) for layout in _pair(rng)]
    others = [Play(play.suite, play.graph, play.inputs, layout) for layout in layouts[: LAYOUTS_AGAIN - 1]]
    return [planned, *(Planned(other, planned.instance) for other in others)]


def _backward(suite: Suite, graph: Graph, found: list[Instance], rng: Random) -> Iterator[Planned]:
    in_layouts = suite.layouts and graph.program.order_matters
    for instance in found:
        layout, reverse = _pair(rng) if in_layouts else (None, None)
        yield Planned(Play(suite, graph, instance.inputs, layout), instance)
    if reverse is not None:
        yield Planned(Play(suite, graph, found[-1].inputs, reverse), found[-1])


def _by_hand(suite: Suite, graph: Graph, found: list[Instance], rng: Random) -> Iterator[Planned]:
    orders = closure_orders(graph.program, rng)
    for instance in found[:-1]:
        yield Planned(Play(suite, graph, instance.inputs, order=orders[0]), instance)
    for order in orders:
        yield Planned(Play(suite, graph, found[-1].inputs, order=order), found[-1])


def _under_own_rule(graph: Graph, instance: Instance) -> Instance:
    expected = expect(graph.program, instance.inputs, own_rule=True)
    return Instance(instance.inputs, expected, instance.textbook)


def _pair(rng: Random) -> tuple[Layout, Layout]:
    seed = rng.getrandbits(60)
    return Layout(seed, reverse=False), Layout(seed, reverse=True)
