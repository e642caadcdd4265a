"""A plugin of pytest: the processor time of each test, with that of the processes it started."""

import json
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

FOLDER = "BACKGRADE_BENCH_TESTS"
"""The variable with the folder in which each process of a run leaves a file."""

_SPENT = slice(11, 15)
"""The columns of `/proc/<pid>/stat` behind the name: own and of children that have ended, user and system."""
_TICKS = os.sysconf("SC_CLK_TCK")

_seconds: dict[str, float] = {}


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Also what fixtures take: of those that tests share, the first one pays."""
    before = spent(os.getpid())
    yield
    _seconds[item.nodeid] = spent(os.getpid()) - before


def pytest_sessionfinish() -> None:
    """Leave what was measured in this process."""
    Path(os.environ[FOLDER], f"{os.getpid()}.json").write_text(json.dumps(_seconds), encoding="utf-8")


def spent(process: int) -> float:
    """Seconds of a process, of its children that have ended, and of all below it that live."""
    ticks = 0
    with suppress(OSError):  # it has ended in the meantime: its parent knows
        stat = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        ticks = sum(map(int, stat[_SPENT]))
    return ticks / _TICKS + sum(map(spent, _children(process)))


def _children(process: int) -> Iterator[int]:
    with suppress(OSError):
        for thread in Path(f"/proc/{process}/task").iterdir():
            yield from map(int, (thread / "children").read_text(encoding="ascii").split())
