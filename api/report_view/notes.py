"""The notes below a report: how the class was read, what was not asked, what the file printed."""

from collections.abc import Iterator, Mapping, Sequence

from api.i18n import gettext as _
from api.report_view.graph import attributes_of, caption_of, wrong_number
from api.report_view.one_line import one_line
from api.words import report as report_words
from api.words.convention import conventions
from api.words.note import BY_BACKWARD, note
from api.words.problem import in_loop, problem
from grader.compare import Quantity
from grader.report import GraphResult, Report, Verdict
from grader.sandbox.base import Note, ProblemKind
from grader.sandbox_children import FATAL

_LONGEST_PRINTED = 60
_NO_RULE_ALONE = (
    ProblemKind.NO_CLOSURES,
    ProblemKind.CLOSURES_TAKE_ARGUMENTS,
    ProblemKind.CLOSURES_NOT_LOCAL,
)


def note_lines(report: Report) -> Iterator[str]:
    """Yield each further note on a report, a sentence a line."""
    graphs = [graph for suite in report.suites for graph in suite.graphs]
    yield from map(note, _told_notes(report.notes, graphs))
    if report.absent:
        yield report_words.absent(report.absent)
    if report.error is not None and report.problem is None:
        was_stopped = report.error.kind in FATAL
        sentence = report_words.stopped if was_stopped else report_words.error
        yield sentence(problem(report.error).seen)
    not_asked = [graph.problem for graph in graphs if graph.problem and _not_asked(graph)]
    if any(each.kind == BY_BACKWARD for each in report.notes):  # the same is said once
        not_asked = [reason for reason in not_asked if reason.kind not in _NO_RULE_ALONE]
    loops = [reason for reason in dict.fromkeys(not_asked) if reason.kind is ProblemKind.NETWORK_IN_LOOP]
    yield from dict.fromkeys((in_loop(loops) if each in loops else problem(each)).seen for each in not_asked)
    yield from conventions([chosen for graph in graphs for chosen in graph.conventions])
    if unkept := [graph for graph in graphs if graph.unkept]:
        yield report_words.unkept(len(unkept), _unkept_example(unkept[0], attributes_of(report.notes)))
    if report.diagnosis is not None and report.diagnosis.status == "failed":
        yield report_words.diagnosis_stopped()
    if report.diagnosis is not None and report.diagnosis.status == "cut_short":
        yield _(
            "There may be more causes than these: with most of the repairs that we tried, "
            "your code did not finish. Your points are correct."
        )
    if report.printed.strip():
        yield _printed(report.printed)


def _told_notes(notes: Sequence[Note], graphs: Sequence[GraphResult]) -> Iterator[Note]:
    """The notes that are true of this report: nothing is checked in another way where nothing was tried."""
    is_tried = any(graph.verdict in (Verdict.PASSED, Verdict.FAILED) for graph in graphs)
    yield from (each for each in notes if is_tried or each.kind != BY_BACKWARD)


def _not_asked(graph: GraphResult) -> bool:
    """Whether the class is built in a way that leaves no room for the question."""
    missing = graph.problem is not None and graph.problem.kind == ProblemKind.MISSING
    return graph.verdict is Verdict.NOT_APPLICABLE and not missing


def _unkept_example(graph: GraphResult, attributes: Mapping[Quantity, str]) -> str:
    wrong = wrong_number(graph.unkept[0], attributes, is_first=True)
    return _(
        "{number} in `{graph}`: expected {expected}, got {got}",
        number=wrong.name,
        graph=caption_of(graph.graph),
        expected=wrong.expected,
        got=wrong.got,
    )


def _printed(text: str) -> str:
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return report_words.printed(one_line(lines[0], _LONGEST_PRINTED), len(lines) - 1)
