"""Points of an assignment from a report: suites by weight, bonus suites on top, exact."""

from collections.abc import Collection, Iterator
from decimal import ROUND_HALF_EVEN, Decimal
from fractions import Fraction
from random import Random
from typing import NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session

import suites
from grader.assignment import GradientPolicy, SeedPolicy, SuiteSelection as Graded, assignment as named
from grader.hunt.hunting import Hunt
from grader.hunt.score import share as hunt_share
from grader.report import Report
from submissions.courses.assignments.own_graphs import own_suites
from submissions.courses.assignments.suite_points import SuitePoints
from submissions.errors import NotFound
from submissions.tables import PLACES, Assignment, AssignmentVersion, MissingRequired

ALL_ASKED = Decimal(100)
"""Percent, where all of an assignment was asked."""


class Earned(NamedTuple):
    """The points that some suites of an assignment earned."""

    points: Decimal
    possible: Decimal
    """The points that could be earned, without bonus suites."""


class _SuiteShare(NamedTuple):
    """The earned part of a suite's weight."""

    slug: str
    earned: Fraction
    asked: Fraction
    """0 of a bonus suite, and of what cannot be asked of the class."""


class SuiteWorth(NamedTuple):
    """The worth of a suite before anything is submitted."""

    share: Fraction
    """The part of the points, for a class without optional operations; of an optional suite, with its own."""
    is_optional: bool
    """Whether it counts for those classes alone that have its operation."""


def usual_weights(stage: str) -> dict[str, int]:
    """The suites of a stage, each weighing its own points. Raises `KeyError` if there is no such stage."""
    return {suite.slug: suite.points for suite in named(stage).suites}


def graded_on(version: AssignmentVersion) -> Graded:
    """Return what the engine grades for a version: the suites that have a weight, in their usual order."""
    chosen = tuple(suite for suite in suites.all_suites().values() if suite.slug in version.weights)
    return Graded(
        version.stage,
        chosen + own_suites(version),
        GradientPolicy(version.gradients),
        SeedPolicy(version.seed),
        version.class_name,
        version.keep_graph,
    )


def weights_of(version: AssignmentVersion) -> dict[str, int]:
    """Return by slug the weights of a version's suites and of its own graphs."""
    return version.weights | {suite.slug: suite.points for suite in own_suites(version)}


def worth_of_suites(version: AssignmentVersion) -> dict[str, SuiteWorth]:
    """Return by slug what each suite is worth.

    The shares of all that is asked of every class add up to 1; bonus suites come on top.
    """
    weights, required = weights_of(version), set(version.required_operations)
    optional = {s.slug for s in graded_on(version).suites if s.optional and required.isdisjoint(s.about)}
    asked = sum(weight for slug, weight in weights.items() if slug not in {*optional, *version.bonus})
    found = {}
    for slug, weight in weights.items():
        is_optional = slug in optional
        alone = is_optional and slug not in version.bonus
        found[slug] = SuiteWorth(Fraction(weight, (asked + weight if alone else asked) or 1), is_optional)
    return found


def points(report: Report, version: AssignmentVersion) -> Decimal:
    """The points earned. What cannot be asked of the class counts neither way."""
    return earned(report, version).points


def earned(report: Report, version: AssignmentVersion, *, without: Collection[str] = ()) -> Earned:
    """The points of a report of all suites, and those there are; `without` some suites, which are hidden."""
    if report.hunt is not None:
        return Earned(_rounded(hunt_share(report.hunt) * Fraction(version.points)), version.points)
    shares = list(_shares(report, version))
    asked = sum((share.asked for share in shares), Fraction(0))
    if not asked:
        return Earned(Decimal(0), version.points)
    seen = [share for share in shares if share.slug not in without]
    possible = sum((share.asked for share in seen), Fraction(0)) / asked
    gained = sum((share.earned for share in seen), Fraction(0)) / asked
    if report.problem is not None:
        gained = Fraction(0)
    most = Fraction(version.points)
    return Earned(_rounded(gained * most), _rounded(possible * most))


