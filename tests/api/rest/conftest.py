"""The interface to a class."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.records import replace
from grader.report import Report
from tests.api.explained import DIAGNOSIS
from tests.api.rest.interface import Interface, interface


@pytest.fixture
def api(sqlite_url: str, tmp_path: Path) -> Iterator[Interface]:
    """A course with one published assignment."""
    with interface(sqlite_url, tmp_path) as made:
        yield made


@pytest.fixture
def diagnosed(mixed: Report) -> Report:
    """A report with a cause."""
    return replace(mixed, diagnosis=DIAGNOSIS)
