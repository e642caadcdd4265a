"""The terminal: the causes, then a line a suite, with what failed where no cause explains it.

About a screen or two a file. Several files have a summary first, a line each; of many, that is all.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from io import StringIO
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from api.i18n import gettext as _
from api.i18n import listed
from api.report_view.graph import GraphView, QuotedMessage, WrongNumberView
from api.report_view.one_line import one_line
from api.report_view.outcome import NotGraded, Outcome
from api.report_view.report import ReportView, report_view
from api.report_view.suite import StageView, SuiteView
from api.words import graph as graph_words
from api.words import picture as picture_words
from api.words import suite as suite_words
from api.words import tried as tried_words
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
) -> str:
    """All reports, below a summary where there are several; of many files the summary alone.

    Standard error says why a file has none.

    Sentences are wrapped to `width` characters, where it is given; code never is.
    """
    reports = [
        report_view(trim(outcome, hints), sources)
        for outcome in outcomes
        if not isinstance(outcome, NotGraded)
    ]
    lines: list[Text] = []
    if len(outcomes) > 1:
        lines += [*_summary(outcomes, reports, width), Text()]
    if len(outcomes) > _MANY_FILES:
        lines.append(Text(_("For the whole report of a file, check that file alone."), _FAINT))
        reports = []
    for report in reports:
        lines += [*_report(report), Text()]
    return _text(lines, color=color, width=width)


def _text(lines: Sequence[Text], *, color: bool, width: int | None) -> str:
    out = StringIO()
    console = Console(
        file=out,
        force_terminal=color,
        force_jupyter=False,  # in a notebook, rich would print there instead of into the file
        color_system="standard" if color else None,
        legacy_windows=False,
    )
    for line in lines:
        line.rstrip()
        for part in _wrapped(line, console, width):
            console.print(part, soft_wrap=True)
    return out.getvalue()


def _wrapped(line: Text, console: Console, width: int | None) -> Iterator[Text]:
    """The line in parts, which begin below its first word."""
    indent = len(_BEFORE.match(line.plain)[0])  # type: ignore[index] # it matches everywhere
    if width is None or line.no_wrap or line.cell_len <= width or width - indent < _LEAST_WIDTH:
        yield line
        return
    before, text = line.divide([indent])
    for part in text.wrap(console, width - indent):
        part.rstrip()
        yield before + part
        before = Text(" " * indent)


def _report(report: ReportView) -> Iterator[Text]:
    yield Text.assemble(
        (report.name.ljust(_SCORE_AT), "bold"),
        "  ",
        (report.score, "bold green" if report.verdict is Verdict.PASSED else "bold"),
    )
    if report.class_line:
        yield Text(report.class_line)
    if report.warning is not None:
        yield Text(f"! {report.warning.seen}", "yellow")
    if report.problem is not None and report.unfinished is None:
        yield from _message(report.problem, "")
    unfinished = _unfinished(report)
    yield from unfinished
    yield from _gradients(report)
    findings = [*_findings(report), *_tried(report)]
    yield from findings
    # Parts that a report lacks print nothing, so this is a list of all parts in the order of reading.
    yield from _stages(report, len(findings) + len(unfinished))
    if report.beyond:
        yield Text()
        yield Text(report.beyond_note, "yellow")
        yield from _finding_lines(report.beyond)
    if report.notes or report.missing:
        yield Text()
    if report.missing:
        yield Text.assemble(("– ", "yellow"), report.missing)
    yield from (Text.assemble(("· ", _FAINT), note) for note in report.notes)


def _unfinished(report: ReportView) -> list[Text]:
    """The list of what to write next; empty where the class is whole."""
    if (unfinished := report.unfinished) is None:
        return []
    return [Text(), Text(unfinished.title, "bold yellow"), *(Text(f"   {line}") for line in unfinished.lines)]


def _gradients(report: ReportView) -> Iterator[Text]:
    """How gradients were computed, where that is not by backpropagation."""
    if report.gradient_notice is None:
        return
    yield from _message(QuotedMessage(report.gradient_notice), "")
    yield from (Text.assemble("  ", ("· ", _FAINT), sign) for sign in report.gradient_signs)


def _findings(report: ReportView) -> list[Text]:
    return _finding_lines(report.findings)


def _finding_lines(findings: "Sequence[FindingView]") -> list[Text]:
    if not findings:
        return []
    from api.formats._finding_lines import finding_lines

    return list(finding_lines(findings))


def _tried(report: ReportView) -> Iterator[Text]:
    """Yield what the diagnosis tried, where repairs are shown."""
    if report.tried:
        yield Text()
        yield Text(tried_words.heading(), "bold")
    for each in report.tried:
        mark = ("✓ ", "green") if each.chosen else ("· ", _FAINT)
        yield Text.assemble("  ", mark, f"{each.undone}. ", (each.mended, _FAINT))


def _stages(report: ReportView, above: int) -> Iterator[Text]:
    """The suites, below this many lines of findings."""
    if not report.stages:
        return
    least = _LEAST_BELOW_FINDINGS if above else _LEAST_DETAIL
    details = _Details(max(least, MOST_LINES - _fixed_lines(report) - above))
    width = max(len(suite.title) for stage in report.stages for suite in stage.suites)
    for stage in report.stages:
        yield Text()
        yield Text(stage.title, "bold")
        for suite in stage.of_their_own:
            yield _suite_line(suite, width)
            yield from details.of(suite)
        yield from _same_cause(stage)
        yield from _empty_suites(stage)
    if details.folded:
        yield Text()
        yield Text(graph_words.folded(details.folded), _FAINT)


def _fixed_lines(report: ReportView) -> int:
    """The lines a report takes without details of failed graphs, or a few more."""
    suites = [suite for stage in report.stages for suite in stage.suites if not suite.empty]
    return 4 + len(suites) + 3 * len(report.stages) + len(report.notes)


def _same_cause(stage: StageView) -> Iterator[Text]:
    """The suites that lost points for one cause: a line each cause."""
    for cause in stage.by_cause:
        mark, style = _MARKS.get(cause.verdict, _OTHER_MARK)
        titles = [f"{suite.title} ({suite.points})" for suite in cause.suites]
        yield Text.assemble("  ", (mark, style), f" {listed(titles)}", (f"   {cause.cause}", _FAINT))


def _empty_suites(stage: StageView) -> Iterator[Text]:
    """Yield what is not implemented and what is not applicable: a line each."""
    mark, style = _OTHER_MARK
    for group in stage.not_there:
        titles = [suite.title for suite in group.suites]
        yield Text.assemble("  ", (mark, style), (f" {suite_words.together(group.verdict, titles)}", _FAINT))


def _suite_line(suite: SuiteView, width: int) -> Text:
    mark, style = _MARKS.get(suite.verdict, _OTHER_MARK)
    line = Text.assemble(
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

    def of(self, suite: SuiteView) -> list[Text]:
        """The lines below a suite's own."""
        alike: dict[tuple[object, ...], list[GraphView]] = {}
        for graph in suite.graphs:
            if graph.failed:
                alike.setdefault(graph.likeness, []).append(graph)
        lines: list[Text] = []
        for graphs in alike.values():
            lines += self._group(graphs)
        return lines

    def _group(self, graphs: Sequence[GraphView]) -> list[Text]:
        """The first graph of those that failed alike, in one line if its message was shown before."""
        first = graphs[0]
        known = bool(first.messages) and first.likeness in self._seen
        lines = [_graph_line(first, first.messages[0].message.seen)] if known else list(_graph(first))
        self._seen.add(first.likeness)
        if len(graphs) > 1:
            lines.append(Text(f"      {graph_words.likewise(len(graphs) - 1)}", _FAINT))
        if len(lines) > self.room:
            self.folded += len(graphs)
            return []
        self.room -= len(lines)
        return lines


