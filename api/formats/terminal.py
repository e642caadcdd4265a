"""The terminal: the causes, then a line a suite, with what failed where no cause explains it.

About a screen or two a file. Several files have a summary first, a line each; of many, that is all.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from api.formats._styled import StyledText
from api.i18n import gettext as _, listed
from api.report_view.graph import GraphView, QuotedMessage, WrongNumberView
from api.report_view.one_line import one_line
from api.report_view.outcome import NotGraded, Outcome
from api.report_view.report import ReportView, report_view
from api.report_view.suite import StageView, SuiteView
from api.words import (
    graph as graph_words,
    picture as picture_words,
    suite as suite_words,
    tried as tried_words,
)
from grader.report import Verdict
from submissions.courses.assignments.hints import DEFAULT, Rung
from submissions.teaching.results.trimming import trim

if TYPE_CHECKING:
    from api.report_view.finding import FindingView

MOST_LINES = 60
"""The lines that a badly wrong file may take; lines of suites and notes come first."""

_LEAST_DETAIL = 16
_LEAST_BELOW_FINDINGS = 5
_MOST_NUMBERS = 4
_SCORE_AT = 56
_MARKS = {Verdict.PASSED: ("✓", "green"), Verdict.FAILED: ("✗", "red")}
_OTHER_MARK = ("–", "yellow")
_FAINT = "dim"
_BEFORE = re.compile(r" *(?:[✓✗–·!] |\d+  )?")
"""The indent and the mark before the first word of a line."""
_LEAST_WIDTH = 20
_MANY_FILES = 3
"""The number of files up to which all are shown in full below their summary."""


def render(
    outcomes: Sequence[Outcome],
    sources: Mapping[str, bytes],
    *,
    color: bool = False,
    width: int | None = None,
    hints: Rung = DEFAULT,
    score: str = "",
) -> str:
    """All reports, below a summary where there are several; of many files the summary alone.

    Standard error says why a file has none.

    Sentences are wrapped to `width` characters, where it is given; code never is. `score` stands in the place
    of the points of the suites, where an assignment has its own.
    """
    reports = [
        report_view(trim(outcome, hints), sources)
        for outcome in outcomes
        if not isinstance(outcome, NotGraded)
    ]
    lines: list[StyledText] = []
    if len(outcomes) > 1:
        lines += [*_summary(outcomes, reports, width), StyledText()]
    if len(outcomes) > _MANY_FILES:
        lines.append(StyledText(_("For the whole report of a file, check that file alone."), _FAINT))
        reports = []
    for report in reports:
        lines += [*_report(report, score or report.score), StyledText()]
    return "".join(f"{part.render(color=color)}\n" for line in lines for part in _wrapped(line, width))


def _wrapped(line: StyledText, width: int | None) -> Iterator[StyledText]:
    """The line in parts, which begin below its first word."""
    indent = len(_BEFORE.match(line.plain)[0])  # type: ignore[index] # it matches everywhere
    return line.wrapped(None if width is None or width - indent < _LEAST_WIDTH else width, indent)


def _report(report: ReportView, score: str) -> Iterator[StyledText]:
    yield StyledText.assemble(
        (report.name.ljust(_SCORE_AT), "bold"),
        "  ",
        (score, "bold green" if report.verdict is Verdict.PASSED else "bold"),
    )
    if report.class_line:
        yield StyledText(report.class_line)
    if report.warning is not None:
        yield StyledText(f"! {report.warning.seen}", "yellow")
    if report.problem is not None and report.unfinished is None:
        yield from _message(report.problem, "")
    unfinished = _unfinished(report)
    yield from unfinished
    yield from _gradients(report)
    findings = [*_finding_lines(report.findings), *_tried(report)]
    yield from findings
    # Parts that a report lacks print nothing, so this is a list of all parts in the order of reading.
    yield from _stages(report, len(findings) + len(unfinished))
    if report.beyond:
        yield from (StyledText(), StyledText(report.beyond_note, "yellow"), *_finding_lines(report.beyond))
    yield from _notes(report)


def _notes(report: ReportView) -> Iterator[StyledText]:
    if report.notes or report.missing:
        yield StyledText()
    if report.missing:
        yield StyledText.assemble(("– ", "yellow"), report.missing)
    yield from (StyledText.assemble(("· ", _FAINT), note) for note in report.notes)


def _unfinished(report: ReportView) -> list[StyledText]:
    """The list of what to write next; empty where the class is whole."""
    if (unfinished := report.unfinished) is None:
        return []
    return [
        StyledText(),
        StyledText(unfinished.title, "bold yellow"),
        *(StyledText(f"   {line}") for line in unfinished.lines),
    ]


def _gradients(report: ReportView) -> Iterator[StyledText]:
    """How gradients were computed, where that is not by backpropagation."""
    if report.gradient_notice is None:
        return
    yield from _message(QuotedMessage(report.gradient_notice), "")
    yield from (StyledText.assemble("  ", ("· ", _FAINT), sign) for sign in report.gradient_signs)


def _finding_lines(findings: "Sequence[FindingView]") -> list[StyledText]:
    if not findings:
        return []
    from api.formats._finding_lines import finding_lines

    return list(finding_lines(findings))


def _tried(report: ReportView) -> Iterator[StyledText]:
    """Yield what the diagnosis tried, if repairs are shown."""
    if report.tried:
        yield StyledText()
        yield StyledText(tried_words.heading(), "bold")
    for each in report.tried:
        mark = ("✓ ", "green") if each.chosen else ("· ", _FAINT)
        yield StyledText.assemble("  ", mark, f"{each.undone}. ", (each.mended, _FAINT))


def _stages(report: ReportView, above: int) -> Iterator[StyledText]:
    """The suites, below this many lines of findings."""
    if not report.stages:
        return
    least = _LEAST_BELOW_FINDINGS if above else _LEAST_DETAIL
    details = _Details(max(least, MOST_LINES - _fixed_lines(report) - above))
    width = max(len(suite.title) for stage in report.stages for suite in stage.suites)
    for stage in report.stages:
        yield StyledText()
        yield StyledText(stage.title, "bold")
        for suite in stage.of_their_own:
            yield _suite_line(suite, width)
            yield from details.of(suite)
        yield from _same_cause(stage)
        yield from _empty_suites(stage)
    if details.folded:
        yield StyledText()
        yield StyledText(graph_words.folded(details.folded), _FAINT)


def _fixed_lines(report: ReportView) -> int:
    """The lines a report takes without details of failed graphs, or a few more."""
    suites = [suite for stage in report.stages for suite in stage.suites if not suite.empty]
    return 4 + len(suites) + 3 * len(report.stages) + len(report.notes)


def _same_cause(stage: StageView) -> Iterator[StyledText]:
    """The suites that lost points for one cause: a line each cause."""
    for cause in stage.by_cause:
        mark, style = _MARKS.get(cause.verdict, _OTHER_MARK)
        titles = [f"{suite.title} ({suite.points})" for suite in cause.suites]
        yield StyledText.assemble("  ", (mark, style), f" {listed(titles)}", (f"   {cause.cause}", _FAINT))


def _empty_suites(stage: StageView) -> Iterator[StyledText]:
    """Yield a line of what is not implemented, and one of what is not applicable."""
    mark, style = _OTHER_MARK
    for group in stage.not_there:
        titles = [suite.title for suite in group.suites]
        yield StyledText.assemble(
            "  ", (mark, style), (f" {suite_words.together(group.verdict, titles)}", _FAINT)
        )


def _suite_line(suite: SuiteView, width: int) -> StyledText:
    mark, style = _MARKS.get(suite.verdict, _OTHER_MARK)
    line = StyledText.assemble(
        "  ", (mark, style), f" {suite.title.ljust(width)}  ", (suite.points.rjust(9), _FAINT)
    )
    remark = suite.cause or suite.remark
    return line.append(f"   {remark}", _FAINT) if remark else line


@dataclass
class _Details:
    """The details that are shown of failed graphs while there is room. The first of each kind is shown."""

    room: int
    folded: int = 0
    _seen: set[tuple[object, ...]] = field(default_factory=set)

    def of(self, suite: SuiteView) -> list[StyledText]:
        """The lines below a suite's own."""
        alike: dict[tuple[object, ...], list[GraphView]] = {}
        for graph in suite.graphs:
            if graph.failed:
                alike.setdefault(graph.likeness, []).append(graph)
        lines: list[StyledText] = []
        for graphs in alike.values():
            lines += self._group(graphs)
        return lines

    def _group(self, graphs: Sequence[GraphView]) -> list[StyledText]:
        """The first graph of those that failed alike, in one line if its message was shown before."""
        first = graphs[0]
        known = bool(first.messages) and first.likeness in self._seen
        lines = [_graph_line(first, first.messages[0].message.seen)] if known else list(_graph(first))
        self._seen.add(first.likeness)
        if len(graphs) > 1:
            lines.append(StyledText(f"      {graph_words.likewise(len(graphs) - 1)}", _FAINT))
        if len(lines) > self.room:
            self.folded += len(graphs)
            return []
        self.room -= len(lines)
        return lines


