"""The terminal: the causes, then a line a suite, and below what no cause explains what was seen.

About a screen or two a file.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from io import StringIO

from rich.console import Console
from rich.text import Text

from api.account import GraphAccount, ReportAccount, Said, StageAccount, SuiteAccount, WrongAccount, account
from api.one_line import one_line
from api.outcome import NotGraded, Outcome
from api.words import graph as graph_words
from api.words import report as report_words
from api.words import suite as suite_words
from grader.report import Verdict
from submissions.assignments.hints import DEFAULT, Rung
from submissions.results.trimming import trim

MOST_LINES = 60
"""What a badly wrong file may take; lines of suites and notes come first."""

_LEAST_DETAIL = 16
_LEAST_BELOW_FINDINGS = 5
_MOST_NUMBERS = 4
_SCORE_AT = 56
_MARKS = {Verdict.PASSED: ("✓", "green"), Verdict.FAILED: ("✗", "red")}
_OTHER_MARK = ("–", "yellow")
_FAINT = "dim"


def render(
    outcomes: Sequence[Outcome],
    sources: Mapping[str, bytes],
    *,
    color: bool = False,
    hints: Rung = DEFAULT,
) -> str:
    """All reports, and a summary where there are several. Why a file has none is said on standard error."""
    told = [
        account(trim(outcome, hints), sources) for outcome in outcomes if not isinstance(outcome, NotGraded)
    ]
    lines: list[Text] = []
    for each in told:
        lines += [*_account(each), Text()]
    if len(outcomes) > 1:
        lines += _summary(outcomes, told)
    return _text(lines, color=color)


def _text(lines: Sequence[Text], *, color: bool) -> str:
    """Lines are never wrapped here: a terminal does that, and a file does not need it."""
    out = StringIO()
    console = Console(
        file=out, force_terminal=color, color_system="standard" if color else None, legacy_windows=False
    )
    for line in lines:
        line.rstrip()
        console.print(line, soft_wrap=True)
    return out.getvalue()


def _account(told: ReportAccount) -> Iterator[Text]:
    yield Text.assemble(
        (told.name.ljust(_SCORE_AT), "bold"),
        "  ",
        (told.score, "bold green" if told.verdict is Verdict.PASSED else "bold"),
    )
    if told.found:
        yield Text(told.found)
    if told.warning is not None:
        yield Text(f"! {told.warning.seen}", "yellow")
    if told.problem is not None:
        yield from _said(told.problem, "")
    yield from _gradients(told)
    found = _findings(told)
    yield from found
    yield from _stages(told, len(found))
    if told.notes or told.missing:
        yield Text()
    if told.missing:
        yield Text.assemble(("– ", "yellow"), told.missing)
    yield from (Text.assemble(("· ", _FAINT), note) for note in told.notes)


def _gradients(told: ReportAccount) -> Iterator[Text]:
    """How gradients were obtained, where that is not by backpropagation."""
    if told.gradient_notice is None:
        return
    yield from _said(Said(told.gradient_notice), "")
    yield from (Text.assemble("  ", ("· ", _FAINT), each) for each in told.gradient_signs)


def _findings(told: ReportAccount) -> list[Text]:
    if not told.findings:
        return []
    from api.finding_lines import finding_lines

    return list(finding_lines(told.findings))


def _stages(told: ReportAccount, above: int) -> Iterator[Text]:
    """The suites, below this many lines of findings."""
    if not told.stages:
        return
    least = _LEAST_BELOW_FINDINGS if above else _LEAST_DETAIL
    details = _Details(max(least, MOST_LINES - _fixed_lines(told) - above))
    width = max(len(suite.title) for stage in told.stages for suite in stage.suites)
    for stage in told.stages:
        yield Text()
        yield Text(stage.title, "bold")
        for suite in stage.suites:
            if suite.empty:
                continue
            yield _suite_line(suite, width)
            if not suite.cause:
                yield from details.of(suite)
        yield from _empty_suites(stage)
    if details.folded:
        yield Text()
        yield Text(graph_words.folded(details.folded), _FAINT)


def _fixed_lines(told: ReportAccount) -> int:
    """The lines a report takes without details of failed graphs, or a few more."""
    suites = [suite for stage in told.stages for suite in stage.suites if not suite.empty]
    return 4 + len(suites) + 3 * len(told.stages) + len(told.notes)


def _empty_suites(stage: StageAccount) -> Iterator[Text]:
    """What is not there, and what does not apply: a line each."""
    for verdict in (Verdict.MISSING, Verdict.NOT_APPLICABLE):
        titles = [suite.title for suite in stage.suites if suite.empty and suite.verdict is verdict]
        if titles:
            mark, style = _OTHER_MARK
            yield Text.assemble("  ", (mark, style), (f" {suite_words.together(verdict, titles)}", _FAINT))


def _suite_line(suite: SuiteAccount, width: int) -> Text:
    mark, style = _MARKS.get(suite.verdict, _OTHER_MARK)
    line = Text.assemble(
        "  ", (mark, style), f" {suite.title.ljust(width)}  ", (suite.points.rjust(9), _FAINT)
    )
    remark = suite.cause or suite.remark
    return line.append(f"   {remark}", _FAINT) if remark else line


@dataclass
class _Details:
    """What is shown of failed graphs, as long as there is room. The first of each kind is shown."""

    room: int
    folded: int = 0
    _seen: set[tuple[object, ...]] = field(default_factory=set)

    def of(self, suite: SuiteAccount) -> list[Text]:
        """The lines below a suite's own."""
        alike: dict[tuple[object, ...], list[GraphAccount]] = {}
        for graph in suite.graphs:
            if graph.failed:
                alike.setdefault(graph.likeness, []).append(graph)
        lines: list[Text] = []
        for graphs in alike.values():
            lines += self._group(graphs)
        return lines

    def _group(self, graphs: Sequence[GraphAccount]) -> list[Text]:
        """The first graph of those that failed alike, in one line if that was told before."""
        first = graphs[0]
        known = bool(first.said) and first.likeness in self._seen
        lines = [_graph_line(first, first.said[0].message.seen)] if known else list(_graph(first))
        self._seen.add(first.likeness)
        if len(graphs) > 1:
            lines.append(Text(f"      {graph_words.likewise(len(graphs) - 1)}", _FAINT))
        if len(lines) > self.room:
            self.folded += len(graphs)
            return []
        self.room -= len(lines)
        return lines


