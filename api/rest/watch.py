"""Who may need help in a course, and why; notes of staff, and messages to students."""

from dataclasses import asdict
from datetime import datetime
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Query, Response
from pydantic import Field
from sqlalchemy.orm import Session

from api.rest._model import OR_NULL, Answer, Given, Items, Paragraph
from api.rest._sorting import Direction, SortDirection
from api.rest._visit import Visit
from api.web.idempotency import Repeatable
from submissions.teaching.talk import messages, staff_notes
from submissions.teaching.watch import watch_thresholds
from submissions.teaching.watch.watch_list import WatchColumn, WatchOrder, WatchReason, watch_list
from submissions.teaching.watch.watch_thresholds import BOUNDS, Thresholds

router = APIRouter(tags=["people"])

_SORT = (
    "what the list is sorted by. `urgency` begins with the most urgent. Of equals the most urgent is first, "
    "and what has no attempt is last by `latest`"
)


class WatchedReason(Answer):
    """One reason for which somebody may need help."""

    kind: WatchReason
    fault: Annotated[str | None, OR_NULL, Field(validation_alias="cause")]
    """The cause that stays."""
    attempts: Annotated[int | None, OR_NULL, Field(validation_alias="number")]
    """How many graded attempts in a row have it, up to the latest."""
    since: datetime | None


class WatchedStudent(Answer):
    """A student who may need help with an assignment."""

    person_id: UUID
    assignment_id: UUID
    reasons: list[WatchedReason]
    attempts: int
    """Submissions, without those that were withdrawn and without the same file again."""
    submission_id: UUID | None
    """The latest of these."""
    last_at: datetime | None


class WatchList(Items[WatchedStudent]):
    """Everybody, in the order that is asked for. The most urgent reason of each is named first."""


class WatchThresholds(Answer):
    """When somebody comes on the watch list."""

    same_cause_attempts: int
    no_progress_hours: int
    stopped_days: int
    not_started_days: int


class NewThresholds(Given, json_schema_extra={"examples": [asdict(Thresholds())]}):
    """All of them."""

    same_cause_attempts: Annotated[int, Field(ge=2, le=BOUNDS["same_cause_attempts"][1])]
    no_progress_hours: Annotated[int, Field(ge=1, le=BOUNDS["no_progress_hours"][1])]
    stopped_days: Annotated[int, Field(ge=1, le=BOUNDS["stopped_days"][1])]
    not_started_days: Annotated[int, Field(ge=0, le=BOUNDS["not_started_days"][1])]


class WrittenText(Given, json_schema_extra={"examples": [{"text": "Come to the lab on Thursday."}]}):
    """A note, or a message."""

    text: Paragraph


class StaffNote(Answer):
    """A note of staff about a student, who never sees it."""

    id: UUID
    by_id: UUID | None
    text: str
    created_at: datetime


class StaffNoteList(Items[StaffNote]):
    """The latest come first."""


class StaffMessage(StaffNote):
    """A message of staff to a student."""


class StaffMessageList(Items[StaffMessage]):
    """The latest come first."""


@router.get("/courses/{course_id}/watch-list")
def get_watch_list(
    visit: Visit,
    course_id: UUID,
    sort: Annotated[WatchColumn, Query(description=_SORT)] = WatchColumn.URGENCY,
    order: Direction = SortDirection.ASCENDING,
) -> WatchList:
    """List who may need help, in assignments that are open or closed in the last seven days. For staff."""
    with visit.database.read() as session:
        everybody = watch_list(session, visit.caller, course_id, now=visit.now())
        found = WatchOrder(sort, order is SortDirection.DESCENDING).sorted(everybody)
        return WatchList(items=[WatchedStudent.of(each, assignment_id=each.assignment.id) for each in found])


@router.get("/courses/{course_id}/watch-thresholds")
def get_watch_thresholds(visit: Visit, course_id: UUID) -> WatchThresholds:
    """When somebody comes on the watch list. For staff."""
    with visit.database.read() as session:
        return WatchThresholds.of(watch_thresholds.thresholds(session, visit.caller, course_id))


@router.put("/courses/{course_id}/watch-thresholds")
def change_watch_thresholds(visit: Visit, course_id: UUID, wanted: NewThresholds) -> WatchThresholds:
    """Set all of them. For instructors."""
    values = wanted.model_dump()
    with visit.database.begin() as session:
        watch_thresholds.change(session, visit.caller, course_id, Thresholds(**values), now=visit.now())
    return WatchThresholds(**values)


@router.get("/courses/{course_id}/people/{person_id}/notes")
def list_notes(visit: Visit, course_id: UUID, person_id: UUID) -> StaffNoteList:
    """List what staff wrote down about somebody. For staff alone."""
    with visit.database.read() as session:
        found = staff_notes.listed(session, visit.caller, course_id, person_id)
        return StaffNoteList(items=[StaffNote.of(each.note) for each in found])


@router.post("/courses/{course_id}/people/{person_id}/notes", status_code=201, response_model=StaffNote)
def add_note(visit: Visit, once: Repeatable, course_id: UUID, person_id: UUID, new: WrittenText) -> Response:
    """Write a note about somebody, for staff alone."""

    def make(session: Session) -> StaffNote:
        note = staff_notes.add(session, visit.caller, course_id, person_id, new.text, now=visit.now())
        return StaffNote.of(note)

    return once.answer(new, make)


@router.delete("/courses/{course_id}/notes/{note_id}", status_code=204)
def remove_note(visit: Visit, course_id: UUID, note_id: UUID) -> None:
    """Delete a note."""
    with visit.database.begin() as session:
        staff_notes.remove(session, visit.caller, course_id, note_id, now=visit.now())


@router.get("/courses/{course_id}/people/{person_id}/messages")
def list_messages(visit: Visit, course_id: UUID, person_id: UUID) -> StaffMessageList:
    """List what staff wrote to somebody. For staff."""
    with visit.database.read() as session:
        found = messages.sent(session, visit.caller, course_id, person_id)
        return StaffMessageList(items=[StaffMessage.of(each.message) for each in found])


@router.post("/courses/{course_id}/people/{person_id}/messages", status_code=201, response_model=StaffMessage)
def create_message(
    visit: Visit, once: Repeatable, course_id: UUID, person_id: UUID, new: WrittenText
) -> Response:
    """Write to somebody in a course. They get a notice."""

    def make(session: Session) -> StaffMessage:
        message = messages.send(session, visit.caller, course_id, person_id, new.text, now=visit.now())
        return StaffMessage.of(message)

    return once.answer(new, make)


@router.get("/courses/{course_id}/messages")
def list_own_messages(visit: Visit, course_id: UUID) -> StaffMessageList:
    """List what the staff of a course wrote to you."""
    with visit.database.read() as session:
        return StaffMessageList(
            items=[StaffMessage.of(each.message) for each in messages.own(session, visit.caller, course_id)]
        )