def _graph_line(graph: GraphView, more: str) -> StyledText:
    line = StyledText.assemble("      ", (graph.caption, "cyan"))
    return line.append(f"   {more}") if more else line


def _graph(graph: GraphView) -> Iterator[StyledText]:
    yield _graph_line(graph, _("for {inputs}", inputs=graph.inputs) if graph.inputs else "")
    for message in graph.messages:
        yield from _message(message, "        ")
    shown = graph.wrong[:_MOST_NUMBERS]
    widths = [max((len(text) for text in column), default=0) for column in _columns(shown)]
    for wrong in shown:
        yield _wrong(wrong, widths, only=len(graph.wrong) == 1)
    if more := len(graph.wrong) - len(shown):
        yield StyledText(f"        {graph_words.left_out(more)}", _FAINT)


def _columns(rows: Sequence[WrongNumberView]) -> tuple[list[str], list[str]]:
    return [row.name for row in rows], [row.expected for row in rows]


def _wrong(wrong: WrongNumberView, widths: Sequence[int], *, only: bool) -> StyledText:
    expected = _("expected {number}", number=wrong.expected.ljust(widths[1]))
    line = StyledText(f"        {wrong.name.ljust(widths[0])}  {expected}  ")
    line.append(picture_words.got(wrong.got), "red")
    if wrong.is_first and not only:
        line.append("   <- ", _FAINT).append(_("first wrong number"), _FAINT)
    return line


