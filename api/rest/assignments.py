"""Assignments. A change says on which state it was made, so that nobody's work is lost."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from decimal import Decimal
from operator import attrgetter
from typing import Annotated, Any
from uuid import UUID

from fastapi import APIRouter, Response
from pydantic import AfterValidator, ConfigDict, Field, JsonValue
from pydantic_core import PydanticCustomError
from sqlalchemy.orm import Session

from api.rest._caller import Known
from api.rest._model import Answer, Given, Line, Moment, Text
from api.web import etags
from api.web.cursors import Paging, Part
from api.web.dependencies import Ours
from api.web.idempotency import Made, Repeatable
from api.web.openapi import NOT_MODIFIED, TAGGED, answers
from grader.assignment import CHOICES
from submissions import assignments, tables
from submissions.assignments import Draft
from submissions.hand_in import attempts_of
from submissions.policy import Action, require
from submissions.tables import Counts, Extension, Shown

router = APIRouter(tags=["assignments"])

_EXAMPLE: dict[str, JsonValue] = {
    "title": "Backprop, the core",
    "stage": "core",
    "due_at": "2026-12-01T22:59:00Z",
    "points": 10,
    "published": True,
}


def _known_stage(name: str) -> str:
    if name not in CHOICES:
        raise PydanticCustomError("enum", "not a stage", {"expected": ", ".join(CHOICES)})
    return name


Percent = Annotated[float, Field(ge=0, le=100, allow_inf_nan=False)]
Points = Annotated[float, Field(gt=0, le=10_000, allow_inf_nan=False)]
Weights = Annotated[
    dict[Annotated[str, Field(max_length=40)], Annotated[int, Field(ge=0, le=1000)]],
    Field(max_length=100),
]
Attempts = Annotated[int, Field(ge=1, le=1000)]
Cooldown = Annotated[int, Field(ge=0, le=604_800)]
HintRung = Annotated[int, Field(ge=0, le=4)]
StageName = Annotated[str, AfterValidator(_known_stage), Field(json_schema_extra={"enum": list(CHOICES)})]
CountsGiven = Annotated[Counts, Field(strict=False)]
ShownGiven = Annotated[Shown, Field(strict=False)]


class Assignment(Answer):
    """A piece of work."""

    id: UUID
    course_id: UUID
    title: str
    instructions: str
    starter: str
    """Python source to begin with; empty where there is none."""
    published: bool
    opens_at: datetime | None
    due_at: datetime | None
    closes_at: datetime | None
    """Until when late work is taken; null: until it is due, or for ever where it never is."""
    late_percent_per_day: float
    """Of the points earned, lost for each day begun after the due date."""
    late_most_percent: float
    """The most that lateness costs."""
    attempt_limit: int | None
    cooldown_seconds: int
    """Between two attempts of one student."""
    hint_rung: int
    """How much students are told: 0 nothing, 1 the symptom, 2 the place, 3 the cause, 4 the repair."""
    counts: Counts
    shown: Shown
    """When students see their results."""
    stage: str
    weights: dict[str, int]
    """What each suite weighs."""
    points: float
    """What a file without a flaw earns."""
    version: int
    """Another choice of suites, weights or points is another version."""
    created_at: datetime


class NewAssignment(Given):
    """An assignment to be made."""

    model_config = ConfigDict(json_schema_extra={"examples": [_EXAMPLE]})

    title: Line
    instructions: Text = ""
    starter: Text = ""
    published: bool = False
    opens_at: Moment | None = None
    due_at: Moment | None = None
    closes_at: Moment | None = None
    late_percent_per_day: Percent = 0.0
    late_most_percent: Percent = 100.0
    attempt_limit: Attempts | None = None
    cooldown_seconds: Cooldown = 0
    hint_rung: HintRung = 3
    counts: CountsGiven = Counts.BEST
    shown: ShownGiven = Shown.AT_ONCE
    stage: StageName = "core"
    weights: Annotated[Weights, Field(default_factory=dict)]
    """Empty: the suites of the stage, each weighing its own points."""
    points: Points = 100.0


def _without_defaults(schema: dict[str, Any]) -> None:
    """What is left out is not what it is by default, but what it was."""
    for each in schema["properties"].values():
        each.pop("default", None)
    schema["examples"] = [{"due_at": "2026-12-08T22:59:00Z"}]


class AssignmentChange(NewAssignment):
    """What is to be changed of an assignment; what is left out stays."""

    model_config = ConfigDict(json_schema_extra=_without_defaults)

    title: Line = ""


class AttemptsLeft(Answer):
    """What you have left of an assignment's attempts."""

    used: int
    limit: int | None
    """null: as many as you like."""
    next_at: datetime | None
    """When the next may be handed in; null: now."""