def _graph_line(graph: GraphView, more: str) -> Text:
    line = Text.assemble("      ", (graph.caption, "cyan"))
    return line.append(f"   {more}") if more else line


def _graph(graph: GraphView) -> Iterator[Text]:
    yield _graph_line(graph, _("for {inputs}", inputs=graph.inputs) if graph.inputs else "")
    for message in graph.messages:
        yield from _message(message, "        ")
    shown = graph.wrong[:_MOST_NUMBERS]
    widths = [max((len(text) for text in column), default=0) for column in _columns(shown)]
    for wrong in shown:
        yield _wrong(wrong, widths, only=len(graph.wrong) == 1)
    if more := len(graph.wrong) - len(shown):
        yield Text(f"        {graph_words.left_out(more)}", _FAINT)


def _columns(rows: Sequence[WrongNumberView]) -> tuple[list[str], list[str]]:
    return [row.name for row in rows], [row.expected for row in rows]


def _wrong(wrong: WrongNumberView, widths: Sequence[int], *, only: bool) -> Text:
    expected = picture_words.expected(wrong.expected.ljust(widths[1]))
    line = Text(f"        {wrong.name.ljust(widths[0])}  {expected}  ")
    line.append(picture_words.got(wrong.got), "red")
    if wrong.is_first and not only:
        line.append("   <- ", _FAINT).append(_("first wrong number"), _FAINT)
    return line


def _message(quoted: QuotedMessage, indent: str) -> Iterator[Text]:
    yield Text.assemble(indent, (quoted.message.seen, "red"))
    if quoted.line:
        yield Text.assemble(indent, ("| ", _FAINT), quoted.line, no_wrap=True)
    if quoted.pointer:
        yield Text.assemble(indent, ("| ", _FAINT), (quoted.pointer, "red"), no_wrap=True)
    if quoted.message.advice:
        yield Text.assemble(indent, quoted.message.advice)


def _summary(outcomes: Sequence[Outcome], reports: Sequence[ReportView], width: int | None) -> Iterator[Text]:
    """Count the files of each kind, then give a line to each file: its points and its first cause."""
    graded = iter(reports)
    names = [one_line(outcome.name) for outcome in outcomes]
    longest = max(map(len, names))
    scores = max((len(report.score) for report in reports), default=0)
    yield Text(_counts(outcomes), "bold")
    for name, outcome in zip(names, outcomes, strict=True):
        if isinstance(outcome, NotGraded):
            yield Text.assemble("  ", ("!", "yellow"), f" {name.ljust(longest)}  ", _("not graded"))
            continue
        report = next(graded)
        mark, style = _MARKS.get(report.verdict, _OTHER_MARK)
        line = Text.assemble("  ", (mark, style), f" {name.ljust(longest)}  {report.score.ljust(scores)}")
        line.append(f"   {_first_cause(report)}", _FAINT)
        line.no_wrap = True
        if width is not None:
            line.truncate(width, overflow="ellipsis")
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
