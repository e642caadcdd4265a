"""Sessions end when they have to, and their secrets are not in the database."""

from datetime import datetime, timedelta

import pytest
from sqlalchemy import select

from submissions.errors import NotFound
from submissions.people import durations
from submissions.people.access import sessions
from submissions.storage.database import Database
from submissions.tables import Person, WebSession

MINUTE = timedelta(minutes=1)


def start(database: Database, person: Person, now: datetime) -> str:
    with database.begin() as session:
        return sessions.start(session, person.id, browser="Firefox", now=now)


def owner(database: Database, secret: str, now: datetime) -> str | None:
    with database.read() as session:
        found = sessions.find(session, secret, now=now)
        return found.person.login if found else None


def test_the_secret_says_whose_session_it_is(database: Database, ada: Person, now: datetime) -> None:
    secret = start(database, ada, now)

    assert owner(database, secret, now) == "ada"
    assert owner(database, secret + "x", now) is None


def test_the_secret_is_not_kept(database: Database, ada: Person, now: datetime) -> None:
    secret = start(database, ada, now)

    with database.read() as session:
        kept = session.scalars(select(WebSession)).one()
    assert secret not in {str(value) for value in vars(kept).values()}
    assert len(secret) >= 43


def test_two_sessions_have_different_secrets(database: Database, ada: Person, now: datetime) -> None:
    assert start(database, ada, now) != start(database, ada, now)


def test_an_idle_session_is_over(database: Database, ada: Person, now: datetime) -> None:
    secret = start(database, ada, now)

    assert owner(database, secret, now + durations.SESSION_UNUSED - MINUTE) == "ada"
    assert owner(database, secret, now + durations.SESSION_UNUSED) is None


def test_a_busy_session_is_over_after_a_week(database: Database, ada: Person, now: datetime) -> None:
    secret = start(database, ada, now)
    late = now + durations.SESSION

    with database.begin() as session:
        sessions.seen(session, session.scalars(select(WebSession.id)).one(), now=late - MINUTE)

    assert owner(database, secret, late - MINUTE) == "ada"
    assert owner(database, secret, late) is None


def test_who_was_just_seen_need_not_be_noted(database: Database, ada: Person, now: datetime) -> None:
    secret = start(database, ada, now)

    with database.read() as session:
        at_once = sessions.find(session, secret, now=now)
        later = sessions.find(session, secret, now=now + 2 * MINUTE)
    assert at_once is not None
    assert not at_once.unseen
    assert later is not None
    assert later.unseen


def test_a_disabled_person_is_signed_in_nowhere(database: Database, ada: Person, now: datetime) -> None:
    secret = start(database, ada, now)

    with database.begin() as session:
        session.get_one(Person, ada.id).disabled_at = now

    assert owner(database, secret, now) is None


def test_a_stopped_session_is_over(database: Database, ada: Person, now: datetime) -> None:
    secret, other = start(database, ada, now), start(database, ada, now)

    with database.begin() as session:
        sessions.stop(session, secret)

    assert owner(database, secret, now) is None
    assert owner(database, other, now) == "ada"


def test_nobody_revokes_the_session_of_another(
    database: Database, ada: Person, bob: Person, now: datetime
) -> None:
    secret = start(database, ada, now)

    with database.begin() as session:
        (listed,) = sessions.listed(session, ada.id, now=now)
        with pytest.raises(NotFound):
            sessions.revoke(session, bob.id, listed.id)

    assert owner(database, secret, now) == "ada"


def test_everywhere_can_leave_out_where_one_is(database: Database, ada: Person, now: datetime) -> None:
    here, there = start(database, ada, now), start(database, ada, now)

    with database.begin() as session:
        mine = sessions.find(session, here, now=now)
        assert mine is not None
        sessions.revoke_all(session, ada.id, but=mine.session_id)

    assert owner(database, here, now) == "ada"
    assert owner(database, there, now) is None


def test_what_is_over_is_neither_listed_nor_kept(database: Database, ada: Person, now: datetime) -> None:
    start(database, ada, now - durations.SESSION_UNUSED)
    start(database, ada, now)

    with database.begin() as session:
        assert len(sessions.listed(session, ada.id, now=now)) == 1
        sessions.forget(session, now=now)
        assert len(session.scalars(select(WebSession)).all()) == 1


def test_the_name_of_a_browser_is_one_bounded_line(database: Database, ada: Person, now: datetime) -> None:
    with database.begin() as session:
        sessions.start(session, ada.id, browser="a\x00\nb" * 200, now=now)
        (listed,) = sessions.listed(session, ada.id, now=now)

    assert listed.browser == ("ab" * 100)
