"""Leaves out of a report what is above a rung of the ladder of hints.

A report that was trimmed is a report: what is left out has the value that stands for nothing. So every page,
format and interface renders one, and none has to know how much its reader may see.
"""

from collections.abc import Collection, Iterable, Sequence

from grader import faults
from grader.faults import FaultSign
from grader.finding import Certainty, Diagnosis, DiagnosisStatus, Evidence, Explained, Finding, Where
from grader.gradients import NOT_SHOWN
from grader.harness.loading.parts import REFLECTED
from grader.records import Frozen, replace
from grader.report import GraphResult, Report, SuiteResult, Unfinished
from grader.sandbox.replies import ClassPlace, Problem
from grader.score import total
from grader.unfinished import names_of
from submissions.courses.assignments.hints import Rung

UNTOLD = "untold"
"""The id in place of a fault that is known and not shown."""


class TrimmedFinding(Frozen):
    """A finding up to a rung."""

    finding: Finding
    rung: Rung
    hints: tuple[str, ...]
    """The hints from the vaguest on. They are about the fault, which the finding may no longer name."""

    @property
    def shows_cause(self) -> bool:
        """Whether the finding says what the fault is, and what shows it."""
        return self.rung >= Rung.CAUSE


class TrimmedReport(Frozen):
    """A report up to a rung."""

    report: Report
    rung: Rung
    findings: tuple[TrimmedFinding, ...]
    """The findings of its diagnosis, with hints."""
    beyond: tuple[TrimmedFinding, ...] = ()
    """The findings about what is not graded, with hints."""
    found_nothing: bool = False
    """Whether the diagnosis found nothing, on this rung or above it, but what is to be written."""
    is_only_unfinished: bool = False
    """Whether nothing is known to be wrong with a class that is half done."""

    @property
    def shows_gradients(self) -> bool:
        """Whether the report says how gradients were obtained."""
        return self.rung >= Rung.CAUSE


def as_seen(report: Report, *, closed: Collection[str], outlined: Collection[str]) -> Report:
    """The report without suites that are closed; of outlined ones it says only whether they passed."""
    return _outline(without_suites(report, closed), outlined) if outlined else without_suites(report, closed)


def without_names(report: Report) -> Report:
    """The report without the names of the faults that are hunted: to find out what they do is the task."""
    if report.hunt is None:
        return report
    nameless = tuple(replace(each, fault="") for each in report.hunt.classes)
    return replace(report, hunt=replace(report.hunt, classes=nameless))


def _outline(report: Report, slugs: Collection[str]) -> Report:
    """The report without what is inside these suites: neither their graphs, nor what only they showed."""
    suites = [_closed(suite) if suite.slug in slugs else suite for suite in report.suites]
    diagnosis = report.diagnosis
    if diagnosis is not None:
        findings = tuple(_unshown(each, slugs) for each in diagnosis.findings)
        diagnosis = replace(diagnosis, findings=findings, tried=())
    unfinished = _unfinished(report.unfinished, ())
    return replace(report, suites=tuple(suites), diagnosis=diagnosis, unfinished=unfinished)


def _unfinished(unfinished: Unfinished | None, hidden: Collection[str]) -> Unfinished | None:
    """The parts to write for other suites; not those that are right, for hidden suites decide on that too."""
    if unfinished is None:
        return None
    to_write = tuple(
        replace(part, suites=tuple(slug for slug in part.suites if slug not in hidden))
        for part in unfinished.to_write
        if not part.suites or not set(part.suites) <= set(hidden)
    )
    return Unfinished(to_write=to_write) if to_write else None


def _closed(suite: SuiteResult) -> SuiteResult:
    graphs = (
        GraphResult(graph=suite.title, verdict=graph.verdict, earned=graph.earned, possible=graph.possible)
        for graph in suite.graphs
    )
    return replace(suite, graphs=tuple(graphs))


def _unshown(finding: Finding, slugs: Collection[str]) -> Finding:
    """The finding; without its graph where that is one of these suites, or only they showed it."""
    made_from = finding.explained.suite if finding.explained else None
    only_there = bool(finding.explains) and set(finding.explains) <= set(slugs)
    if made_from not in slugs and not only_there:
        return finding
    return replace(finding, explained=None, evidence=Evidence())


