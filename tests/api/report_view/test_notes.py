"""Notes below a report do not contradict each other."""

import pytest

from api.report_view.notes import note_lines
from api.words.convention import conventions
from grader.assignment import assignment
from grader.report import Report
from suites import Convention
from tests.corpus_files import Member, member, members
from tests.graded import ReportCache

_FULL = assignment("full")
_PASSES = (Convention.PASSES_COMPOUND, Convention.PASSES_RESET, Convention.LAST_OUTPUT)
_SENTENCES = {choice: conventions([choice])[0] for choice in _PASSES}
_OVERWRITTEN = (
    "closures_set/add_cleans_its_operands",
    "closures_tuple/overwrite_in_add",
    "kahn_order/add_assigns",
)


def _on_passes(report: Report) -> list[str]:
    return [line for line in note_lines(report) if line in _SENTENCES.values()]


def _report(found: Member, graded: ReportCache) -> Report:
    return graded.report(found.submission, _FULL, diagnose=False)


@pytest.mark.sampled(one_in=24)
@pytest.mark.parametrize("found", members(), ids=lambda found: found.id)
def test_no_report_has_two_sentences_on_a_second_pass(found: Member, graded: ReportCache) -> None:
    assert len(_on_passes(_report(found, graded))) <= 1


@pytest.mark.parametrize("identity", _OVERWRITTEN)
def test_two_outputs_say_nothing_of_two_passes_on_one_graph(identity: str, graded: ReportCache) -> None:
    assert _SENTENCES[Convention.PASSES_RESET] not in _on_passes(_report(member(identity), graded))


def test_a_class_that_resets_is_told_so_once(graded: ReportCache) -> None:
    report = _report(member("closures_set/backward_clears_the_graph_first"), graded)
    assert _on_passes(report) == [_SENTENCES[Convention.PASSES_RESET]]


def test_what_two_outputs_show_is_told_where_nothing_else_is() -> None:
    assert conventions([Convention.LAST_OUTPUT]) == [_SENTENCES[Convention.LAST_OUTPUT]]


def test_two_answers_on_one_graph_are_no_convention() -> None:
    assert not conventions(_PASSES)
