"""What an assignment asks: its suites with their share of the points, and the operations."""

from dataclasses import dataclass

from api.i18n import gettext as _
from api.i18n import listed, percent
from api.words.operation import operation
from api.words.suite import STAGES
from submissions.assignments.points import graded_on
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


@dataclass(frozen=True, slots=True)
class AskedSuites:
    """All that is asked."""

    stages: list[tuple[str, list[AskedSuite]]]
    """By the titles of stages."""
    operations: str
    """As a list."""


def asked(version: AssignmentVersion) -> AskedSuites:
    """What a version of an assignment asks."""
    chosen = graded_on(version).suites
    total = sum(version.weights.values()) or 1
    by_stage: dict[str, list[AskedSuite]] = {}
    for suite in chosen:
        by_stage.setdefault(_(STAGES[suite.stage]), []).append(_suite(suite, version, total))
    names = [f"`{each}()`" if each == BACKWARD else operation(each) for each in asked_by(version)]
    return AskedSuites(list(by_stage.items()), listed(names))


def _suite(suite: Suite, version: AssignmentVersion, total: int) -> AskedSuite:
    return AskedSuite(suite.slug, _(suite.title), percent(version.weights[suite.slug] / total))
