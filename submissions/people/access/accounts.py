"""What becomes of an account: its name, its password, who runs the installation, who no longer comes in."""

import re
from datetime import datetime
from functools import cache
from importlib.resources import files
from uuid import UUID

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from submissions.errors import Unusable
from submissions.people.access import audit, half_sign_ins, people, sessions, sign_in_links, tokens
from submissions.people.access.policy import Caller
from submissions.tables import Person
from submissions.texts.single_line import single_line

_LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,2}")
"""The form of a language's code; only the code that writes texts knows which languages exist."""


def of_login(session: Session, login: str) -> Person:
    """The person of a login. Raises `Unusable` if nobody has it."""
    person = people.by_login(session, login)
    if person is None:
        raise Unusable("login", "nobody-has-it")
    return person


def change(session: Session, caller: Caller, *, name: str, zone: str, language: str | None) -> None:
    """Change the caller's own name, time zone and language; None leaves the language to the browser."""
    person = session.get_one(Person, caller.known)
    if zone not in zones():
        raise Unusable("zone", "unknown-zone")
    if language is not None and _LANGUAGE.fullmatch(language) is None:
        raise Unusable("language", "not-offered")
    person.name, person.zone, person.language = single_line("name", name), zone, language


def keep_password(
    session: Session, person_id: UUID, password_hash: str, *, revoke_tokens: bool, now: datetime
) -> None:
    """Another password. Whoever came in with the one before is signed out, everywhere.

    Programs of theirs go on, unless their tokens are revoked with it: whoever made one knew the password too.
    """
    session.get_one(Person, person_id).password_hash = password_hash
    sessions.revoke_all(session, person_id)
    sign_in_links.revoke_all(session, person_id)
    half_sign_ins.end(session, person_id)
    if revoke_tokens:
        tokens.revoke_all(session, person_id, now=now)
    audit.record(
        session, person_id, "password-changed", about=person_id, now=now, tokens_revoked=revoke_tokens
    )


def disable(session: Session, person: Person, *, by: UUID | None, now: datetime) -> None:
    """Keep somebody out, at once and everywhere. What they handed in stays.

    Raises `Unusable` if nobody would be left to run the installation.
    """
    _require_another_operator(session, person)
    person.disabled_at = person.disabled_at or now
    sessions.revoke_all(session, person.id)
    sign_in_links.revoke_all(session, person.id)
    tokens.revoke_all(session, person.id, now=now)
    audit.record(session, by, "person-disabled", about=person.id, now=now)


def enable(session: Session, person: Person, *, by: UUID | None, now: datetime) -> None:
    """Let them in again; their sessions and tokens do not come back."""
    person.disabled_at = None
    audit.record(session, by, "person-enabled", about=person.id, now=now)


def make_operator(session: Session, person: Person, *, by: UUID | None, now: datetime) -> None:
    """Let somebody run this installation. They sign in again: no session from before gains rights."""
    person.operator = True
    sessions.revoke_all(session, person.id)
    audit.record(session, by, "operator-made", about=person.id, now=now)


def unmake_operator(session: Session, person: Person, *, by: UUID | None, now: datetime) -> None:
    """Let somebody no longer run it. Raises `Unusable` if nobody would be left to."""
    _require_another_operator(session, person)
    person.operator = False
    audit.record(session, by, "operator-unmade", about=person.id, now=now)


def listed(session: Session) -> list[Person]:
    """Everybody with an account, by login."""
    return list(session.scalars(select(Person).order_by(Person.login)))


_NO_ZONES = {"Factory", "localtime"}
"""Names in the database of zones that stand for a machine on which no zone was chosen."""


@cache
def zones() -> frozenset[str]:
    """The time zones there are: the same on every machine, whatever its own list says."""
    return frozenset((files("tzdata") / "zones").read_text(encoding="utf-8").split()) - _NO_ZONES


def _require_another_operator(session: Session, person: Person) -> None:
    if not person.operator:
        return
    others = select(func.count()).where(Person.operator, Person.disabled_at.is_(None), Person.id != person.id)
    if not session.scalar(others):
        raise Unusable("operator", "last-operator")
