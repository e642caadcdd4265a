"""A report as its reader sees it, in the parts that a page is made of. Formats lay them out."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from api.i18n import gettext as _
from api.report_view.numbers import pair, short
from api.report_view.one_line import one_line
from api.report_view.source_lines import SourceLines
from api.report_view.stubs import stubs_in
from api.words import Message
from api.words import finding as finding_words
from api.words import gradients as gradient_words
from api.words import graph as graph_words
from api.words import report as report_words
from api.words import suite as suite_words
from api.words.convention import convention
from api.words.note import note
from api.words.place import class_place
from api.words.problem import problem
from api.words.wrong import got_instead
from grader.compare import Quantity
from grader.finding import Where
from grader.report import GraphResult, Report, SuiteResult, Verdict, WrongNode
from grader.sandbox.base import Level, Note, Problem, ProblemKind
from grader.session import FATAL
from submissions.results.trimming import TrimmedFinding, TrimmedReport
from suites import Stage

if TYPE_CHECKING:
    from api.report_view.finding import FindingView

_UNWRITTEN = "missing_method"
_MOST_INPUTS = 8
_LONGEST_CAPTION = 120
_LONGEST_PRINTED = 60


@dataclass(frozen=True, slots=True)
class QuotedMessage:
    """A message, and the line of the submission that it is about, with its place."""

    message: Message
    line: str = ""
    where: Where | None = None
    pointer: str = ""
    """Below the line, a caret at the character that is meant; empty where it is the whole line."""


@dataclass(frozen=True, slots=True)
class WrongNumberView:
    """A wrong number as a row."""

    name: str
    """`a.grad`."""
    expected: str
    got: str
    is_first: bool


@dataclass(frozen=True, slots=True)
class GraphView:
    """A graph and, where it failed, what is wrong."""

    caption: str
    verdict: Verdict
    points: str
    inputs: str
    messages: tuple[QuotedMessage, ...]
    wrong: tuple[WrongNumberView, ...]
    kind: str
    """The id of what is wrong first; empty where nothing is."""
    likeness: tuple[object, ...]
    """Graphs that failed in the same way have the same."""

    @property
    def failed(self) -> bool:
        """Whether there is something to show."""
        return self.verdict is Verdict.FAILED


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


@dataclass(frozen=True, slots=True)
class ReportView:
    """A report."""

    name: str
    score: str
    verdict: Verdict
    """`MISSING` where nothing is wrong but something is not there."""
    class_line: str
    """Which class was graded; empty where there is none."""
    problem: QuotedMessage | None
    warning: Message | None
    gradients: str
    """How they were computed, in a line; empty where nothing was graded."""
    gradient_notice: Message | None
    """Where that is not backpropagation: what follows from it."""
    gradient_signs: tuple[str, ...]
    missing: str
    findings: "tuple[FindingView, ...]"
    """What to look at first, first."""
    beyond: "tuple[FindingView, ...]"
    """What is wrong with the whole graph and not graded."""
    beyond_note: str
    """That it costs nothing; empty where there is nothing."""
    todo: str
    """What is left to write of a class in which nothing is wrong."""
    stages: tuple[StageView, ...]
    notes: tuple[str, ...]

    @property
    def missing_note(self) -> str:
        """What is not implemented, after the good news where nothing is wrong."""
        if not self.missing or self.verdict is not Verdict.MISSING:
            return self.missing
        return self.todo or self.missing


def report_view(trimmed: TrimmedReport, sources: Mapping[str, bytes]) -> ReportView:
    """The view of a report; `sources` has the bytes of submissions by name."""
    report = trimmed.report
    lines = SourceLines(report.name, sources.get(report.name, b""))
    verdict = _verdict(report)
    findings = tuple(_findings(_without_unwritten(trimmed, verdict), lines, report))
    beyond = tuple(_findings(trimmed.beyond, lines, report))
    return ReportView(
        name=one_line(report.name),
        score=suite_words.score(report.score, verdict),
        verdict=verdict,
        class_line=one_line(class_place(report.found)) if report.found else "",
        problem=_quoted(report.problem, lines) if report.problem else None,
        warning=report_words.no_sandbox() if report.sandbox is Level.TRUSTED else None,
        gradients=_gradients(trimmed),
        gradient_notice=gradient_words.otherwise(report.gradients, costs=_costs(report)),
        gradient_signs=tuple(map(gradient_words.sign, report.gradients.evidence)),
        missing=_missing(report),
        findings=findings,
        beyond=beyond,
        beyond_note=report_words.beyond(report.score.earned, report.score.possible) if beyond else "",
        todo=_todo(report, lines) if verdict is Verdict.MISSING else "",
        stages=() if report.problem else tuple(_stages(report, lines, _causes(findings))),
        notes=tuple(map(one_line, _notes(report))),
    )


def _gradients(trimmed: TrimmedReport) -> str:
    if trimmed.report.problem or not trimmed.shows_gradients:
        return ""
    return gradient_words.fact(trimmed.report.gradients)


def _costs(report: Report) -> bool:
    """Whether how gradients were computed takes points."""
    return any(graph.forward_only for suite in report.suites for graph in suite.graphs)


def _verdict(report: Report) -> Verdict:
    if report.passed:
        return Verdict.PASSED
    if _costs(report) or report.problem is not None:
        return Verdict.FAILED
    verdicts = {suite.verdict for suite in report.suites}
    verdicts |= {graph.verdict for suite in report.suites for graph in suite.graphs}
    return Verdict.FAILED if Verdict.FAILED in verdicts else Verdict.MISSING


def _quoted(seen: Problem, lines: SourceLines) -> QuotedMessage:
    sentence, advice = problem(seen)
    where = Where(line=seen.line, cell=seen.cell) if seen.line is not None else None
    pointer = lines.pointer(seen.line, seen.cell, seen.column)
    return QuotedMessage(
        Message(one_line(sentence), advice), lines.line(seen.line, seen.cell), where, pointer
    )


def _without_unwritten(trimmed: TrimmedReport, verdict: Verdict) -> Sequence[TrimmedFinding]:
    """The findings; where nothing is wrong, without methods that are not written: they are to do."""
    if verdict is not Verdict.MISSING:
        return trimmed.findings
    return [each for each in trimmed.findings if each.finding.fault != _UNWRITTEN]


def _findings(
    trimmed: Sequence[TrimmedFinding], lines: SourceLines, report: Report
) -> "Iterator[FindingView]":
    if not trimmed:
        return
    from api.report_view.finding import finding_view

    attributes = _attributes(report.notes)
    alone = sum(bool(shown.finding.evidence.repaired) for shown in trimmed) < 2  # noqa: PLR2004
    for shown in trimmed:
        yield finding_view(shown, lines, attributes, alone=alone)


def _causes(findings: "Sequence[FindingView]") -> dict[str, str]:
    """By suite, the first finding that explains it."""
    numbered = list(enumerate(findings, 1))
    return {slug: finding_words.same_cause(n) for n, view in reversed(numbered) for slug in view.explains}


def _stages(report: Report, lines: SourceLines, causes: Mapping[str, str]) -> Iterator[StageView]:
    titles = {suite.slug: one_line(_(suite.title)) for suite in report.suites}
    attributes = _attributes(report.notes)
    for stage in Stage:
        suites = [suite for suite in report.suites if suite.stage is stage]
        if suites:
            views = [_suite(suite, titles, attributes, lines) for suite in suites]
            yield StageView(_(suite_words.STAGES[stage]), tuple(_with_cause(view, causes) for view in views))


def _attributes(notes: Sequence[Note]) -> dict[Quantity, str]:
    """What the class calls its numbers."""
    names = {adapted.kind: adapted.name for adapted in notes}
    data, gradient = names.get("data-name"), names.get("gradient-name")
    return {Quantity.DATA: data or "data", Quantity.GRADIENT: gradient or "grad"}


def _suite(
    suite: SuiteResult, titles: Mapping[str, str], attributes: Mapping[Quantity, str], lines: SourceLines
) -> SuiteView:
    return SuiteView(
        slug=suite.slug,
        title=titles[suite.slug],
        verdict=suite.verdict,
        points=suite_words.points(suite.earned, suite.possible),
        remark=_remark(suite, titles),
        empty=suite.verdict in {Verdict.MISSING, Verdict.NOT_APPLICABLE} and not suite.earned,
        cause="",
        graphs=tuple(_graph(graph, attributes, lines) for graph in suite.graphs),
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


def _graph(graph: GraphResult, attributes: Mapping[Quantity, str], lines: SourceLines) -> GraphView:
    return GraphView(
        caption=_caption(graph.graph),
        verdict=graph.verdict,
        points=suite_words.points(graph.earned, graph.possible),
        inputs=_inputs(graph),
        messages=tuple(_messages(graph, lines)),
        wrong=tuple(_wrong(node, attributes, is_first=node is graph.wrong[0]) for node in graph.wrong),
        kind=_kind(graph),
        likeness=_likeness(graph),
    )


def _caption(text: str) -> str:
    return one_line("; ".join(line.strip() for line in text.splitlines()), _LONGEST_CAPTION)


def _inputs(graph: GraphResult) -> str:
    shown = [f"{given.name} = {short(given.value)}" for given in graph.inputs[:_MOST_INPUTS]]
    return ", ".join([*shown, "…"] if len(graph.inputs) > _MOST_INPUTS else shown)


def _messages(graph: GraphResult, lines: SourceLines) -> Iterator[QuotedMessage]:
    if graph.problem is not None:
        yield _quoted(graph.problem, lines)
    if graph.orders is not None:
        yield QuotedMessage(graph_words.orders(graph.orders))
    if graph.unrepeatable:
        yield QuotedMessage(graph_words.unrepeatable())
    if graph.not_backprop:
        yield QuotedMessage(graph_words.not_backprop())


def _wrong(wrong: WrongNode, attributes: Mapping[Quantity, str], *, is_first: bool) -> WrongNumberView:
    got = wrong.got
    expected, number = (short(wrong.expected), "") if got is None else pair(wrong.expected, got)
    name = _attribute(wrong, attributes)
    return WrongNumberView(name, expected, got_instead(wrong.reason, number), is_first)


def _attribute(wrong: WrongNode, attributes: Mapping[Quantity, str]) -> str:
    node = wrong.node if wrong.node.isidentifier() else f"({one_line(wrong.node, _LONGEST_CAPTION)})"
    return f"{node}.{attributes[wrong.quantity]}"


def _kind(graph: GraphResult) -> str:
    if graph.problem is not None:
        return graph.problem.kind
    return "not-backprop" if graph.not_backprop else "".join(first.reason for first in graph.wrong[:1])


def _likeness(graph: GraphResult) -> tuple[object, ...]:
    problem = graph.problem
    if problem is not None:
        return problem.kind, problem.type, problem.line, problem.cell, problem.operation
    signs = bool(graph.orders), graph.unrepeatable, graph.not_backprop
    return (*signs, *((first.quantity, first.reason) for first in graph.wrong[:1]))


def _missing(report: Report) -> str:
    operations = _missing_operations(report)
    return suite_words.missing(operations, report.score.missing) if operations else ""


def _missing_operations(report: Report) -> list[str]:
    problems = [graph.problem for suite in report.suites for graph in suite.graphs if _lacks(graph)]
    return list(dict.fromkeys(problem.operation for problem in problems if problem and problem.operation))


def _todo(report: Report, lines: SourceLines) -> str:
    operations = _missing_operations(report)
    stubs = [(stub.operation, Where(line=stub.line, cell=stub.cell)) for stub in stubs_in(lines)]
    if not operations and not stubs:
        return ""
    todo = suite_words.to_write(operations, stubs, report.score.missing)
    return f"{suite_words.all_right()} {todo}" if report.score.earned else todo


def _not_asked(graph: GraphResult) -> bool:
    """Whether the class is built in a way that leaves no room for the question."""
    missing = graph.problem is not None and graph.problem.kind == ProblemKind.MISSING
    return graph.verdict is Verdict.NOT_APPLICABLE and not missing


def _lacks(graph: GraphResult) -> bool:
    return graph.verdict is Verdict.MISSING


def _notes(report: Report) -> Iterator[str]:
    yield from map(note, report.notes)
    if report.absent:
        yield report_words.absent(report.absent)
    if report.error is not None and report.error != report.problem:
        was_stopped = report.error.kind in FATAL
        sentence = report_words.stopped if was_stopped else report_words.error
        yield sentence(problem(report.error).seen)
    graphs = [graph for suite in report.suites for graph in suite.graphs]
    not_asked = [graph.problem for graph in graphs if graph.problem and _not_asked(graph)]
    yield from dict.fromkeys(problem(reason).seen for reason in not_asked)
    yield from dict.fromkeys(convention(chosen) for graph in graphs for chosen in graph.conventions)
    if unkept := [graph for graph in graphs if graph.unkept]:
        yield report_words.unkept(len(unkept), _unkept_example(unkept[0], _attributes(report.notes)))
    if report.diagnosis is not None and report.diagnosis.status == "failed":
        yield report_words.diagnosis_stopped()
    if report.printed.strip():
        yield _printed(report.printed)


def _unkept_example(graph: GraphResult, attributes: Mapping[Quantity, str]) -> str:
    wrong = _wrong(graph.unkept[0], attributes, is_first=True)
    return report_words.unkept_example(wrong.name, _caption(graph.graph), wrong.expected, wrong.got)


def _printed(text: str) -> str:
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return report_words.printed(one_line(lines[0], _LONGEST_PRINTED), len(lines) - 1)
