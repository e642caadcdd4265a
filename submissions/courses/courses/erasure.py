"""Erases a person: their account, submissions, results and grades, in every course.

What they submitted with a group stays with the others, and says nothing of them.

The audit log keeps ids only, so what they did and what was done about them stays told, without a name.
"""

from datetime import datetime
from uuid import UUID

from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session

from submissions.courses import shared
from submissions.courses.courses.lifecycle import delete_files_of_nobody
from submissions.errors import Unusable
from submissions.people.access import audit
from submissions.people.access.people import by_id
from submissions.people.access.policy import Caller, require_operator
from submissions.tables import Enrolment, Person, Role, Submission


def erase(session: Session, caller: Caller, person_id: UUID, login: str, *, now: datetime) -> None:
    """Erase everything of a person but ids. It cannot be undone.

    Raises:
        NotFound: if there is no such person.
        Unusable: if the login is not theirs, they run the installation, or are the only owner of a course.
    """
    require_operator(caller)
    person = by_id(session, person_id)
    if login.strip().lower() != person.login:
        raise Unusable("login", "not-the-login")
    erase_person(session, person, by=caller.known, now=now)


def erase_person(session: Session, person: Person, *, by: UUID | None, now: datetime) -> None:
    """Erase a person. Permission is already checked.

    Raises `Unusable` if they run the installation, or are the only owner of a course.
    """
    if person.operator:
        raise Unusable("login", "still-operator")
    if _owns_alone(session, person.id):
        raise Unusable("login", "last-owner")
    shared.hand_over(session, person.id)
    gone = delete(Submission).where(Submission.person_id == person.id).returning(Submission.sha256)
    digests = set(session.scalars(gone))
    delete_files_of_nobody(session, digests)
    audit.record(session, by, "person-erased", about=person.id, now=now)
    session.flush()
    session.execute(delete(Person).where(Person.id == person.id))


def _owns_alone(session: Session, person_id: UUID) -> bool:
    own = select(Enrolment.course_id).where(
        Enrolment.person_id == person_id, Enrolment.role == Role.OWNER, Enrolment.active
    )
    owners = (
        select(func.count())
        .where(Enrolment.course_id.in_(own), Enrolment.role == Role.OWNER, Enrolment.active)
        .group_by(Enrolment.course_id)
    )
    return any(number == 1 for number in session.scalars(owners))
