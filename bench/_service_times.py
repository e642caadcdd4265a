"""Times of a real installation: files of each kind, submitted at once, and what became of each."""

import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from random import Random
from statistics import mean

from sqlalchemy import select

from bench._burst import hand_in, wait
from bench._evening import ServiceTimes
from bench._service import Class, Installation
from submissions.storage.database import Database
from submissions.tables import Grading, Job, Submission

_EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
_AT_ONCE, _TENTH = 16, 10
_LOOP = b"while True:\n            node = self"

SHARES = {"correct": 0.45, "failing": 0.45, "hanging": 0.05, "not-graded": 0.05}
"""How many files of an evening are of each kind: an assumption that does not leave out the dear kinds."""


@dataclass(frozen=True, slots=True)
class GradedFile:
    """One file of a burst, in seconds since its first."""

    kind: str
    student: int
    worker: str
    created: float
    started: float
    finished: float


@dataclass(frozen=True)
class Burst:
    """A burst, and how long it took to submit it."""

    files: Sequence[GradedFile]
    handed_in: float

    @property
    def intake(self) -> float:
        """Files that were accepted in a second."""
        return len(self.files) / self.handed_in

    @property
    def waits(self) -> list[float]:
        """Seconds from the submission of each file to its result."""
        return [file.finished - file.created for file in self.files]

    def service(self) -> ServiceTimes:
        """Return what grading takes: what a tenth of the files of each kind took, all over the burst."""
        seconds: dict[str, list[float]] = defaultdict(list)
        for file in self.files:
            seconds[file.kind].append(file.finished - file.started)
        return ServiceTimes({kind: all_[::_TENTH] for kind, all_ in seconds.items()}, self._between())

    def _between(self) -> float:
        """Return the seconds from a result to the next file of the same worker, where one waited."""
        last: dict[str, float] = {}
        pauses = []
        for file in sorted(self.files, key=lambda file: file.started):
            if file.worker in last and file.created < last[file.worker]:
                pauses.append(file.started - last[file.worker])
            last[file.worker] = file.finished
        return mean(pauses)


def kinds(files: int, seed: int = 0) -> list[str]:
    """Return the kind of each file of a burst, mixed."""
    made = [kind for kind, share in SHARES.items() for _ in range(max(1, round(share * files)))]
    Random(seed).shuffle(made)
    return made[:files]


def content(kind: str, number: int) -> bytes:
    """Return a file of this kind, different from all others."""
    return _bodies()[kind][number % len(_bodies()[kind])] + f"\n# {number}\n".encode()


def _bodies() -> Mapping[str, Sequence[bytes]]:
    names = ("overwrite", "forgot_out_grad", "no_topological_order")
    wrong = [(_EXAMPLES / f"{name}.py").read_bytes() for name in names]
    correct = (_EXAMPLES / "correct.py").read_bytes()
    hanging = wrong[0].replace(b"for node in reversed(topo):", _LOOP)
    return {"correct": [correct], "failing": wrong, "hanging": [hanging], "not-graded": [wrong[0] + b"\n)"]}


def burst(installation: Installation, members: Class, files: int, *, patience: float) -> Burst:
    """Submit files at once, and wait until all are graded."""
    wanted = kinds(files)
    began = time.monotonic()

    def submit(number: int) -> tuple[object, str, int]:
        kind = wanted[number]
        found = hand_in(installation.port, members, number, content(kind, number), f"{kind}.py")
        return found, kind, number % len(members.tokens)

    with ThreadPoolExecutor(_AT_ONCE) as pool:
        accepted = {found: (kind, student) for found, kind, student in pool.map(submit, range(files))}
    handed_in = time.monotonic() - began
    wait(installation.url, files, patience)
    return Burst(_files(installation.url, accepted), handed_in)


def _files(url: str, accepted: Mapping[object, tuple[str, int]]) -> list[GradedFile]:
    with closing(Database(url)) as database, database.read() as session:
        rows = session.execute(
            select(Submission.id, Job.owner, Job.created_at, Job.started_at, Job.finished_at)
            .join(Grading, Grading.submission_id == Submission.id)
            .join(Job, Job.grading_id == Grading.id)
            .order_by(Job.created_at)
        ).all()
    mine = [row for row in rows if row[0] in accepted]
    assert len(mine) == len(accepted), "files were lost"
    zero = mine[0][2]
    return [
        GradedFile(*accepted[found], str(owner).partition(".")[0], *(_since(zero, each) for each in moments))
        for found, owner, *moments in mine
    ]


def _since(zero: datetime, moment: datetime | None) -> float:
    assert moment is not None, "a file has no result"
    return (moment - zero).total_seconds()
