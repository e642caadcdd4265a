"""Reports as other systems list results: a row for each suite, with its points and what there is to read.

Every target calls these rows tests, criteria or checks. What a row is, and how much it says, is decided here
once for all of them: each target only gives it the names of its own format.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain

from api.formats._finding_lines import finding_lines
from api.i18n import gettext as _
from api.report_view.finding import FindingView
from api.report_view.graph import GraphView, QuotedMessage
from api.report_view.outcome import NotGraded, Outcome
from api.report_view.report import ReportView, report_view
from api.report_view.suite import SuiteView
from api.words import graph as graph_words, suite as suite_words
from grader.finding import Where
from grader.records import Frozen
from grader.report import Points, Report, SuiteResult, Verdict
from submissions.courses.assignments.hints import Rung
from submissions.teaching.results.trimming import trim

LONGEST_ROW = 1_500
LONGEST_TEXT = 6_000
"""Characters. With 60 rows, every one of them escaped, a document stays below 1 MiB: PrairieLearn's bound."""

_MOST_ALIKE = 3
"""Kinds of failures that a row shows."""


class Row(Frozen):
    """A suite; or a file, if nothing of it could be graded."""

    id: str
    """Letters, digits and underscores, and another for every suite."""
    stage: str
    title: str
    verdict: Verdict
    earned: Points
    possible: int
    text: str
    """Lines; empty where there is nothing to say."""
    needs: str | None
    """The id of the row that had to pass first and did not."""


class Annotation(Frozen):
    """A cause, for a system that shows annotations beside the code."""

    title: str
    text: str
    where: Where | None


class Listing(Frozen):
    """The outcome of one file, in rows and texts."""

    name: str
    headline: str
    text: str
    """The causes, as lines."""
    rows: tuple[Row, ...]
    annotations: tuple[Annotation, ...]
    unreadable: str
    """Why nothing could be graded; empty where something was."""

    @property
    def earned(self) -> Points:
        """The points earned in all rows."""
        return sum(row.earned for row in self.rows)

    @property
    def possible(self) -> int:
        """The points that all rows are worth."""
        return sum(row.possible for row in self.rows)

    @property
    def passed(self) -> bool:
        """Whether there was something to earn and all of it was earned."""
        return not self.unreadable and 0 < self.possible == self.earned


def listings(outcomes: Sequence[Outcome], sources: Mapping[str, bytes], hints: Rung) -> list[Listing]:
    """Return one listing for each file, in the same order, with nothing above the rung."""
    return [_listing(outcome, sources, hints) for outcome in outcomes]


def headline(listed: Sequence[Listing]) -> str:
    """The points of a file, or of all."""
    return "\n".join(each.headline for each in listed)


def text(listed: Sequence[Listing]) -> str:
    """The text to read first, of all files together."""
    return cut("\n\n".join(each.text for each in listed if each.text), LONGEST_TEXT)


def rows(listed: Sequence[Listing]) -> list[Row]:
    """The rows of all files."""
    return [row for each in listed for row in each.rows]


def cut(lines: str, longest: int) -> str:
    """The first lines of a text, as many as there is room for."""
    if len(lines) <= longest:
        return lines
    kept, _, _ = lines[: longest - 2].rpartition("\n")
    return f"{kept or lines[: longest - 2]}\n…"


def _listing(outcome: Outcome, sources: Mapping[str, bytes], hints: Rung) -> Listing:
    if isinstance(outcome, NotGraded):
        why = _lines(message_lines(QuotedMessage(outcome.why)))
        return _unreadable(outcome.name, why, "not_graded", possible=0)
    trimmed = trim(outcome, hints)
    view = report_view(trimmed, sources)
    if view.problem is not None:
        why = _lines(_unfinished(view) or message_lines(view.problem))
        return _unreadable(view.name, why, "not_graded", possible=outcome.score.possible)
    return Listing(
        name=view.name,
        headline=_("{file}: {score}", file=view.name, score=view.score),
        text=_report_text(view),
        rows=tuple(_rows(trimmed.report, view)),
        annotations=tuple(chain.from_iterable(map(_annotations, view.findings))),
        unreadable="",
    )


