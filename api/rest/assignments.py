"""Assignments. A change says on which state it was made, so that nobody's work is lost."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any
from uuid import UUID

from fastapi import APIRouter, Query, Response
from pydantic import Field, JsonValue, create_model
from sqlalchemy.orm import Session

from api.rest._model import Answer, Given, Line, documents
from api.rest._settings import answer_fields, exact, given_fields, plain
from api.rest._sorting import Direction, SortDirection
from api.rest._visit import Visit
from api.web import etags
from api.web.body_limit import takes_texts
from api.web.cursors import Paging, Part
from api.web.idempotency import CreatedResource, Repeatable
from api.web.openapi import NOT_MODIFIED, TAGGED, answers
from api.words.assignment_settings import description
from submissions import tables
from submissions.courses.assignments import assignments
from submissions.courses.assignments.draft import SETTINGS, Draft
from submissions.errors import NotFound
from submissions.grading.intake import try_files
from submissions.grading.intake.attempts import AttemptsLeft, own_attempts
from submissions.people.access.policy import Action, Caller, viewer_in
from submissions.teaching.results.assignment_order import AssignmentColumn, AssignmentOrder, in_order
from submissions.teaching.results.trimming import UNTOLD
from submissions.teaching.results.visibility import Visibility, visibility

router = APIRouter(tags=["assignments"])

_SORT = (
    "what the list is sorted by. Equals stand by their due dates, and what has none is last. Students may "
    "not sort by `submissions` and `students`"
)
_EXAMPLE: dict[str, JsonValue] = {
    "title": "Backprop, the core",
    "stage": "core",
    "due_at": "2026-12-01T22:59:00Z",
    "points": 10,
    "published": True,
}


class _Identity(Answer):
    id: UUID
    course_id: UUID


if TYPE_CHECKING:  # the fields are only known while the program runs
    _Settings = _Identity
    _NewSettings = Given
else:
    _Settings = create_model("_Settings", __base__=_Identity, **answer_fields())
    _NewSettings = create_model("_NewSettings", __base__=Given, **given_fields())


class Assignment(_Settings):
    """A piece of work."""

    version: int
    """Another choice of suites, weights, points or gradients is another version."""
    created_at: datetime


class NewAssignment(_NewSettings, json_schema_extra={"examples": [_EXAMPLE]}):
    """An assignment to be created."""


def _without_defaults(schema: dict[str, Any]) -> None:
    """Remove defaults: a setting that is left out is not what it is by default, but what it was."""
    for field in schema["properties"].values():
        field.pop("default", None)
    schema["examples"] = [{"due_at": "2026-12-08T22:59:00Z"}]


class AssignmentChange(NewAssignment, json_schema_extra=_without_defaults):
    """The changes to an assignment; what is left out stays."""

    title: Annotated[Line, Field(description=description("title"))] = ""


documents(AttemptsLeft)


@router.get("/courses/{course_id}/assignments")
def list_assignments(
    visit: Visit,
    paging: Paging,
    course_id: UUID,
    sort: Annotated[AssignmentColumn, Query(description=_SORT)] = AssignmentColumn.CREATED,
    order: Direction = SortDirection.ASCENDING,
) -> Part[Assignment]:
    """The assignments of a course that you may see, in the order in which they were made."""
    wanted = AssignmentOrder(sort, order is SortDirection.DESCENDING)
    with visit.database.read() as session:
        listed = in_order(session, visit.caller, course_id, wanted, now=visit.now())
        visible = _part(listed, paging.after, wanted)[: paging.more]
        shown = _documents(session, visit.caller, visible)
    return paging.part(shown, [assignment.id for assignment in shown])


def _part(
    listed: list[tables.Assignment], after: UUID | None, order: AssignmentOrder
) -> list[tables.Assignment]:
    """Return the assignments behind this id, which may be gone if they are sorted by creation."""
    if after is None:
        return listed
    if order == AssignmentOrder(AssignmentColumn.CREATED):
        return [each for each in listed if each.id > after]
    places = [place for place, each in enumerate(listed, 1) if each.id == after]
    if not places:
        raise NotFound
    return listed[places[0] :]


@router.post(
    "/courses/{course_id}/assignments", status_code=201, response_model=Assignment, responses={201: TAGGED}
)
@takes_texts
def create_assignment(visit: Visit, once: Repeatable, course_id: UUID, new: NewAssignment) -> Response:
    """Create an assignment."""

    def make(session: Session) -> CreatedResource:
        values: dict[str, Any] = {name: exact(getattr(new, name)) for name in NewAssignment.model_fields}
        draft = Draft(**values)
        assignment = assignments.create(session, visit.caller, course_id, draft, now=visit.now())
        headers = {"Location": f"/api/v1/assignments/{assignment.id}", "ETag": _tag(assignment)}
        return CreatedResource(_documents(session, visit.caller, [assignment])[0], headers=headers)

    return once.answer(new, make)


@router.get(
    "/assignments/{assignment_id}", response_model=Assignment, responses={200: TAGGED, 304: NOT_MODIFIED}
)
def get_assignment(visit: Visit, assignment_id: UUID, if_none_match: etags.IfNoneMatch = None) -> Response:
    """An assignment, with the `ETag` that a change of it has to name."""
    with visit.reading(assignment_id) as (session, assignment):
        shown = _documents(session, visit.caller, [assignment])[0]
    return etags.document(shown, if_none_match, _tag(assignment))


@router.patch(
    "/assignments/{assignment_id}",
    response_model=Assignment,
    responses=answers(412, 428, successes={200: TAGGED}),
)
@takes_texts
def change_assignment(
    visit: Visit, assignment_id: UUID, change: AssignmentChange, if_match: etags.IfMatch = None
) -> Response:
    """Change an assignment. Other suites, weights or points make a new version, for new submissions."""
    with visit.changing(assignment_id, Action.EDIT_ASSIGNMENT) as (session, assignment):
        etags.require_match(if_match, _tag(assignment))
        before = assignments.draft_of(session, assignment)
        draft = replace(before, **_changed_settings(change, before))
        assignments.change(
            session, visit.caller, assignment, draft, revision=assignment.revision, now=visit.now()
        )
        try_files.again(session, assignment, now=visit.now())
        shown = _documents(session, visit.caller, [assignment])[0]
    return etags.document(shown, None, _tag(assignment))


@router.delete("/assignments/{assignment_id}", status_code=204)
def archive_assignment(visit: Visit, assignment_id: UUID) -> None:
    """Archive an assignment: it takes no more submissions and lists leave it out; grades are kept."""
    with visit.changing(assignment_id, Action.EDIT_ASSIGNMENT) as (session, assignment):
        assignments.archive(session, visit.caller, assignment, now=visit.now())


@router.get("/assignments/{assignment_id}/attempts")
def get_attempts(visit: Visit, assignment_id: UUID) -> AttemptsLeft:
    """How many attempts you used, and when the next may come. Failures of ours use none."""
    with visit.reading(assignment_id) as (session, assignment):
        return own_attempts(
            session, viewer_in(session, visit.caller, assignment), assignment, now=visit.now()
        )


def _tag(assignment: tables.Assignment) -> str:
    return f'"{assignment.revision}"'


def _changed_settings(change: AssignmentChange, before: Draft) -> dict[str, Any]:
    """Return what was sent. Another stage comes with its own suites, unless others are named."""
    given = {name: exact(getattr(change, name)) for name in change.model_fields_set}
    if given.get("stage", before.stage) != before.stage:
        given.setdefault("weights", {})
    return given


def _documents(session: Session, caller: Caller, rows: Sequence[tables.Assignment]) -> list[Assignment]:
    versions = assignments.versions(session, rows)
    seen = {each.id: visibility(viewer_in(session, caller, each), each) for each in rows}
    return [_document(assignment, versions[assignment.id], seen[assignment.id]) for assignment in rows]


def _document(
    assignment: tables.Assignment, version: tables.AssignmentVersion, seen: Visibility
) -> Assignment:
    """The document, without suites that its reader does not see, and without the names of hunted faults."""
    hidden = seen.unopened_suites
    values = {
        name: plain(getattr(version if setting.is_versioned else assignment, name))
        for name, setting in SETTINGS.items()
    }
    if hidden:
        values["weights"] = {slug: weight for slug, weight in version.weights.items() if slug not in hidden}
        values["hidden_suites"] = []
        values["bonus"] = [slug for slug in version.bonus if slug not in hidden]
    if not seen.sees_hidden:
        values["hunted"] = [UNTOLD] * len(version.hunted)
    own = {name: getattr(assignment, name) for name in ("id", "course_id", "created_at")}
    return Assignment.model_validate({**own, **values, "version": version.number})
