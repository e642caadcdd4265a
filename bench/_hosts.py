"""Hosts over one database: each is a machine with its own address, a web process and a worker.

Clients send to any host that answers, as through a load balancer.
"""

import http.client
import itertools
import json
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from uuid import UUID

from sqlalchemy import func, select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from bench._burst import request
from bench._service import Class, Process
from submissions.storage.database import Database
from submissions.tables import UNFINISHED, Job, JobKind, JobState, State, Submission, Worker
from tests.world import machines, postgres
from tests.world.machines import Lan, Machine

_PORTS = itertools.count(8000)
_AT_ONCE = 8
_ACCEPTED = 202
_AGAIN = {409, 429, 503}
_PAUSE = 0.1
_TIMEOUT = 5.0
"""Seconds after which a client sends the same request to another host."""


@dataclass
class GradingHost:
    """A web process and a worker on a machine."""

    machine: Machine
    url: str
    folder: Path
    slots: int = 1
    port: int = field(default_factory=lambda: next(_PORTS))
    web: Process = field(init=False)
    worker: Process = field(init=False)

    def __post_init__(self) -> None:
        name = f"{self.machine.name}-{self.port}"
        own = {
            "BACKGRADE_DATABASE_URL": self.url,
            "BACKGRADE_DATA_DIR": str(self.folder),
            "BACKGRADE_SANDBOX": "embedded",
            "BACKGRADE_LOG_FORMAT": "json",
            "BACKGRADE_INSECURE_HTTP": "1",
        }
        serve = ["serve", "--host", self.machine.address, "--port", str(self.port), "--workers", "0"]
        work = ["worker", "--slots", str(self.slots)]
        self.web = Process(serve, own, self.folder / f"{name}-web.log", self.machine.within)
        self.worker = Process(work, own, self.folder / f"{name}-worker.log", self.machine.within)

    @property
    def address(self) -> tuple[str, int]:
        """Where its web process listens."""
        return self.machine.address, self.port

    def start(self) -> None:
        """Start both processes, and wait until they serve."""
        self.worker.start()
        self.serve()
        self.worker.wait_until_it_grades()

    def serve(self) -> None:
        """Start the web process alone, and wait until it listens."""
        self.web.start()
        self.web.wait_until_it_listens(self.address)

    def stop(self) -> None:
        """Let it finish what it has, as an update does."""
        statuses = [self.web.stop(), self.worker.stop()]
        assert statuses == [0, 0], (statuses, self.web.log.read_text(), self.worker.log.read_text())

    def end(self) -> None:
        """End its machine, and both processes with it."""
        self.machine.end()
        for each in (self.web, self.worker):
            each.kill()

    def holds(self, session: Session) -> dict[UUID, datetime]:
        """The gradings that its worker has begun, and when the lease of each ends."""
        workers = session.scalars(select(Worker.id).where(Worker.host == self.machine.name)).all()
        running = session.scalars(
            select(Job).where(Job.state == JobState.RUNNING, Job.kind == JobKind.GRADING)
        )
        mine = [each for each in running if each.owner and UUID(hex=each.owner[:32]) in workers]
        return {each.id: each.lease_until for each in mine if each.lease_until}

    def stored(self) -> Counter[str]:
        """How often its worker says of each submission that it stored the result."""
        lines = self.worker.log.read_text().splitlines() if self.worker.log.exists() else []
        said = (json.loads(line) for line in lines if line.startswith("{"))
        return Counter(each["submission"] for each in said if each["said"] == str(State.GRADED))


@dataclass(frozen=True)
class BegunWork:
    """The gradings that a host had begun when something happened to it."""

    at: datetime
    leases: dict[UUID, datetime]
    """The jobs, and when each is free if nobody notices anything."""


