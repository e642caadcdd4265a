"""A course with its owner and a student, each at a browser."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.world import desk as desks
from tests.world.desk import Desk


@pytest.fixture
def desk(sqlite_url: str, tmp_path: Path) -> Iterator[Desk]:
    """A course on SQLite; whoever has no account tries three files an hour."""
    with desks.desk(sqlite_url, tmp_path, trials_per_hour=3) as made:
        yield made