def passed(report: Report, version: AssignmentVersion, *, without: Collection[str] = ()) -> bool:
    """Whether all was earned, beside bonus suites; `without` some suites, which are hidden."""
    if report.hunt is not None:
        return report.hunt.is_complete
    if report.problem is not None or lacking_required(report, version):
        return False
    asked = [each for each in report.suites if each.slug not in version.bonus and each.slug not in without]
    return any(each.possible for each in asked) and all(each.earned == each.possible for each in asked)


def by_suite(report: Report, version: AssignmentVersion, possible: Decimal) -> dict[str, SuitePoints]:
    """Return by slug the points of each suite of a report; all but bonus suites are out of `possible`."""
    shares = {share.slug: share for share in _shares(report, version)}
    weights, asked = weights_of(version), sum((share.asked for share in shares.values()), Fraction(0))
    point = Fraction(possible) / asked if asked else Fraction(0)
    found = {}
    for suite in report.suites:
        share, weight, is_bonus = shares[suite.slug], weights[suite.slug], suite.slug in version.bonus
        worth = Fraction(weight if suite.possible else 0) if is_bonus else share.asked
        missing = worth * Fraction(suite.missing, suite.possible) if suite.possible else worth
        earned, most, lost = (float(point * number) for number in (share.earned, worth, missing))
        found[suite.slug] = SuitePoints(earned, most, lost, is_bonus)
    return found


def lacking_required(report: Report, version: AssignmentVersion) -> tuple[str, ...]:
    """The required operations that the class does not have."""
    if report.problem is not None or report.hunt is not None:
        return ()
    return tuple(each for each in version.required_operations if each not in report.operations)


def hunt_of(version: AssignmentVersion, seed: int) -> Hunt | None:
    """Return the hunt, in an order that the seed decides, so that a letter says nothing of its fault."""
    if not version.hunted:
        return None
    shuffled = list(version.hunted)
    Random(seed).shuffle(shuffled)
    return Hunt(tuple(shuffled), version.hunt_nodes)


def asked_percent(report: Report, version: AssignmentVersion) -> Decimal:
    """The share of the assignment that was asked, in percent: the rest is not applicable to the class.

    Of what is asked of every class: without bonus suites, and without suites that are optional.
    """
    possible = {suite.slug: suite.possible for suite in report.suites}
    weights, whole, asked = weights_of(version), Fraction(0), Fraction(0)
    for suite in graded_on(version).suites:
        if suite.slug in possible and suite.points and not suite.optional and suite.slug not in version.bonus:
            whole += weights[suite.slug]
            asked += weights[suite.slug] * Fraction(min(possible[suite.slug], suite.points), suite.points)
    return _rounded(100 * asked / whole) if whole else ALL_ASKED


def is_refused(report: Report, version: AssignmentVersion) -> bool:
    """Whether there is nothing to grade, or an operation is missing without which nothing is graded."""
    if version.missing_required == MissingRequired.REFUSAL and lacking_required(report, version):
        return True
    return not report.is_answer


def _shares(report: Report, version: AssignmentVersion) -> Iterator[_SuiteShare]:
    lacking = set(lacking_required(report, version))
    weights = weights_of(version)
    known = suites.all_suites() | {suite.slug: suite for suite in own_suites(version)} if lacking else {}
    for suite in report.suites:
        weight = Fraction(weights[suite.slug])
        # An optional suite counts for a class that has the operation; where that is required, for each.
        is_missing = bool(lacking) and not lacking.isdisjoint(known[suite.slug].about)
        asked = weight if suite.possible or is_missing else Fraction(0)
        gained = weight * Fraction(suite.earned) / suite.possible if suite.possible else Fraction(0)
        yield _SuiteShare(suite.slug, gained, Fraction(0) if suite.slug in version.bonus else asked)


def _rounded(exact: Fraction) -> Decimal:
    return (Decimal(exact.numerator) / exact.denominator).quantize(PLACES, ROUND_HALF_EVEN)


def current_version(session: Session, assignment: Assignment) -> AssignmentVersion:
    """The version that new submissions are graded on. Raises `NotFound` if it is gone."""
    version = session.scalar(
        select(AssignmentVersion).where(
            AssignmentVersion.assignment_id == assignment.id,
            AssignmentVersion.number == assignment.version_number,
        )
    )
    if version is None:
        raise NotFound
    return version
