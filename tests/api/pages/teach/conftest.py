"""A counted class before its teacher, once a process."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from shutil import copy

import pytest
from fastapi.testclient import TestClient

from submissions.operating.service import Service
from submissions.operating.settings import Settings
from submissions.storage.database import Database
from submissions.tables import Person
from tests.recount import CountedCourse
from tests.world import counted_class
from tests.world.application import application
from tests.world.browser import Browser
from tests.world.clock import FakeClock
from tests.world.counted_class import NOW
from tests.world.counted_staff import Staff


@pytest.fixture(scope="session")
def staff(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Staff]:
    """Give the staff of a counted class, for all tests: none of them changes anything."""
    folder = tmp_path_factory.mktemp("numbers")
    with closing(Database(f"sqlite:///{copy(sqlite_template, folder / 'backgrade.db')}")) as database:
        made = counted_class.full(database)
        service = Service(Settings(data_dir=folder), database, FakeClock(NOW))
        app = application(service)
        with database.read() as session:
            owner = session.get_one(Person, made.owner_id)
        client = TestClient(app, base_url="http://localhost")
        course = CountedCourse(made.reader(client), str(made.course_id))
        yield Staff(course, Browser.of(owner, app, service))
