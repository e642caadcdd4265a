"""Points of an assignment: the suites of a report by weight, exact."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, strategies as st

from grader.assignment import GradientPolicy, assignment as named
from grader.report import Report, Score, SuiteResult, Verdict
from grader.sandbox.level import Level
from grader.sandbox.replies import Problem, ProblemKind
from submissions.courses.assignments.points import by_suite, graded_on, passed, points, usual_weights
from submissions.courses.assignments.suite_points import SuitePoints
from submissions.tables import AssignmentVersion
from suites import Stage

SUITES = named("core").suites
WEIGHTS = st.fixed_dictionaries({suite.slug: st.integers(1, 1000) for suite in SUITES})
POSSIBLE = st.decimals(Decimal("0.01"), 10_000, places=2)


@st.composite
def earnings(draw: st.DrawFn) -> list[tuple[int, int]]:
    """For each suite, the points earned and possible; none possible where it cannot be asked of the class."""
    possible = [draw(st.integers(0, 30)) for _ in SUITES]
    return [(draw(st.integers(0, most)), most) for most in possible]


@given(WEIGHTS, POSSIBLE)
def test_everything_right_earns_everything(weights: dict[str, int], most: Decimal) -> None:
    assert points(_report([(7, 7)] * len(SUITES)), _version(weights, most)) == most


@given(WEIGHTS, POSSIBLE)
def test_nothing_right_earns_nothing(weights: dict[str, int], most: Decimal) -> None:
    assert points(_report([(0, 7)] * len(SUITES)), _version(weights, most)) == 0


@given(WEIGHTS, POSSIBLE, earnings())
def test_points_are_within_what_can_be_earned_to_four_places(
    weights: dict[str, int], most: Decimal, earned: list[tuple[int, int]]
) -> None:
    found = points(_report(earned), _version(weights, most))

    assert 0 <= found <= most
    assert found == found.quantize(Decimal("0.0001"))


@given(WEIGHTS, POSSIBLE, earnings(), st.integers(0, len(SUITES) - 1))
def test_a_point_more_never_costs_any(
    weights: dict[str, int], most: Decimal, earned: list[tuple[int, int]], which: int
) -> None:
    got, possible = earned[which]
    more = [*earned]
    more[which] = (min(got + 1, possible), possible)

    assert points(_report(more), _version(weights, most)) >= points(_report(earned), _version(weights, most))


@given(WEIGHTS, POSSIBLE, earnings(), st.integers(2, 9))
def test_only_the_ratios_of_weights_matter(
    weights: dict[str, int], most: Decimal, earned: list[tuple[int, int]], factor: int
) -> None:
    scaled = {slug: weight * factor for slug, weight in weights.items()}

    assert points(_report(earned), _version(weights, most)) == points(_report(earned), _version(scaled, most))


def test_what_cannot_be_asked_counts_neither_way() -> None:
    earned = [(7, 7)] + [(0, 0)] * (len(SUITES) - 1)

    assert points(_report(earned), _version(dict.fromkeys(usual_weights("core"), 1), Decimal(10))) == 10


@pytest.mark.parametrize(
    ("bonus", "required", "expected"),
    [([], [], False), ([SUITES[-1].slug], [], True), ([SUITES[-1].slug], ["log"], False)],
    ids=["asked for", "a bonus", "a bonus, and a required operation is not there"],
)
def test_no_bonus_suite_is_needed_to_pass(bonus: list[str], required: list[str], *, expected: bool) -> None:
    report = _report([(7, 7)] * (len(SUITES) - 1) + [(3, 7)])
    version = _version(usual_weights("core"), Decimal(10))
    version.bonus, version.required_operations = bonus, required

    assert passed(report, version) is expected
    assert passed(report, version, without=[SUITES[-1].slug]) is not bool(required)


def test_a_file_that_could_not_be_graded_earns_nothing() -> None:
    report = _report([(7, 7)] * len(SUITES), problem=Problem(kind=ProblemKind.SYNTAX))

    version = _version(usual_weights("core"), Decimal(10))
    assert points(report, version) == 0
    assert not passed(report, version)


def test_a_third_is_rounded_and_not_cut() -> None:
    earned = [(2, 3)] + [(0, 0)] * (len(SUITES) - 1)

    assert points(_report(earned), _version(usual_weights("core"), Decimal(100))) == Decimal("66.6667")


@given(WEIGHTS, POSSIBLE, earnings())
def test_the_points_of_suites_add_up_to_those_of_the_report(
    weights: dict[str, int], most: Decimal, earned: list[tuple[int, int]]
) -> None:
    report, version = _report(earned), _version(weights, most)
    found = by_suite(report, version, most).values()

    assert sum(suite.earned for suite in found) == pytest.approx(float(points(report, version)), abs=1e-4)
    assert all(0 <= suite.earned <= suite.possible for suite in found)
    if any(possible for _, possible in earned):
        assert sum(suite.possible for suite in found) == pytest.approx(float(most))


def test_a_bonus_suite_is_worth_as_much_as_its_weight_among_the_others() -> None:
    first, *others = [suite.slug for suite in SUITES]
    version = _version(dict.fromkeys([first, *others], 2), Decimal(30))
    version.bonus = [first]
    found = by_suite(_report([(1, 4)] * len(SUITES)), version, Decimal(30))

    assert found[first] == SuitePoints(2.5, 10, 0, is_bonus=True)


def test_a_version_is_graded_on_the_suites_that_have_a_weight() -> None:
    slug = next(iter(usual_weights(Stage.OPERATIONS)))

    assert [suite.slug for suite in graded_on(_version({slug: 1}, Decimal(1))).suites] == [slug]


@pytest.mark.parametrize("policy", GradientPolicy)
def test_a_version_says_which_gradients_earn_all_points(policy: GradientPolicy) -> None:
    version = _version(usual_weights("core"), Decimal(1))
    version.gradients = policy

    assert graded_on(version).gradients is policy


def test_a_quarter_of_a_point_is_kept_exactly() -> None:
    earned = [(0.25, 1)] + [(0, 0)] * (len(SUITES) - 1)

    assert points(_report(earned), _version(usual_weights("core"), Decimal(10))) == Decimal("2.5")


def _version(weights: dict[str, int], most: Decimal) -> AssignmentVersion:
    return AssignmentVersion(
        stage="core", weights=weights, points=most, gradients="backpropagation", bonus=[], seed="class",
        required_operations=[], missing_required="points",
    )  # fmt: skip


def _report(earned: Sequence[tuple[float, int]], **given: Any) -> Report:
    results = tuple(
        SuiteResult(
            slug=suite.slug, title=suite.title, stage=suite.stage, core=suite.core, verdict=Verdict.FAILED,
            earned=got, possible=possible, missing=0, graphs=(),
        )
        for suite, (got, possible) in zip(SUITES, earned, strict=True)
    )  # fmt: skip
    return Report(
        name="value.py", sha256="0" * 64, seed="0", assignment="core", sandbox=Level.LOCKED,
        score=Score(earned=0, possible=0, missing=0), suites=results, **given,
    )  # fmt: skip