def _unreadable(name: str, why: str, id_: str, possible: int) -> Listing:
    """A file of which nothing was graded, as one row that says why."""
    title = _("{file} was not graded", file=name)
    row = Row(id_, "", title, Verdict.FAILED, 0, possible, cut(why, LONGEST_ROW), needs=None)
    return Listing(name, title, why, (row,), (), unreadable=why)


def _report_text(view: ReportView) -> str:
    notice = message_lines(QuotedMessage(view.gradient_notice)) if view.gradient_notice else []
    causes = [line.plain for line in finding_lines(view.findings)]
    missing = [view.missing] if view.missing else []
    return _lines([*_unfinished(view), *notice, *causes, *missing, *view.notes])


def _unfinished(view: ReportView) -> list[str]:
    """The list of what to write next, below its title; empty where the class is whole."""
    return [view.unfinished.title, *view.unfinished.lines] if view.unfinished else []


def _rows(report: Report, view: ReportView) -> Iterator[Row]:
    results = {suite.slug: suite for suite in report.suites}
    for stage in view.stages:
        for suite in stage.suites:
            if suite.verdict is not Verdict.NOT_APPLICABLE:
                yield _row(stage.title, suite, results[suite.slug])


def _row(stage: str, suite: SuiteView, result: SuiteResult) -> Row:
    said = [suite.cause or suite.remark, *_failures(suite.graphs)]
    return Row(
        id=suite.slug,
        stage=stage,
        title=suite.title,
        verdict=suite.verdict,
        earned=result.earned,
        possible=result.possible,
        text=cut(_lines(said), LONGEST_ROW),
        needs=result.needs,
    )


def _failures(graphs: Iterable[GraphView]) -> Iterator[str]:
    """The first graph of those that failed alike."""
    alike: dict[tuple[object, ...], list[GraphView]] = {}
    for graph in graphs:
        if graph.failed:
            alike.setdefault(graph.likeness, []).append(graph)
    for first, *others in list(alike.values())[:_MOST_ALIKE]:
        yield (
            _("{graph}, for {inputs}", graph=first.caption, inputs=first.inputs)
            if first.inputs
            else first.caption
        )
        yield from (f"    {line}" for line in graph_lines(first))
        if others:
            yield f"    {graph_words.likewise(len(others))}"


def _annotations(finding: FindingView) -> Iterator[Annotation]:
    """The finding at its first place, and its title alone at each further place."""
    yield Annotation(finding.title, _said(finding), finding.where)
    yield from (Annotation(finding.title, "", place) for place in finding.trimmed.finding.also)


def _said(finding: FindingView) -> str:
    raised = filter(None, (finding.raised.sentence, finding.raised.error)) if finding.raised else ()
    told = finding.story or finding.symptom
    said = [*raised, finding.certainty, *finding.beside_story, told, *finding.alternatives]
    if finding.repair or not finding.story:  # up to the cause, the last hint is the story
        said += finding.hints[-1:]
    return _lines(said)


def verdict(row: Row) -> str:
    """Return the verdict on a suite, in a word or two."""
    return suite_words.verdict(row.verdict)


def _lines(said: Iterable[str]) -> str:
    return "\n".join(line.rstrip() for line in said if line)


def graph_lines(graph: GraphView) -> list[str]:
    """Return what went wrong in a graph, then every wrong number."""
    messages = [line for message in graph.messages for line in message_lines(message)]
    return [
        *messages,
        *(
            _("{number}: expected {expected}, got {got}", number=row.name, expected=row.expected, got=row.got)
            for row in graph.wrong
        ),
    ]


def message_lines(quoted: QuotedMessage) -> list[str]:
    """Return the message, the lines of the submission that it is about, and what to try."""
    seen, advice = quoted.message
    return [text for text in (seen, *quoted.line.splitlines(), advice) if text]
