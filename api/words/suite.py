"""Stages, verdicts, and what stands beside a suite."""

from collections.abc import Mapping, Sequence

import suites
from api.i18n import N_, gettext as _, listed, ngettext, pgettext
from api.words import Message
from api.words.operation import operation
from api.words.points import points as written
from grader.report import Points, Score, Verdict
from submissions.courses.assignments.own_graph import is_own, place_of
from submissions.courses.assignments.suite_points import SuitePoints
from suites import Stage, Suite

GRAPHS = N_("Graphs")

_PLACES = 2

STAGES = {
    Stage.LOCAL_RULES: N_("Local rules"),
    Stage.WHOLE_GRAPH: N_("Whole graph"),
    Stage.OPERATIONS: N_("Operations"),
    Stage.TRAINING: N_("Training"),
    Stage.STRESS: N_("Stress"),
    Stage.NETWORK: N_("Network"),
}


def verdict(of: Verdict) -> str:
    """Say what became of a suite or a graph, in a word or two."""
    match of:
        case Verdict.PASSED:
            return pgettext("suite", "passed")
        case Verdict.FAILED:
            return pgettext("suite", "failed")
        case Verdict.MISSING:
            return _("not implemented")
        case Verdict.NOT_APPLICABLE:
            return _("not applicable")
        case Verdict.NOT_RUN:
            return _("not judged")


def points(earned: Points, possible: Points) -> str:
    """Points beside a suite or a graph."""
    if not possible:
        return _("no points")
    return _("{earned} of {possible}", earned=written(earned), possible=written(possible))


def of_assignment(worth: SuitePoints) -> str:
    """Points beside a suite, in those of the assignment."""
    if not worth.is_bonus:
        return points(worth.earned, worth.possible)
    return _("bonus: {earned} of {possible}", earned=written(worth.earned), possible=written(worth.possible))


def score(result: Score, *, nothing_wrong: bool) -> str:
    """The points of the whole report, and whether they are lost only to what is not implemented."""
    counts = {"earned": written(result.earned), "possible": written(result.possible)}
    if nothing_wrong and result.earned:
        return ngettext(
            "{earned} of {possible} point, nothing wrong",
            "{earned} of {possible} points, nothing wrong",
            result.possible,
            **counts,
        )
    return ngettext(
        "{earned} of {possible} point", "{earned} of {possible} points", result.possible, **counts
    )


def together(of: Verdict, titles: list[str]) -> str:
    """Suites of which there is nothing else to say."""
    if of is Verdict.MISSING:
        return _("Not implemented: {suites}", suites=listed(titles))
    return _("Not applicable: {suites}", suites=listed(titles))


def needs(title: str, *, some_passed: bool) -> str:
    """Why a suite, or the rest of it, was not judged."""
    if some_passed:
        return _("the rest is not judged, because “{suite}” did not pass", suite=title)
    return _("not judged, because “{suite}” did not pass", suite=title)


def missing(operations: list[str], lost: float) -> str:
    """Say what a class does not have, and the points that this is about."""
    names = listed([operation(id_) for id_ in operations])
    if not lost:
        return _("Still missing: {operations}.", operations=names)
    return ngettext(
        "Still missing: {operations} ({n} point).",
        "Still missing: {operations} ({n} points).",
        _plural(lost),
        operations=names,
        n=written(lost),
    )


def _plural(worth: float) -> int:
    """A count that takes the same form: `1 point`, `0.5 points`."""
    return 1 if round(worth, _PLACES) == 1 else 2


def points_of(suite: Suite) -> str:
    """Say what a suite is worth."""
    return _points(suite.points) if suite.points else _("no points")


def total(suites: Sequence[Suite]) -> str:
    """Say how many suites a list has, and their points."""
    graded = ngettext("{n} suite", "{n} suites", len(suites))
    return f"{graded}, {_points(sum(suite.points for suite in suites))}"


def _points(worth: int) -> str:
    return ngettext("{n} point", "{n} points", worth)


def unknown(slug: str, similar: Sequence[str]) -> Message:
    """No suite of that name, and those with one like it."""
    seen = _("There is no suite `{name}`.", name=slug)
    if not similar:
        return Message(seen, _("`backgrade suites` lists all suites."))
    names = listed([f"`{name}`" for name in similar], either=True)
    return Message(seen, _("Similar names: {names}.", names=names))


def suite_title(slug: str, own: Mapping[str, str]) -> str:
    """The title of a suite; `own`: those of the graphs that teachers wrote and have now, by slug."""
    known = suites.all_suites()
    if slug in known:
        return _(known[slug].title)
    if slug in own:
        return own[slug]
    return _("Own graph {n}", n=place_of(slug)) if is_own(slug) else slug
