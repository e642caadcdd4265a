"""The roster of a course as a list: what it would change, and the change; roles and what they may do."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter
from pydantic import Field

from api.rest._model import Answer, Given, Items
from api.rest._visit import Known, Visit
from api.web.body_limit import takes_file
from api.web.openapi import answers
from api.words.unusable import unusable
from submissions.courses.courses import roster_import
from submissions.courses.courses.roster_import import MOST_LINES, RosterLine, RosterPlan
from submissions.people.access.policy import Action, roles_with
from submissions.tables import Role

router = APIRouter(tags=["people"])

_Short = Annotated[str, Field(max_length=200)]


class RosterStudent(Given):
    """One student of a list."""

    login: _Short
    name: _Short = ""
    """The name of a new account; an account that is there keeps its name."""
    section: Annotated[str | None, Field(max_length=64)] = None
    """Null: it stays as it is."""
    sis_id: Annotated[str | None, Field(max_length=64)] = None


class RosterList(Given, json_schema_extra={"examples": [{"students": []}]}):
    """All students of a course."""

    students: Annotated[list[RosterStudent], Field(max_length=MOST_LINES)]
    apply: Annotated[str | None, Field(max_length=64, pattern="^[0-9a-f]{64}$")] = None
    """The `digest` of the changes that you saw; without it, nothing is changed."""
    deactivate: bool = False
    """Remove students who are not in the list; their submissions and grades are kept."""


class ListedStudent(Answer):
    """A student, as the list or the course has them."""

    login: str
    section: str | None
    sis_id: str | None


class RowProblem(Answer):
    """A student of the list who changes nothing."""

    row: int
    """The row, from 1."""
    login: str
    field: str
    message: str


class RosterChanges(Answer):
    """The changes that a list makes."""

    digest: str
    """Send it as `apply` to carry out these changes."""
    applied: bool
    added: list[ListedStudent]
    changed: list[ListedStudent]
    absent: list[ListedStudent]
    """Students who are not in the list."""
    same: int
    problems: list[RowProblem]


class RolePermissions(Answer):
    """A role in a course."""

    role: Role
    actions: list[Action]


class Roles(Items[RolePermissions]):
    """All roles."""


@router.post("/courses/{course_id}/roster", responses=answers(412))
@takes_file()
def import_roster(visit: Visit, course_id: UUID, given: RosterList) -> RosterChanges:
    """Compare the course with a list of students; with `apply`, change it."""
    lines = [
        RosterLine(number, each.login, each.name, each.section, each.sis_id)
        for number, each in enumerate(given.students, 1)
    ]
    if given.apply is None:
        with visit.database.read() as session:
            plan = roster_import.plan(session, visit.caller, course_id, lines)
            return _changes(plan, applied=False)
    with visit.database.begin() as session:
        plan = roster_import.plan(session, visit.caller, course_id, lines)
        shown = _changes(plan, applied=True)
        roster_import.apply(
            session,
            visit.caller,
            course_id,
            lines,
            digest=given.apply,
            deactivate=given.deactivate,
            now=visit.now(),
        )
        return shown


@router.get("/roles")
def list_roles(caller: Known) -> Roles:
    """List what each role in a course may do."""
    caller.require_signed_in()
    return Roles(
        items=[
            RolePermissions(role=role, actions=[each for each in Action if role in roles_with(each)])
            for role in Role
        ]
    )


def _changes(plan: RosterPlan, *, applied: bool) -> RosterChanges:
    return RosterChanges(
        digest=plan.digest,
        applied=applied,
        added=[ListedStudent.of(each.line) for each in plan.added],
        changed=[ListedStudent.of(each.line) for each in plan.changed],
        absent=[ListedStudent.of(place, login=person.login) for person, place in plan.absent],
        same=plan.same,
        problems=[
            RowProblem(row=each.row, login=each.text, field=each.error.field, message=unusable(each.error))
            for each in plan.problems
        ],
    )
