"""From graphs to suites to points."""

from collections.abc import Iterable, Mapping, Sequence

from grader.harness.loading.parts import RULE
from grader.records import replace
from grader.report import GraphResult, Points, Score, SuiteResult, Verdict
from grader.sandbox.replies import Problem, ProblemKind
from suites import PRIMITIVES, Drive, Suite

_TELLING = (Verdict.FAILED, Verdict.MISSING, Verdict.NOT_RUN, Verdict.PASSED)
"""The verdict on a suite is the first of these that one of its graphs has."""

FORWARD_SHARE = 0.25
"""The share of a graph's points for the forward pass: the rest is for gradients by backpropagation."""


def standing_together(
    suites: Sequence[Suite], graphs: Mapping[str, Sequence[GraphResult]]
) -> dict[str, list[GraphResult]]:
    """The graphs, where those meant for closures were asked through `backward()`, which has one order only.

    By hand each is asked in every order. So a suite of them earns its points together: a wrong rule
    gains nothing by being out of reach.
    """
    found = {slug: list(results) for slug, results in graphs.items()}
    for suite in suites:
        failed = any(graph.verdict is Verdict.FAILED for graph in found[suite.slug])
        if suite.drive is Drive.BY_HAND and failed:
            found[suite.slug] = [_lost(graph) for graph in found[suite.slug]]
    return found


def _lost(graph: GraphResult) -> GraphResult:
    if graph.verdict is Verdict.FAILED:
        return graph
    return GraphResult(graph=graph.graph, verdict=Verdict.NOT_RUN, earned=0, possible=graph.possible)


def without_absent(
    suites: Sequence[Suite], graphs: Mapping[str, Sequence[GraphResult]]
) -> dict[str, list[GraphResult]]:
    """Return the graphs, where none with an operation counts that a class lacks and need not have.

    Such a graph may fail at another operation, before the absent one is asked for.
    """
    by_slug = {suite.slug: suite for suite in suites if suite.optional}
    return {
        slug: _without_absent(by_slug[slug], results) if slug in by_slug else list(results)
        for slug, results in graphs.items()
    }


def _without_absent(suite: Suite, results: Sequence[GraphResult]) -> list[GraphResult]:
    problems = [graph.problem for graph in results if graph.problem is not None]
    missing = {each.operation for each in problems if each.kind is ProblemKind.MISSING}
    absent = [operation for operation in suite.about if operation in missing]
    return [
        _uncounted(result) if any(each in graph.program.ops for each in absent) else result
        for graph, result in zip(suite.graphs, results, strict=True)
    ]


def _uncounted(graph: GraphResult) -> GraphResult:
    if graph.verdict is not Verdict.FAILED:
        return graph
    return GraphResult(graph=graph.graph, verdict=Verdict.NOT_APPLICABLE, earned=0, possible=0)


def with_unwritten(
    suites: Sequence[Suite], graphs: Mapping[str, Sequence[GraphResult]], unwritten: Mapping[int, str]
) -> dict[str, list[GraphResult]]:
    """Return the graphs, where one that needs what is not written is missing, whatever stopped it before.

    Its points are what they were; what a class need not have does not count. `unwritten` has by
    the identity of a graph the part that it needs.
    """
    return {
        suite.slug: [
            _unwritten(suite, result, unwritten.get(id(graph)))
            for graph, result in zip(suite.graphs, graphs[suite.slug], strict=True)
        ]
        for suite in suites
    }


def _unwritten(suite: Suite, result: GraphResult, part: str | None) -> GraphResult:
    if part is None or result.verdict is not Verdict.FAILED:
        return result
    if suite.optional and (part in PRIMITIVES or part in suite.about):
        return _uncounted(result)
    problem = Problem(kind=ProblemKind.MISSING, operation=part)
    return GraphResult(
        graph=result.graph, verdict=Verdict.MISSING, earned=0, possible=result.possible, problem=problem
    )


def with_graphs_kept(
    suites: Sequence[Suite], graphs: Mapping[str, Sequence[GraphResult]]
) -> dict[str, list[GraphResult]]:
    """The graphs, where a class has to keep its graph: what was let go of in a pass has failed."""
    points = {suite.slug: [graph.points for graph in suite.graphs] for suite in suites}
    return {
        slug: [_kept(graph, most) for graph, most in zip(results, points[slug], strict=True)]
        for slug, results in graphs.items()
    }


def _kept(graph: GraphResult, points: int) -> GraphResult:
    if graph.problem is None or graph.problem.kind is not ProblemKind.GRAPH_FREED:
        return graph
    problem = replace(graph.problem, kind=ProblemKind.GRAPH_NOT_KEPT)
    return replace(graph, verdict=Verdict.FAILED, possible=points, problem=problem)


def forward_only(
    suites: Sequence[Suite], graphs: Mapping[str, Sequence[GraphResult]], *, by_hand: bool
) -> dict[str, list[GraphResult]]:
    """Return the graphs as they count where gradients are proven not to come from backpropagation.

    Only what went through `backward()` loses: closures that were driven by hand stand for themselves.
    """
    kept = {Drive.OWN_RULE, Drive.BY_HAND} if by_hand else {Drive.OWN_RULE}
    losing = {suite.slug for suite in suites if suite.drive not in kept}
    return {slug: [_forward(graph) if slug in losing else graph for graph in graphs[slug]] for slug in graphs}


def _forward(graph: GraphResult) -> GraphResult:
    if not graph.earned:
        return graph
    earned = _points([FORWARD_SHARE * graph.earned])
    return replace(graph, earned=earned, forward_only=True)


def _points(parts: Iterable[Points]) -> Points:
    """Their sum, whole where it is; quarters are exact in binary."""
    earned = sum(parts)
    return int(earned) if earned == int(earned) else earned


def suite_results(suites: Sequence[Suite], graphs: Mapping[str, Sequence[GraphResult]]) -> list[SuiteResult]:
    """Return every suite's result, from the results of its graphs by slug.

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
    return GraphResult(graph=graph.graph, verdict=Verdict.NOT_RUN, earned=0, possible=graph.possible)


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
        earned=_points(suite.earned for suite in suites),
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
        earned=_points(graph.earned for graph in graphs),
        possible=sum(graph.possible for graph in graphs),
        missing=sum(graph.possible for graph in graphs if _lacks_an_operation(graph)),
        needs=needs,
        graphs=tuple(graphs),
    )


def _lacks_an_operation(graph: GraphResult) -> bool:
    """Whether a graph waits for an operation, and not for the backward rule of one that is there."""
    if graph.verdict is not Verdict.MISSING:
        return False
    return graph.problem is None or not (graph.problem.operation or "").startswith(RULE)
