"""The people of a course: found, sorted, a page at a time; and the section and number of each."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from uuid import UUID

from sqlalchemy import Select, func, select
from sqlalchemy.orm import Session

from grader.records import Frozen
from submissions.courses.courses.roster_import import short_line
from submissions.people.access import audit
from submissions.people.access.people import member, named
from submissions.people.access.policy import Action, Caller, require
from submissions.storage.rows import cut
from submissions.tables import Assignment, Enrolment, Person, Role, Submission

ON_A_PAGE = 100
_ORDERS = {
    "name": (Person.name_key, Person.id),
    "login": (Person.login,),
    "section": (Enrolment.section, Person.name_key, Person.id),
    "joined": (Enrolment.created_at, Person.name_key, Person.id),
}


class RosterRequest(Frozen):
    """A request for people of a course: which ones, in which order, and which page of them."""

    who: str = ""
    """Part of a name, a login or a student number."""
    section: str | None = None
    """None: all sections."""
    role: Role | None = None
    by: str = "name"
    """`name`, `login`, `section` or `joined`."""
    descending: bool = False
    page: int = 1


class RosterPage(Frozen):
    """One page of the people of a course."""

    people: Sequence[tuple[Person, Enrolment]]
    found: int
    page: int
    pages: int
    submissions: Mapping[UUID, int]
    """The number of submissions in this course, by person; only people of this page who have any."""


def roster_page(session: Session, caller: Caller, course_id: UUID, asked: RosterRequest) -> RosterPage:
    """Return a page of the people who are in a course or have left it."""
    require(session, caller, Action.SEE_PEOPLE, course_id)
    of_course = _of_course(course_id, asked)
    found = session.scalar(select(func.count()).select_from(of_course.subquery())) or 0
    page, pages, part = cut(found, asked.page, ON_A_PAGE)
    order = _ORDERS.get(asked.by, _ORDERS["name"])
    sorted_ = of_course.order_by(*(each.desc() for each in order) if asked.descending else order)
    rows = session.execute(sorted_.slice(part.start, part.stop))
    shown = [(person, place) for person, place in rows]
    return RosterPage(shown, found, page, pages, _submissions(session, course_id, shown))


def _submissions(
    session: Session, course_id: UUID, shown: Sequence[tuple[Person, Enrolment]]
) -> dict[UUID, int]:
    counted = (
        select(Submission.person_id, func.count())
        .join(Assignment, Assignment.id == Submission.assignment_id)
        .where(Assignment.course_id == course_id, Submission.person_id.in_([each.id for each, _ in shown]))
        .group_by(Submission.person_id)
    )
    return {person_id: count for person_id, count in session.execute(counted) if person_id}


def _of_course(course_id: UUID, asked: RosterRequest) -> Select[Person, Enrolment]:
    chosen = (
        select(Person, Enrolment)
        .join(Enrolment, Enrolment.person_id == Person.id)
        .where(Enrolment.course_id == course_id)
    )
    if asked.who.strip():
        chosen = chosen.where(named(asked.who))
    if asked.section is not None:
        chosen = chosen.where(Enrolment.section == asked.section)
    return chosen if asked.role is None else chosen.where(Enrolment.role == asked.role, Enrolment.active)


def change_place(
    session: Session,
    caller: Caller,
    course_id: UUID,
    person_id: UUID,
    *,
    section: str | None,
    sis_id: str | None = None,
    now: datetime,
) -> tuple[Person, Enrolment]:
    """Another section or student number; what is not given stays."""
    require(session, caller, Action.EDIT_PEOPLE, course_id)
    person, place = member(session, caller, course_id, person_id)
    place.section = place.section if section is None else short_line("section", section) or ""
    place.sis_id = place.sis_id if sis_id is None else short_line("sis_id", sis_id) or ""
    audit.record(session, caller.known, "place-changed", course_id, about=person_id, now=now)
    return person, place
