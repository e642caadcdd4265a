"""The first start: nobody has an account yet, so the first one is given away on the console."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from api.console import out
from api.web.transport import origin
from api.words.en import first_start as words
from submissions import accounts, demo, people, sign_in_links
from submissions.errors import AlreadyThere
from submissions.service import Service
from submissions.tables import Person

LOGIN = "operator"
"""Of the first account."""
_NAME = "Operator"


def welcome(service: Service, reached_at: str | None = None) -> None:
    """Print a link that signs the first operator in: a fresh one at each start, until one was used.

    There is no password that anybody could know. `reached_at` is where the service really listens.
    """
    with service.database.begin() as session:
        person = _first(session, now=service.now())
        secret = _prepared(session, service, person) if person else None
    if person is not None:
        out(words.welcome(f"{reached_at or origin(service.settings)}/sign-in/{secret}", person.login))


def _prepared(session: Session, service: Service, person: Person) -> str:
    """The secret of a link for the operator; with a course for them to look at."""
    now = service.now()
    session.refresh(person, with_for_update=True)  # machines that start at once make one course
    if service.settings.demo:
        demo.make(session, person.id, now=now)
    return sign_in_links.create(session, person.id, now=now)


def _first(session: Session, *, now: datetime) -> Person | None:
    """The operator, made if there is none; None where one came in already."""
    operators = _operators(session)
    if not operators:
        return _made(session, now=now)
    return None if any(_came_in(session, each) for each in operators) else operators[0]


def _made(session: Session, *, now: datetime) -> Person | None:
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
