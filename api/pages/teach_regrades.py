"""Grading a class again without fear: a dry run, what it would do to grades, applying, reverting."""

import re
from collections.abc import Sequence
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Form, Query, Response

from api.i18n import gettext as _, listed, ngettext
from api.pages._fields import Asked, Line
from api.pages._visit import AssignmentView, Visit
from api.web.see_other import see_other
from api.words import Message
from api.words.grade_change import why
from grader.records import Frozen
from submissions.courses.assignments.graphs import titles_of_version
from submissions.errors import NotFound, Stale, Unusable
from submissions.people.access.policy import Action
from submissions.tables import RunScope
from submissions.teaching.gradebook import grade_changes
from submissions.teaching.regrades import regrade_apply, regrade_runs
from submissions.teaching.regrades.regrade_apply import Announcement, Choice, RegradeSelection
from submissions.teaching.regrades.regrade_effects import StudentEffect, effects, whys
from submissions.teaching.regrades.regrades import outdated

router = APIRouter()

_ON_A_PAGE = 50
_MOST_CHOSEN = 50
_LONGEST_ID = 40
_PAGE = re.compile(r"[0-9]{1,5}")
_SHOWN_CHANGES = 100
_MOST_NAMED = 5

ChosenAsked = Annotated[list[Annotated[str, Query(max_length=_LONGEST_ID)]], Query(max_length=_MOST_CHOSEN)]
ChosenSent = Annotated[list[Annotated[str, Form(max_length=_LONGEST_ID)]], Form(max_length=_MOST_CHOSEN)]


class EffectRow(Frozen):
    """A student in the table."""

    effect: StudentEffect
    whys: tuple[str, ...]


class EffectCounts(Frozen):
    """How many grades move, and which way."""

    students: int
    rises: int
    falls: int

    @property
    def same(self) -> int:
        """Students who keep their grade."""
        return self.students - self.rises - self.falls


@router.get("/teach/assignments/{assignment_id:uuid}/regrades")
def regrades(visit: Visit, assignment_id: UUID) -> Response:
    """List the dry runs of an assignment, with the form for another."""
    with visit.in_assignment(assignment_id, Action.SEE_GRADES) as (session, view):
        runs = regrade_runs.listed(session, visit.caller, view.assignment)
        progress = regrade_runs.progress_of(session, runs)
        view.show(on_earlier=outdated(session, visit.caller, view.assignment))
    return view.page(
        "teach_regrades.html",
        runs=[(run, progress[run.id]) for run in runs],
    )


@router.post("/teach/assignments/{assignment_id:uuid}/regrades")
def begin(visit: Visit, assignment_id: UUID, scope: Line = "") -> Response:
    """Begin a dry run, a batch in each transaction: new submissions do not wait for it."""
    wanted = RunScope.COUNTING if scope == RunScope.COUNTING else RunScope.ALL
    with visit.changing(assignment_id, Action.EDIT_GRADES) as (session, assignment):
        run = regrade_runs.begin(session, visit.caller, assignment, wanted, now=visit.now())
    regrade_runs.extend_all(visit.database, visit.caller, run.id, visit.now)
    return _to(run.id)


@router.post("/teach/regrades/{run_id:uuid}/continue")
def go_on(visit: Visit, run_id: UUID) -> Response:
    """Continue an interrupted dry run."""
    regrade_runs.extend_all(visit.database, visit.caller, run_id, visit.now)
    return _to(run_id)


@router.get("/teach/regrades/{run_id:uuid}")
def run(visit: Visit, run_id: UUID, show: Asked = "", page: Asked = "") -> Response:
    """Show how far a dry run is, then what it would do to each grade."""
    number = int(page) if _PAGE.fullmatch(page) else 0
    with visit.database.read() as session:
        found, assignment = regrade_runs.get(session, visit.caller, run_id)
        view = AssignmentView(visit, session, assignment)
        progress = regrade_runs.progress(session, found)
        everybody = effects(session, visit.caller, found) if progress.ready else []
        chosen = _effects_to_show(everybody, show)
        part = chosen[number * _ON_A_PAGE : (number + 1) * _ON_A_PAGE]
        reasons = whys(session, found, part)
        own = titles_of_version(session, found.version_id)
        view.show(
            done=grade_changes.changes_by_run(session, run_id, limit=_SHOWN_CHANGES),
            is_current=regrade_runs.is_current(session, found, assignment),
        )
    rows = [EffectRow(each, tuple(why(one, own) for one in reasons.get(each.person_id, ()))) for each in part]
    return view.page(
        "teach_regrade.html",
        run=found,
        progress=progress,
        counts=_counts(everybody),
        mixed=listed([each.name for each in everybody if each.on_earlier_version][:_MOST_NAMED]),
        mixed_count=sum(each.on_earlier_version for each in everybody),
        rows=rows,
        show=show,
        number=number,
        more=len(chosen) > (number + 1) * _ON_A_PAGE,
    )