def _is_whole(report: Report) -> bool:
    """Whether all causes are known: without a finished diagnosis, nobody knows that nothing is wrong."""
    if report.problem is not None:
        return True
    return report.diagnosis is not None and report.diagnosis.status in ("nothing", "done")


def trim(report: Report, rung: Rung, *, beyond: bool = True) -> TrimmedReport:
    """Return what of a report may be seen up to a rung; with `beyond`, also what is wrong but not graded."""
    wrong = _wrong(report)
    report = _without_named(report, wrong)
    findings = tuple(trim_finding(each, rung) for each in wrong) if rung > Rung.NOTHING else ()
    others = report.beyond if beyond and rung > Rung.NOTHING else ()
    not_graded = tuple(trim_finding(each, rung) for each in others)
    trimmed = _trimmed(report, rung, findings)
    trimmed = replace(trimmed, beyond=tuple(each.finding for each in not_graded))
    found_nothing = not report.beyond and not wrong
    only_unfinished = report.unfinished is not None and found_nothing and _is_whole(report)
    return TrimmedReport(
        trimmed, rung, findings, not_graded, found_nothing=found_nothing, is_only_unfinished=only_unfinished
    )


def _wrong(report: Report) -> list[Finding]:
    """Return the findings, except those of a missing method that the report lists as still to write."""
    found = report.diagnosis.findings if report.diagnosis else ()
    if not found or report.unfinished is None:
        return list(found)
    named = {part.operation for part in report.unfinished.to_write}
    unwritten = faults.first(FaultSign.NO_METHOD)
    return [each for each in found if each.fault != unwritten or each.where.operation not in named]


def _without_named(report: Report, findings: Sequence[Finding]) -> Report:
    """Return the report without parts `to_write` of which a finding says why the class lacks them."""
    if report.unfinished is None or not findings:
        return report
    to_write = tuple(
        part
        for part in report.unfinished.to_write
        if part.inside or not any(_is_about(finding, part.operation) for finding in findings)
    )
    return replace(report, unfinished=replace(report.unfinished, to_write=to_write))


def _is_about(finding: Finding, part: str) -> bool:
    """Whether a finding says why the class lacks a part: it is about it, or its repair names the method."""
    methods = [name for name in names_of(part) if name.startswith("__")]
    if any(method in edit.now for edit in finding.repair for method in methods):
        return True
    named = [where.operation for where in (finding.where, *finding.also) if where.operation]
    if finding.fault == faults.first(FaultSign.NO_REFLECTED_METHOD):
        named = [REFLECTED + operation.removeprefix(REFLECTED) for operation in named]
    return part in named


def without_suites(report: Report, hidden: Collection[str]) -> Report:
    """The report of the other suites: what only hidden ones show is not in it."""
    if not hidden or report.hunt is not None:  # a hunt has no suites
        return report
    seen = tuple(_alone(suite, hidden) for suite in report.suites if suite.slug not in hidden)
    return replace(
        report,
        suites=seen,
        score=total(seen),
        unfinished=_unfinished(report.unfinished, hidden),
        diagnosis=_diagnosis(report.diagnosis, hidden),
        beyond=(),
    )


def _diagnosis(diagnosis: Diagnosis | None, hidden: Collection[str]) -> Diagnosis | None:
    """The findings that explain something else too."""
    if diagnosis is None:
        return None
    explained = (
        (each, tuple(slug for slug in each.explains if slug not in hidden)) for each in diagnosis.findings
    )
    findings = tuple(replace(_unshown(each, hidden), explains=slugs) for each, slugs in explained if slugs)
    return Diagnosis(status=_status(diagnosis, findings), findings=findings)


def _status(diagnosis: Diagnosis, findings: Sequence[Finding]) -> DiagnosisStatus:
    """Return how the diagnosis ended: with nothing, if it is done and no finding is left to show."""
    return "nothing" if diagnosis.status == "done" and not findings else diagnosis.status


def _alone(suite: SuiteResult, hidden: Collection[str]) -> SuiteResult:
    return replace(suite, needs=None) if suite.needs in hidden else suite


