"""What cannot be asked of a class never pays: a wrong one has no higher share for what is out of reach."""

import re
from fractions import Fraction

import pytest

from grader.assignment import assignment
from grader.grade import grade
from grader.report import Report, Verdict
from grader.sandbox.embedded import Embedded
from grader.sandbox.plays import Source
from suites import Drive, load
from tests.corpus_files import Member, correct, wrong
from tests.graded import ReportCache

FULL = assignment("full")
NAMES = ("_backward", "backward_fn", "_backward_fn", "_back", "grad_fn", "_grad_fn", "_bwd")
BY_HAND = {slug for slug, suite in load().items() if suite.drive is Drive.BY_HAND}


def renamed(source: bytes) -> bytes:
    """The same class, with closures under a name that nobody knows."""
    return re.sub(rf"\b({'|'.join(NAMES)})\b", r"local_rule_of\1", source.decode()).encode()


def share(report: Report) -> Fraction:
    score = report.score
    return Fraction(score.earned) / score.possible if score.possible else Fraction(0)


def both(each: Member, graded: ReportCache, sandbox: Embedded) -> tuple[Report, Report]:
    """On the class, and on the same class with closures that nobody knows: both asked the same."""
    report = graded.report(each.submission, FULL)
    asked_alike = int(report.seed, 16)
    content = renamed(each.source)
    return report, grade(Source("answer.py", content), FULL, sandbox, seed=asked_alike, diagnose=False)


WITH_CLOSURES = [each for each in wrong() if renamed(each.source) != each.source]


def test_there_are_wrong_classes_with_closures() -> None:
    assert len(WITH_CLOSURES) >= 40


@pytest.mark.sampled(one_in=12)
@pytest.mark.parametrize("each", WITH_CLOSURES, ids=lambda each: each.id)
def test_renaming_the_closures_of_a_wrong_class_never_raises_its_share(
    each: Member, graded: ReportCache, sandbox: Embedded
) -> None:
    before, after = both(each, graded, sandbox)
    assert share(after) <= share(before)


@pytest.mark.parametrize("each", [e for e in correct() if e.name == "base"], ids=lambda each: each.id)
def test_a_right_class_has_every_point_within_reach_without_closures(
    each: Member, graded: ReportCache, sandbox: Embedded
) -> None:
    before, after = both(each, graded, sandbox)
    assert after.score == before.score
    assert after.score.earned == after.score.possible - after.score.missing
    by_hand = [suite for suite in after.suites if suite.slug in BY_HAND]
    assert {suite.verdict for suite in by_hand} == {Verdict.PASSED}
