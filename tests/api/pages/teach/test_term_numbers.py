"""The numbers of dashboards of a made term, are what a naive recount says."""

from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from fastapi.testclient import TestClient

from submissions.operating.service import Service
from submissions.operating.settings import Settings
from submissions.storage.database import Database
from submissions.tables import Person
from tests.api.pages.teach.test_dashboard_numbers import (
    test_tables_and_downloads_of_an_assignment_have_these_numbers,
    test_the_gradebook_has_these_numbers,
    test_the_heat_map_of_students_has_these_verdicts,
    test_the_lecture_has_these_numbers,
    test_the_list_of_assignments_has_these_numbers,
    test_the_map_of_what_comes_next_has_these_numbers,
    test_the_overview_of_a_course_has_these_numbers,
    test_the_page_of_causes_has_these_numbers,
    test_the_page_of_who_needs_help_has_these_numbers,
    test_the_projector_has_these_numbers,
    test_the_summary_of_an_assignment_has_these_numbers,
    test_what_to_teach_next_has_these_numbers,
)
from tests.recount import CountedCourse, Filter
from tests.thorough import by_turns
from tests.world.application import application
from tests.world.browser import Browser
from tests.world.clock import FakeClock
from tests.world.counted_class import NOW, CountedClass
from tests.world.counted_staff import Staff
from tests.world.made_term import term_once

__all__ = [
    "test_tables_and_downloads_of_an_assignment_have_these_numbers",
    "test_the_gradebook_has_these_numbers",
    "test_the_heat_map_of_students_has_these_verdicts",
    "test_the_lecture_has_these_numbers",
    "test_the_list_of_assignments_has_these_numbers",
    "test_the_map_of_what_comes_next_has_these_numbers",
    "test_the_overview_of_a_course_has_these_numbers",
    "test_the_page_of_causes_has_these_numbers",
    "test_the_page_of_who_needs_help_has_these_numbers",
    "test_the_projector_has_these_numbers",
    "test_the_summary_of_an_assignment_has_these_numbers",
    "test_what_to_teach_next_has_these_numbers",
]


@pytest.fixture(scope="module")
def staff(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Staff]:
    """The instructor of the term; a run draws of the queries, which the counted class is asked all of."""
    path, made = term_once(tmp_path_factory, sqlite_template)
    with closing(Database(f"sqlite:///{path}")) as database:
        service = Service(Settings(data_dir=path.parent), database, FakeClock(NOW))
        app = application(service)
        with database.read() as session:
            owner = session.get_one(Person, made.instructor_id)
        owned = CountedClass(database, made.course_id, made.instructor_id)
        client = TestClient(app, base_url="http://localhost")
        course = CountedCourse(owned.reader(client), str(made.course_id))
        zone = ZoneInfo(course.get(course.path)["zone"])
        since = (NOW - timedelta(weeks=3)).astimezone(zone).replace(hour=0, minute=0)
        until = since + timedelta(weeks=2)
        days = f"since={since:%Y-%m-%d}&until={until - timedelta(days=1):%Y-%m-%d}"
        filters = {
            "": Filter(),
            "attempt=all": Filter(attempt="all"),
            f"section=Lab+Friday&{days}&attempt=last": Filter("Lab Friday", since, until, "last"),
        }
        drawn = {query: filters[query] for query in by_turns([*filters], str, one_in=3)}
        yield Staff(course, Browser.of(owner, app, service), drawn)
