"""Whole files as students write them: the one cause is named, in its operation, and nothing else is."""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from grader.assignment import assignment, at_textbook_inputs
from grader.diagnosis.arbiter import UNKNOWN
from grader.faults import load
from grader.finding import Edit
from grader.report import Verdict
from grader.sandbox.plays import Source
from tests.corpus_files import FOLDER, Cause, causes, member
from tests.graded import ReportCache

FULL = assignment("full")
RIGHT = sorted((FOLDER / "causes" / "right").iterdir())


@pytest.mark.parametrize("path", RIGHT, ids=lambda path: path.stem)
def test_the_class_of_which_many_are_is_right_without_a_slip(path: Path, graded: ReportCache) -> None:
    report = graded.report(Source(path.name, path.read_bytes()), FULL)
    assert {suite.verdict for suite in report.suites} & {Verdict.FAILED, Verdict.NOT_RUN} == set()
    assert report.score.earned == report.score.possible - report.score.missing


@pytest.mark.sampled(one_in=12)
@pytest.mark.parametrize("found", causes(), ids=lambda one: one.id)
def test_the_cause_of_a_file_is_named_and_no_other(found: Cause, graded: ReportCache) -> None:
    diagnosis = graded.report(found.submission, FULL).diagnosis
    assert diagnosis is not None
    assert {one.fault for one in diagnosis.findings} == {found.fault, found.beside or found.fault}
    if found.operation is not None:
        assert {one.where.operation for one in diagnosis.findings} == {found.operation}
    if found.line is not None:
        assert {one.where.line for one in diagnosis.findings} == {found.line}


def _is_line_by_line(edit: Edit) -> bool:
    """Whether the lines before and after are pairs, and lines that are alike now were alike before."""
    was, now = edit.was.splitlines(), edit.now.splitlines()
    return len(was) == len(now) and len({*zip(was, now, strict=True)}) == len({*now})


def _said_twice(text: str) -> Iterator[str]:
    """The lines that stand below one like them."""
    return (one for one, other in pairwise(text.splitlines()) if one == other)


@pytest.mark.sampled(one_in=12)
@pytest.mark.parametrize("found", causes(), ids=lambda one: one.id)
def test_a_repair_shows_what_changes_and_nothing_twice(found: Cause, graded: ReportCache) -> None:
    diagnosis = graded.report(found.submission, FULL).diagnosis
    assert diagnosis is not None
    for edit in (edit for finding in diagnosis.findings for edit in finding.repair):
        functions = [line for line in edit.now.splitlines() if line.startswith("def ")]
        assert edit.was != edit.now
        assert len(functions) == len(set(functions))
        assert {*_said_twice(edit.now)} <= {*_said_twice(edit.was)} or _is_line_by_line(edit)


_RESETS = [one for one in causes() if one.fault == "gradients_not_reset"]


@pytest.mark.parametrize("found", _RESETS, ids=lambda one: one.id)
def test_a_repair_of_zero_grad_replaces_the_line_that_does_not_clear(
    found: Cause, graded: ReportCache
) -> None:
    diagnosis = graded.report(found.submission, FULL).diagnosis
    assert diagnosis is not None
    (edit,) = diagnosis.findings[0].repair
    assert found.line is not None
    assert edit.line == found.line
    assert edit.was == found.source.decode().splitlines()[found.line - 1].strip()
    assert edit.now == "self.grad = 0.0"


_UNSEEDED = [one for one in causes() if "seed_missing" in (one.fault, one.beside)]


@pytest.mark.sampled(one_in=3)
@pytest.mark.parametrize("found", _UNSEEDED, ids=lambda one: one.id)
def test_a_seed_that_the_caller_has_to_set_comes_first(found: Cause, graded: ReportCache) -> None:
    """Without it no other repair moves a gradient, however many graphs come right once it is set."""
    diagnosis = graded.report(found.submission, FULL).diagnosis
    assert diagnosis is not None
    assert diagnosis.findings[0].fault == "seed_missing"
    assert diagnosis.findings[0].explained is not None
    assert ", should be " in diagnosis.findings[0].explained.graph