@router.get("/teach/regrades/{run_id:uuid}/apply")
def ask_to_apply(
    visit: Visit,
    run_id: UUID,
    choice: Asked = Choice.ALL,
    person: ChosenAsked = [],  # noqa: B006 - read only
) -> Response:
    """Show what applying changes, and ask."""
    visit.caller.require_signed_in()
    return _asking(visit, run_id, _selection(choice, person))


@router.post("/teach/regrades/{run_id:uuid}/apply")
def apply(
    visit: Visit,
    run_id: UUID,
    choice: Line = Choice.ALL,
    reason: Line = "",
    notify: Line = "",
    person: ChosenSent = [],  # noqa: B006 - read only
) -> Response:
    """Let results of the dry run count."""
    visit.caller.require_signed_in()
    selection = _selection(choice, person)
    announcement = Announcement(reason, notify=bool(notify))
    try:
        with visit.database.begin() as session:
            regrade_apply.apply(session, visit.caller, run_id, selection, announcement, now=visit.now())
    except Unusable as error:
        return _asking(visit, run_id, selection, error=error, reason=reason)
    except Stale:
        return _to(run_id)
    return _to(run_id)


@router.get("/teach/regrades/{run_id:uuid}/revert")
def ask_to_revert(visit: Visit, run_id: UUID) -> Response:
    """Show what reverting changes, and ask."""
    with visit.database.read() as session:
        found, assignment = regrade_runs.get(session, visit.caller, run_id, Action.EDIT_GRADES)
        view = AssignmentView(visit, session, assignment)
        view.show(progress=regrade_runs.progress(session, found))
    return view.page("teach_regrade_revert.html", run=found)


@router.post("/teach/regrades/{run_id:uuid}/revert")
def revert(visit: Visit, run_id: UUID) -> Response:
    """Let the former results count again."""
    try:
        with visit.database.begin() as session:
            regrade_apply.revert(session, visit.caller, run_id, now=visit.now())
    except Unusable:  # somebody else was faster: the page says how it is
        pass
    return _to(run_id)


@router.post("/teach/regrades/{run_id:uuid}/discard")
def discard(visit: Visit, run_id: UUID) -> Response:
    """Forget a dry run."""
    try:
        with visit.database.begin() as session:
            assignment = regrade_runs.discard(session, visit.caller, run_id, now=visit.now())
    except Unusable:
        return _to(run_id)
    return see_other(f"/teach/assignments/{assignment.id}/regrades")


def _asking(
    visit: Visit,
    run_id: UUID,
    selection: RegradeSelection,
    *,
    error: Unusable | None = None,
    reason: str = "",
) -> Response:
    with visit.database.read() as session:
        found, assignment = regrade_runs.get(session, visit.caller, run_id, Action.EDIT_GRADES)
        view = AssignmentView(visit, session, assignment)
        touched = regrade_apply.preview(session, visit.caller, run_id, selection)
        view.show(is_current=regrade_runs.is_current(session, found, assignment))
    return view.page(
        "teach_regrade_apply.html",
        wrong=error,
        run=found,
        touched=touched,
        selection=selection,
        asks=_question(touched.attempts, touched.students, touched.moved),
        reason=reason or found.reason,
    )


def _question(attempts: int, students: int, moved: int) -> Message:
    return Message(
        ngettext(
            "The new results of {n} attempt will count.",
            "The new results of {n} attempts will count.",
            attempts,
        )
        + " "
        + ngettext("They belong to {n} student.", "They belong to {n} students.", students),
        ngettext(
            "The grade of {n} student changes. You can revert this later.",
            "The grades of {n} students change. You can revert this later.",
            moved,
        )
        if moved
        else _("No grade changes."),
    )


def _selection(choice: str, people: Sequence[str]) -> RegradeSelection:
    if choice not in list(Choice):
        raise NotFound
    try:
        return RegradeSelection(Choice(choice), frozenset(map(UUID, people)))
    except ValueError:
        raise NotFound from None


def _effects_to_show(everybody: Sequence[StudentEffect], show: str) -> Sequence[StudentEffect]:
    """Return the students to show: by default, all whose grade moves."""
    if show == "all":
        return everybody
    if show == "rises":
        return [each for each in everybody if each.rises]
    if show == "falls":
        return [each for each in everybody if each.falls]
    return [each for each in everybody if each.moves]


def _counts(everybody: Sequence[StudentEffect]) -> EffectCounts:
    rises, falls = sum(each.rises for each in everybody), sum(each.falls for each in everybody)
    return EffectCounts(len(everybody), rises, falls)


def _to(run_id: UUID) -> Response:
    return see_other(f"/teach/regrades/{run_id}")
