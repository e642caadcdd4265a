"""Which plays a graph is given, and one of them, whatever is asked in all."""

from random import Random

from grader.plan import plan
from suites import Drive, Graph, Suite, load
from tests.offenders import for_each

_GRAPHS = [(suite, graph) for suite in load().values() for graph in suite.graphs]
_NAMES = [f"{suite.slug}-{graph.caption}" for suite, graph in _GRAPHS]


@for_each(("suite", "graph"), _GRAPHS, ids=_NAMES)
def test_one_play_stands_for_all_of_a_graph_that_was_right(suite: Suite, graph: Graph) -> None:
    planned = plan(suite, graph, Random(1))
    assert planned.once in planned.plays
    assert planned.once.play.layout is None or not planned.once.play.layout.reverse
    assert planned.once.instance.textbook == all(each.instance.textbook for each in planned.plays)


@for_each(("suite", "graph"), _GRAPHS, ids=_NAMES)
def test_large_inputs_are_no_usual_ones(suite: Suite, graph: Graph) -> None:
    assert suite.drive is Drive.BACKWARD or not graph.far
    assert max(map(abs, plan(suite, graph, Random(1)).once.play.inputs)) < 1000
