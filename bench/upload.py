"""An upload answered while 2,000 files wait and are graded, at its slowest, against one while nothing waits.

Bar: p99 of the first at most 5 times the p50 of the second; for each engine that is there.
"""

import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from statistics import median, quantiles

from sqlalchemy import func, select

from bench._burst import request
from bench._service import Class, Installation, prepared
from submissions.storage.database import Database
from submissions.tables import Job, JobKind, JobState
from tests.world import postgres

_QUEUED = 2000
_IDLE, _BUSY = 200, 400
_AT_ONCE = 8
_BETWEEN = 0.02
_BAR = 5.0
_ACCEPTED = 202


def main() -> None:
    """Print the ratio for both engines."""
    postgres.open_session(durable=True)
    try:
        with tempfile.TemporaryDirectory() as folder:
            _measure("embedded, SQLite", f"sqlite:///{folder}/backgrade.db", Path(folder), workers=0)
        if lack := postgres.lacking():
            print(f"  cluster: {lack}")
            return
        with tempfile.TemporaryDirectory() as folder, postgres.fresh(postgres.TEMPLATE) as url:
            _measure("cluster, PostgreSQL, 1 worker", url, Path(folder), workers=1)
    finally:
        postgres.close_session()


def _measure(name: str, url: str, folder: Path, *, workers: int) -> None:
    members = prepared(url, students=200)
    with Installation(url, folder, workers=workers) as installation:
        idle = list(_timed(installation, members, range(_IDLE), pause=0.25))
        fill = range(10_000, 10_000 + _QUEUED)
        with ThreadPoolExecutor(_AT_ONCE) as pool:
            list(pool.map(lambda n: request(installation.port, members, n), fill))
        deep = _waiting(url)
        busy = list(_timed(installation, members, range(20_000, 20_000 + _BUSY), pause=_BETWEEN))
        left = _waiting(url)
    slowest, usual = quantiles(busy, n=100)[-1], median(idle)
    print(
        f"  {name}: p99 with {deep} to {left} waiting / idle p50 = {slowest / usual:.1f} (bar {_BAR:g}); "
        f"{slowest * 1e3:.1f} ms / {usual * 1e3:.1f} ms; busy p50 {median(busy) * 1e3:.1f} ms, "
        f"idle p99 {quantiles(idle, n=100)[-1] * 1e3:.1f} ms"
    )


def _timed(installation: Installation, members: Class, numbers: range, *, pause: float) -> Iterator[float]:
    """Seconds until each was answered."""
    for number in numbers:
        started = time.perf_counter()
        status, body = request(installation.port, members, number)
        yield time.perf_counter() - started
        assert status == _ACCEPTED, body
        time.sleep(pause)


def _waiting(url: str) -> int:
    with closing(Database(url)) as database, database.read() as session:
        return (
            session.scalar(
                select(func.count()).where(Job.kind == JobKind.GRADING, Job.state == JobState.WAITING)
            )
            or 0
        )
