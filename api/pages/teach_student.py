"""One student in one assignment: submissions, extension, late days, grade override, regrade."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any
from uuid import UUID

from fastapi import APIRouter, Response
from sqlalchemy.orm import Session

from api.pages._fields import Typed
from api.pages._reader import FormReader, exact, shown
from api.pages._visit import AssignmentView, Visit
from api.web.see_other import see_other
from api.words import finding as finding_words, group as group_words
from api.words.unusable import unusable
from grader.records import Frozen
from submissions.courses.assignments import extensions, late_days
from submissions.courses.assignments.extensions import Grant
from submissions.courses.assignments.late_days import LateDays
from submissions.courses.courses import courses
from submissions.courses.grades import cells
from submissions.courses.grades.deadlines import Deadlines
from submissions.courses.groups import membership
from submissions.errors import Unusable
from submissions.people.access.policy import Action
from submissions.tables import Extension, Override
from submissions.teaching.gradebook import overrides
from submissions.teaching.regrades import regrades
from submissions.teaching.results import reading
from submissions.teaching.results.result import results_of
from submissions.teaching.results.student_record import student_record

router = APIRouter()

_SHOWN = 50
_EXTENSION, _LATE_DAYS, _OVERRIDE = "extension", "late_days", "override"


class RejectedForm(Frozen):
    """A form of the page with values that cannot be used."""

    form: str
    typed: Mapping[str, str]
    errors: Mapping[str, str]


@router.get("/teach/assignments/{assignment_id:uuid}/people/{person_id:uuid}")
def student(visit: Visit, assignment_id: UUID, person_id: UUID) -> Response:
    """Show one student in one assignment."""
    return _page(visit, assignment_id, person_id)


@router.post("/teach/assignments/{assignment_id:uuid}/people/{person_id:uuid}/extension")
def extend(visit: Visit, assignment_id: UUID, person_id: UUID, typed: Typed) -> Response:
    """Give an extension; or show the page again with what was typed."""
    with visit.changing(assignment_id, Action.EDIT_GRADES) as (session, assignment):
        reader = FormReader(typed, courses.course_of(session, assignment).zone)
        grant = _grant(reader, extensions.of(session, visit.caller, assignment, person_id))
        problems = reader.problems or extensions.problems(assignment, grant)
        if not problems:
            extensions.give(session, visit.caller, assignment, person_id, grant, now=visit.now())
    if problems:
        wrong = RejectedForm(_EXTENSION, typed, _errors(problems))
        return _page(visit, assignment_id, person_id, wrong)
    return _back(assignment_id, person_id)


@router.post("/teach/assignments/{assignment_id:uuid}/people/{person_id:uuid}/extension/end")
def end_extension(visit: Visit, assignment_id: UUID, person_id: UUID) -> Response:
    """End the extension."""
    with visit.changing(assignment_id, Action.EDIT_GRADES) as (session, assignment):
        extensions.take_back(session, visit.caller, assignment, person_id, now=visit.now())
    return _back(assignment_id, person_id)


@router.post("/teach/assignments/{assignment_id:uuid}/people/{person_id:uuid}/late-days")
def give_late_days_back(visit: Visit, assignment_id: UUID, person_id: UUID, typed: Typed) -> Response:
    """Give late days back, or undo it; or show the page again with what was typed."""
    reader = FormReader(typed, "UTC")
    days, reason = reader.whole("days", 0), reader.line("returned_why")
    problems = reader.problems
    if not problems:
        try:
            with visit.changing(assignment_id, Action.EDIT_GRADES) as (session, assignment):
                late_days.give_back(
                    session, visit.caller, assignment, person_id, days, reason, now=visit.now()
                )
        except Unusable as error:
            problems = [error]
    if problems:
        wrong = RejectedForm(_LATE_DAYS, typed, _errors(problems))
        return _page(visit, assignment_id, person_id, wrong)
    return _back(assignment_id, person_id)


@router.post("/teach/assignments/{assignment_id:uuid}/people/{person_id:uuid}/points")
def give_points(visit: Visit, assignment_id: UUID, person_id: UUID, typed: Typed) -> Response:
    """Override the grade; or show the page again with what was typed."""
    reader = FormReader(typed, "UTC")
    points, reason = reader.number("points", Decimal(-1)), reader.line("why")
    if not reader.line("points"):
        reader.problems.append(Unusable("points", "empty"))
    problems = reader.problems or overrides.problems(points, reason)
    with visit.changing(assignment_id, Action.EDIT_GRADES) as (session, assignment):
        if not problems:
            overrides.give(session, visit.caller, assignment, person_id, points, reason, now=visit.now())
    if problems:
        wrong = RejectedForm(_OVERRIDE, typed, _errors(problems))
        return _page(visit, assignment_id, person_id, wrong)
    return _back(assignment_id, person_id)


@router.post("/teach/assignments/{assignment_id:uuid}/people/{person_id:uuid}/points/end")
def end_points(visit: Visit, assignment_id: UUID, person_id: UUID) -> Response:
    """Remove the override, so that the graded points count again."""
    with visit.changing(assignment_id, Action.EDIT_GRADES) as (session, assignment):
        overrides.take_back(session, visit.caller, assignment, person_id, now=visit.now())
    return _back(assignment_id, person_id)


@router.post("/teach/submissions/{submission_id:uuid}/regrade")
def regrade(visit: Visit, submission_id: UUID) -> Response:
    """Grade one submission again."""
    with visit.database.begin() as session:
        submission = reading.get(session, visit.caller, submission_id)
        regrades.one(session, visit.caller, submission, now=visit.now())
    assert submission.person_id is not None
    return _back(submission.assignment_id, submission.person_id)


def _page(visit: Visit, assignment_id: UUID, person_id: UUID, wrong: RejectedForm | None = None) -> Response:
    with visit.in_assignment(assignment_id, Action.SEE_SUBMISSIONS) as (session, view):
        seen = _content(session, visit, view, person_id)
    errors: dict[str, Mapping[str, str]] = {
        f"{form}_errors": {} for form in (_EXTENSION, _LATE_DAYS, _OVERRIDE)
    }
    if wrong:
        seen[f"{wrong.form}_values"].update(wrong.typed)
        errors[f"{wrong.form}_errors"] = wrong.errors
    return view.page(
        "teach_student.html",
        wrong=wrong,
        cause=finding_words.cause,
        **errors,
        **seen,
    )


def _content(session: Session, visit: Visit, view: AssignmentView, person_id: UUID) -> dict[str, Any]:
    """Return all that the page shows."""
    assignment = view.assignment
    of = student_record(session, visit.caller, assignment, person_id)
    found = reading.listed(session, visit.caller, assignment.id, person_id=person_id, limit=_SHOWN)
    columns = [cells.column(session, assignment)]
    has = late_days.of_student(session, visit.caller, assignment, person_id, now=visit.now())
    return {
        "of": of,
        "files": results_of(session, view.viewer, assignment, found, now=visit.now()),
        "limit": _SHOWN,
        "mates": group_words.names(membership.mates(session, assignment, person_id)),
        "cell": cells.grades(session, columns, [person_id]).get(person_id, {}).get(assignment.id),
        "extension_values": _extension_values(of.extension, view.course.zone),
        "late_days": has,
        "late_days_values": _late_days_values(has),
        "override_values": _override_values(of.override),
        "usual": Deadlines.of(assignment),
    }


def _grant(reader: FormReader, before: Extension | None) -> Grant:
    return Grant(
        due_at=reader.moment("due_at", before.due_at if before else None),
        closes_at=reader.moment("closes_at", before.closes_at if before else None),
        more_attempts=reader.whole("more_attempts", 0),
        reason=reader.line("reason"),
    )


def _extension_values(extension: Extension | None, zone: str) -> dict[str, str]:
    if extension is None:
        return {}
    return {
        "due_at": shown(extension.due_at, zone),
        "closes_at": shown(extension.closes_at, zone),
        "more_attempts": str(extension.more_attempts or ""),
        "reason": extension.reason,
    }


def _late_days_values(has: LateDays | None) -> dict[str, str]:
    return {"days": str(has.returned), "returned_why": has.reason} if has and has.returned else {}


def _override_values(override: Override | None) -> dict[str, str]:
    return {} if override is None else {"points": exact(override.points), "why": override.reason}


def _errors(problems: list[Unusable]) -> dict[str, str]:
    return {problem.field: unusable(problem) for problem in reversed(problems)}


def _back(assignment_id: UUID, person_id: UUID) -> Response:
    return see_other(f"/teach/assignments/{assignment_id}/people/{person_id}")