def test_a_repair_stands_at_its_own_place(graded: ReportCache) -> None:
    """An import belongs to the top of a file, wherever its module is used."""
    diagnosis = graded.report(member("global_tape/math_not_imported").submission, FULL).diagnosis
    assert diagnosis is not None
    (finding,) = diagnosis.findings
    (edit,) = finding.repair
    assert edit.now.startswith("import math\n")
    assert (edit.line or 0) < 10 < (finding.where.line or 0)


def test_edits_of_one_line_are_shown_together(graded: ReportCache) -> None:
    """Two shares of one `lambda`: half of it would be no fix."""
    submission = member("dataclass_nodes/add_and_mul_rules_swapped").submission
    diagnosis = graded.report(submission, FULL).diagnosis
    assert diagnosis is not None
    repairs = [[edit.now for edit in finding.repair] for finding in diagnosis.findings]
    assert [len(repair) for repair in repairs] == [1, 1]
    assert "lambda g: (b.data * g, a.data * g)" in repairs[0][0]
    assert "lambda g: (g, g)" in repairs[1][0]


def test_a_cause_in_several_operations_is_shown_with_the_first(graded: ReportCache) -> None:
    submission = _named("numbers_are_left_out_of_the_operands.py").submission
    diagnosis = graded.report(submission, FULL).diagnosis
    assert diagnosis is not None
    (finding,) = diagnosis.findings
    assert (finding.where.operation, [each.operation for each in finding.also]) == ("*", ["-", "**"])
    assert finding.evidence.raised is not None
    assert finding.evidence.raised.graph == "b = a * 3"
    assert finding.explained is not None
    assert "b = a * 3" in finding.explained.graph


def test_every_cause_is_a_fault_that_is_known() -> None:
    named = {fault for one in causes() for fault in (one.fault, one.beside) if fault}
    assert named - {UNKNOWN} <= set(load())


def test_a_note_says_where_nodes_have_no_gradient_that_can_be_read(graded: ReportCache) -> None:
    report = graded.report(_named("totals_that_nobody_keeps.py").submission, FULL)
    assert ("no-gradient", "backward") in {(note.kind, note.name) for note in report.notes}


def test_where_one_large_graph_alone_shows_a_slip_it_has_its_own_name(graded: ReportCache) -> None:
    """A class of sums and products that rounds, at inputs that few digits are enough for."""
    text = _named("rule_rounds_its_factor.py").source.decode()
    of_two = text[: text.index("    def __pow__")] + text[text.index("    def backward") :]
    report = graded.report(Source("value.py", of_two.encode()), at_textbook_inputs(FULL))
    assert report.diagnosis is not None
    assert [one.fault for one in report.diagnosis.findings] == ["gradient_rounded"]


ONLY_SUMS_GO_ON = """
class Value:
    def __init__(self, data, parents=(), sign=""):
        self.data = data
        self.grad = 0.0
        self._backward = lambda: None
        self._parents = set(parents)
        self._sign = sign

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        total = Value(self.data + other.data, (self, other), "+")

        def _backward():
            self.grad += total.grad
            other.grad += total.grad
            self._backward()
            other._backward()

        total._backward = _backward
        return total

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        product = Value(self.data * other.data, (self, other), "*")

        def _backward():
            self.grad += other.data * product.grad
            other.grad += self.data * product.grad

        product._backward = _backward
        return product
"""


def test_an_edit_that_loses_the_pass_is_believed_for_nothing(graded: ReportCache) -> None:
    """No pass is written, and sums go on to their operands: what waits for a pass then is not mended."""
    report = graded.report(Source("value.py", ONLY_SUMS_GO_ON.encode()), FULL)
    assert report.diagnosis is not None
    assert "wrong_recipient" not in {one.fault for one in report.diagnosis.findings}


def _named(name: str) -> Cause:
    (found,) = (one for one in causes() if one.name == name)
    return found
