"""No page of the walk takes many queries, for any person and in any state."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace

import pytest

from grader.sandbox.embedded import Embedded
from submissions.operating.service import Service
from submissions.operating.settings import Settings
from submissions.storage.database import Database
from tests.offenders import for_each
from tests.world.application import application
from tests.world.browser import Browser
from tests.world.kept_course import course_once
from tests.world.queries import counted
from tests.world.sample_course import SampleCourse
from tests.world.walk import PAGES

_MOST = 12


@pytest.fixture(scope="module")
def sample(sandbox: Embedded, tmp_path_factory: pytest.TempPathFactory) -> Iterator[SampleCourse]:
    """A course with everything in it, in a service that grades nothing: its own threads ask, too."""
    folder, course = course_once(tmp_path_factory, sandbox)
    settings = Settings(data_dir=folder)
    with closing(Database(settings.database)) as database:
        yield replace(course, service=Service(settings, database))


@for_each("page", PAGES)
def test_a_page_takes_few_queries(sample: SampleCourse, page: str) -> None:
    who, where = PAGES[page]
    browser = Browser.of(who(sample), application(sample.service), sample.service)
    browser.open(where(sample))  # what is asked once in the life of a process, or changes at the first look

    with counted(sample.service.database) as statements:
        browser.open(where(sample))

    assert len(statements) <= _MOST, statements
