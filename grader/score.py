"""From graphs to suites to points."""

from collections.abc import Mapping, Sequence

from grader.report import GraphResult, Score, SuiteResult, Verdict
from suites import Suite

_TELLING = (Verdict.FAILED, Verdict.MISSING, Verdict.NOT_RUN, Verdict.PASSED)
"""The verdict on a suite is the first of these that one of its graphs has."""


def suite_results(suites: Sequence[Suite], graphs: Mapping[str, Sequence[GraphResult]]) -> list[SuiteResult]:
    """Every suite's result, from its graphs' by slug.

    A failure in a suite that needs another which failed is not told: one fault is not told ten times.
    """
    results = {suite.slug: _suite_result(suite, graphs[suite.slug]) for suite in suites}
    failed = {slug for slug, result in results.items() if result.verdict is Verdict.FAILED}
    for suite in suites:
        if suite.slug in failed and (need := next((n for n in suite.needs if n in failed), None)):
            untold = [_untold(graph) for graph in graphs[suite.slug]]
            results[suite.slug] = _suite_result(suite, untold, need)
    return list(results.values())


def _untold(graph: GraphResult) -> GraphResult:
    if graph.verdict is not Verdict.FAILED:
        return graph
    possible = graph.possible
    return GraphResult(graph=graph.graph, verdict=Verdict.NOT_RUN, earned=0, possible=possible)


def not_run(suite: Suite) -> SuiteResult:
    """A suite of which nothing was judged."""
    graphs = [
        GraphResult(graph=graph.caption, verdict=Verdict.NOT_RUN, earned=0, possible=graph.points)
        for graph in suite.graphs
    ]
    return _suite_result(suite, graphs)


def total(suites: Sequence[SuiteResult]) -> Score:
    """The sum of the suites' points."""
    return Score(
        earned=sum(suite.earned for suite in suites),
        possible=sum(suite.possible for suite in suites),
        missing=sum(suite.missing for suite in suites),
    )


def _suite_result(suite: Suite, graphs: Sequence[GraphResult], needs: str | None = None) -> SuiteResult:
    verdicts = {graph.verdict for graph in graphs}
    return SuiteResult(
        slug=suite.slug,
        title=suite.title,
        stage=suite.stage,
        core=suite.core,
        verdict=next((telling for telling in _TELLING if telling in verdicts), Verdict.NOT_APPLICABLE),
        earned=sum(graph.earned for graph in graphs),
        possible=sum(graph.possible for graph in graphs),
        missing=sum(graph.possible for graph in graphs if graph.verdict is Verdict.MISSING),
        needs=needs,
        graphs=tuple(graphs),
    )
