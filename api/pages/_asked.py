"""What an assignment asks: its suites with their share of the points, and the operations."""

from collections.abc import Collection
from dataclasses import dataclass

from api.i18n import gettext as _
from api.i18n import listed, percent
from api.words.operation import operation
from api.words.suite import STAGES
from submissions.assignments.own_graphs import is_own
from submissions.assignments.points import graded_on, weights_of
from submissions.intake.checks import BACKWARD, asked_by
from submissions.tables import AssignmentVersion
from suites import Suite


@dataclass(frozen=True, slots=True)
class AskedSuite:
    """A suite of the assignment."""

    slug: str
    title: str
    share: str
    """Of the points."""
    is_own: bool
    """Whether it is a graph of the teachers, which has no page."""
    is_bonus: bool = False
    """Whether its points come on top."""


@dataclass(frozen=True, slots=True)
class AskedSuites:
    """All that is asked."""

    stages: list[tuple[str, list[AskedSuite]]]
    """By the titles of stages."""
    operations: str
    """As a list."""


def asked(version: AssignmentVersion, closed: Collection[str] = ()) -> AskedSuites:
    """What a version of an assignment asks, without suites that are hidden."""
    chosen = [suite for suite in graded_on(version).suites if suite.slug not in closed]
    weights = weights_of(version)
    total = sum(weight for slug, weight in weights.items() if slug not in version.bonus) or 1
    by_stage: dict[str, list[AskedSuite]] = {}
    for suite in chosen:
        listed_below = by_stage.setdefault(_(STAGES[suite.stage]), [])
        listed_below.append(_suite(suite, version, weights[suite.slug], total))
    names = [f"`{each}()`" if each == BACKWARD else operation(each) for each in asked_by(version)]
    return AskedSuites(list(by_stage.items()), listed(names))


def _suite(suite: Suite, version: AssignmentVersion, weight: int, total: int) -> AskedSuite:
    share = percent(weight / total) if weight else _("no points")
    is_bonus = suite.slug in version.bonus and weight > 0
    return AskedSuite(suite.slug, _(suite.title), share, is_own(suite.slug), is_bonus)
