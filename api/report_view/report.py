"""A report as its reader sees it, in the parts that a page is made of. Formats lay them out."""

from collections.abc import Container, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from api.i18n import gettext as _, number
from api.report_view.graph import QuotedMessage, attributes_of, quoted
from api.report_view.notes import note_lines
from api.report_view.one_line import one_line
from api.report_view.source_lines import SourceLines
from api.report_view.suite import StageView, missing_operation, stage_views
from api.report_view.unfinished import UnfinishedView, unfinished_view
from api.words import (
    Message,
    finding as finding_words,
    gradients as gradient_words,
    report as report_words,
    suite as suite_words,
    tried as tried_words,
)
from api.words.place import class_place
from grader.faults import FaultSign, first
from grader.gradients import NOT_SHOWN, Method
from grader.harness.loading.parts import BACKWARD
from grader.records import Frozen
from grader.report import Report, SuiteResult, ToWrite, Verdict
from grader.sandbox.level import Level
from submissions.courses.assignments.suite_points import SuitePoints, own_points
from submissions.teaching.results.trimming import TrimmedFinding, TrimmedReport
from suites import Stage, all_suites

if TYPE_CHECKING:
    from api.report_view.finding import FindingView


class TriedView(Frozen):
    """An edit that was tried."""

    undone: str
    """The mistake and its place."""
    mended: str
    """A sentence that says how many graphs passed with it."""
    chosen: bool


class ReportView(Frozen):
    """A report."""

    name: str
    score: str
    verdict: Verdict
    """`MISSING` where all that was lost is not written yet."""
    class_line: str
    """A sentence that names the graded class; empty where there is none."""
    of_networks: bool
    """Whether it is about a network and asks nothing of the class itself."""
    problem: QuotedMessage | None
    warning: Message | None
    gradients: str
    """How they were computed, in a line; empty where nothing was graded."""
    gradient_notice: Message | None
    """Where that is not backpropagation: what follows from it."""
    gradient_signs: tuple[str, ...]
    missing: str
    findings: "tuple[FindingView, ...]"
    """The findings, with the one to look at first at the front."""
    tried: tuple[TriedView, ...]
    """The edits that the diagnosis tried, where the rung shows repairs."""
    beyond: "tuple[FindingView, ...]"
    """The findings about the whole graph, which is not graded."""
    beyond_note: str
    """A sentence that says that they cost nothing; empty where there are none."""
    unfinished: UnfinishedView | None
    """The list of what to write next, where the class is half done."""
    stages: tuple[StageView, ...]
    notes: tuple[str, ...]
    version_line: str
    """The version of Backgrade that made it; empty where that was not noted."""


def report_view(
    trimmed: TrimmedReport, sources: Mapping[str, bytes], worth: Mapping[str, SuitePoints] | None = None
) -> ReportView:
    """The view of a report; `sources` has the bytes of submissions by name.

    `worth` says what each suite came to in an assignment; without it, points are those of suites.
    """
    report = trimmed.report
    worth = own_points(report) if worth is None else worth
    lines = SourceLines(report.name, sources.get(report.name, b""))
    verdict = _verdict(trimmed)
    findings = tuple(_findings(trimmed.findings, lines, report))
    is_missing = verdict is Verdict.MISSING
    numbers = _findings_of_missing_methods(findings)
    unfinished = unfinished_view(report, worth, nothing_wrong=is_missing, finding_numbers=numbers)
    beyond = tuple(_findings(trimmed.beyond, lines, report))
    return ReportView(
        name=one_line(report.name),
        score=suite_words.score(report.score, nothing_wrong=is_missing and trimmed.found_nothing),
        verdict=verdict,
        class_line=one_line(class_place(report.found)) if report.found else "",
        of_networks=_is_of_networks(report),
        problem=quoted(report.problem, lines) if report.problem else None,
        warning=report_words.no_sandbox() if report.sandbox is Level.TRUSTED else None,
        gradients=_gradients(trimmed),
        gradient_notice=gradient_words.otherwise(report.gradients, costs=_costs(report)),
        gradient_signs=tuple(map(gradient_words.sign, report.gradients.evidence)),
        missing="" if unfinished else _missing(report, worth),
        findings=findings,
        tried=tuple(_tried(report)),
        beyond=beyond,
        beyond_note=_beyond_note(report) if beyond else "",
        unfinished=unfinished,
        stages=() if report.problem else tuple(stage_views(report, lines, _causes(findings), worth)),
        notes=tuple(map(one_line, (*_not_counted(report, worth), *note_lines(report)))),
        version_line=_("Graded by Backgrade {version}.", version=report.made_by) if report.made_by else "",
    )


def _tried(report: Report) -> Iterator[TriedView]:
    for each in report.diagnosis.tried if report.diagnosis is not None else ():
        yield TriedView(one_line(tried_words.undone(each)), tried_words.mended(each), each.chosen)


