"""What an assignment asks: its suites with their share of the points, and the operations."""

from collections.abc import Collection

from api.i18n import gettext as _, listed, percent
from api.words.operation import operation
from api.words.suite import STAGES
from grader.records import Frozen
from submissions.courses.assignments.own_graph import is_own
from submissions.courses.assignments.points import SuiteWorth, graded_on, worth_of_suites
from submissions.grading.intake.checks import BACKWARD, asked_by
from submissions.tables import AssignmentVersion
from suites import Stage


class AskedSuite(Frozen):
    """A suite of the assignment."""

    slug: str
    title: str
    share: str
    """The share of the points, in words: it may count for some classes only, or come on top."""
    is_own: bool
    """Whether it is a graph of the teachers, which has no page."""


class AskedSuites(Frozen):
    """All that is asked."""

    stages: list[tuple[str, list[AskedSuite]]]
    """The suites by the titles of stages."""
    operations: str
    """The operations as a list."""
    has_optional: bool
    """Whether a suite counts for some classes only."""
    is_of_networks: bool
    """Whether all is about networks on top of the class."""


def asked(version: AssignmentVersion, closed: Collection[str] = ()) -> AskedSuites:
    """Return the suites of an assignment's version, without hidden ones."""
    chosen = [suite for suite in graded_on(version).suites if suite.slug not in closed]
    worth = worth_of_suites(version)
    by_stage: dict[str, list[AskedSuite]] = {}
    for suite in chosen:
        share = _share(worth[suite.slug], is_bonus=suite.slug in version.bonus)
        listed_below = by_stage.setdefault(_(STAGES[suite.stage]), [])
        listed_below.append(AskedSuite(suite.slug, _(suite.title), share, is_own(suite.slug)))
    names = [f"`{each}()`" if each == BACKWARD else operation(each) for each in asked_by(version)]
    has_optional = any(worth[suite.slug].is_optional and worth[suite.slug].share for suite in chosen)
    is_of_networks = all(suite.stage is Stage.NETWORK for suite in chosen)
    return AskedSuites(list(by_stage.items()), listed(names), has_optional, is_of_networks)


def _share(worth: SuiteWorth, *, is_bonus: bool) -> str:
    share = percent(float(worth.share))
    if not worth.share:
        return _("no points")
    if is_bonus:
        return _("bonus: +{share}", share=share)
    return _("{share}, if your class has it", share=share) if worth.is_optional else share
