"""The evening of a deadline, simulated: who submits when, who waits, and which worker takes what.

The queue is that of `submissions/grading/work/queue.py`: a job stands behind as many places as its student
has jobs pending, and some more for those of its course. Everything else follows from measured service times.
"""

import heapq
import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from random import Random
from typing import Any

import simpy

from submissions.grading.work.queue import PER_COURSE

_HOUR = 3600.0


@dataclass(frozen=True, slots=True)
class Arrival:
    """A file that is submitted."""

    at: float
    """In seconds."""
    student: int
    course: int
    kind: str


@dataclass(frozen=True, slots=True)
class Served:
    """A file with its result."""

    arrival: Arrival
    waited: float
    """Seconds from the submission to the result."""


@dataclass(frozen=True)
class ServiceTimes:
    """What grading takes: seconds that were measured by kind of file, and between two files of a worker."""

    seconds: Mapping[str, Sequence[float]]
    between: float = 0.0

    def mean(self, shares: Mapping[str, float]) -> float:
        """Seconds of a worker for one file, on average."""
        by_kind = (
            share * sum(self.seconds[kind]) / len(self.seconds[kind]) for kind, share in shares.items()
        )
        return self.between + sum(by_kind) / sum(shares.values())


@dataclass
class _SimulatedQueue:
    """Jobs that wait, and whose turn it is."""

    is_fair: bool
    idle: list[simpy.Event] = field(default_factory=list)
    _waiting: list[tuple[int, int, Arrival]] = field(default_factory=list)
    _students: Counter[int] = field(default_factory=Counter)
    _courses: Counter[int] = field(default_factory=Counter)
    _numbers: Iterator[int] = field(default_factory=count)

    def add(self, arrival: Arrival) -> None:
        """Put a job where it stands, and wake a worker."""
        behind = self._students[arrival.student] + self._courses[arrival.course] // PER_COURSE
        heapq.heappush(self._waiting, (behind if self.is_fair else 0, next(self._numbers), arrival))
        self._students[arrival.student] += 1
        self._courses[arrival.course] += 1
        if self.idle:
            self.idle.pop().succeed()

    def take(self) -> Arrival | None:
        """Take the job whose turn it is."""
        return heapq.heappop(self._waiting)[2] if self._waiting else None

    def finish(self, arrival: Arrival) -> None:
        """Note that a job has its result."""
        self._students[arrival.student] -= 1
        self._courses[arrival.course] -= 1


def simulate(
    arrivals: Sequence[Arrival], service: ServiceTimes, *, workers: int, is_fair: bool = True
) -> list[Served]:
    """Serve all arrivals, which come in the order of their time."""
    environment, queue, rng = simpy.Environment(), _SimulatedQueue(is_fair), Random(0)
    served: list[Served] = []

    def arrive() -> Iterator[Any]:
        for arrival in arrivals:
            if arrival.at > environment.now:
                yield environment.timeout(arrival.at - environment.now)
            queue.add(arrival)

    def work() -> Iterator[Any]:
        while True:
            arrival = queue.take()
            if arrival is None:
                idle = environment.event()
                queue.idle.append(idle)
                yield idle
                continue
            yield environment.timeout(rng.choice(service.seconds[arrival.kind]))
            queue.finish(arrival)
            served.append(Served(arrival, environment.now - arrival.at))
            yield environment.timeout(service.between)

    environment.process(arrive())
    for _ in range(workers):
        environment.process(work())
    environment.run()
    return served


def evening(
    students: int,
    shares: Mapping[str, float],
    *,
    attempts: int,
    before: float,
    courses: int,
    seed: int = 0,
) -> list[Arrival]:
    """Return the submissions of the last hour. They come `before` the deadline on average, exponentially."""
    rng, arrivals = Random(seed), []
    kinds, weights = list(shares), list(shares.values())
    for student in range(students):
        for _ in range(attempts):
            early = rng.expovariate(1 / before)
            if early < _HOUR:
                kind = rng.choices(kinds, weights)[0]
                arrivals.append(Arrival(_HOUR - early, student, student % courses, kind))
    arrivals.sort(key=lambda arrival: arrival.at)
    return arrivals


def peak(students: int, *, attempts: int, before: float) -> float:
    """Return the submissions a second at the deadline, when most come."""
    return students * attempts / before


def percentile(waits: Sequence[float], share: float) -> float:
    """Return the wait that this share of the files does not exceed."""
    ordered = sorted(waits)
    return ordered[min(len(ordered) - 1, math.ceil(share * len(ordered)) - 1)]