@dataclass
class Hosts:
    """The hosts of a service, and the machine of its database."""

    network: Lan
    server: postgres.DatabaseServer
    folder: Path
    open: list[GradingHost] = field(default_factory=list)
    """Those that a load balancer sends to."""
    all: list[GradingHost] = field(default_factory=list)

    def new(self, machine: Machine | None = None) -> GradingHost:
        """Return one more host, not started yet, on a machine of its own unless told which."""
        on = machine or self.network.machine(f"host-{len(self.network.machines)}")
        host = GradingHost(on, self.server.url, self.folder)
        self.all.append(host)
        return host

    def add(self, machine: Machine | None = None) -> GradingHost:
        """Start one more host."""
        host = self.new(machine)
        host.start()
        self.open.append(host)
        return host

    def lose(self, host: GradingHost) -> BegunWork:
        """Take the power from a host that has begun a grading."""
        begun = self._caught(host, host.machine.cut, host.machine.mend)
        self.open.remove(host)
        host.end()
        return begun

    @contextmanager
    def stopped(self, host: GradingHost) -> Iterator[BegunWork]:
        """Have a worker that has begun a grading stand still meanwhile."""
        yield self._caught(host, host.worker.pause, host.worker.go_on)
        host.worker.go_on()

    def update(self, host: GradingHost) -> None:
        """Start new processes beside the old ones, then stop these."""
        self.add(host.machine)
        self.open.remove(host)
        host.stop()

    def _caught(self, host: GradingHost, catch: Callable[[], None], let_go: Callable[[], None]) -> BegunWork:
        """Do it while the host grades; where it just did not, let go, and try again."""
        with closing(Database(self.server.url)) as database:
            while True:
                catch()
                with database.read() as session:
                    begun = BegunWork(
                        session.scalars(select(func.clock_timestamp())).one(), host.holds(session)
                    )
                if begun.leases:
                    return begun
                let_go()
                time.sleep(_PAUSE)


@contextmanager
def hosts(folder: Path) -> Iterator[Hosts]:
    """A database on a machine of its own, and no host yet."""
    with machines.network() as network, postgres.on(network.machine("database")) as server:
        cluster = Hosts(network, server, folder)
        try:
            yield cluster
        finally:
            for each in cluster.all:
                each.end()


class Sender:
    """Sends files to hosts, and keeps the queue short: as many clients as wait for their results."""

    def __init__(self, cluster: Hosts, members: Class) -> None:
        self._cluster, self._members = cluster, members
        self._numbers = itertools.count()
        self._enough = threading.Event()
        self.acknowledged: set[UUID] = set()

    @contextmanager
    def sending(self) -> Iterator[None]:
        """Send files while it lasts. At the end each is acknowledged."""
        with ThreadPoolExecutor(_AT_ONCE) as pool:
            turns = [pool.submit(self._send_on) for _ in range(_AT_ONCE)]
            try:
                yield
            finally:
                self._enough.set()
            for each in turns:
                each.result()

    def send(self, files: int) -> None:
        """Send so many at once."""
        with ThreadPoolExecutor(_AT_ONCE) as pool:
            self.acknowledged.update(pool.map(self._hand_in, range(files)))

    def _send_on(self) -> None:
        with closing(Database(self._cluster.server.url)) as database:
            while not self._enough.is_set():
                if _waiting(database) < _AT_ONCE:
                    self.acknowledged.add(self._hand_in(next(self._numbers)))
                else:
                    self._enough.wait(_PAUSE)

    def _hand_in(self, number: int) -> UUID:
        """Send a file with one key to one host after the other, until it is acknowledged."""
        for turn in itertools.count(number):
            host, port = self._cluster.open[turn % len(self._cluster.open)].address
            try:
                status, body = request(port, self._members, number, host=host, timeout=_TIMEOUT)
            except (OSError, http.client.HTTPException):
                status, body = 503, b""
            if status == _ACCEPTED:
                return UUID(json.loads(body)["id"])
            assert status in _AGAIN, (status, body)
            time.sleep(_PAUSE)
        raise AssertionError


def _waiting(database: Database) -> int:
    """The number of files that wait; where the database does not answer, none is sent."""
    try:
        with database.read() as session:
            return session.scalar(select(func.count()).where(Submission.state.in_(UNFINISHED))) or 0
    except SQLAlchemyError:
        return _AT_ONCE
