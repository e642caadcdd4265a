"""A report as a page shows it: its view, and the file with remarks at its lines."""

from collections.abc import Iterator, Mapping, Sequence

from api.rendering.markup import anchor
from api.rendering.python_spans import Span, spans
from api.report_view.one_line import one_line
from api.report_view.report import ReportView, report_view
from api.report_view.source_lines import CodePart, SourceLines
from api.words.finding import heading
from grader.finding import Where
from grader.records import Frozen
from grader.sandbox.replies import ProblemKind
from submissions.courses.assignments.suite_points import SuitePoints
from submissions.teaching.results.trimming import TrimmedReport

_NO_TEXT = {"picture", "archive", "pdf", "document", "utf-16"}
"""Types of files whose bytes say nothing to a reader."""


class Remark(Frozen):
    """A remark at a line, and where the page says more."""

    href: str
    number: int | None
    text: str
    is_wrong: bool = True
    """Whether something is wrong there: not where a person wrote it, nor where something is to be written."""


class Line(Frozen):
    """A line of the file."""

    id: str
    number: int
    spans: tuple[Span, ...]
    remarks: tuple[Remark, ...]

    @property
    def is_wrong(self) -> bool:
        """Whether a finding is about it."""
        return any(each.is_wrong for each in self.remarks)


class SourcePart(Frozen):
    """The file, or a cell of a notebook."""

    cell: int | None
    lines: tuple[Line, ...]
    left_out: int


class ReportPage(Frozen):
    """All that is shown of a report."""

    report: ReportView
    parts: tuple[SourcePart, ...]


def page_of(
    trimmed: TrimmedReport,
    content: bytes,
    said: Sequence[tuple[Where, Remark]] = (),
    worth: Mapping[str, SuitePoints] | None = None,
) -> ReportPage:
    """Return the content of the page.

    `content` is the file, `said` what people remarked at its lines, `worth` the points of suites in an
    assignment.
    """
    name = trimmed.report.name
    report = report_view(trimmed, {name: content}, worth)
    places = {anchor(where): where for where, _ in _remarks(report)}
    by_line: dict[str, list[Remark]] = {}
    for where, remark in (*_remarks(report), *said):
        by_line.setdefault(anchor(where), []).append(remark)
    problem = trimmed.report.problem
    is_text = problem is None or problem.kind is not ProblemKind.FILE_TYPE or problem.type not in _NO_TEXT
    parts = SourceLines(name, content).parts() if is_text else ()
    return ReportPage(report, tuple(_part(part, by_line, places) for part in parts))


def _remarks(report: ReportView) -> Iterator[tuple[Where, Remark]]:
    for step in report.unfinished.steps if report.unfinished else ():
        if step.where:
            yield step.where, Remark("#unfinished", None, step.remark, is_wrong=False)
    if report.problem and report.problem.where:
        yield report.problem.where, Remark("#problem", None, report.problem.message.seen)
    for number, finding in enumerate(report.findings, 1):
        shown = finding.trimmed
        remark = Remark(f"#finding-{number}", number, one_line(heading(shown.finding, shown.rung)))
        yield from ((where, remark) for where in finding.places if where.line is not None)


def _part(part: CodePart, remarks: Mapping[str, list[Remark]], places: Mapping[str, Where]) -> SourcePart:
    lines = []
    for number, pieces in enumerate(spans(part.lines), 1):
        id_ = anchor(Where(line=number, cell=part.cell))
        marked = _marked(pieces, places[id_]) if id_ in places else pieces
        lines.append(Line(id_, number, tuple(marked), tuple(remarks.get(id_, ()))))
    return SourcePart(part.cell, tuple(lines), part.left_out)


def _marked(pieces: Sequence[Span], where: Where) -> list[Span]:
    """The pieces, cut where the part begins and ends that is meant."""
    if where.column is None or where.end_column is None:
        return list(pieces)
    cut, at = [], 0
    for piece in pieces:
        start, end = (min(max(edge - at, 0), len(piece.text)) for edge in (where.column, where.end_column))
        before, meant, after = piece.text[:start], piece.text[start:end], piece.text[end:]
        cut += [Span(piece.kind, before), Span(f"{piece.kind} meant", meant), Span(piece.kind, after)]
        at += len(piece.text)
    return [span for span in cut if span.text]
