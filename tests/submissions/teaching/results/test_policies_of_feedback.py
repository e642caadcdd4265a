"""What students see by time and by attempt, and what hidden, bonus and required things do to points."""

from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest

from grader.finding import Certainty, Diagnosis, Explained, Finding
from grader.records import replace
from grader.report import Report, Score, SuiteResult, Verdict
from grader.sandbox.level import Level
from submissions.courses.assignments.hints import Rung
from submissions.courses.assignments.points import Earned, earned, is_refused
from submissions.courses.grades.deadlines import Deadlines
from submissions.tables import AssignmentVersion, Reveal, Shown, Submission
from submissions.teaching.results.trimming import as_seen, without_suites
from submissions.teaching.results.visibility import Visibility
from suites import load
from tests.world.clock import NOW

_DAY = timedelta(days=1)
_DATES = Deadlines(None, NOW, NOW + 2 * _DAY)
_CHAIN, _DIAMOND = "linear_chain", "diamond"


def _seen(**given: Any) -> Visibility:
    return Visibility(rung=Rung.SYMPTOM, shown=Shown.AT_ONCE, **given)


@pytest.mark.parametrize(
    ("days", "rung"), [(-1, Rung.SYMPTOM), (1, Rung.CAUSE), (3, Rung.REPAIR)], ids=["before", "due", "closed"]
)
def test_hints_change_with_the_due_date_and_the_close(days: int, rung: Rung) -> None:
    seen = _seen(rung_after_due=Rung.CAUSE, rung_after_close=Rung.REPAIR)

    assert seen.rung_of(Submission(attempt=1, opened_rung=0), _DATES, NOW + days * _DAY) is rung


def test_only_some_attempts_show_hints_until_the_due_date() -> None:
    seen = _seen(first_attempt=2, last_attempt=3)
    attempts = [Submission(attempt=attempt, opened_rung=0) for attempt in (0, 1, 2, 3, 4)]
    before = [seen.rung_of(each, _DATES, NOW - _DAY) for each in attempts]

    assert before == [Rung.NOTHING, Rung.NOTHING, Rung.SYMPTOM, Rung.SYMPTOM, Rung.NOTHING]
    assert {seen.rung_of(each, _DATES, NOW + _DAY) for each in attempts} == {Rung.SYMPTOM}


@pytest.mark.parametrize(
    ("reveal", "open_from"), [("after-due", 1), ("after-close", 3), ("by-hand", None), ("opened", -1)]
)
def test_hidden_suites_open_when_it_was_said(reveal: str, open_from: int | None) -> None:
    seen = _seen(hidden_suites=frozenset({_CHAIN}), hidden_until=Reveal(reveal))
    opened = [day for day in (-1, 1, 3) if not seen.closed_suites(_DATES, NOW + day * _DAY)]

    assert opened[:1] == ([] if open_from is None else [open_from])


def test_a_report_without_a_suite_keeps_nothing_that_only_it_shows() -> None:
    told = without_suites(_report(chain=0, diamond=0), {_CHAIN})

    assert [suite.slug for suite in told.suites] == [_DIAMOND]
    assert (told.score.earned, told.score.possible) == (0, 1)
    assert told.diagnosis is not None
    assert [(each.fault, each.explains) for each in told.diagnosis.findings] == [("both", (_DIAMOND,))]


@pytest.mark.parametrize(("suite", "shown"), [(_CHAIN, None), (_DIAMOND, "L = a + b"), ("", "L = a + b")])
def test_a_cause_that_another_suite_shows_too_is_told_without_the_graph_of_a_hidden_one(
    suite: str, shown: str | None
) -> None:
    """Reports of long ago do not say what a graph was made from."""
    report = _report(chain=0, diamond=0)
    explained = Explained(graph="L = a + b", root="L", nodes=(), suite=suite)
    finding = replace(_found(report)[1], explained=explained)
    report = replace(report, diagnosis=Diagnosis(findings=(finding,)))

    closed = as_seen(report, closed={_CHAIN}, outlined=())
    outlined = as_seen(report, closed=(), outlined={_CHAIN})

    for (told,) in (_found(closed), _found(outlined)):
        assert told.fault == "both"
        assert (told.explained and told.explained.graph) == shown


def test_hidden_suites_leave_their_points_out_of_what_is_seen() -> None:
    version = _version(points=Decimal(100))

    assert earned(_report(chain=1, diamond=1), version) == Earned(Decimal(100), Decimal(100))
    assert earned(_report(chain=0, diamond=1), version, without={_CHAIN}) == Earned(Decimal(25), Decimal(25))


def test_a_bonus_comes_on_top_and_costs_nothing() -> None:
    version = _version(points=Decimal(100), bonus=[_DIAMOND])

    assert earned(_report(chain=1, diamond=0), version).points == 100
    assert earned(_report(chain=1, diamond=1), version).points == Decimal("133.3333")


def test_a_required_operation_costs_its_suite_or_is_refused() -> None:
    sigmoid = next(slug for slug, suite in load().items() if suite.optional and "sigmoid" in suite.about)
    version = _version(points=Decimal(100), weights={_CHAIN: 3, sigmoid: 1})
    report = _report(chain=1, diamond=0)
    unasked = replace(_suite(sigmoid, 0), possible=0, verdict=Verdict.NOT_APPLICABLE)
    report = replace(report, suites=(report.suites[0], unasked), operations=("+",))

    assert earned(report, version).points == 100
    version.required_operations = ["sigmoid"]
    assert (earned(report, version).points, is_refused(report, version)) == (Decimal(75), False)
    version.missing_required = "refusal"
    assert is_refused(report, version)


def _found(report: Report) -> tuple[Finding, ...]:
    assert report.diagnosis is not None
    return report.diagnosis.findings


def _version(**given: Any) -> AssignmentVersion:
    usual = {"weights": {_CHAIN: 3, _DIAMOND: 1}, "bonus": [], "required_operations": []}
    return AssignmentVersion(**{**usual, "missing_required": "points", **given})


def _report(*, chain: int, diamond: int) -> Report:
    found = Diagnosis(
        findings=tuple(
            Finding(fault=fault, certainty=Certainty.PROVEN, explains=explains)
            for fault, explains in (("hidden", (_CHAIN,)), ("both", (_CHAIN, _DIAMOND)))
        )
    )
    return Report(
        name="value.py", sha256="", seed="", assignment="core", sandbox=Level.TRUSTED,
        score=Score(earned=chain + diamond, possible=2, missing=0),
        suites=(_suite(_CHAIN, chain), _suite(_DIAMOND, diamond)), diagnosis=found,
    )  # fmt: skip


def _suite(slug: str, points: int) -> SuiteResult:
    suite = load()[slug]
    return SuiteResult(
        slug=slug, title=suite.title, stage=suite.stage, core=suite.core, missing=0, graphs=(),
        verdict=Verdict.PASSED if points else Verdict.FAILED, earned=points, possible=1,
    )  # fmt: skip
