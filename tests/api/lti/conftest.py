"""A registered platform, our service, and browsers between them."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.world.campus import Campus, campus_of
from tests.world.clock import NOW
from tests.world.learning_platform import registered
from tests.world.lms.quirks import Quirks


@pytest.fixture
def campus(sqlite_url: str, tmp_path: Path) -> Iterator[Campus]:
    with campus_of(Quirks(), sqlite_url, tmp_path) as made:
        with made.service.database.begin() as session:
            registered(session, NOW)
        yield made
