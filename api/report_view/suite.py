"""The suites of a report as its reader sees them, by stage."""

from collections.abc import Collection, Iterator, Mapping

from api.i18n import gettext as _, ngettext
from api.report_view.graph import GraphView, attributes_of, graph_view
from api.report_view.one_line import one_line
from api.report_view.source_lines import SourceLines
from api.words import finding as finding_words, suite as suite_words
from grader.compare import Quantity
from grader.records import Frozen, replace
from grader.report import GraphResult, Report, SuiteResult, Verdict
from submissions.courses.assignments.suite_points import SuitePoints
from suites import Stage, all_suites


class SuiteView(Frozen):
    """A suite in its line, and its graphs."""

    slug: str
    title: str
    verdict: Verdict
    points: str
    remark: str
    empty: bool
    """There is nothing to say of it but its verdict."""
    cause: str
    """The finding that explains its failure, or what it waits for; empty where there is neither."""
    graphs: tuple[GraphView, ...]


class StageView(Frozen):
    """The suites of a stage."""

    title: str
    suites: tuple[SuiteView, ...]

    @property
    def of_their_own(self) -> tuple[SuiteView, ...]:
        """The suites of which nothing else is the cause, and there is something to say."""
        return tuple(suite for suite in self.suites if not suite.cause and not suite.empty)

    @property
    def not_there(self) -> "tuple[CauseView, ...]":
        """The suites about what the class does not have, and those that do not apply to it, together."""
        empty = [suite for suite in self.suites if suite.empty and not suite.cause]
        verdicts = dict.fromkeys(suite.verdict for suite in empty)
        groups = {
            verdict: tuple(suite for suite in empty if suite.verdict is verdict) for verdict in verdicts
        }
        return tuple(CauseView(suite_words.verdict(verdict), suites) for verdict, suites in groups.items())

    @property
    def by_cause(self) -> "tuple[CauseView, ...]":
        """The suites that lost points for one cause, together."""
        causes = dict.fromkeys(suite.cause for suite in self.suites if suite.cause)
        return tuple(
            CauseView(cause, tuple(suite for suite in self.suites if suite.cause == cause))
            for cause in causes
        )


class CauseView(Frozen):
    """Suites that lost points for the same cause."""

    cause: str
    suites: tuple[SuiteView, ...]

    @property
    def verdict(self) -> Verdict:
        """The verdict on each of them."""
        return self.suites[0].verdict

    @property
    def line(self) -> str:
        """How many they are, and for which cause."""
        return ngettext("{n} suite: {cause}", "{n} suites: {cause}", len(self.suites), cause=self.cause)


def stage_views(
    report: Report,
    lines: SourceLines,
    causes: Mapping[str, str],
    worth: Mapping[str, SuitePoints],
) -> Iterator[StageView]:
    """The suites of a report by stage.

    `causes` has by slug which finding explains one that failed, and `worth` what each came to.
    """
    titles = {suite.slug: one_line(_(suite.title)) for suite in report.suites}
    attributes = attributes_of(report.notes)
    to_write = {part.operation for part in report.unfinished.to_write} if report.unfinished else set()
    for stage in Stage:
        suites = [suite for suite in report.suites if suite.stage is stage]
        if suites:
            views = [_suite(suite, titles, attributes, lines, worth[suite.slug]) for suite in suites]
            pairs = zip(views, suites, strict=True)
            told = (_with_cause(view, suite, causes, to_write) for view, suite in pairs)
            yield StageView(_(suite_words.STAGES[stage]), tuple(told))


def _suite(
    suite: SuiteResult,
    titles: Mapping[str, str],
    attributes: Mapping[Quantity, str],
    lines: SourceLines,
    worth: SuitePoints,
) -> SuiteView:
    waiting = _waits_for(suite)
    return SuiteView(
        slug=suite.slug,
        title=titles[suite.slug],
        verdict=suite.verdict,
        points=suite_words.of_assignment(worth),
        remark=_remark(suite, titles),
        empty=suite.verdict in {Verdict.MISSING, Verdict.NOT_APPLICABLE} and not suite.earned and not waiting,
        cause=finding_words.waits_for(waiting) if waiting else "",
        graphs=tuple(graph_view(graph, attributes, lines) for graph in suite.graphs),
    )


def _waits_for(suite: SuiteResult) -> list[str]:
    """Return the missing operations that a suite needs and does not test; none if it tests one of them."""
    operations, about = _lacks(suite), _about(suite)
    return [] if "constants" in about or any(op in about for op in operations) else operations


def _lacks(suite: SuiteResult) -> list[str]:
    """Return the operations for which a suite is not implemented."""
    if suite.verdict is not Verdict.MISSING:
        return []
    return list(dict.fromkeys(filter(None, map(missing_operation, suite.graphs))))


def missing_operation(graph: GraphResult) -> str | None:
    """Return the operation that a graph waits for; None if it waits for none."""
    return graph.problem.operation if graph.verdict is Verdict.MISSING and graph.problem else None


def _about(suite: SuiteResult) -> tuple[str, ...]:
    known = all_suites().get(suite.slug)
    return known.about if known is not None else ()


def _is_optional(suite: SuiteResult) -> bool:
    known = all_suites().get(suite.slug)
    return known is not None and known.optional


def _with_cause(
    view: SuiteView, suite: SuiteResult, causes: Mapping[str, str], to_write: Collection[str]
) -> SuiteView:
    """Return the view with its cause: a finding, where it failed or lacks nothing but what findings name."""
    lacks = _lacks(suite)
    is_told = bool(lacks) and not _is_optional(suite) and not any(each in to_write for each in lacks)
    return (
        replace(view, cause=causes.get(suite.slug, ""))
        if is_told or suite.verdict is Verdict.FAILED
        else view
    )


def _remark(suite: SuiteResult, titles: Mapping[str, str]) -> str:
    if suite.needs:
        return suite_words.needs(titles.get(suite.needs, suite.needs), some_passed=suite.earned > 0)
    if suite.verdict in {Verdict.PASSED, Verdict.FAILED}:
        return ""
    if suite.verdict is Verdict.MISSING and suite.earned:
        return _("partly implemented")
    return suite_words.verdict(suite.verdict)