@router.get("/courses/{course_id}/assignments", operation_id="list-assignments")
def list_assignments(ours: Ours, caller: Known, paging: Paging, course_id: UUID) -> Part[Assignment]:
    """The assignments of a course that you may see, in the order in which they were made."""
    with ours.database.read() as session:
        after = paging.after_id()
        found = [
            each
            for each in assignments.listed(session, caller, course_id)
            if after is None or each.id > after
        ]
        found = sorted(found, key=attrgetter("id"))[: paging.more]
        shown = _shown(session, found)
    return paging.part(shown, [(str(each.id),) for each in shown])


@router.post(
    "/courses/{course_id}/assignments",
    operation_id="create-assignment",
    status_code=201,
    response_model=Assignment,
    responses={201: TAGGED},
)
def create_assignment(
    ours: Ours, caller: Known, once: Repeatable, course_id: UUID, new: NewAssignment
) -> Response:
    """Make an assignment."""

    def make(session: Session) -> Made:
        require(session, caller, Action.EDIT_ASSIGNMENT, course_id)
        draft = Draft(**_values(new))
        made = assignments.create(session, course_id, draft, by=caller.known, now=ours.now())
        headers = {"Location": f"/api/v1/assignments/{made.id}", "ETag": _tag(made)}
        return Made(_shown(session, [made])[0], headers=headers)

    return once.answer(new.model_dump_json().encode(), make)


@router.get(
    "/assignments/{assignment_id}",
    operation_id="get-assignment",
    response_model=Assignment,
    responses={200: TAGGED, 304: NOT_MODIFIED},
)
def get_assignment(
    ours: Ours, caller: Known, assignment_id: UUID, if_none_match: etags.IfNoneMatch = None
) -> Response:
    """An assignment, with the `ETag` that a change of it has to name."""
    with ours.database.read() as session:
        found = assignments.get(session, caller, assignment_id)
        shown = _shown(session, [found])[0]
    return etags.document(shown, if_none_match, _tag(found))


@router.patch(
    "/assignments/{assignment_id}",
    operation_id="change-assignment",
    response_model=Assignment,
    responses=answers(412, 428, successes={200: TAGGED}),
)
def change_assignment(
    ours: Ours,
    caller: Known,
    assignment_id: UUID,
    change: AssignmentChange,
    if_match: etags.IfMatch = None,
) -> Response:
    """Change an assignment. Other suites, weights or points make a new version, for new submissions."""
    with ours.database.begin() as session:
        found = assignments.get(session, caller, assignment_id, Action.EDIT_ASSIGNMENT)
        etags.require_match(if_match, _tag(found))
        before = assignments.draft_of(session, found)
        draft = replace(before, **_given(change, before))
        assignments.change(session, found, draft, revision=found.revision, by=caller.known, now=ours.now())
        shown = _shown(session, [found])[0]
    return etags.document(shown, None, _tag(found))


@router.delete("/assignments/{assignment_id}", operation_id="archive-assignment", status_code=204)
def archive_assignment(ours: Ours, caller: Known, assignment_id: UUID) -> None:
    """Put an assignment away: nothing is taken any more, lists leave it out, and what was graded is kept."""
    with ours.database.begin() as session:
        found = assignments.get(session, caller, assignment_id, Action.EDIT_ASSIGNMENT)
        assignments.archive(session, found, by=caller.known, now=ours.now())


@router.get("/assignments/{assignment_id}/attempts", operation_id="get-attempts")
def get_attempts(ours: Ours, caller: Known, assignment_id: UUID) -> AttemptsLeft:
    """How many attempts you used, and when the next may come. Failures of ours use none."""
    with ours.database.read() as session:
        found = assignments.get(session, caller, assignment_id)
        extension = session.get(Extension, (found.id, caller.known))
        left = attempts_of(session, found, caller.known, now=ours.now(), extension=extension)
    return AttemptsLeft(used=left.used, limit=left.limit, next_at=left.next_at)


def _tag(assignment: tables.Assignment) -> str:
    return f'"{assignment.revision}"'


def _values(given: NewAssignment) -> dict[str, Any]:
    return {name: _exact(getattr(given, name)) for name in NewAssignment.model_fields}


def _given(change: AssignmentChange, before: Draft) -> dict[str, Any]:
    """What was sent. Another stage comes with its own suites, unless others are named."""
    given = {name: _exact(getattr(change, name)) for name in change.model_fields_set}
    if given.get("stage", before.stage) != before.stage:
        given.setdefault("weights", {})
    return given


def _exact(value: object) -> object:
    """A number as it was written, not as the nearest one to it in binary."""
    return Decimal(str(value)) if isinstance(value, float) else value


def _shown(session: Session, found: Sequence[tables.Assignment]) -> list[Assignment]:
    versions = assignments.versions(session, found)
    return [_one(each, versions[each.id]) for each in found]


def _one(assignment: tables.Assignment, version: tables.AssignmentVersion) -> Assignment:
    values = {
        name: getattr(assignment, name) for name in Assignment.model_fields if hasattr(assignment, name)
    }
    return Assignment(
        **values,
        stage=version.stage,
        weights=version.weights,
        points=float(version.points),
        version=version.number,
    )
