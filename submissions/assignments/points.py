"""Points of an assignment from a report: suites by weight, exact."""

from collections.abc import Mapping
from decimal import ROUND_HALF_EVEN, Decimal
from fractions import Fraction

import suites
from grader.assignment import GradientPolicy
from grader.assignment import SuiteSelection as Graded
from grader.assignment import assignment as named
from grader.report import Report, SuiteResult
from submissions.tables import AssignmentVersion

_PLACES = Decimal("0.0001")


def usual_weights(stage: str) -> dict[str, int]:
    """The suites of a stage, each weighing its own points.

    Raises:
        KeyError: if there is no such stage.
    """
    return {suite.slug: suite.points for suite in named(stage).suites}


def graded_on(version: AssignmentVersion) -> Graded:
    """What the engine grades for a version: the suites that have a weight, in their usual order."""
    chosen = tuple(suite for suite in suites.load().values() if suite.slug in version.weights)
    return Graded(version.stage, chosen, GradientPolicy(version.gradients))


def points(report: Report, version: AssignmentVersion) -> Decimal:
    """The points earned. What cannot be asked of the class counts neither way."""
    weights = {suite.slug: Fraction(version.weights[suite.slug]) for suite in report.suites}
    asked = sum((weights[suite.slug] for suite in report.suites if suite.possible), Fraction(0))
    if report.problem is not None or not asked:
        return Decimal(0)
    share = sum((_earned(suite, weights) for suite in report.suites), Fraction(0)) / asked
    exact = share * Fraction(version.points)
    return (Decimal(exact.numerator) / exact.denominator).quantize(_PLACES, ROUND_HALF_EVEN)


def _earned(suite: SuiteResult, weights: Mapping[str, Fraction]) -> Fraction:
    return weights[suite.slug] * Fraction(suite.earned) / suite.possible if suite.possible else Fraction(0)
