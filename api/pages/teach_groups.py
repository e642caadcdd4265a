"""Groups of an assignment, for staff: who is in which, one student moved, many groups formed at once."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from fastapi import APIRouter, Response
from sqlalchemy.orm import Session

from api.i18n import gettext as _
from api.pages._carried_file import Carried
from api.pages._fields import Asked, Typed
from api.pages._reader import FormReader
from api.pages._visit import Visit
from api.spreadsheets.groups import NoGroupColumn, group_lines
from api.spreadsheets.roster import NoLogins
from api.spreadsheets.table_file import NotATable
from api.web.body_limit import takes_file
from api.web.see_other import see_other
from api.words import Message
from api.words.unusable import unusable
from submissions.courses.assignments import assignments
from submissions.courses.groups import forming
from submissions.courses.groups.forming import GroupOverview, GroupsOverview
from submissions.errors import Unusable
from submissions.people.access.policy import Action
from submissions.tables import Assignment, Person
from submissions.tables.name_key import name_key

router = APIRouter()

_MOST_SHOWN = 200
"""Groups, and students without one; a search finds the others."""


@router.get("/teach/assignments/{assignment_id:uuid}/groups")
def groups(visit: Visit, assignment_id: UUID, q: Asked = "") -> Response:
    """Show the groups of an assignment."""
    return _page(visit, assignment_id, words=q)


@router.post("/teach/assignments/{assignment_id:uuid}/groups/put")
def put_student(visit: Visit, assignment_id: UUID, typed: Typed) -> Response:
    """Move a student into a group, or into a new one."""

    def put(session: Session, of: Assignment) -> None:
        login, number = typed.get("login", ""), typed.get("group", "")
        person_id, group_id = forming.found_by_hand(session, visit.caller, of, login, number)
        forming.put_into(session, visit.caller, of, person_id, group_id, now=visit.now())

    return _changed(visit, assignment_id, put, typed)


@router.post("/teach/assignments/{assignment_id:uuid}/groups/people/{person_id:uuid}/take-out")
def take_student_out(visit: Visit, assignment_id: UUID, person_id: UUID) -> Response:
    """Remove a student from their group."""

    def take(session: Session, of: Assignment) -> None:
        forming.take_out(session, visit.caller, of, person_id, now=visit.now())

    return _changed(visit, assignment_id, take)


@router.post("/teach/assignments/{assignment_id:uuid}/groups/random")
def form_at_random(visit: Visit, assignment_id: UUID, typed: Typed) -> Response:
    """Form groups of the students who are in none."""

    def form(session: Session, of: Assignment) -> None:
        reader = FormReader(typed, "UTC")
        size = reader.whole("size", of.group_size)
        reader.require_usable()
        forming.form_at_random(session, visit.caller, of, size, now=visit.now())

    return _changed(visit, assignment_id, form, typed)


@router.post("/teach/assignments/{assignment_id:uuid}/groups/list")
@takes_file()
def form_from_list(visit: Visit, assignment_id: UUID, file: Carried) -> Response:
    """Form the groups of a list, all or none."""

    def form(session: Session, of: Assignment) -> None:
        try:
            lines = group_lines(file.content())
        except NotATable as error:
            raise Unusable("file", f"gradebook-{error.why}") from None
        except NoLogins:
            raise Unusable("file", "gradebook-no-login") from None
        except NoGroupColumn:
            raise Unusable("file", "groups-no-column") from None
        forming.form(session, visit.caller, of, lines, now=visit.now())

    return _changed(visit, assignment_id, form)


def _changed(
    visit: Visit,
    assignment_id: UUID,
    change: Callable[[Session, Assignment], None],
    typed: Typed | None = None,
) -> Response:
    """Make a change; or show the page again, with the reason."""
    try:
        with visit.database.begin() as session:
            change(session, assignments.get(session, visit.caller, assignment_id, Action.EDIT_PEOPLE))
    except Unusable as error:
        return _page(visit, assignment_id, typed=typed, error=error)
    return see_other(f"/teach/assignments/{assignment_id}/groups")


def _page(
    visit: Visit,
    assignment_id: UUID,
    *,
    words: str = "",
    typed: Typed | None = None,
    error: Unusable | None = None,
) -> Response:
    with visit.in_assignment(assignment_id, Action.SEE_PEOPLE) as (session, view):
        seen = _search(forming.overview(session, visit.caller, view.assignment), words)
    is_of_field = error is not None and error.field in ("login", "group", "size", "file")
    return view.page(
        "teach_groups.html",
        wrong=error,
        typed=typed or {},
        errors={error.field: unusable(error)} if error and is_of_field else {},
        message=Message(_("Nothing was changed."), unusable(error)) if error else None,
        words=words,
        most=_MOST_SHOWN,
        **seen,
    )


def _search(of: GroupsOverview, words: str) -> dict[str, Any]:
    """The groups and students in whose names or logins these letters are."""
    key, letters = name_key(words), words.strip().lower()

    def has(person: Person) -> bool:
        return letters in person.login or bool(key and key in person.name_key)

    def is_found(group: GroupOverview) -> bool:
        return group.group.name.lower().startswith(letters) or any(map(has, group.members))

    groups = [each for each in of.groups if not letters or is_found(each)]
    alone = [each for each in of.alone if not letters or has(each)]
    return {"groups": groups, "alone": alone, "submitted": of.submitted}