def _graph_line(graph: GraphAccount, more: str) -> Text:
    line = Text.assemble("      ", (graph.caption, "cyan"))
    return line.append(f"   {more}") if more else line


def _graph(graph: GraphAccount) -> Iterator[Text]:
    yield _graph_line(graph, f"at {graph.inputs}" if graph.inputs else "")
    for said in graph.said:
        yield from _said(said, "        ")
    shown = graph.wrong[:_MOST_NUMBERS]
    widths = [max((len(text) for text in column), default=0) for column in _columns(shown)]
    for wrong in shown:
        yield _wrong(wrong, widths, only=len(graph.wrong) == 1)
    if more := len(graph.wrong) - len(shown):
        yield Text(f"        {graph_words.left_out(more)}", _FAINT)


def _columns(rows: Sequence[WrongAccount]) -> tuple[list[str], list[str]]:
    return [row.node for row in rows], [row.expected for row in rows]


def _wrong(wrong: WrongAccount, widths: Sequence[int], *, only: bool) -> Text:
    line = Text(f"        {wrong.node.ljust(widths[0])}  expected {wrong.expected.ljust(widths[1])}  ")
    line.append(wrong.seen, "red")
    return line.append(f"   <- {graph_words.FIRST}", _FAINT) if wrong.first and not only else line


def _said(said: Said, indent: str) -> Iterator[Text]:
    yield Text.assemble(indent, (said.message.seen, "red"))
    if said.line:
        yield Text.assemble(indent, ("| ", _FAINT), said.line)
    if said.message.advice:
        yield Text.assemble(indent, ("try: ", _FAINT), said.message.advice)


def _summary(outcomes: Sequence[Outcome], told: Sequence[ReportAccount]) -> Iterator[Text]:
    accounts = iter(told)
    names = [one_line(outcome.name) for outcome in outcomes]
    width = max(map(len, names))
    yield Text(report_words.SUMMARY, "bold")
    for name, outcome in zip(names, outcomes, strict=True):
        if isinstance(outcome, NotGraded):
            yield Text.assemble("  ", ("!", "yellow"), f" {name.ljust(width)}  {report_words.NOT_GRADED}")
            continue
        each = next(accounts)
        mark, style = _MARKS.get(each.verdict, _OTHER_MARK)
        yield Text.assemble("  ", (mark, style), f" {name.ljust(width)}  {each.score}")
