"""The suites of a report as its reader sees them, by stage."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from api.i18n import gettext as _
from api.report_view.graph import GraphView, attributes_of, graph_view
from api.report_view.one_line import one_line
from api.report_view.source_lines import SourceLines
from api.words import suite as suite_words
from grader.compare import Quantity
from grader.report import Report, SuiteResult, Verdict
from submissions.assignments.suite_points import SuitePoints
from suites import Stage


@dataclass(frozen=True, slots=True)
class SuiteView:
    """A suite in its line, and its graphs."""

    slug: str
    title: str
    verdict: Verdict
    points: str
    remark: str
    empty: bool
    """There is nothing to say of it but its verdict."""
    cause: str
    """Which finding explains its failure; empty where none does."""
    graphs: tuple[GraphView, ...]


@dataclass(frozen=True, slots=True)
class StageView:
    """The suites of a stage."""

    title: str
    suites: tuple[SuiteView, ...]

    @property
    def of_their_own(self) -> tuple[SuiteView, ...]:
        """The suites that no finding explains."""
        return tuple(suite for suite in self.suites if not suite.cause)

    @property
    def by_cause(self) -> "tuple[CauseView, ...]":
        """The suites that failed for one cause, together."""
        causes = dict.fromkeys(suite.cause for suite in self.suites if suite.cause)
        return tuple(
            CauseView(cause, tuple(suite for suite in self.suites if suite.cause == cause))
            for cause in causes
        )


@dataclass(frozen=True, slots=True)
class CauseView:
    """Suites that failed for the same cause."""

    cause: str
    suites: tuple[SuiteView, ...]

    @property
    def line(self) -> str:
        """How many they are, and for which cause."""
        return suite_words.folded(len(self.suites), self.cause)


def stage_views(
    report: Report, lines: SourceLines, causes: Mapping[str, str], worth: Mapping[str, SuitePoints]
) -> Iterator[StageView]:
    """The suites of a report by stage.

    `causes` has by slug which finding explains one that failed, and `worth` what each came to.
    """
    titles = {suite.slug: one_line(_(suite.title)) for suite in report.suites}
    attributes = attributes_of(report.notes)
    for stage in Stage:
        suites = [suite for suite in report.suites if suite.stage is stage]
        if suites:
            views = [_suite(suite, titles, attributes, lines, worth[suite.slug]) for suite in suites]
            yield StageView(_(suite_words.STAGES[stage]), tuple(_with_cause(view, causes) for view in views))


def _suite(
    suite: SuiteResult,
    titles: Mapping[str, str],
    attributes: Mapping[Quantity, str],
    lines: SourceLines,
    worth: SuitePoints,
) -> SuiteView:
    return SuiteView(
        slug=suite.slug,
        title=titles[suite.slug],
        verdict=suite.verdict,
        points=suite_words.of_assignment(worth),
        remark=_remark(suite, titles),
        empty=suite.verdict in {Verdict.MISSING, Verdict.NOT_APPLICABLE} and not suite.earned,
        cause="",
        graphs=tuple(graph_view(graph, attributes, lines) for graph in suite.graphs),
    )


def _with_cause(suite: SuiteView, causes: Mapping[str, str]) -> SuiteView:
    return replace(suite, cause=causes.get(suite.slug, "")) if suite.verdict is Verdict.FAILED else suite


def _remark(suite: SuiteResult, titles: Mapping[str, str]) -> str:
    if suite.needs:
        return suite_words.needs(titles.get(suite.needs, suite.needs))
    if suite.verdict in {Verdict.PASSED, Verdict.FAILED}:
        return ""
    if suite.verdict is Verdict.MISSING and suite.earned:
        return suite_words.partly()
    return suite_words.verdict(suite.verdict)
