"""The shares of an assignment's page are those of a result."""

from collections.abc import Collection
from decimal import Decimal

import pytest

from api.report_view.report import report_view
from grader.assignment import CHOICES, assignment as named
from grader.records import replace
from grader.report import Report, Score, SuiteResult, Verdict
from grader.sandbox.level import Level
from submissions.courses.assignments.hints import DEFAULT
from submissions.courses.assignments.points import asked_percent, by_suite, usual_weights, worth_of_suites
from submissions.tables import AssignmentVersion
from submissions.teaching.results.trimming import trim
from suites import all_suites, load

MOST = Decimal(100)
STAGES = [stage for stage in CHOICES if any(usual_weights(stage).values())]
OPTIONAL = [slug for slug, suite in load().items() if suite.optional]


def version(stage: str, *, bonus: Collection[str] = (), required: Collection[str] = ()) -> AssignmentVersion:
    return AssignmentVersion(
        stage=stage, weights=usual_weights(stage), points=MOST, gradients="backpropagation", seed="class",
        bonus=list(bonus), required_operations=list(required), missing_required="points",
    )  # fmt: skip


def report(stage: str, present: Collection[str] = ()) -> Report:
    """Of a class that has these optional operations alone, and everything right."""
    suites = named(stage).suites
    left_out = {suite.slug for suite in suites if suite.optional and suite.slug not in present}
    results = tuple(
        SuiteResult(
            slug=suite.slug, title=suite.title, stage=suite.stage, core=suite.core,
            verdict=Verdict.NOT_APPLICABLE if suite.slug in left_out else Verdict.PASSED,
            earned=0 if suite.slug in left_out else suite.points,
            possible=0 if suite.slug in left_out else suite.points, missing=0, graphs=(),
        )
        for suite in suites
    )  # fmt: skip
    total = sum(result.possible for result in results)
    return Report(
        name="value.py", sha256="0" * 64, seed="0", assignment=stage, sandbox=Level.LOCKED,
        score=Score(earned=total, possible=total, missing=0), suites=results,
    )  # fmt: skip


@pytest.mark.parametrize("stage", STAGES)
def test_a_class_without_optional_operations_gets_the_shares_of_the_page(stage: str) -> None:
    asked = version(stage)
    worth, came_to = worth_of_suites(asked), by_suite(report(stage), asked, MOST)
    for slug, share in worth.items():
        expected = 0 if share.is_optional else float(share.share * 100)
        assert came_to[slug].possible == pytest.approx(expected), slug
    assert sum(each.share for each in worth.values() if not each.is_optional) == 1


@pytest.mark.parametrize("slug", OPTIONAL)
def test_an_optional_suite_is_worth_what_the_page_says_to_a_class_that_has_it(slug: str) -> None:
    asked = version("full")
    came_to = by_suite(report("full", [slug]), asked, MOST)
    assert came_to[slug].possible == pytest.approx(float(worth_of_suites(asked)[slug].share * 100))
    assert sum(each.possible for each in came_to.values()) == pytest.approx(100)


@pytest.mark.parametrize("slug", OPTIONAL)
def test_an_optional_suite_whose_operation_is_required_is_one_like_others(slug: str) -> None:
    worth = worth_of_suites(version("full", required=load()[slug].about))
    assert not worth[slug].is_optional
    assert sum(each.share for each in worth.values() if not each.is_optional) == 1


def test_a_bonus_comes_on_top_of_the_others() -> None:
    worth = worth_of_suites(version("operations", bonus=["tanh"]))
    assert sum(one.share for slug, one in worth.items() if not one.is_optional and slug != "tanh") == 1


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("present", [(), OPTIONAL])
def test_what_was_asked_is_what_is_asked_of_every_class(stage: str, present: Collection[str]) -> None:
    whole, asked = report(stage, present), version(stage)
    assert asked_percent(whole, asked) == 100

    for dropped in (each for each in whole.suites if each.possible and not all_suites()[each.slug].optional):
        left_out = replace(dropped, verdict=Verdict.NOT_APPLICABLE, earned=0, possible=0)
        part = replace(whole, suites=tuple(left_out if each is dropped else each for each in whole.suites))
        left = 100 * (1 - float(worth_of_suites(asked)[dropped.slug].share))
        assert float(asked_percent(part, asked)) == pytest.approx(left, abs=1e-4)


def test_bonus_suites_and_files_without_a_class_leave_nothing_out() -> None:
    whole, asked = report("operations"), version("operations", bonus=["tanh"])
    suites = tuple(
        replace(each, verdict=Verdict.NOT_APPLICABLE, earned=0, possible=0) if each.slug == "tanh" else each
        for each in whole.suites
    )

    assert asked_percent(replace(whole, suites=suites), asked) == 100
    assert asked_percent(replace(whole, suites=()), asked) == 100


@pytest.mark.parametrize("present", [(), ("sigmoid",), OPTIONAL])
def test_a_report_says_which_suites_are_not_in_its_total(present: Collection[str]) -> None:
    made = report("full", present)
    notes = report_view(trim(made, DEFAULT), {}).notes
    said = [note for note in notes if "costs nothing and earns nothing" in note]
    left_out = [load()[slug].title for slug in OPTIONAL if slug not in present]
    assert len(said) == bool(left_out)
    assert all(title in said[0] for title in left_out)
    assert all(f"{made.score.possible} points" in note for note in said)


def test_in_an_assignment_the_total_is_that_of_the_assignment() -> None:
    made = report("full")
    view = report_view(trim(made, DEFAULT), {}, by_suite(made, version("full"), MOST))
    assert any("all 100 points are for the other parts" in note for note in view.notes)
