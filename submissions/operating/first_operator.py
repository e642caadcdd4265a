"""The first operator: made where nobody runs this installation yet, and let in by a link."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from grader.records import Frozen
from submissions.errors import AlreadyThere
from submissions.operating.demo import DemoTexts, make
from submissions.people.access import accounts, people, sign_in_links
from submissions.tables import Person

LOGIN = "operator"
"""The login of the first account."""
_NAME = "Operator"


class Invited(Frozen):
    """The operator, and the secret of a fresh link that signs them in."""

    login: str
    secret: str


def invite(session: Session, *, demo: DemoTexts | None, now: datetime) -> Invited | None:
    """Invite the first operator, with a course if there are texts for one; None where one came in already."""
    person = _first(session, now=now)
    if person is None:
        return None
    session.refresh(person, with_for_update=True)  # machines that start at once make one course
    if demo is not None:
        make(session, person.id, demo, now=now)
    return Invited(person.login, sign_in_links.create(session, person.id, now=now))


def _first(session: Session, *, now: datetime) -> Person | None:
    """The operator, made if there is none; None where one came in already."""
    operators = _operators(session)
    if not operators:
        return _create(session, now=now)
    return None if any(_came_in(session, operator) for operator in operators) else operators[0]


def _create(session: Session, *, now: datetime) -> Person | None:
    try:
        person = people.add(session, LOGIN, _NAME, now=now)
    except AlreadyThere:  # another machine starts for the first time at this very moment
        return next(iter(_operators(session)), None)
    accounts.make_operator(session, person, by=None, now=now)
    session.flush()
    return person


def _operators(session: Session) -> Sequence[Person]:
    chosen = select(Person).where(Person.operator, Person.disabled_at.is_(None))
    return session.scalars(chosen.order_by(Person.id)).all()


def _came_in(session: Session, person: Person) -> bool:
    return person.password_hash is not None or sign_in_links.was_used(session, person.id)