def trim_finding(finding: Finding, rung: Rung) -> TrimmedFinding:
    """A finding up to a rung."""
    known = faults.load().get(finding.fault)
    return TrimmedFinding(_finding(finding, rung), rung, known.hints[:rung] if known else ())


def trim_causes(causes: Iterable[str], rung: Rung) -> tuple[str, ...]:
    """The faults of a submission, where the rung shows them."""
    return tuple(causes) if rung >= Rung.CAUSE else ()


def _trimmed(report: Report, rung: Rung, findings: tuple[TrimmedFinding, ...]) -> Report:
    if rung is Rung.REPAIR:
        return report
    if rung is Rung.NOTHING:
        return _outcome(report)
    diagnosis = report.diagnosis
    shown = tuple(finding.finding for finding in findings)
    return replace(
        report,
        problem=_problem(report.problem, rung),
        error=_problem(report.error, rung),
        gradients=report.gradients if rung >= Rung.CAUSE else NOT_SHOWN,
        suites=tuple(_suite(suite, rung) for suite in report.suites),
        diagnosis=replace(diagnosis, findings=shown, tried=()) if diagnosis else None,
        unfinished=_without_places(report.unfinished) if rung < Rung.CAUSE else report.unfinished,
    )


def _without_places(unfinished: Unfinished | None) -> Unfinished | None:
    """The parts to write; where one is that is written, and indented too far, is the cause of a mistake."""
    if unfinished is None:
        return None
    entries = (
        replace(each, method="", line=None, cell=None, inside="") if each.inside else each
        for each in unfinished.to_write
    )
    return replace(unfinished, to_write=tuple(entries))


def _outcome(report: Report) -> Report:
    """Return which suites passed, with their points; for a file that was not graded, the kind of reason."""
    # Built from what may be shown, not copied without what may not: a field that a report gains stays hidden.
    return Report(
        format=report.format,
        name=report.name,
        sha256=report.sha256,
        seed=report.seed,
        assignment=report.assignment,
        sandbox=report.sandbox,
        made_by=report.made_by,
        score=report.score,
        problem=Problem(kind=report.problem.kind) if report.problem else None,
        suites=tuple(replace(suite, graphs=()) for suite in report.suites),
        diagnosis=Diagnosis() if report.diagnosis else None,
        hunt=report.hunt,  # what its classes answer is the task, and no hint
    )


def _suite(suite: SuiteResult, rung: Rung) -> SuiteResult:
    if rung >= Rung.CAUSE:
        return suite
    return replace(suite, graphs=tuple(_graph(graph, rung) for graph in suite.graphs))


def _graph(graph: GraphResult, rung: Rung) -> GraphResult:
    return replace(graph, problem=_problem(graph.problem, rung))


def _problem(problem: Problem | None, rung: Rung) -> Problem | None:
    """Return the problem: its place and its loop only from the rungs on that show places and causes."""
    if problem is None or rung >= Rung.CAUSE:
        return problem
    problem = replace(problem, loop=None)
    if rung >= Rung.PLACE:
        return problem
    classes = problem.classes
    without = classes and tuple(_without_line(class_) for class_ in classes)
    return replace(problem, line=None, cell=None, function=None, classes=without)


def _without_line(place: ClassPlace | str) -> ClassPlace | str:
    if isinstance(place, str):
        return place
    return replace(place, line=None, cell=None)


def _finding(finding: Finding, rung: Rung) -> Finding:
    if rung is Rung.REPAIR:
        return finding
    if rung is Rung.CAUSE:
        return replace(finding, repair=())
    return replace(
        finding,
        fault=UNTOLD,
        certainty=Certainty.UNKNOWN,
        where=finding.where if rung >= Rung.PLACE else Where(),
        also=finding.also if rung >= Rung.PLACE else (),
        everywhere=finding.everywhere and rung >= Rung.PLACE,
        evidence=Evidence(),
        alternatives=(),
        repair=(),
        explained=_numbers(finding.explained) if finding.explained else None,
    )


def _numbers(explained: Explained) -> Explained:
    """The graph and its numbers, without what shows which contribution was lost."""
    return replace(explained, contributions=(), paths=(), writes=(), right_writes=())
