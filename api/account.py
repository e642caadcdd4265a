"""A report told in words, in the parts a page is made of. Formats lay it out; none tells it anew."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from api.numbers import pair, short
from api.one_line import one_line
from api.source_lines import SourceLines
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
from api.words.wrong import seen_instead
from grader.compare import Quantity
from grader.finding import Where
from grader.report import GraphResult, Report, SuiteResult, Verdict, WrongNode
from grader.sandbox.base import Level, Note, Problem, ProblemKind
from grader.session import FATAL
from submissions.results.trimming import TrimmedReport
from suites import Stage

if TYPE_CHECKING:
    from api.finding_account import FindingAccount

_MOST_INPUTS = 8
_LONGEST_CAPTION = 120
_LONGEST_PRINTED = 60


@dataclass(frozen=True, slots=True)
class Said:
    """A message, and the line of the submission it speaks of with its place."""

    message: Message
    line: str = ""
    where: Where | None = None


@dataclass(frozen=True, slots=True)
class WrongAccount:
    """A wrong number as a row."""

    node: str
    expected: str
    seen: str
    first: bool


@dataclass(frozen=True, slots=True)
class GraphAccount:
    """A graph and, where it failed, what was seen."""

    caption: str
    verdict: Verdict
    points: str
    inputs: str
    said: tuple[Said, ...]
    wrong: tuple[WrongAccount, ...]
    kind: str
    """The id of what was seen first; empty where nothing is wrong."""
    likeness: tuple[object, ...]
    """Graphs that failed in the same way have the same."""

    @property
    def failed(self) -> bool:
        """Whether there is something to show."""
        return self.verdict is Verdict.FAILED


@dataclass(frozen=True, slots=True)
class SuiteAccount:
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
    graphs: tuple[GraphAccount, ...]


@dataclass(frozen=True, slots=True)
class StageAccount:
    """The suites of a stage."""

    title: str
    suites: tuple[SuiteAccount, ...]


@dataclass(frozen=True, slots=True)
class ReportAccount:
    """A report."""

    name: str
    score: str
    verdict: Verdict
    """`MISSING` where nothing is wrong but something is not there."""
    found: str
    problem: Said | None
    warning: Message | None
    gradients: str
    """How they were obtained, in a line; empty where nothing was graded."""
    gradient_notice: Message | None
    """What is said where that is not backpropagation."""
    gradient_signs: tuple[str, ...]
    missing: str
    findings: "tuple[FindingAccount, ...]"
    """What to look at first, first."""
    stages: tuple[StageAccount, ...]
    notes: tuple[str, ...]


def account(trimmed: TrimmedReport, sources: Mapping[str, bytes]) -> ReportAccount:
    """The account of a report; `sources` has the bytes of submissions by name."""
    report = trimmed.report
    lines = SourceLines(report.name, sources.get(report.name, b""))
    verdict = _verdict(report)
    findings = tuple(_findings(trimmed, lines))
    return ReportAccount(
        name=one_line(report.name),
        score=suite_words.score(report.score, verdict),
        verdict=verdict,
        found=one_line(class_place(report.found)) if report.found else "",
        problem=_said(report.problem, lines) if report.problem else None,
        warning=report_words.NO_SANDBOX if report.sandbox is Level.TRUSTED else None,
        gradients=_gradients(trimmed),
        gradient_notice=gradient_words.otherwise(report.gradients, costs=_costs(report)),
        gradient_signs=tuple(gradient_words.sign(each) for each in report.gradients.evidence),
        missing=_missing(report),
        findings=findings,
        stages=() if report.problem else tuple(_stages(report, lines, _causes(findings))),
        notes=tuple(map(one_line, _notes(report))),
    )


def _gradients(trimmed: TrimmedReport) -> str:
    if trimmed.report.problem or not trimmed.shows_gradients:
        return ""
    return gradient_words.fact(trimmed.report.gradients)


def _costs(report: Report) -> bool:
    """Whether how gradients were obtained takes points."""
    return any(graph.forward_only for suite in report.suites for graph in suite.graphs)


def _verdict(report: Report) -> Verdict:
    if report.passed:
        return Verdict.PASSED
    if _costs(report):
        return Verdict.FAILED
    verdicts = {suite.verdict for suite in report.suites}
    verdicts |= {graph.verdict for suite in report.suites for graph in suite.graphs}
    told_wrong = report.problem is not None or Verdict.FAILED in verdicts
    return Verdict.FAILED if told_wrong else Verdict.MISSING


def _said(told: Problem, lines: SourceLines) -> Said:
    seen, advice = problem(told)
    where = Where(line=told.line, cell=told.cell) if told.line is not None else None
    return Said(Message(one_line(seen), advice), lines.line(told.line, told.cell), where)


def _findings(trimmed: TrimmedReport, lines: SourceLines) -> "Iterator[FindingAccount]":
    if not trimmed.findings:
        return
    from api.finding_account import finding_account

    attributes = _attributes(trimmed.report.notes)
    for finding in trimmed.findings:
        yield finding_account(finding, lines, attributes)


def _causes(findings: "Sequence[FindingAccount]") -> dict[str, str]:
    """By suite, the first finding that explains it."""
    numbered = list(enumerate(findings, 1))
    return {slug: finding_words.explained_by(n) for n, told in reversed(numbered) for slug in told.explains}


def _stages(report: Report, lines: SourceLines, causes: Mapping[str, str]) -> Iterator[StageAccount]:
    titles = {suite.slug: one_line(suite.title) for suite in report.suites}
    attributes = _attributes(report.notes)
    for stage in Stage:
        suites = [suite for suite in report.suites if suite.stage is stage]
        if suites:
            told = [_suite(suite, titles, attributes, lines) for suite in suites]
            yield StageAccount(suite_words.STAGES[stage], tuple(_with_cause(each, causes) for each in told))


def _attributes(notes: Sequence[Note]) -> dict[Quantity, str]:
    """What the class calls its numbers."""
    names = {each.kind: each.name for each in notes}
    data, gradient = names.get("data-name"), names.get("gradient-name")
    return {Quantity.DATA: data or "data", Quantity.GRADIENT: gradient or "grad"}


def _suite(
    suite: SuiteResult, titles: Mapping[str, str], attributes: Mapping[Quantity, str], lines: SourceLines
) -> SuiteAccount:
    return SuiteAccount(
        slug=suite.slug,
        title=titles[suite.slug],
        verdict=suite.verdict,
        points=suite_words.points(suite.earned, suite.possible),
        remark=_remark(suite, titles),
        empty=suite.verdict in {Verdict.MISSING, Verdict.NOT_APPLICABLE} and not suite.earned,
        cause="",
        graphs=tuple(_graph(graph, attributes, lines) for graph in suite.graphs),
    )


def _with_cause(suite: SuiteAccount, causes: Mapping[str, str]) -> SuiteAccount:
    return replace(suite, cause=causes.get(suite.slug, "")) if suite.verdict is Verdict.FAILED else suite


def _remark(suite: SuiteResult, titles: Mapping[str, str]) -> str:
    if suite.needs:
        return suite_words.needs(titles.get(suite.needs, suite.needs))
    if suite.verdict in {Verdict.PASSED, Verdict.FAILED}:
        return ""
    if suite.verdict is Verdict.MISSING and suite.earned:
        return suite_words.PARTLY
    return suite_words.VERDICTS[suite.verdict]


def _graph(graph: GraphResult, attributes: Mapping[Quantity, str], lines: SourceLines) -> GraphAccount:
    return GraphAccount(
        caption=_caption(graph.graph),
        verdict=graph.verdict,
        points=suite_words.points(graph.earned, graph.possible),
        inputs=_inputs(graph),
        said=tuple(_all_said(graph, lines)),
        wrong=tuple(_wrong(each, attributes, first=each is graph.wrong[0]) for each in graph.wrong),
        kind=_kind(graph),
        likeness=_likeness(graph),
    )


def _caption(text: str) -> str:
    return one_line("; ".join(line.strip() for line in text.splitlines()), _LONGEST_CAPTION)


def _inputs(graph: GraphResult) -> str:
    shown = [f"{each.name} = {short(each.value)}" for each in graph.inputs[:_MOST_INPUTS]]
    return ", ".join([*shown, "…"] if len(graph.inputs) > _MOST_INPUTS else shown)


def _all_said(graph: GraphResult, lines: SourceLines) -> Iterator[Said]:
    if graph.problem is not None:
        yield _said(graph.problem, lines)
    if graph.orders is not None:
        yield Said(graph_words.orders(graph.orders))
    if graph.unrepeatable:
        yield Said(graph_words.UNREPEATABLE)
    if graph.not_backprop:
        yield Said(graph_words.NOT_BACKPROP)


def _wrong(wrong: WrongNode, attributes: Mapping[Quantity, str], *, first: bool) -> WrongAccount:
    got = wrong.got
    expected, shown = (short(wrong.expected), "") if got is None else pair(wrong.expected, got)
    return WrongAccount(_attribute(wrong, attributes), expected, seen_instead(wrong.reason, shown), first)


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
    problems = [graph.problem for suite in report.suites for graph in suite.graphs if _lacks(graph)]
    operations = dict.fromkeys(each.operation for each in problems if each and each.operation)
    return suite_words.missing(list(operations), report.score.missing) if operations else ""


def _not_asked(graph: GraphResult) -> bool:
    """Whether the class is built in a way that leaves no room for the question."""
    missing = graph.problem is not None and graph.problem.kind == ProblemKind.MISSING
    return graph.verdict is Verdict.NOT_APPLICABLE and not missing


def _lacks(graph: GraphResult) -> bool:
    return graph.verdict is Verdict.MISSING


def _notes(report: Report) -> Iterator[str]:
    yield from (note(each) for each in report.notes)
    if report.absent:
        yield report_words.absent(report.absent)
    if report.error is not None and report.error != report.problem:
        stopped = report.error.kind in FATAL
        tell = report_words.stopped if stopped else report_words.error
        yield tell(problem(report.error).seen)
    graphs = [graph for suite in report.suites for graph in suite.graphs]
    not_asked = [graph.problem for graph in graphs if graph.problem and _not_asked(graph)]
    yield from dict.fromkeys(problem(each).seen for each in not_asked)
    yield from dict.fromkeys(convention(each) for graph in graphs for each in graph.conventions)
    if unkept := [graph for graph in graphs if graph.unkept]:
        yield report_words.unkept(len(unkept), _unkept_example(unkept[0], _attributes(report.notes)))
    if report.diagnosis is not None and report.diagnosis.status == "failed":
        yield finding_words.STOPPED
    if report.printed.strip():
        yield _printed(report.printed)


def _unkept_example(graph: GraphResult, attributes: Mapping[Quantity, str]) -> str:
    wrong = _wrong(graph.unkept[0], attributes, first=True)
    return f"{wrong.node} in `{_caption(graph.graph)}`: expected {wrong.expected}, {wrong.seen}"


def _printed(text: str) -> str:
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return report_words.printed(one_line(lines[0], _LONGEST_PRINTED), len(lines) - 1)
