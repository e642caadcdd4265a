"""Stages, verdicts, and what stands beside a suite."""

from collections.abc import Sequence

from api.i18n import N_, listed, ngettext, number
from api.i18n import gettext as _
from api.words import Message
from api.words.operation import operation
from api.words.place import place
from grader.finding import Where
from grader.report import Points, Score, Verdict
from suites import Stage, Suite

GRAPHS = N_("Graphs")

STAGES = {
    Stage.LOCAL_RULES: N_("Local rules"),
    Stage.WHOLE_GRAPH: N_("Whole graph"),
    Stage.OPERATIONS: N_("Operations"),
    Stage.TRAINING: N_("Training"),
    Stage.STRESS: N_("Stress"),
}

VERDICTS = {
    Verdict.PASSED: N_("passed"),
    Verdict.FAILED: N_("failed"),
    Verdict.MISSING: N_("not implemented"),
    Verdict.NOT_APPLICABLE: N_("not applicable"),
    Verdict.NOT_RUN: N_("not run"),
}


def verdict(of: Verdict) -> str:
    """What became of a suite or a graph, in a word or two."""
    return _(VERDICTS[of])


def points(earned: Points, possible: int) -> str:
    """Points beside a suite or a graph."""
    if not possible:
        return _("no points")
    return _("{earned} of {possible}", earned=number(earned), possible=number(possible))


def score(result: Score, overall: Verdict) -> str:
    """The points of the whole report. `MISSING`: they are lost only to what is not implemented."""
    counts = {"earned": number(result.earned), "possible": number(result.possible)}
    if overall is Verdict.MISSING and result.earned:
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


def partly() -> str:
    """Beside a suite of which some graphs need operations that are not implemented."""
    return _("partly implemented")


def needs(title: str) -> str:
    """Why a suite was not run."""
    return _("not run, because “{suite}” did not pass", suite=title)


def missing(operations: list[str], lost: int) -> str:
    """What a class does not have, and the points that this is about."""
    names = listed([operation(id_) for id_ in operations])
    if not lost:
        return _("Still missing: {operations}.", operations=names)
    return ngettext(
        "Still missing: {operations} ({n} point).",
        "Still missing: {operations} ({n} points).",
        lost,
        operations=names,
    )


def to_write(operations: list[str], stubs: Sequence[tuple[str, Where]], lost: int) -> str:
    """What is left to write, and the points that this is about."""
    things = [operation(id_) for id_ in operations]
    things += [
        _("the rule of {operation} ({place})", operation=operation(op), place=place(at)) for op, at in stubs
    ]
    if not lost:
        return _("To write: {things}.", things=listed(things))
    return ngettext(
        "To write: {things} ({n} point).", "To write: {things} ({n} points).", lost, things=listed(things)
    )


def folded(suites: int, cause: str) -> str:
    """Suites that failed for one cause, in a line."""
    return ngettext("{n} suite: {cause}", "{n} suites: {cause}", suites, cause=cause)


def all_right() -> str:
    """Before what is missing, where nothing is wrong."""
    return _("Everything you wrote is right.")


def points_of(suite: Suite) -> str:
    """What a suite is worth."""
    return _points(suite.points) if suite.points else _("no points")


def total(suites: Sequence[Suite]) -> str:
    """What a list of suites comes to."""
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
