"""A burst over hosts: one loses power, one stands still, one comes, the database crashes, one is updated."""

import time
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from uuid import UUID

from sqlalchemy import select

from bench._burst import wait
from bench._hosts import BegunWork, Hosts, Sender, hosts
from bench._service import prepared
from submissions.storage.database import Database
from submissions.tables import Job, JobKind, JobState, Submission

_STUDENTS = 20
_PATIENCE = 300.0
_PAUSE = 0.1


@dataclass(frozen=True)
class HostsOutcome:
    """The outcome of a burst over hosts."""

    acknowledged: int
    lost: int
    """Files that were acknowledged, and are in no row."""
    states: Counter[str]
    undone: int
    """Jobs that did not end well."""
    stored_twice: int
    """Submissions of which workers say more than once that they stored the result."""
    begun_again: list[float]
    """The seconds after which each job of the lost host was begun again."""
    late: int
    """Those that were begun again when their lease had ended anyway: nobody noticed the loss."""
    taken: int
    """Jobs of the worker that stood still that others began before their lease had ended."""
    hosts: list[int]
    """The results that each host stored, in the order in which they came."""
    seconds: float


def burst_over_hosts(folder: Path, files: int) -> HostsOutcome:
    """Send at least so many files while all of this happens, and until every host that is left has graded."""
    with hosts(folder) as cluster:
        sender = Sender(cluster, prepared(cluster.server.url, students=_STUDENTS))
        first, second = cluster.add(), cluster.add()
        began = time.monotonic()
        with sender.sending():
            lost = cluster.lose(first)
            _until(lambda: _went_on(cluster, lost))
            again = _begun_again(cluster, lost)
            with cluster.stopped(second) as stopped:
                third = cluster.add()
                _until(third.stored)
                taken = _begun_again(cluster, stopped)
            cluster.server.crash()
            cluster.update(second)
            _until(lambda: len(sender.acknowledged) >= files and all(each.stored() for each in cluster.open))
        wait(cluster.server.url, len(sender.acknowledged), _PATIENCE)
        return _outcome(
            cluster,
            sender.acknowledged,
            again=[(at - lost.at).total_seconds() for at in again.values()],
            late=len(again) - _early(again, lost),
            taken=_early(taken, stopped),
            seconds=time.monotonic() - began,
        )


def _early(again: dict[UUID, datetime], begun: BegunWork) -> int:
    """Return how many were begun again before their lease had ended."""
    return sum(at < begun.leases[id_] for id_, at in again.items())


def _begun_again(cluster: Hosts, begun: BegunWork) -> dict[UUID, datetime]:
    """Return when each of these jobs was begun again, if it was."""
    with closing(Database(cluster.server.url)) as database, database.read() as session:
        again = session.scalars(select(Job).where(Job.id.in_(begun.leases), Job.started_at > begun.at)).all()
    return {each.id: each.started_at for each in again if each.started_at}


def _went_on(cluster: Hosts, begun: BegunWork) -> bool:
    """Say whether none of these jobs waits for its lost host any more."""
    with closing(Database(cluster.server.url)) as database, database.read() as session:
        jobs = session.scalars(select(Job).where(Job.id.in_(begun.leases))).all()
    return all(each.state == JobState.DONE or (each.started_at or begun.at) > begun.at for each in jobs)


def _outcome(
    cluster: Hosts, acknowledged: set[UUID], again: list[float], late: int, taken: int, seconds: float
) -> HostsOutcome:
    with closing(Database(cluster.server.url)) as database, database.read() as session:
        found = session.execute(select(Submission.id, Submission.state)).all()
        states = session.scalars(select(Job.state).where(Job.kind == JobKind.GRADING)).all()
    by_host = [each.stored() for each in cluster.all]
    return HostsOutcome(
        acknowledged=len(acknowledged),
        lost=len(acknowledged - {id_ for id_, _ in found}),
        states=Counter(str(state) for _, state in found),
        undone=sum(state != JobState.DONE for state in states),
        stored_twice=sum(times > 1 for times in sum(by_host, Counter[str]()).values()),
        begun_again=again,
        late=late,
        taken=taken,
        hosts=[each.total() for each in by_host],
        seconds=seconds,
    )


def _until(happened: Callable[[], object]) -> None:
    deadline = time.monotonic() + _PATIENCE
    while not happened():
        assert time.monotonic() < deadline
        time.sleep(_PAUSE)
