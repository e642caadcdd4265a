"""The installation's keys are made once, whoever asks first."""

from concurrent.futures import ThreadPoolExecutor
from datetime import datetime

from submissions.people.access import secrets
from submissions.storage.database import Database


def key(database: Database, name: str, now: datetime) -> bytes:
    with database.begin() as session:
        return secrets.key(session, name, now=now)


def test_a_key_stays_the_same_and_others_are_others(database: Database, now: datetime) -> None:
    assert key(database, "forms", now) == key(database, "forms", now)
    assert key(database, "forms", now) != key(database, "grading", now)
    assert len(key(database, "forms", now)) == 32


def test_all_who_ask_first_get_the_same(database: Database, now: datetime) -> None:
    with ThreadPoolExecutor(8) as pool:
        found = set(pool.map(lambda _: key(database, "forms", now), range(16)))

    assert len(found) == 1


def test_reading_finds_what_was_made(database: Database, now: datetime) -> None:
    made = key(database, "forms", now)

    with database.read() as session:
        assert secrets.key(session, "forms", now=now) == made
