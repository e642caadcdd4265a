"""One student's way through an assignment: attempts, causes, what changed in the code, notes, messages."""

from collections.abc import Mapping
from uuid import UUID

from fastapi import APIRouter, Response

from api.i18n import gettext as _
from api.pages._fields import After, Typed
from api.pages._file_changes import Changes, changes
from api.pages._visit import Visit
from api.web.body_limit import takes_texts
from api.web.see_other import see_other
from api.words import finding as finding_words
from api.words.unusable import unusable
from grader.records import Frozen
from submissions.courses.courses import courses
from submissions.errors import Unusable
from submissions.people.access.policy import Action
from submissions.tables import Submission
from submissions.teaching.results import reading
from submissions.teaching.results.result import Result, results_of
from submissions.teaching.results.student_record import student_record
from submissions.teaching.talk import comments, messages, staff_notes

router = APIRouter()

_ON_A_PAGE = 10


class TimelineEntry(Frozen):
    """An attempt on the timeline."""

    result: Result
    causes: tuple[str, ...]
    """The causes in words."""
    hints: str
    """How far its student climbed; empty where hints are not climbed."""
    changes: Changes
    """The changes since the attempt before."""


@router.get("/teach/assignments/{assignment_id:uuid}/people/{person_id:uuid}/timeline")
def timeline(visit: Visit, assignment_id: UUID, person_id: UUID, after: After = None) -> Response:
    """List the latest attempts, or those before the last one seen."""
    return _page(visit, assignment_id, person_id, after=after)


@router.post("/teach/assignments/{assignment_id:uuid}/people/{person_id:uuid}/notes")
@takes_texts
def add_note(visit: Visit, assignment_id: UUID, person_id: UUID, typed: Typed) -> Response:
    """Write a note for staff; or show the page again with what was typed."""
    try:
        with visit.changing(assignment_id, Action.COMMENT) as (session, assignment):
            course_id = courses.course_of(session, assignment).id
            text = typed.get("note", "")
            staff_notes.add(session, visit.caller, course_id, person_id, text, now=visit.now())
    except Unusable as error:
        return _page(visit, assignment_id, person_id, typed=typed, error=("note", error))
    return _back(assignment_id, person_id)


@router.post("/teach/assignments/{assignment_id:uuid}/people/{person_id:uuid}/notes/{note_id:uuid}/remove")
def remove_note(visit: Visit, assignment_id: UUID, person_id: UUID, note_id: UUID) -> Response:
    """Delete a note."""
    with visit.changing(assignment_id, Action.COMMENT) as (session, assignment):
        course_id = courses.course_of(session, assignment).id
        staff_notes.remove(session, visit.caller, course_id, note_id, about=person_id, now=visit.now())
    return _back(assignment_id, person_id)


@router.post("/teach/assignments/{assignment_id:uuid}/people/{person_id:uuid}/messages")
@takes_texts
def send_message(visit: Visit, assignment_id: UUID, person_id: UUID, typed: Typed) -> Response:
    """Write to the student; or show the page again with what was typed."""
    try:
        with visit.changing(assignment_id, Action.COMMENT) as (session, assignment):
            course_id = courses.course_of(session, assignment).id
            text = typed.get("message", "")
            messages.send(session, visit.caller, course_id, person_id, text, now=visit.now())
    except Unusable as error:
        wrong = ("message", error)
        return _page(visit, assignment_id, person_id, typed=typed, error=wrong)
    return _back(assignment_id, person_id)


def _page(
    visit: Visit,
    assignment_id: UUID,
    person_id: UUID,
    *,
    after: UUID | None = None,
    typed: Mapping[str, str] | None = None,
    error: tuple[str, Unusable] | None = None,
) -> Response:
    with visit.in_assignment(assignment_id, Action.SEE_SUBMISSIONS) as (session, view):
        of = student_record(session, visit.caller, view.assignment, person_id)
        found = reading.listed(
            session, visit.caller, assignment_id, person_id=person_id, after=after, limit=_ON_A_PAGE + 1
        )
        results = results_of(session, view.viewer, view.assignment, found, now=visit.now())
        contents = reading.contents(session, found)
        view.show(
            notes=staff_notes.listed(session, visit.caller, view.course.id, person_id),
            said=comments.numbers(session, [each.id for each in found]),
            sent=messages.sent(session, visit.caller, view.course.id, person_id),
        )
    entries = [
        _entry(result, results[index + 1].submission if index + 1 < len(results) else None, contents)
        for index, result in enumerate(results[:_ON_A_PAGE])
    ]
    return view.page(
        "teach_timeline.html",
        wrong=error,
        of=of,
        entries=entries,
        older=found[_ON_A_PAGE - 1].id if len(found) > _ON_A_PAGE else None,
        typed=typed or {},
        errors={error[0]: unusable(error[1])} if error else {},
    )


def _entry(result: Result, before: Submission | None, contents: Mapping[str, bytes]) -> TimelineEntry:
    causes = tuple(map(finding_words.cause, result.score.causes)) if result.score else ()
    hints = ""
    if result.most_rung is not None:
        hints = _("{n} of {all}", n=max(1, result.submission.opened_rung), all=result.most_rung.value)
    return TimelineEntry(result, causes, hints, changes(before, result.submission, contents))


def _back(assignment_id: UUID, person_id: UUID) -> Response:
    return see_other(f"/teach/assignments/{assignment_id}/people/{person_id}/timeline")
