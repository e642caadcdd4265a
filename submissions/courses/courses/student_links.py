"""Links by which staff let their students in: the first time, and where a password is lost.

Whoever has such a link is that person. So a teacher makes one only for somebody who is a student and nothing
else, whose account was made for a course of this teacher, and who is in no other; for everybody else the
operator makes it.
"""

from datetime import datetime
from uuid import UUID

from sqlalchemy import exists, select
from sqlalchemy.orm import Session

from grader.records import Frozen
from submissions.courses import durations
from submissions.errors import Unusable
from submissions.people.access import audit, sign_in_links
from submissions.people.access.people import by_id, place
from submissions.people.access.policy import Action, Caller, Scope, require, require_scope
from submissions.people.access.sign_in_links import may_let_in
from submissions.tables import IS_STUDENT, Enrolment, Person, SignInLink

MOST = 1000
"""Links that are made at once."""


class StudentLink(Frozen):
    """A link, whose secret is shown once."""

    person: Person
    secret: str
    expires_at: datetime


def make(session: Session, caller: Caller, course_id: UUID, person_id: UUID, *, now: datetime) -> StudentLink:
    """Return a new link for one student, valid for a week and for one use.

    Raises `Unusable` if the account is not only a student of the caller's courses.
    """
    _require_links(session, caller, course_id)
    place(session, course_id, person_id)
    person = by_id(session, person_id)
    places = session.scalars(select(Enrolment).where(Enrolment.person_id == person_id)).all()
    if not may_let_in(session, caller, person, places):
        raise Unusable("person", "not-your-account")
    return _create(session, caller, course_id, person, now)


def make_for_new(session: Session, caller: Caller, course_id: UUID, *, now: datetime) -> list[StudentLink]:
    """A link for each student who never signed in, up to 1,000."""
    _require_links(session, caller, course_id)
    came = exists().where(SignInLink.person_id == Person.id, SignInLink.used_at.is_not(None))
    chosen = (
        select(Person)
        .join(Enrolment, Enrolment.person_id == Person.id)
        .where(
            Enrolment.course_id == course_id,
            IS_STUDENT,
            Person.password_hash.is_(None),
            ~came,
        )
        .order_by(Person.name_key, Person.id)
        .limit(MOST)
    )
    new = list(session.scalars(chosen))
    places: dict[UUID, list[Enrolment]] = {person.id: [] for person in new}
    for each in session.scalars(select(Enrolment).where(Enrolment.person_id.in_(list(places)))):
        places[each.person_id].append(each)
    theirs = [person for person in new if may_let_in(session, caller, person, places[person.id])]
    return [_create(session, caller, course_id, person, now) for person in theirs]


def _require_links(session: Session, caller: Caller, course_id: UUID) -> None:
    require(session, caller, Action.EDIT_PEOPLE, course_id)
    require_scope(caller, Scope.SIGN_IN_LINKS_WRITE)


def _create(session: Session, caller: Caller, course_id: UUID, person: Person, now: datetime) -> StudentLink:
    audit.record(session, caller.known, "link-made", course_id, about=person.id, now=now)
    made_by = None if caller.operator else caller.known
    secret = sign_in_links.create(session, person.id, made_by=made_by, now=now, lasts=durations.STUDENT_LINK)
    return StudentLink(person, secret, now + durations.STUDENT_LINK)
