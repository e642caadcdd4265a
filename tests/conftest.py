"""What holds for every test: whether torch is there, and how hypothesis behaves."""

import os
from collections.abc import Iterator
from contextlib import closing
from importlib.util import find_spec

import pytest
from hypothesis import settings

from grader.sandbox.embedded import Embedded

TORCH = find_spec("torch") is not None
REQUIRED = os.environ.get("BACKGRADE_REQUIRE_ORACLE") == "1"

# Tests share the processors with sandboxed processes: how long one example takes shows nothing.
settings.register_profile("backgrade", deadline=None, print_blob=True)
settings.load_profile("backgrade")


@pytest.fixture(scope="session")
def sandbox() -> Iterator[Embedded]:
    """One sandbox for all tests of a worker; its processes end with the session."""
    with closing(Embedded()) as made:
        yield made


def pytest_configure() -> None:
    """Refuse to begin where torch is required and absent."""
    if REQUIRED and not TORCH:
        message = "BACKGRADE_REQUIRE_ORACLE=1, but torch is not installed: run `make oracle`"
        raise pytest.UsageError(message)


def pytest_report_header() -> str:
    """Say whether the oracle's tests will run."""
    return "oracle: torch is installed" if TORCH else "oracle: torch is absent, its tests are skipped"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip the oracle's tests where torch is absent."""
    if TORCH:
        return
    skip = pytest.mark.skip(reason="needs torch, which is not installed (make oracle)")
    for item in items:
        if item.get_closest_marker("oracle"):
            item.add_marker(skip)
