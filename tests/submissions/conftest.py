"""A class on each database."""

from collections.abc import Iterator
from contextlib import closing

import pytest

from submissions.storage.database import Database
from tests.world.school import School


@pytest.fixture
def school(database: Database) -> School:
    """A course with one published assignment, without limits."""
    return School.open(database)


@pytest.fixture
def postgres_school(postgres_url: str) -> Iterator[School]:
    """The same, for what only a cluster has."""
    with closing(Database(postgres_url)) as database:
        yield School.open(database)
