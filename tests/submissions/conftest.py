"""A class on each database, and people who want in."""

from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime

import pytest

from submissions.courses.courses import courses
from submissions.people.access import people
from submissions.people.access.policy import Caller
from submissions.storage.database import Database
from submissions.tables import Course, Person
from tests.patience import DATABASE
from tests.world.school import School

NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)


@pytest.fixture
def school(database: Database) -> School:
    """A course with one published assignment, without limits."""
    return School.open(database)


@pytest.fixture
def postgres_school(postgres_url: str) -> Iterator[School]:
    """The same, for what only a cluster has."""
    with closing(Database(postgres_url, DATABASE)) as database:
        yield School.open(database)


@pytest.fixture
def now() -> datetime:
    return NOW


@pytest.fixture
def ada(database: Database) -> Person:
    return person(database, "ada")


@pytest.fixture
def bob(database: Database) -> Person:
    return person(database, "bob")


@pytest.fixture
def course(database: Database, bob: Person) -> Course:
    """One that Bob teaches."""
    with database.begin() as session:
        return courses.create(session, Caller(bob.id, operator=True), "Networks", "UTC", now=NOW)


def person(database: Database, login: str) -> Person:
    with database.begin() as session:
        return people.add(session, login, login.title(), now=NOW)
