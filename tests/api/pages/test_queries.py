"""No page of the walk takes many queries, for any person and in any state."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from grader import records
from grader.sandbox.embedded import Embedded
from submissions.operating.settings import Settings
from submissions.storage.database import Database
from tests.offenders import for_each
from tests.world.application import application
from tests.world.browser import Browser
from tests.world.queries import counted
from tests.world.sample_course import SampleCourse, opened
from tests.world.serving import serving
from tests.world.walk import PAGES

_MOST = 12


@pytest.fixture(scope="module")
def sample(sandbox: Embedded, tmp_path_factory: pytest.TempPathFactory) -> Iterator[SampleCourse]:
    """A course with everything in it, in a service that grades nothing any more: its own threads ask, too."""
    folder: Path = tmp_path_factory.mktemp("data")
    with serving(folder, sandbox) as running:
        made = opened(running.service)
    with closing(Database(Settings(data_dir=folder).database)) as database:
        yield replace(made, service=records.replace(made.service, database=database))


@for_each("page", PAGES)
def test_a_page_takes_few_queries(sample: SampleCourse, page: str) -> None:
    who, where = PAGES[page]
    browser = Browser.of(who(sample), application(sample.service), sample.service)
    browser.open(where(sample))  # what is asked once in the life of a process, or changes at the first look

    with counted(sample.service.database) as statements:
        browser.open(where(sample))

    assert len(statements) <= _MOST, statements
