"""What is tried too often has to wait; others need not."""

from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta

import pytest
from sqlalchemy import select

from submissions.errors import TooOften
from submissions.people.access import throttle
from submissions.people.access.throttle import Limit
from submissions.storage.database import Database
from submissions.tables import Throttle

MINUTE = timedelta(minutes=1)
TWO = (Limit(2, MINUTE), Limit(3, timedelta(hours=1)))


def spend(database: Database, whom: str, now: datetime) -> datetime | None:
    """Until when to wait; None where it was in time."""
    try:
        with database.begin() as session:
            throttle.spend(session, "tries", whom, TWO, now=now)
    except TooOften as error:
        return error.until
    return None


def test_so_many_are_taken_and_no_more(database: Database, now: datetime) -> None:
    assert [spend(database, "ada", now) for _ in range(4)] == [None, None, now + MINUTE, now + MINUTE]


def test_others_do_not_wait(database: Database, now: datetime) -> None:
    for _ in range(3):
        spend(database, "ada", now)

    assert spend(database, "bob", now) is None


def test_the_wait_gets_longer(database: Database, now: datetime) -> None:
    for _ in range(3):
        spend(database, "ada", now)

    assert spend(database, "ada", now + MINUTE) is None
    assert spend(database, "ada", now + MINUTE) == now + timedelta(hours=1)


def test_what_went_well_does_not_count(database: Database, now: datetime) -> None:
    for _ in range(10):
        assert spend(database, "ada", now) is None
        with database.begin() as session:
            throttle.refund(session, "tries", "ada", TWO, now=now)


def test_a_refund_of_nothing_is_nothing(database: Database, now: datetime) -> None:
    with database.begin() as session:
        throttle.refund(session, "tries", "ada", TWO, now=now)

    assert [spend(database, "ada", now) is None for _ in range(3)] == [True, True, False]


def test_many_at_once_get_no_more_than_one_after_another(database: Database, now: datetime) -> None:
    with ThreadPoolExecutor(6) as pool:
        taken = list(pool.map(lambda _: spend(database, "ada", now) is None, range(12)))

    assert sum(taken) == 2


def test_nobody_is_named_in_the_table(database: Database, now: datetime) -> None:
    spend(database, "zoe@example.edu", now)

    with database.read() as session:
        rows = session.scalars(select(Throttle)).all()
    assert rows
    assert not any("zoe" in row.bucket for row in rows), "which no digest has by chance"


def test_what_is_over_is_forgotten(database: Database, now: datetime) -> None:
    spend(database, "ada", now)

    with database.begin() as session:
        throttle.forget(session, now=now + timedelta(days=2))
        assert session.scalars(select(Throttle)).all() == []


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("testclient", "unknown"),
        (None, "unknown"),
    ],
)
def test_an_address_of_ipv6_counts_as_its_network(address: str | None, counted: str) -> None:
    assert throttle.whom(address) == counted
