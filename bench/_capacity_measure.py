"""Measures what the simulation of an evening is made of, and a burst that it has to predict."""

import os
import platform
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from statistics import mean
from typing import Any

from bench._evening import Arrival, percentile, simulate
from bench._processor import spent
from bench._queue_times import queue_times
from bench._service import Class, Installation, prepared
from bench._service_times import SHARES, Burst, burst, content
from grader.assignment import assignment
from grader.grade import grade
from grader.sandbox.embedded import Embedded
from grader.sandbox.plays import Source
from submissions.courses.assignments.draft import Draft
from tests.world import postgres

MEASURED = Path(__file__).parent / "capacity.json"
WORKERS = 2
_FILES_OF_A_KIND = 6
_A_STUDENT = 10
"""Files of a student in a burst."""
_DIGITS = 4
_STAGE = "full"
"""What is graded alone and in the burst: what the burst took besides is the difference."""


def measure(files: int) -> dict[str, Any]:
    """Measure everything; a burst of so many files."""
    processor = {kind: _processor(kind) for kind in SHARES}
    before = os.getloadavg()[0]
    postgres.open_session(durable=True)
    try:
        with installed(files) as (installation, members):
            idle = _of_workers(installation)
            real = burst(installation, members, files, patience=60 + 2 * files)
            besides = (_of_workers(installation) - idle) / files - mean_of(processor)
        with postgres.fresh(postgres.TEMPLATE) as url:
            queue = queue_times(url)
    finally:
        postgres.close_session()
    return {
        "on": datetime.now(UTC).date().isoformat(),
        "cores": os.cpu_count(),
        "machine": platform.machine(),
        "load": [round(before, 1), round(os.getloadavg()[0], 1)],
        "processor": processor,
        "besides": round(max(0.0, besides), _DIGITS),
        "intake": round(real.intake, 1),
        "burst": {"files": files, "workers": WORKERS, "rows": compared(real)},
        "queue": {str(backlog): times for backlog, times in queue.items()},
    }


@contextmanager
def installed(files: int) -> Iterator[tuple[Installation, Class]]:
    """Start a web process and workers on PostgreSQL, with a course."""
    with tempfile.TemporaryDirectory() as folder, postgres.fresh(postgres.TEMPLATE) as url:
        draft = Draft(title="Evening", published=True, stage=_STAGE)
        members = prepared(url, students=max(1, files // _A_STUDENT), draft=draft)
        with Installation(url, Path(folder), workers=WORKERS) as installation:
            for worker in installation.grading:
                worker.wait_until_it_grades()
            yield installation, members


def compared(real: Burst) -> list[tuple[str, float, float]]:
    """Return by name what the times of a tenth of the files predict of all, and what they took."""
    arrivals = [Arrival(file.created, file.student, 0, file.kind) for file in real.files]
    served = simulate(arrivals, real.service(), workers=WORKERS)
    predicted = [each.waited for each in served]
    last = max(each.arrival.at + each.waited for each in served)
    rows = [("all have their results", last, max(file.finished for file in real.files))]
    for name, share in (("half wait at most", 0.5), ("95% wait at most", 0.95)):
        rows.append((name, percentile(predicted, share), percentile(real.waits, share)))
    return [(name, round(one, _DIGITS), round(other, _DIGITS)) for name, one, other in rows]


def mean_of(processor: Mapping[str, Sequence[float]]) -> float:
    """Return the processor seconds of a file, on average."""
    return sum(share * mean(processor[kind]) for kind, share in SHARES.items())


def _of_workers(installation: Installation) -> float:
    return sum(spent(worker.id) for worker in installation.grading)


def _processor(kind: str) -> Sequence[float]:
    """Return the processor seconds of files of a kind: this process and all below it."""
    full, seconds = assignment(_STAGE), []
    with closing(Embedded()) as sandbox:
        grade(Source("value.py", content(kind, -1)), full, sandbox)
        for number in range(_FILES_OF_A_KIND):
            before = spent(os.getpid())
            grade(Source("value.py", content(kind, number)), full, sandbox)
            seconds.append(round(spent(os.getpid()) - before, _DIGITS))
    return seconds
