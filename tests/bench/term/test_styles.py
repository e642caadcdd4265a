"""Each style is right in every voice, and each of its mistakes is told as the fault of its name."""

import pytest

from bench.term import styles
from bench.term.files import FileKind, PlannedFile
from bench.term.plan import STAGES
from bench.term.styles import Mistake
from bench.term.voices import VOICES
from grader import faults
from grader.assignment import assignment
from grader.grade import grade
from grader.report import Report, Verdict
from grader.sandbox.embedded import Embedded
from grader.sandbox.plays import Source
from submissions.operating.term.recording import RecordedFile

LECTURE = "closures"
OTHERS = [slug for slug in styles.load() if slug != LECTURE]
MISSING = {"missing_method"}
"""Faults that are told as code that is still to write."""


@pytest.mark.sampled(one_in=6)
@pytest.mark.parametrize("voice", VOICES)
@pytest.mark.parametrize("style", styles.load())
def test_a_style_is_right_in_every_voice(sandbox: Embedded, style: str, voice: str) -> None:
    report = _report(sandbox, PlannedFile(style, voice))

    assert _wrong(report) == set()


@pytest.mark.sampled(one_in=6)
@pytest.mark.parametrize("style", OTHERS)
def test_each_mistake_of_a_style_is_told_as_its_fault(sandbox: Embedded, style: str) -> None:
    for mistake in styles.load()[style].mistakes:
        report = _report(sandbox, PlannedFile(style, "lecture", (mistake,)))
        assert report.diagnosis is not None
        told = {finding.fault for finding in report.diagnosis.findings}

        assert told == {mistake.fault} - MISSING, (style, mistake)


@pytest.mark.parametrize("style", styles.load())
def test_mistakes_have_the_names_of_the_catalogue(style: str) -> None:
    for fault, place in styles.load()[style].mistakes:
        assert place in faults.load()[fault].examples


def test_as_many_students_as_there_are_have_a_style() -> None:
    assert sum(style.share for style in styles.load().values()) == 100


@pytest.mark.parametrize("stage", STAGES)
def test_a_notebook_is_graded_as_its_class(sandbox: Embedded, stage: str) -> None:
    early = ("backward", "_order", "zero_grad") if stage == STAGES[0] else ()
    right = PlannedFile(LECTURE, "short", (), early, FileKind.NOTEBOOK)

    assert _wrong(_report(sandbox, right, stage)) == set()


@pytest.mark.parametrize("voice", VOICES)
def test_an_unreadable_file_is_refused(sandbox: Embedded, voice: str) -> None:
    report = _report(sandbox, PlannedFile(LECTURE, voice, kind=FileKind.UNREADABLE))

    assert report.problem is not None


@pytest.mark.sampled(one_in=6)
@pytest.mark.parametrize("style", ["closures", "local_gradients", "tape"])
def test_two_mistakes_at_once_are_both_told(sandbox: Embedded, style: str) -> None:
    both = (Mistake("sum_rule_in_product", "*"), Mistake("tanh_rule", "tanh: square lost"))
    report = _report(sandbox, PlannedFile(style, "lecture", both))
    assert report.diagnosis is not None

    assert {each.fault for each in report.diagnosis.findings} == {each.fault for each in both}


def _report(sandbox: Embedded, file: PlannedFile, stage: str = "full") -> Report:
    recorded = RecordedFile(0, file.name, file.text(), file.has_backward)
    return grade(Source(file.name, recorded.submitted("Ada", 1)), assignment(stage), sandbox, seed=1)


def _wrong(report: Report) -> set[str]:
    right = {Verdict.PASSED, Verdict.NOT_APPLICABLE}
    return {suite.slug for suite in report.suites if suite.verdict not in right} | (
        {str(report.problem)} if report.problem else set()
    )
