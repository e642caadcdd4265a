"""Which plays a graph is given: in one of them, whatever is asked in all."""

from random import Random

import pytest

from grader.plan import plan, plan_once
from suites import Graph, Suite, load

_GRAPHS = [(suite, graph) for suite in load().values() for graph in suite.graphs]
_NAMES = [f"{suite.slug}-{graph.caption}" for suite, graph in _GRAPHS]


@pytest.mark.parametrize(("suite", "graph"), _GRAPHS, ids=_NAMES)
def test_one_play_asks_what_the_last_at_drawn_inputs_does(suite: Suite, graph: Graph) -> None:
    once, every = plan_once(suite, graph, Random(1)), plan(suite, graph, Random(1))
    assert once.play.layout is None or any(each.play.layout for each in every)
    assert {len(each.play.order) for each in every} >= {len(once.play.order)}
    assert once.instance.textbook == all(each.instance.textbook for each in every)
    assert once.instance.expected in [each.instance.expected for each in every]
