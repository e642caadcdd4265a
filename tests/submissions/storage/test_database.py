"""Connections and transactions: who waits for whom, and for how long."""

import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.exc import OperationalError, TimeoutError as PoolTimeout

from submissions.storage.database import Database
from submissions.storage.fair_lock import Turns
from submissions.storage.timeouts import Patience

_SHORT = Patience(connection=0.2, lock=0.2, answer=1)


def test_who_writes_waits_for_others_of_the_process_a_limited_time(sqlite_url: str) -> None:
    with closing(Database(sqlite_url)) as database, closing(database.with_patience(_SHORT)) as other:
        with database.begin(), pytest.raises(PoolTimeout), other.begin():
            pass
        with other.begin() as session:
            session.execute(text("SELECT 1"))


def test_who_writes_waits_for_another_process_a_limited_time(sqlite_url: str) -> None:
    path = Path(sqlite_url.removeprefix("sqlite:///"))
    with closing(Database(sqlite_url, _SHORT)) as database:
        with closing(sqlite3.connect(path, isolation_level=None)) as another:
            another.execute("BEGIN IMMEDIATE")
            with pytest.raises(OperationalError, match="locked"), database.begin() as session:
                session.execute(text("SELECT 1"))
        with database.begin() as session:
            session.execute(text("SELECT 1"))


def test_a_turn_that_failed_is_given_back(sqlite_url: str) -> None:
    with closing(Database(sqlite_url, _SHORT)) as database:
        for _ in range(3):
            with pytest.raises(OperationalError), database.begin() as session:
                session.execute(text("SELECT * FROM nothing"))


def test_turns_come_in_the_order_in_which_they_were_asked_for() -> None:
    turns, order = Turns(), []
    assert turns.wait(1)
    with ThreadPoolExecutor(8) as pool:
        for number in range(8):
            asked = threading.Event()

            def take(number: int = number, asked: threading.Event = asked) -> None:
                asked.set()
                assert turns.wait(30)
                order.append(number)
                turns.done()

            pool.submit(take)
            assert asked.wait(30)
            while len(turns._waiting) <= number:
                pass
        turns.done()

    assert order == list(range(8))


def test_who_did_not_wait_long_enough_is_passed_over() -> None:
    turns = Turns()
    assert turns.wait(1)
    assert not turns.wait(0.05)
    turns.done()
    assert turns.wait(0.05)
