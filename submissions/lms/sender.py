"""Sends grades to platforms while it is entered: its own rhythm, one request at a time for each platform.

Any number of processes may, on either database: a platform belongs to one of them at a time.
"""

import logging
import secrets
import threading
import time
from collections.abc import Callable
from datetime import datetime
from types import TracebackType
from typing import Self

from sqlalchemy.exc import SQLAlchemyError

from submissions.errors import StorageError
from submissions.lms import logins, parcels
from submissions.lms.courier import Courier
from submissions.lms.parcels import GradeNote, Parcel
from submissions.lms.services import Services
from submissions.openid.outward import Outward
from submissions.storage.database import Database
from submissions.tables import PassbackState

_LOOK_SECONDS = 3.0
_FORGET_SECONDS = 600.0
_TOKEN_BYTES = 8
_MOST_IN_A_TURN = 50
"""Grades of one platform, before it is another's turn."""
_log = logging.getLogger("backgrade.lms")


class GradeSender:
    """A thread that sends what waits."""

    def __init__(
        self,
        database: Database,
        outward: Outward,
        comment: Callable[[GradeNote], str],
        now: Callable[[], datetime],
    ) -> None:
        self._database = database
        self._now = now
        self._courier = Courier(database, Services(database, outward, now), comment, now)
        self._owner = secrets.token_hex(_TOKEN_BYTES)
        self._next_forgetting = 0.0
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._work, name="grade-sender", daemon=True)

    def __enter__(self) -> Self:
        if self._database.embedded:  # no other process has it: who had platforms is gone
            with self._database.begin() as session:
                parcels.leave_all(session)
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Begin nothing more. A request that is under way is not waited for: its grade is sent again."""
        self._stopping.set()
        self._thread.join(_LOOK_SECONDS)

    def send_due(self) -> int:
        """Send what is due, of one platform; how many were looked at."""
        with self._database.read() as session:
            if not parcels.is_due(session, now=self._now()):
                return 0
        with self._database.begin() as session:
            platform_id = parcels.take_platform(session, self._owner, now=self._now())
        if platform_id is None:
            return 0
        number = 0
        try:
            while number < _MOST_IN_A_TURN and not self._stopping.is_set():
                with self._database.begin() as session:
                    taken = parcels.take_parcel(session, platform_id, self._owner, now=self._now())
                if taken is False:
                    break
                number += 1
                if isinstance(taken, Parcel):
                    self._carry(taken)
        finally:
            with self._database.begin() as session:
                parcels.leave_platform(session, platform_id, self._owner)
        return number

    def _carry(self, parcel: Parcel) -> None:
        try:
            self._courier.carry(parcel)
        except SQLAlchemyError:
            raise
        except Exception:  # noqa: BLE001 - a mistake of ours with one grade keeps no other back
            _log.exception("a grade could not be sent")
            with self._database.begin() as session:
                parcels.retry(session, parcel, "our-failure", PassbackState.REFUSED, now=self._now())

    def _work(self) -> None:
        while not self._stopping.is_set():
            busy = 0
            try:
                self._forget()
                busy = self.send_due()
            except StorageError:
                pass  # told by whoever noticed
            except SQLAlchemyError:
                _log.exception("the database did not answer: grades wait")
            if not busy:
                self._stopping.wait(_LOOK_SECONDS)

    def _forget(self) -> None:
        """Delete launches that have expired, now and then."""
        if time.monotonic() < self._next_forgetting:
            return
        self._next_forgetting = time.monotonic() + _FORGET_SECONDS
        with self._database.begin() as session:
            logins.forget(session, now=self._now())