def _gradients(trimmed: TrimmedReport) -> str:
    if trimmed.report.problem or not trimmed.shows_gradients:
        return ""
    obtained = trimmed.report.gradients
    if obtained == NOT_SHOWN and _is_of_networks(trimmed.report):
        return ""  # nothing is asked of the class itself
    if obtained.method is Method.NOT_SHOWN:
        if trimmed.findings or any(part.operation == BACKWARD for part in _to_write(trimmed.report)):
            return ""  # these say what to do first
        return gradient_words.not_seen(all_right=_verdict(trimmed) is Verdict.PASSED)
    return gradient_words.fact(obtained)


def _is_of_networks(report: Report) -> bool:
    """Whether every suite is about networks."""
    return all(suite.stage is Stage.NETWORK for suite in report.suites)


def _costs(report: Report) -> bool:
    """Whether how gradients were computed takes points."""
    return any(graph.forward_only for graph in report.graphs)


def _verdict(trimmed: TrimmedReport) -> Verdict:
    report = trimmed.report
    if report.passed:
        return Verdict.PASSED
    if trimmed.findings:  # such as a method that was meant to be there
        return Verdict.FAILED
    if trimmed.is_only_unfinished and not _costs(report):
        return Verdict.MISSING
    if _costs(report) or report.problem is not None:
        return Verdict.FAILED
    verdicts = {suite.verdict for suite in report.suites}
    verdicts |= {graph.verdict for graph in report.graphs}
    return Verdict.FAILED if Verdict.FAILED in verdicts else Verdict.MISSING


def _beyond_note(report: Report) -> str:
    return _(
        "{earned} of {possible} points in what this assignment does not grade. "
        "What is wrong there costs nothing:",
        earned=number(report.score.earned),
        possible=number(report.score.possible),
    )


def _findings(
    trimmed: Sequence[TrimmedFinding], lines: SourceLines, report: Report
) -> "Iterator[FindingView]":
    if not trimmed:
        return
    from api.report_view.finding import finding_view

    attributes = attributes_of(report.notes)
    alone = sum(bool(shown.finding.evidence.repaired) for shown in trimmed) < 2  # noqa: PLR2004
    hidden = {(part.line, part.cell): part for part in _to_write(report) if part.inside}
    for shown in trimmed:
        where, lacks = shown.finding.where, shown.finding.fault == first(FaultSign.NO_METHOD)
        indented = hidden.get((where.line, where.cell)) if lacks else None
        yield finding_view(shown, lines, attributes, alone=alone, indented=indented)


def _to_write(report: Report) -> Sequence[ToWrite]:
    return report.unfinished.to_write if report.unfinished else ()


def _findings_of_missing_methods(
    findings: "Sequence[FindingView]",
) -> dict[tuple[int | None, int | None], int]:
    """Return by line and cell the number of the finding that tells which method the class lacks."""
    return {
        (view.where.line, view.where.cell): index
        for index, view in enumerate(findings, 1)
        if view.fault == first(FaultSign.NO_METHOD) and view.where is not None
    }


def _causes(findings: "Sequence[FindingView]") -> dict[str, str]:
    """Return by suite which findings explain it."""
    explained: dict[str, list[int]] = {}
    for index, view in enumerate(findings, 1):
        for slug in view.trimmed.finding.explains:
            explained.setdefault(slug, []).append(index)
    return {slug: finding_words.same_cause(numbers) for slug, numbers in explained.items()}


def _missing(report: Report, worth: Mapping[str, SuitePoints]) -> str:
    """Name what is to be written, with its points; not what the class lacks as a finding says."""
    operations = _missing_operations(report)
    counted = [suite for suite in report.suites if suite.missing and not worth[suite.slug].is_bonus]
    lost = sum(
        worth[suite.slug].missing * _still_missing(suite, operations) / suite.missing for suite in counted
    )
    return suite_words.missing(operations, lost) if operations else ""


def _still_missing(suite: SuiteResult, operations: Container[str]) -> int:
    """Return the points of its graphs that wait for one of these operations."""
    return sum(graph.possible for graph in suite.graphs if missing_operation(graph) in operations)


def _not_counted(report: Report, worth: Mapping[str, SuitePoints]) -> Iterator[str]:
    """Yield the note that this class has a smaller total than one to which all suites apply."""
    counted = [suite for suite in report.suites if not worth[suite.slug].is_bonus]
    left_out = [_(suite.title) for suite in counted if suite.possible < _asked_of_others(suite)]
    if left_out and report.problem is None:
        yield report_words.not_counted(left_out, sum(worth[suite.slug].possible for suite in counted))


def _asked_of_others(suite: SuiteResult) -> int:
    return all_suites()[suite.slug].points if suite.slug in all_suites() else 0


def _missing_operations(report: Report) -> list[str]:
    """Return the operations that graphs wait for; without those that findings name, where that is known."""
    missing = list(dict.fromkeys(filter(None, map(missing_operation, report.graphs))))
    if report.unfinished is None:
        return missing
    to_write = {part.operation for part in report.unfinished.to_write}
    return [operation for operation in missing if operation in to_write]