def _message(quoted: QuotedMessage, indent: str) -> Iterator[StyledText]:
    yield StyledText.assemble(indent, (quoted.message.seen, "red"))
    for line in quoted.line.splitlines():
        yield StyledText.assemble(indent, ("| ", _FAINT), line, no_wrap=True)
    if quoted.pointer:
        yield StyledText.assemble(indent, ("| ", _FAINT), (quoted.pointer, "red"), no_wrap=True)
    if quoted.message.advice:
        yield StyledText.assemble(indent, quoted.message.advice)


def _summary(
    outcomes: Sequence[Outcome], reports: Sequence[ReportView], width: int | None
) -> Iterator[StyledText]:
    """Count the files of each kind, then give a line to each file: its points and its first cause."""
    graded = iter(reports)
    names = [one_line(outcome.name) for outcome in outcomes]
    longest = max(map(len, names))
    scores = max((len(report.score) for report in reports), default=0)
    yield StyledText(_counts(outcomes), "bold")
    for name, outcome in zip(names, outcomes, strict=True):
        if isinstance(outcome, NotGraded):
            yield StyledText.assemble("  ", ("!", "yellow"), f" {name.ljust(longest)}  ", _("not graded"))
            continue
        report = next(graded)
        mark, style = _MARKS.get(report.verdict, _OTHER_MARK)
        line = StyledText.assemble(
            "  ", (mark, style), f" {name.ljust(longest)}  {report.score.ljust(scores)}"
        )
        line.append(f"   {_first_cause(report)}", _FAINT)
        line.no_wrap = True
        if width is not None:
            line.truncate(width)
        yield line


def _counts(outcomes: Sequence[Outcome]) -> str:
    right = sum(not isinstance(each, NotGraded) and each.problem is None and each.passed for each in outcomes)
    ungraded = sum(isinstance(each, NotGraded) or each.problem is not None for each in outcomes)
    return _(
        "{all} files: {right} with every point, {fewer} with fewer, {ungraded} not graded",
        all=len(outcomes), right=right, fewer=len(outcomes) - right - ungraded, ungraded=ungraded,
    )  # fmt: skip


def _first_cause(report: ReportView) -> str:
    """The line that says what to look at first; empty where nothing is wrong."""
    if report.unfinished is not None:
        return report.unfinished.title
    if report.problem is not None:
        return report.problem.message.seen
    return next((finding.title for finding in report.findings), report.missing)
