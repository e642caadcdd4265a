"""The figures of a made term, are what a naive recount over REST says."""

from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from submissions.operating.service import Service
from submissions.operating.settings import Settings
from submissions.storage.database import Database
from tests.api.rest.test_recount import (
    test_causes_of_a_class,
    test_causes_of_a_lecture,
    test_causes_their_students_and_how_long_they_last,
    test_grades_of_a_course,
    test_people_whom_each_number_counts,
    test_suites_and_their_students,
    test_turnout_and_causes_of_a_course,
    test_turnout_points_and_time,
    test_who_needs_help,
)
from tests.recount import CountedCourse, Filter
from tests.thorough import by_turns
from tests.world.application import application
from tests.world.clock import FakeClock
from tests.world.counted_class import NOW, CountedClass
from tests.world.made_term import term_once

__all__ = [
    "test_causes_of_a_class",
    "test_causes_of_a_lecture",
    "test_causes_their_students_and_how_long_they_last",
    "test_grades_of_a_course",
    "test_people_whom_each_number_counts",
    "test_suites_and_their_students",
    "test_turnout_and_causes_of_a_course",
    "test_turnout_points_and_time",
    "test_who_needs_help",
]
ATTEMPTS = ("counts", "first", "best", "last", "all")


@pytest.fixture(scope="module")
def course(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[CountedCourse]:
    """The course of the term, as its instructor reads it."""
    path, made = term_once(tmp_path_factory, sqlite_template)
    with closing(Database(f"sqlite:///{path}")) as database:
        service = Service(Settings(data_dir=path.parent), database, FakeClock(NOW))
        owned = CountedClass(database, made.course_id, made.instructor_id)
        with TestClient(application(service), base_url="http://localhost") as client:
            yield CountedCourse(owned.reader(client), str(made.course_id))


@pytest.fixture(params=by_turns(ATTEMPTS, str, one_in=5))
def filters(request: pytest.FixtureRequest) -> list[Filter]:
    """All of the term, and what one section did in some weeks of it."""
    since, until = NOW - timedelta(weeks=3), NOW - timedelta(days=4)
    return [
        Filter(attempt=request.param),
        Filter(section="Lab Friday", since=since, until=until, attempt=request.param),
    ]
