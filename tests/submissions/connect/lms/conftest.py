"""An assignment that is linked to an activity of a platform."""

from collections.abc import Iterator
from contextlib import closing

import pytest

from submissions.storage.database import Database
from tests.world.linked import Linked


@pytest.fixture
def linked(sqlite_url: str) -> Iterator[Linked]:
    with closing(Database(sqlite_url)) as database:
        yield Linked(database)


@pytest.fixture
def linked_on_both(database: Database) -> Linked:
    return Linked(database)
