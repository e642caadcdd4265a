"""A burst over two hosts of which one loses power, and how much faster two workers are than one.

Bars: nothing lost, nothing graded twice, begun again in less than 5 seconds; two workers at least 1.8 times
as fast as one. Needs root and PostgreSQL; the second bar also a processor for each worker.
`python -m bench hosts --files=100` for more files.
"""

import os
import tempfile
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from sqlalchemy import select

from bench._burst import wait
from bench._hosts import Sender, hosts
from bench._hosts_burst import burst_over_hosts
from bench._service import prepared
from submissions.storage.database import Database
from submissions.tables import Job, JobKind
from tests.world import machines, postgres

_FILES = "--files="
_USUAL = 60
_ROUNDS = 3
_PATIENCE = 600.0


def main(options: Sequence[str] = ()) -> None:
    """Print both."""
    if lack := postgres.lacking() or machines.lacking():
        print(f"  {lack}")
        return
    files = next(
        (int(option.removeprefix(_FILES)) for option in options if option.startswith(_FILES)), _USUAL
    )
    with tempfile.TemporaryDirectory() as folder:
        outcome = burst_over_hosts(Path(folder), files)
    print(
        f"  {outcome.acknowledged} files in {outcome.seconds:.0f} s, while one host lost power, one stood "
        f"still, one came, the database crashed, and one was updated: {outcome.lost} lost, "
        f"{outcome.stored_twice} graded twice, {outcome.undone} not graded, {outcome.taken} taken from a "
        f"worker that stood still; results of each host: {outcome.hosts}"
    )
    print(f"  begun again after {', '.join(f'{each:.1f}' for each in outcome.begun_again)} s (bar 5)")
    for _ in range(_ROUNDS):
        one, two = _rate(1, files), _rate(2, files)
        print(
            f"  {one:.2f} files a second with one worker, {two:.2f} with two: {two / one:.2f} times "
            f"(bar 1.8); {os.cpu_count()} processors, a load of {os.getloadavg()[0]:.1f}"
        )


def _rate(number: int, files: int) -> float:
    """Return the files a second of so many hosts, from the first that is begun to the last that is done."""
    with tempfile.TemporaryDirectory() as folder, hosts(Path(folder)) as cluster:
        sender = Sender(cluster, prepared(cluster.server.url, students=files // 4))
        all_hosts = [cluster.new() for _ in range(number)]
        for each in all_hosts:
            each.serve()
            cluster.open.append(each)
        sender.send(files)
        for each in all_hosts:
            each.worker.start()
        wait(cluster.server.url, files, _PATIENCE)
        with closing(Database(cluster.server.url)) as database, database.read() as session:
            gradings = select(Job.started_at, Job.finished_at).where(Job.kind == JobKind.GRADING)
            times = [moment for row in session.execute(gradings) for moment in row if moment]
            seconds: float = (max(times) - min(times)).total_seconds()
    return files / seconds
