"""Notes below a report do not contradict each other."""

import pytest

from api.report_view.notes import note_lines
from api.words.note import conventions
from api.words.problem import problem
from grader.assignment import assignment
from grader.report import Report, Verdict
from grader.sandbox.limits import Limits
from grader.sandbox.replies import Problem, ProblemKind
from suites import Convention
from tests.api.conftest import graph, report, suite
from tests.corpus_files import Member, member, members
from tests.graded import ReportCache
from tests.offenders import for_each

_FULL = assignment("full")
_PASSES = (Convention.PASSES_COMPOUND, Convention.PASSES_RESET, Convention.LAST_OUTPUT)
_SENTENCES = {choice: conventions([choice])[0] for choice in _PASSES}
_OVERWRITTEN = (
    "closures_set/add_cleans_its_operands",
    "closures_tuple/overwrite_in_add",
    "kahn_order/add_assigns",
)


def _on_passes(seen: Report) -> list[str]:
    return [line for line in note_lines(seen) if line in _SENTENCES.values()]


def _report(found: Member, graded: ReportCache) -> Report:
    return graded.report(found.submission, _FULL, diagnose=False)


@pytest.mark.sampled(one_in=24)
@pytest.mark.parametrize("found", members(), ids=lambda found: found.id)
def test_notes_say_one_thing_once(found: Member, graded: ReportCache) -> None:
    """One sentence at most is on a second pass, none on a choice beside a mistake, and none on its error."""
    seen = _report(found, graded)
    failed = [each for each in seen.graphs if each.verdict is Verdict.FAILED]
    errors = {problem(each.problem).seen for each in failed if each.problem}
    assert len(_on_passes(seen)) <= (0 if failed else 1)
    assert not errors.intersection(note_lines(seen))


@for_each("kind", [ProblemKind.EXCEPTION, ProblemKind.TIME, ProblemKind.WRONG_RESULT, ProblemKind.MEMORY])
def test_an_error_that_failed_graphs_is_no_reason_why_others_do_not_apply(kind: ProblemKind) -> None:
    seen = Problem(kind=kind, type="TypeError", operation="+")
    other = suite(Verdict.NOT_APPLICABLE, graph(Verdict.NOT_APPLICABLE, problem=seen))
    failed = suite(Verdict.FAILED, graph(Verdict.FAILED, problem=seen))

    assert list(note_lines(report(other))) == [problem(seen).seen]
    assert not list(note_lines(report(other, failed)))


@pytest.mark.parametrize("identity", _OVERWRITTEN)
def test_two_outputs_say_nothing_of_two_passes_on_one_graph(identity: str, graded: ReportCache) -> None:
    assert _SENTENCES[Convention.PASSES_RESET] not in _on_passes(_report(member(identity), graded))


def test_a_class_that_resets_is_told_so_once(graded: ReportCache) -> None:
    seen = _report(member("closures_set/backward_clears_the_graph_first"), graded)
    assert _on_passes(seen) == [_SENTENCES[Convention.PASSES_RESET]]


def test_what_two_outputs_show_is_told_where_nothing_else_is() -> None:
    assert conventions([Convention.LAST_OUTPUT]) == [_SENTENCES[Convention.LAST_OUTPUT]]


def test_two_answers_on_one_graph_are_no_convention() -> None:
    assert not conventions(_PASSES)


@pytest.mark.parametrize(
    ("printed", "told"),
    [
        ("one\n", "Your file prints: one"),
        ("one\ntwo\n\nthree\n", "Your file prints: one (2 more lines)"),
        ("one\n" * 5_000, "Your file prints: one (and many more lines)"),
    ],
)
def test_lines_that_are_printed_are_counted_as_far_as_they_are_kept(printed: str, told: str) -> None:
    assert told in note_lines(report(printed=printed[: Limits().shown]))
