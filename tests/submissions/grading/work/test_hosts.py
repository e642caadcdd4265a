"""Hosts over one database: whichever is lost, stands still, comes or goes, each file is graded once."""

import sys
from pathlib import Path

import pytest

from bench._hosts_burst import burst_over_hosts
from tests.thorough import THOROUGH, at_length
from tests.world import machines, postgres

_FILES = 200 if THOROUGH else 20


@at_length
def test_nothing_is_lost_or_graded_twice_whatever_happens_to_hosts(tmp_path: Path) -> None:
    if lack := postgres.lacking() or machines.lacking():
        pytest.skip(lack)

    outcome = burst_over_hosts(tmp_path, _FILES)

    sys.stdout.write(f"{outcome}\n")
    assert outcome.acknowledged >= _FILES
    assert outcome.states == {"graded": outcome.acknowledged}
    assert (outcome.lost, outcome.stored_twice, outcome.undone) == (0, 0, 0)
    assert (outcome.late, outcome.taken) == (0, 0)
