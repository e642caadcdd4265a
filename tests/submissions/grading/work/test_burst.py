"""Many files at once, real processes, kill -9: every one is graded, once."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bench._burst import BurstOutcome, burst
from bench._service import Class, Installation, prepared
from tests.thorough import THOROUGH, at_length

_FILES = int(os.environ.get("BACKGRADE_BURST", "100" if THOROUGH else "40"))
"""More of them on demand."""
_PATIENCE = 120.0 + _FILES / 2
_EVERY = (2.0, 5.0)


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A place for the installation; what its processes said is shown where something goes wrong."""
    yield tmp_path
    for log in sorted(tmp_path.glob("*.log")):
        sys.stdout.write(f"{log.name}: {log.read_text()[-4000:]}\n")


@pytest.fixture(params=["one process", "a cluster"])
def installation(request: pytest.FixtureRequest, folder: Path) -> tuple[Installation, Class]:
    """SQLite, and a process that serves and grades; or PostgreSQL, and two workers beside it."""
    fixture, workers = {"one process": ("sqlite_url", 0), "a cluster": ("postgres_url", 2)}[request.param]
    url = request.getfixturevalue(fixture)
    return Installation(url, folder, workers=workers), prepared(url, students=_FILES // 4)


@at_length
def test_nothing_is_lost_or_graded_twice(installation: tuple[Installation, Class]) -> None:
    service, members = installation
    with service:
        outcome = burst(service, members, _FILES, every=_EVERY, patience=_PATIENCE)

    assert _summary(outcome) == (_FILES, _FILES, {"graded": _FILES}, 0)
    assert outcome.kills


def _summary(outcome: BurstOutcome) -> tuple[int, int, dict[str, int], int]:
    sys.stdout.write(f"{outcome}\n".partition("stored")[2])
    return len(outcome.acknowledged), outcome.stored, dict(outcome.states), outcome.not_once
