"""Sends messages in threads of this process. Any number of processes may: each webhook is held by one."""

import logging
import threading
import time
from collections.abc import Callable, Sequence
from datetime import datetime
from types import TracebackType
from typing import Self

from sqlalchemy.exc import SQLAlchemyError

from submissions.connect.webhooks import claims, releases
from submissions.connect.webhooks.post import SECONDS, post
from submissions.errors import StorageError
from submissions.jobs.background import BackgroundTask
from submissions.jobs.clock import moment
from submissions.jobs.line import HeldRows, Lifeline
from submissions.outward.outgoing.addresses import Network
from submissions.storage.database import Database

AT_ONCE = 4
"""Requests under way in one process, each to another webhook."""

_LOOK_SECONDS = 2.0
_NOTICE_SECONDS = 30.0
_log = logging.getLogger("backgrade.webhooks")


class WebhookSender(BackgroundTask):
    """Sends while it is entered."""

    log = _log
    unanswered = "the database did not answer: webhooks wait"

    def __init__(
        self,
        database: Database,
        now: Callable[[], datetime],
        internal: Sequence[Network] = (),
        line: Lifeline | None = None,
    ) -> None:
        super().__init__("webhooks", every=_LOOK_SECONDS)
        self._line = line or Lifeline(database)
        self._line.watch(HeldRows(claims.held_by(), claims.free))
        self._database = database
        self._now = now
        self._internal = internal
        self._next_notice = 0.0
        self._room = threading.Semaphore(AT_ONCE)
        self._sending: set[threading.Thread] = set()

    def __enter__(self) -> Self:
        self._line.__enter__()
        return super().__enter__()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Begin nothing more, and let requests end: nothing is lost, but what ends is not sent twice."""
        super().__exit__(kind, error, trace)
        for thread in list(self._sending):
            thread.join(SECONDS)
        self._line.__exit__(kind, error, trace)

    def turn(self) -> bool:
        """Whether something is due: one look for all threads, and as many of them as it takes."""
        self._notice()
        while not self._stopping.is_set() and self._begin_one():
            pass
        return False

    def _begin_one(self) -> bool:
        """Send the next message in a thread of its own; False where nothing is due."""
        with self._database.read() as session:
            if not claims.anything_due(session, now=moment(session, self._now)):
                return False
        self._room.acquire()
        with self._database.begin() as session:
            claimed = claims.claim(session, self._line.attempt(), now=moment(session, self._now))
        if claimed is None:
            self._room.release()
            return True
        thread = threading.Thread(target=self._carry_out, args=(claimed,), name="webhook", daemon=True)
        self._sending.add(thread)
        thread.start()
        return True

    def _carry_out(self, claimed: claims.ClaimedDelivery) -> None:
        """Send one, and go on with others while there are some."""
        try:
            following: claims.ClaimedDelivery | None = claimed
            while following is not None:
                following = self._send(following)
        except StorageError:
            return  # told by whoever noticed; the lease ends by itself
        except SQLAlchemyError:
            _log.exception("the database did not answer: a message may be sent twice")
        finally:
            self._sending.discard(threading.current_thread())
            self._room.release()

    def _send(self, claimed: claims.ClaimedDelivery) -> claims.ClaimedDelivery | None:
        """Send one; the next that is due."""
        outcome = post(claimed.url, claimed.payload, claimed.headers, internal=self._internal)
        if outcome.error is not None:
            ids = {"webhook": str(claimed.webhook_id), "delivery": str(claimed.delivery_id)}
            _log.info("a webhook did not accept a message", extra={**ids, "error": str(outcome.error)})
        with self._database.begin() as session:
            claims.store(session, claimed, outcome, now=moment(session, self._now))
            if self._stopping.is_set():
                return None
            return claims.claim(session, self._line.attempt(), now=moment(session, self._now))

    def _notice(self) -> None:
        if time.monotonic() < self._next_notice:
            return
        with self._database.begin() as session:
            now = moment(session, self._now)
            releases.notice(session, now=now)
            releases.forget(session, now=now)
        self._next_notice = time.monotonic() + _NOTICE_SECONDS
