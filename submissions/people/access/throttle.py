"""Slows down what is tried too often: counted in windows of time, on all machines together."""

import hashlib
import hmac
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from ipaddress import IPv6Address, ip_address, ip_network
from typing import NamedTuple

from sqlalchemy import delete, update
from sqlalchemy.orm import Session

from submissions.errors import TooOften
from submissions.people.access import secrets
from submissions.storage.rows import dialect_insert
from submissions.tables import Throttle


class Limit(NamedTuple):
    """The most tries in a window of time."""

    most: int
    window: timedelta


_MINUTE, _HOUR, _DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)

SIGN_IN_THERE = (Limit(5, _MINUTE), Limit(20, _HOUR), Limit(60, _DAY))
"""Wrong passwords for one account from one address: the longer it goes on, the longer the wait."""
SIGN_IN_ACCOUNT = (Limit(100, _HOUR),)
"""The limit of one account from all addresses together: with a lower one, anybody could keep anybody out."""
SIGN_IN_ADDRESS = (Limit(100, _MINUTE), Limit(1000, _HOUR))
"""Wrong passwords from one address, behind which may be a whole class."""
CODES = (Limit(100, _MINUTE), Limit(1000, _HOUR))
"""Join codes and links that are none, from one address."""
REGISTRATIONS = (Limit(10, _MINUTE), Limit(60, _HOUR))
"""Registrations of learning platforms that one address begins."""
LAUNCHES = (Limit(3000, _MINUTE), Limit(20_000, _HOUR))
"""Launches that one address begins, behind which may be a whole lecture: each is kept for ten minutes."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_SUBNET = 64
_LONGEST = _DAY


def trials(per_hour: int) -> tuple[Limit, ...]:
    """Files that one address may try without an account."""
    return (Limit(per_hour, _HOUR),)


def spend(session: Session, kind: str, whom: str, limits: Sequence[Limit], *, now: datetime) -> None:
    """Count one try, before it is made: who asks many times at once gets no more than one after another.

    Raises `TooOften` if there were too many; it says until when. Then this one is not counted.
    """
    for limit in limits:
        began = _began(limit, now)
        values = {"bucket": _bucket(session, kind, whom, limit, now), "window": began, "count": 1}
        insert = dialect_insert(session, Throttle).values(values)
        counted = insert.on_conflict_do_update(
            index_elements=["bucket", "window"], set_={"count": Throttle.count + 1}
        ).returning(Throttle.count)
        if session.execute(counted).scalar_one() > limit.most:
            raise TooOften(began + limit.window)


def require_left(session: Session, kind: str, whom: str, limits: Sequence[Limit], *, now: datetime) -> None:
    """Check that another try would be counted and not refused. Raises `TooOften` if it would be refused."""
    for limit in limits:
        began = _began(limit, now)
        counted = session.get(Throttle, (_bucket(session, kind, whom, limit, now), began))
        if (counted.count if counted else 0) >= limit.most:
            raise TooOften(began + limit.window)


def refund(session: Session, kind: str, whom: str, limits: Sequence[Limit], *, now: datetime) -> None:
    """Return one try to the budget: it succeeded."""
    for limit in limits:
        bucket = _bucket(session, kind, whom, limit, now)
        chosen = update(Throttle).where(Throttle.bucket == bucket, Throttle.window == _began(limit, now))
        session.execute(chosen.where(Throttle.count > 0).values(count=Throttle.count - 1))


def add(session: Session, kind: str, whom: str, limit: Limit, amount: int, *, now: datetime) -> None:
    """Count something that is known only afterwards, whatever it comes to."""
    values = {"bucket": _bucket(session, kind, whom, limit, now), "window": _began(limit, now)}
    insert = dialect_insert(session, Throttle).values(count=amount, **values)
    session.execute(
        insert.on_conflict_do_update(
            index_elements=["bucket", "window"], set_={"count": Throttle.count + amount}
        )
    )


def counted(session: Session, kind: str, whom: str, limit: Limit, *, now: datetime) -> int:
    """Return how many tries this window has seen."""
    throttle = session.get(Throttle, (_bucket(session, kind, whom, limit, now), _began(limit, now)))
    return 0 if throttle is None else throttle.count


def ends(limit: Limit, *, now: datetime) -> datetime:
    """Return when the window ends."""
    return _began(limit, now) + limit.window


def hidden(session: Session, whom: str, *, now: datetime) -> str:
    """Return a keyed hash of whom is counted: it tells them apart, and cannot be guessed without the key."""
    return hmac.digest(secrets.key(session, "throttle", now=now), whom.encode(), hashlib.sha256).hex()


def forget(session: Session, *, now: datetime) -> None:
    """Delete what no longer counts."""
    session.execute(delete(Throttle).where(Throttle.window < now - _LONGEST))


def whom(address: str | None) -> str:
    """Return the name by which an address is counted.

    It is the network of an IPv6 address, since a single host has as many addresses as it likes.
    """
    try:
        ip = ip_address(address or "")
    except ValueError:
        return "unknown"
    if isinstance(ip, IPv6Address):
        if ip.ipv4_mapped is not None:
            return str(ip.ipv4_mapped)
        return str(ip_network((int(ip), _SUBNET), strict=False))
    return str(ip)


def _began(limit: Limit, now: datetime) -> datetime:
    return now - (now - _EPOCH) % limit.window


def _bucket(session: Session, kind: str, whom: str, limit: Limit, now: datetime) -> str:
    """Neither logins nor addresses can be read from the table, nor guessed without the key."""
    return f"{kind}/{int(limit.window.total_seconds())}/{hidden(session, whom, now=now)}"
