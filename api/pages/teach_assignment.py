"""The form of an assignment: a new one, and one that is there."""

from collections.abc import Iterable, Mapping
from typing import Any
from uuid import UUID

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse

import suites
from api.pages import _assignment_form
from api.pages._assignment_form import Form
from api.pages._page import render
from api.pages._reader import Reader
from api.pages._typed import Typed
from api.web.caller import Asks
from api.web.dependencies import Ours
from api.words import Message
from api.words.en import suite as suite_words
from api.words.en import teach_assignment as words
from submissions import assignments, courses
from submissions.draft import Draft, lacking
from submissions.errors import Stale
from submissions.policy import Action
from submissions.starter import STARTER
from submissions.tables import Course

router = APIRouter()

_NEW = Draft(title="", published=True)
_SEE_OTHER, _CONFLICT, _UNUSABLE = 303, 409, 422
_FILL, _USUAL_STARTER = "fill", "starter"


@router.get("/teach/courses/{course_id:uuid}/assignments/new")
def new(request: Request, service: Ours, caller: Asks, course_id: UUID) -> Response:
    """The form with what is usual."""
    with service.database.read() as session:
        course = courses.get(session, caller, course_id, Action.EDIT_ASSIGNMENT)
    return _page(request, course, _assignment_form.filled(_NEW, course.zone))


@router.post("/teach/courses/{course_id:uuid}/assignments/new")
def create(request: Request, service: Ours, caller: Asks, course_id: UUID, typed: Typed) -> Response:
    """Make the assignment; or the form again with all that was typed."""
    with service.database.begin() as session:
        course = courses.get(session, caller, course_id, Action.EDIT_ASSIGNMENT)
        if changed := _filled_in(typed):
            return _page(request, course, changed)
        read = _assignment_form.read(typed, course.zone, _NEW)
        if read.errors:
            return _page(request, course, read.values, read.errors)
        assignments.create(session, course.id, read.draft, by=caller.known, now=service.now())
    return RedirectResponse(f"/teach/courses/{course_id}", _SEE_OTHER)


@router.get("/teach/assignments/{assignment_id:uuid}")
def edit(request: Request, service: Ours, caller: Asks, assignment_id: UUID) -> Response:
    """The form with what is set."""
    with service.database.read() as session:
        assignment = assignments.get(session, caller, assignment_id, Action.EDIT_ASSIGNMENT)
        course = session.get_one(Course, assignment.course_id)
        values = _assignment_form.filled(assignments.draft_of(session, assignment), course.zone)
    values["revision"] = str(assignment.revision)
    return _page(request, course, values, assignment_id=assignment_id)


@router.post("/teach/assignments/{assignment_id:uuid}")
def change(request: Request, service: Ours, caller: Asks, assignment_id: UUID, typed: Typed) -> Response:
    """Set what was typed; or the form again, also where somebody else was faster."""
    with service.database.begin() as session:
        assignment = assignments.get(session, caller, assignment_id, Action.EDIT_ASSIGNMENT)
        course = session.get_one(Course, assignment.course_id)
        before = assignments.draft_of(session, assignment)
        if changed := _filled_in(typed):
            return _page(request, course, changed, assignment_id=assignment_id)
        read = _assignment_form.read(typed, course.zone, before)
        if read.errors:
            return _page(request, course, read.values, read.errors, assignment_id=assignment_id)
        revision = Reader(typed, course.zone).whole("revision", 0)
        try:
            assignments.change(
                session, assignment, read.draft, revision=revision, by=caller.known, now=service.now()
            )
        except Stale:
            theirs = _assignment_form.filled(assignments.draft_of(session, assignment), course.zone)
            values = {**typed, "revision": str(assignment.revision)}
            return _page(request, course, values, assignment_id=assignment_id, theirs=theirs)
    return RedirectResponse(f"/teach/courses/{course.id}", _SEE_OTHER)


@router.post("/teach/assignments/{assignment_id:uuid}/archive")
def archive(service: Ours, caller: Asks, assignment_id: UUID) -> Response:
    """Put it away; what was graded is kept."""
    with service.database.begin() as session:
        assignment = assignments.get(session, caller, assignment_id, Action.EDIT_ASSIGNMENT)
        assignments.archive(session, assignment, by=caller.known, now=service.now())
    return RedirectResponse(f"/teach/courses/{assignment.course_id}", _SEE_OTHER)


def _filled_in(typed: Mapping[str, str]) -> dict[str, str] | None:
    """The fields as a button that fills some of them in leaves them; None where another was pressed."""
    if typed.get("do") == _FILL:
        return _assignment_form.refilled(typed)
    if typed.get("do") == _USUAL_STARTER:
        return {**typed, "starter": STARTER}
    return None


def _page(
    request: Request,
    course: Course,
    values: Mapping[str, str],
    errors: Mapping[str, str] | None = None,
    *,
    assignment_id: UUID | None = None,
    theirs: Mapping[str, str] | None = None,
) -> Response:
    form = Form(values, errors or {})
    status = _CONFLICT if theirs is not None else _UNUSABLE if errors else 200
    return render(
        request,
        "teach_assignment.html",
        status=status,
        words=words,
        suite_words=suite_words,
        course=course,
        form=form,
        assignment_id=assignment_id,
        stages=_assignment_form.by_stage(),
        stages_of=_assignment_form.stages_of,
        notes=list(_notes(form)),
        differences=_differences(values, theirs) if theirs is not None else [],
        message=_message(form, theirs),
    )


def _message(form: Form, theirs: Mapping[str, str] | None) -> Message | None:
    if theirs is not None:
        return words.stale()
    return words.wrong(len(form.errors)) if form.errors else None


def _notes(form: Form) -> Iterable[str]:
    """What is worth knowing of the choice of suites."""
    known = suites.load()
    chosen = {slug: 1 for slug in known if form.weight(slug).strip()}
    for slug, needs in lacking(chosen).items():
        yield words.lacks(known[slug].title, [known[need].title for need in needs])


def _differences(mine: Mapping[str, str], theirs: Mapping[str, str]) -> list[tuple[str, str]]:
    """By what a field is called, what somebody else has set there."""
    found = []
    for name, label in words.LABELS.items():
        if theirs.get(name, "") != mine.get(name, "").replace("\r\n", "\n"):
            found.append((label, theirs.get(name, "")))
    known: dict[str, Any] = dict(suites.load())
    for slug, suite in known.items():
        name = _assignment_form.WEIGHT + slug
        if theirs.get(name, "") != mine.get(name, ""):
            found.append((suite.title, theirs.get(name, "")))
    return found
