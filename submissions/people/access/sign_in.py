"""Signing in with a password: before it is looked at, and after. In between no transaction is open."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from sqlalchemy.orm import Session

from grader.records import Frozen
from submissions.errors import Unusable
from submissions.people.access import audit, people, throttle
from submissions.people.access.passwords import PasswordCheck
from submissions.people.access.throttle import Limit
from submissions.tables import Person


class SignInAttempt(Frozen):
    """Somebody says who they are."""

    login: str
    whom: str
    """Where they ask from, as it is counted."""
    person_id: UUID | None
    """None where there is no such account, or none that may come in."""
    kept: str | None
    """The stored hash of the password, if there is one."""


def begin(session: Session, login: str, whom: str, *, now: datetime) -> SignInAttempt:
    """Count the attempt as one that fails, until it does not. Raises `TooOften` if there were too many."""
    login = _normalized(login)
    for kind, of, limits in _counted(login, whom):
        throttle.spend(session, kind, of, limits, now=now)
    person = people.by_login(session, login)
    if person is None or person.disabled_at is not None:
        return SignInAttempt(login, whom, None, None)
    return SignInAttempt(login, whom, person.id, person.password_hash)


def end(session: Session, attempt: SignInAttempt, checked: PasswordCheck, *, now: datetime) -> UUID | None:
    """Return the person who signs in; None where the password is wrong, or there is no such account."""
    if not checked.good or attempt.person_id is None:
        audit.record(session, None, "sign-in-failed", about=attempt.person_id, now=now)
        return None
    for kind, of, limits in _counted(attempt.login, attempt.whom):
        throttle.refund(session, kind, of, limits, now=now)
    if checked.newer_hash is not None:
        session.get_one(Person, attempt.person_id).password_hash = checked.newer_hash
    return attempt.person_id


def _counted(login: str, whom: str) -> Sequence[tuple[str, str, Sequence[Limit]]]:
    return (
        ("sign-in-there", f"{login} {whom}", throttle.SIGN_IN_THERE),
        ("sign-in-account", login, throttle.SIGN_IN_ACCOUNT),
        ("sign-in-address", whom, throttle.SIGN_IN_ADDRESS),
    )


def _normalized(login: str) -> str:
    """Return the login in the form that is stored; empty where it cannot be one, so that nobody has it."""
    try:
        return people.usual_login(login)
    except Unusable:
        return ""
