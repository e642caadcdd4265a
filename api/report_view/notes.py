"""The notes below a report: how the class was read, what was not asked, what the file printed."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from api.i18n import gettext as _
from api.report_view.graph import attributes_of, caption_of, wrong_number
from api.report_view.one_line import one_line
from api.words import report as report_words
from api.words.note import BY_BACKWARD, conventions, note
from api.words.problem import in_loop, problem
from grader.compare import Quantity
from grader.harness.loading.parts import RULE
from grader.report import GraphResult, Report, Verdict
from grader.sandbox.limits import Limits
from grader.sandbox.replies import Note, Problem, ProblemKind
from grader.sandbox_children import FATAL

_LONGEST_PRINTED = 60
_KEPT = Limits().shown
"""Bytes: of a file that prints more, the rest is not here."""
_NO_RULE_ALONE = (
    ProblemKind.NO_CLOSURES,
    ProblemKind.CLOSURES_TAKE_ARGUMENTS,
    ProblemKind.CLOSURES_NOT_LOCAL,
)


def note_lines(report: Report) -> Iterator[str]:
    """Yield each further note on a report, a sentence a line."""
    graphs = report.graphs
    yield from map(note, _told_notes(report.notes, graphs))
    if report.absent:
        yield report_words.absent(report.absent)
    if report.error is not None and report.problem is None:
        yield _error(report.error)
    yield from _reasons_not_asked(report.notes, graphs)
    yield from _harmless(report)
    if report.diagnosis is not None:
        yield from report_words.incomplete(report.diagnosis.status)
    if report.printed.strip():
        yield _printed(report.printed)


def _may_look_like_a_choice(graph: GraphResult) -> bool:
    """Whether a mistake or a rule that is not written may give other graphs the numbers of a choice."""
    waits_for_rule = graph.problem is not None and (graph.problem.operation or "").startswith(RULE)
    return graph.verdict is Verdict.FAILED or waits_for_rule


def _error(error: Problem) -> str:
    """Say how other code of the file ended, whose class was graded."""
    sentence = report_words.stopped if error.kind in FATAL else report_words.error
    return sentence(problem(error).seen)


def _told_notes(notes: Sequence[Note], graphs: Sequence[GraphResult]) -> Iterator[Note]:
    """The notes that are true of this report: nothing is checked in another way where nothing was tried."""
    is_tried = any(graph.verdict in (Verdict.PASSED, Verdict.FAILED) for graph in graphs)
    yield from (each for each in notes if is_tried or each.kind != BY_BACKWARD)


def _reasons_not_asked(notes: Sequence[Note], graphs: Sequence[GraphResult]) -> Iterable[str]:
    """Return why graphs do not apply to a class that is built in this way, each reason once."""
    elsewhere = _said_elsewhere(notes, graphs)
    told = [each for each in _problems(graphs, Verdict.NOT_APPLICABLE) if each.kind not in elsewhere]
    loops = [each for each in dict.fromkeys(told) if each.kind is ProblemKind.NETWORK_IN_LOOP]
    return dict.fromkeys((in_loop(loops) if each in loops else problem(each)).seen for each in told)


def _said_elsewhere(notes: Sequence[Note], graphs: Sequence[GraphResult]) -> set[ProblemKind]:
    """Return the kinds of reasons that the report gives elsewhere: an error, beside the graphs it failed."""
    noted = _NO_RULE_ALONE if any(each.kind == BY_BACKWARD for each in notes) else ()
    errors = (each.kind for each in _problems(graphs, Verdict.FAILED))
    return {ProblemKind.MISSING, *noted, *errors}


def _problems(graphs: Sequence[GraphResult], verdict: Verdict) -> Iterator[Problem]:
    yield from (each.problem for each in graphs if each.verdict is verdict and each.problem)


def _harmless(report: Report) -> Iterator[str]:
    """Yield what costs no points: conventions, and gradients in the middle that are not kept."""
    graphs = report.graphs
    if not any(map(_may_look_like_a_choice, graphs)):
        yield from conventions([chosen for graph in graphs for chosen in graph.conventions])
    if unkept := [graph for graph in graphs if graph.unkept]:
        yield report_words.unkept(len(unkept), _unkept_example(unkept[0], attributes_of(report.notes)))


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
    first = one_line(lines[0], _LONGEST_PRINTED)
    if len(lines) > 1 and len(text.encode()) >= _KEPT:
        return report_words.printed_much(first)
    return report_words.printed(first, len(lines) - 1)
