"""Many files at once, real processes, kill -9: every one is graded, once."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bench._burst import BurstOutcome, burst
from bench._service import Installation, prepared
from tests.thorough import THOROUGH

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


def test_nothing_is_lost_or_graded_twice_by_one_process(folder: Path, sqlite_url: str) -> None:
    members = prepared(sqlite_url, students=_FILES // 4)
    with Installation(sqlite_url, folder) as installation:
        outcome = burst(installation, members, _FILES, every=_EVERY, patience=_PATIENCE)

    assert _summary(outcome) == (_FILES, _FILES, {"graded": _FILES}, 0)
    assert outcome.kills


def test_nothing_is_lost_or_graded_twice_by_a_cluster(folder: Path, postgres_url: str) -> None:
    members = prepared(postgres_url, students=_FILES // 4)
    with Installation(postgres_url, folder, workers=2) as installation:
        outcome = burst(installation, members, _FILES, every=_EVERY, patience=_PATIENCE)

    assert _summary(outcome) == (_FILES, _FILES, {"graded": _FILES}, 0)
    assert outcome.kills


def _summary(outcome: BurstOutcome) -> tuple[int, int, dict[str, int], int]:
    sys.stdout.write(f"{outcome}\n".partition("stored")[2])
    return len(outcome.acknowledged), outcome.stored, dict(outcome.states), outcome.not_once
