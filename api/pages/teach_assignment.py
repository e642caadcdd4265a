"""The form of an assignment: a new one, and one that is there."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from decimal import Decimal
from http import HTTPStatus
from uuid import UUID

from fastapi import APIRouter, Response

import suites
from api.i18n import gettext as _, listed
from api.pages import _assignment_form
from api.pages._assignment_form import FIELDS, WEIGHT, AssignmentForm
from api.pages._fields import Asked, Typed
from api.pages._reader import FormReader, exact
from api.pages._visit import AssignmentView, CourseView, Visit
from api.web.body_limit import takes_texts
from api.web.see_other import see_other
from api.words import Message, hunt as hunt_words, suite as suite_words
from api.words.assignment_settings import RULES
from api.words.operation import operation
from api.words.unusable import unusable
from grader import faults
from grader.hunt import library
from submissions.courses.assignments import assignments, copying
from submissions.courses.assignments.draft import Draft, lacking
from submissions.courses.assignments.starter import STARTER
from submissions.courses.courses import courses
from submissions.errors import Stale, Unusable
from submissions.grading.intake import try_files
from submissions.people.access.policy import Action
from submissions.tables import Course
from submissions.teaching.gradebook import grade_weights
from submissions.teaching.regrades.regrades import outdated
from submissions.texts.single_line import LONGEST

router = APIRouter()

_NEW = Draft(title="", stage="whole-graph")
_HUNT = "hunt"
_ROOM = 40
"""The characters that a title leaves for what is put behind it."""
_FILL, _USUAL_STARTER = "fill", "starter"
_GRADE_WEIGHT = "grade_weight"
"""The field of the weight of a new assignment, in a course whose assignments have their own weights."""


@router.get("/teach/courses/{course_id:uuid}/assignments/new")
def new(visit: Visit, course_id: UUID, kind: Asked = "") -> Response:
    """Show the form with the defaults for a class or for a fault hunt."""
    with visit.in_course(course_id, Action.EDIT_ASSIGNMENT) as (session, view):
        usual = grade_weights.usual_weight(session, visit.caller, course_id)
    values = _assignment_form.filled(_new_hunt() if kind == _HUNT else _NEW, view.course.zone)
    if usual is not None:
        values[_GRADE_WEIGHT] = exact(usual)
    return _page(view, values)


@router.post("/teach/courses/{course_id:uuid}/assignments/new")
@takes_texts
def create(visit: Visit, course_id: UUID, typed: Typed) -> Response:
    """Create the assignment; or the form again with all that was typed."""
    with visit.database.begin() as session:
        course = courses.get(session, visit.caller, course_id, Action.EDIT_ASSIGNMENT)
        view = CourseView(visit, session, course)
        if changed := _filled_in(typed):
            return _page(view, changed)
        read = _assignment_form.read(typed, course.zone, _NEW)
        weight, problem = _grade_weight(FormReader(typed, course.zone))
        errors = {**read.errors, **({_GRADE_WEIGHT: unusable(problem)} if problem else {})}
        if errors:
            return _page(view, read.values, errors)
        draft = replace(read.draft, published=False)  # until it was looked at
        made = assignments.create(session, visit.caller, course.id, draft, now=visit.now())
        if weight is not None:
            grade_weights.set_weights(session, visit.caller, course.id, {made.id: weight}, now=visit.now())
    return see_other(f"/assignments/{made.id}/preview")


@router.get("/teach/assignments/{assignment_id:uuid}")
def edit(visit: Visit, assignment_id: UUID) -> Response:
    """Show the form with the settings of an assignment."""
    with visit.in_assignment(assignment_id, Action.EDIT_ASSIGNMENT) as (session, view):
        values = _assignment_form.filled(assignments.draft_of(session, view.assignment), view.course.zone)
    values["revision"] = str(view.assignment.revision)
    return _page(view, values, assignment_id=assignment_id)


@router.post("/teach/assignments/{assignment_id:uuid}")
@takes_texts
def change(visit: Visit, assignment_id: UUID, typed: Typed) -> Response:
    """Set what was typed; or the form again, also where somebody else was faster.

    Where students have results on the version before, the page of regrades is next.
    """
    with visit.changing(assignment_id, Action.EDIT_ASSIGNMENT) as (session, assignment):
        view = AssignmentView(visit, session, assignment)
        course = view.course
        before, version = assignments.draft_of(session, assignment), assignment.version_number
        if changed := _filled_in(typed):
            return _page(view, changed, assignment_id=assignment_id)
        read = _assignment_form.read(typed, course.zone, before)
        if read.errors:
            return _page(view, read.values, read.errors, assignment_id=assignment_id)
        revision = FormReader(typed, course.zone).whole("revision", 0)
        try:
            assignments.change(
                session, visit.caller, assignment, read.draft, revision=revision, now=visit.now()
            )
        except Stale:
            theirs = _assignment_form.filled(assignments.draft_of(session, assignment), course.zone)
            values = {**typed, "revision": str(assignment.revision)}
            return _page(view, values, assignment_id=assignment_id, theirs=theirs)
        try_files.again(session, assignment, now=visit.now())
        is_new = assignment.version_number != version
        has_outdated = is_new and outdated(session, visit.caller, assignment) > 0
    if has_outdated:
        return see_other(f"/teach/assignments/{assignment_id}/regrades")
    return see_other(f"/teach/courses/{course.id}/assignments")


@router.post("/teach/assignments/{assignment_id:uuid}/publish")
def publish(visit: Visit, assignment_id: UUID) -> Response:
    """Let students see it, with the settings that it has."""
    with visit.changing(assignment_id, Action.EDIT_ASSIGNMENT) as (session, assignment):
        draft = replace(assignments.draft_of(session, assignment), published=True)
        revision = assignment.revision
        assignments.change(session, visit.caller, assignment, draft, revision=revision, now=visit.now())
    return see_other(f"/teach/courses/{assignment.course_id}/assignments")


@router.post("/teach/assignments/{assignment_id:uuid}/copy")
def copy(visit: Visit, assignment_id: UUID) -> Response:
    """Copy an assignment as a draft, and open the form of the copy."""
    with visit.changing(assignment_id, Action.EDIT_ASSIGNMENT) as (session, assignment):
        title = _("{title} (copy)", title=assignment.title[: LONGEST - _ROOM])
        made = copying.copy_assignment(session, visit.caller, assignment, title=title, now=visit.now())
    return see_other(f"/teach/assignments/{made.id}")


@router.post("/teach/assignments/{assignment_id:uuid}/archive")
def archive(visit: Visit, assignment_id: UUID) -> Response:
    """Archive an assignment; submissions and grades are kept."""
    with visit.changing(assignment_id, Action.EDIT_ASSIGNMENT) as (session, assignment):
        assignments.archive(session, visit.caller, assignment, now=visit.now())
    return see_other(f"/teach/courses/{assignment.course_id}/assignments")


def _new_hunt() -> Draft:
    """Return the settings that are usual in a fault hunt."""
    instructions = _(
        "Each letter is a class with one mistake. Write small graphs on which it gives a value or a gradient "
        "that the correct class does not give."
    )
    return replace(
        _NEW,
        title=_("Fault hunt"),
        instructions=instructions,
        starter=hunt_words.EXAMPLE,
        hunted=library.usual(),
    )


def _name_label(setting: str, name: str) -> str:
    """The label of the box of one of the names that a setting can have."""
    return _(faults.load()[name].title) if setting == "hunted" else operation(name)


def _grade_weight(reader: FormReader) -> tuple[Decimal | None, Unusable | None]:
    """The weight in the total of the course, None where nothing stands; and what is wrong with it."""
    if not reader.line(_GRADE_WEIGHT):
        return None, None
    weight = reader.number(_GRADE_WEIGHT, Decimal(0))
    if reader.problems:
        return None, reader.problems[0]
    why = grade_weights.WEIGHTS.problem(weight)
    return weight, Unusable(_GRADE_WEIGHT, why, **grade_weights.WEIGHTS.limits) if why else None


def _filled_in(typed: Mapping[str, str]) -> dict[str, str] | None:
    """The fields as a button that fills some of them in leaves them; None where another was pressed."""
    if typed.get("do") == _FILL:
        return _assignment_form.refilled(typed)
    if typed.get("do") == _USUAL_STARTER:
        return {**typed, "starter": STARTER}
    return None


def _page(
    view: CourseView,
    values: Mapping[str, str],
    errors: Mapping[str, str] | None = None,
    *,
    assignment_id: UUID | None = None,
    theirs: Mapping[str, str] | None = None,
) -> Response:
    form = AssignmentForm(values, errors or {})
    return view.page(
        "teach_assignment.html",
        status=HTTPStatus.CONFLICT if theirs is not None else None,
        wrong=errors,
        suite_words=suite_words,
        name_label=_name_label,
        teaches=_teaches,
        suite_options={"bonus": _("Bonus: points come on top"), "hidden_suites": _("Hidden from students")},
        form=form,
        rules=RULES,
        warnings=_warnings(view.course),
        assignment_id=assignment_id,
        stages=suites.by_stage(),
        stages_of=_assignment_form.stages_of,
        notes=list(_notes(form)),
        differences=_differences(values, theirs) if theirs is not None else [],
        message=_message(theirs),
    )


def _teaches(slug: str) -> str:
    """Return what a suite is about: the first paragraph of its page."""
    return _(suites.page(slug)).strip().partition("\n\n")[0].replace("\n", " ")


def _message(theirs: Mapping[str, str] | None) -> Message | None:
    if theirs is not None:
        return Message(
            _("Somebody else saved this assignment while you were editing it."),
            _("Your changes are still here. Compare them and save again: your version replaces theirs."),
        )
    return None


def _notes(form: AssignmentForm) -> Iterable[str]:
    """Yield advice on the choice of suites."""
    known = suites.all_suites()
    chosen = {slug: 1 for slug in known if form.weight(slug).strip()}
    for slug, needs in lacking(chosen).items():
        yield _(
            "{suite} builds on {needs}. Grade them too, so that one mistake is reported only once.",
            suite=_(known[slug].title),
            needs=listed([_(known[need].title) for need in needs]),
        )


def _warnings(course: Course) -> dict[str, str]:
    """Return, by field, why it has no effect in this course and what to do."""
    if course.late_days:
        return {}
    return {
        FIELDS["late_days_usable"].name: _(
            "Nobody can use late days yet: the budget of this course is 0. "
            "An owner of the course sets it under Settings."
        )
    }


def _differences(mine: Mapping[str, str], theirs: Mapping[str, str]) -> list[tuple[str, str]]:
    """Return what somebody else has set, by the label of its field."""
    found = []
    for field in FIELDS.values():
        other = theirs.get(field.name, "")
        if other != mine.get(field.name, "").replace("\r\n", "\n"):
            found.append((field.label, field.described(other)))
    for slug, suite in suites.all_suites().items():
        other = theirs.get(WEIGHT + slug, "")
        if other != mine.get(WEIGHT + slug, ""):
            found.append((_(suite.title), other))
    return found
