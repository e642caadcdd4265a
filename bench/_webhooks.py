"""Many messages to a receiver that fails and stalls, from a sender that is killed again and again."""

import random
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import islice
from pathlib import Path

from sqlalchemy import func, select

from bench._service import prepared
from submissions.connect.webhooks import endpoints
from submissions.connect.webhooks.endpoints import WebhookRequest
from submissions.operating.service import utc_now
from submissions.outward import events
from submissions.outward.outgoing.addresses import networks
from submissions.people.access.policy import Caller
from submissions.storage.database import Database
from submissions.tables import Assignment, DeliveryState, Person, WebhookDelivery, WebhookEvent
from submissions.tables.identity import new_id

_TOP = Path(__file__).resolve().parent.parent
_BATCH = 500
_STALL_SECONDS = 15.5
"""A little longer than a sender waits for an answer."""
_OWNER = "teacher"


@dataclass(frozen=True)
class Trouble:
    """What goes wrong: shares of the requests, and seconds between two kills."""

    fails: float = 0.01
    stalls: float = 0.0005
    kill_every: tuple[float, float] = (10.0, 25.0)
    most_kills: int = 6
    lease: float = 60.0


@dataclass
class FlakyReceiver:
    """What came, to the paths of all webhooks."""

    trouble: Trouble
    came: Counter[str] = field(default_factory=Counter)
    """By the id of a message, how often it was accepted."""
    failed: int = 0
    stalled: int = 0
    most_at_once: int = 0
    """Requests to one webhook that were under way together."""
    under_way: Counter[str] = field(default_factory=Counter)
    lock: threading.Lock = field(default_factory=threading.Lock)


@dataclass(frozen=True)
class Delivered:
    """What became of the messages."""

    lost: int
    twice: int
    failed: int
    stalled: int
    kills: int
    most_at_once: int
    seconds: float


def deliver(url: str, messages: int, hooks: int, trouble: Trouble, patience: float) -> Delivered:
    """Send so many messages to so many webhooks; what became of them."""
    with _receiving(trouble) as (receiver, address), closing(Database(url)) as database:
        ids = _publish(database, url, messages, hooks, address)
        began = time.monotonic()
        kills = _send(database, url, receiver, began + patience)
        seconds = time.monotonic() - began
    return Delivered(
        lost=len(ids - receiver.came.keys()),
        twice=sum(count - 1 for count in receiver.came.values()),
        failed=receiver.failed,
        stalled=receiver.stalled,
        kills=kills,
        most_at_once=receiver.most_at_once,
        seconds=seconds,
    )


def _publish(database: Database, url: str, messages: int, hooks: int, address: str) -> set[str]:
    """Events of a course, as its changes publish them; the ids of all messages."""
    members = prepared(url, students=1)
    with database.begin() as session:
        owner_id = session.scalars(select(Person.id).where(Person.login == _OWNER)).one()
        course_id = session.get_one(Assignment, members.assignment_id).course_id
        assert course_id is not None
        for number in range(hooks):
            wanted = WebhookRequest(f"Hook {number}", f"{address}/{number}", [WebhookEvent.GRADED])
            internal = networks("127.0.0.0/8")
            endpoints.create(session, Caller(owner_id), course_id, wanted, internal=internal, now=utc_now())
    left = iter(range(-(-messages // hooks)))
    while batch := list(islice(left, _BATCH)):
        with database.begin() as session:
            for _ in batch:
                data = {"submission_id": new_id()}
                events.publish(session, course_id, WebhookEvent.GRADED, data, now=utc_now())
    with database.read() as session:
        return {f"msg_{each.hex}" for each in session.scalars(select(WebhookDelivery.id))}


def _send(database: Database, url: str, receiver: FlakyReceiver, deadline: float) -> int:
    """Until nothing waits; how often the sender was killed, each time after it had sent something."""
    trouble = receiver.trouble
    kills, came, process = 0, 0, _sender(url, trouble)
    next_kill = time.monotonic() + random.uniform(*trouble.kill_every)
    try:
        while _waiting(database) and time.monotonic() < deadline:
            time.sleep(0.1)
            is_time = time.monotonic() >= next_kill and kills < trouble.most_kills
            if is_time and receiver.came.total() > came:
                process.kill()
                process.wait()
                kills, came, process = kills + 1, receiver.came.total(), _sender(url, trouble)
                next_kill = time.monotonic() + random.uniform(*trouble.kill_every)
    finally:
        process.kill()
        process.wait()
    return kills


def _sender(url: str, trouble: Trouble) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "bench._webhook_sender", url, str(trouble.lease)]
    return subprocess.Popen(command, cwd=_TOP)


def _waiting(database: Database) -> int:
    waits = select(func.count()).where(WebhookDelivery.state == DeliveryState.WAITING)
    with database.read() as session:
        return session.scalar(waits) or 0


@contextmanager
def _receiving(trouble: Trouble) -> Iterator[tuple[FlakyReceiver, str]]:
    receiver = FlakyReceiver(trouble)

    class WebhookHandler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            """Take it, fail, or stall."""
            self.rfile.read(int(self.headers["Content-Length"]))
            with receiver.lock:
                receiver.under_way[self.path] += 1
                receiver.most_at_once = max(receiver.most_at_once, receiver.under_way[self.path])
            chance = random.random()
            if chance < trouble.stalls:
                receiver.stalled += 1
                time.sleep(_STALL_SECONDS)
            is_good = chance >= trouble.stalls + trouble.fails
            with receiver.lock:
                receiver.under_way[self.path] -= 1
                if is_good:
                    receiver.came[self.headers["webhook-id"]] += 1
                else:
                    receiver.failed += 1
            self.send_response(204 if is_good else 500)
            self.send_header("Content-Length", "0")
            self.send_header("Connection", "close")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Nothing."""

        def handle(self) -> None:
            """Whoever is killed hangs up in the middle."""
            try:
                super().handle()
            except OSError:
                self.close_connection = True

    server = ThreadingHTTPServer(("127.0.0.1", 0), WebhookHandler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield receiver, f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
