"""Sends grades to platforms while it is entered: its own rhythm, one request at a time for each platform.

Any number of processes may, on either database: a platform belongs to one of them at a time.
"""

import logging
import time
from collections.abc import Callable
from datetime import datetime
from types import TracebackType
from typing import Self

from sqlalchemy.exc import SQLAlchemyError

from submissions.connect.lms import logins, parcels
from submissions.connect.lms.courier import Courier
from submissions.connect.lms.parcels import GradeNote, Parcel
from submissions.connect.lms.services import Services
from submissions.jobs.background import BackgroundTask
from submissions.jobs.line import HeldRows, Lifeline
from submissions.outward.openid.outward import Outward, converse
from submissions.storage.database import Database
from submissions.tables import PassbackState

_LOOK_SECONDS = 3.0
_FORGET_SECONDS = 600.0
_MOST_IN_A_TURN = 50
"""Grades of one platform, before it is another's turn."""
_log = logging.getLogger("backgrade.lms")


class GradeSender(BackgroundTask):
    """Sends what waits. At its end a request that is under way is not waited for: its grade is sent again."""

    log = _log
    unanswered = "the database did not answer: grades wait"

    def __init__(
        self,
        database: Database,
        outward: Outward,
        comment: Callable[[GradeNote], str],
        now: Callable[[], datetime],
        line: Lifeline | None = None,
    ) -> None:
        super().__init__("grade-sender", every=_LOOK_SECONDS, at_once=True, grace=_LOOK_SECONDS)
        self._database = database
        self._now = now
        self._outward = outward
        self._courier = Courier(database, Services(database, now), comment, now)
        self._line = line or Lifeline(database)
        self._line.watch(HeldRows(parcels.held_by(), parcels.free))
        self._owner = self._line.id.hex
        self._next_forgetting = 0.0

    def __enter__(self) -> Self:
        self._line.__enter__()
        return super().__enter__()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Begin nothing more."""
        super().__exit__(kind, error, trace)
        self._line.__exit__(kind, error, trace)

    def turn(self) -> bool:
        """Send what is due, of one platform; whether there was something."""
        self._forget()
        return self.send_due() > 0

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
            converse(self._outward, self._courier.carry(parcel))
        except SQLAlchemyError:
            raise
        except Exception:  # noqa: BLE001 - a mistake of ours with one grade keeps no other back
            _log.exception("a grade could not be sent")
            with self._database.begin() as session:
                parcels.retry(session, parcel, "our-failure", PassbackState.REFUSED, now=self._now())

    def _forget(self) -> None:
        """Delete launches that have expired, now and then."""
        if time.monotonic() < self._next_forgetting:
            return
        self._next_forgetting = time.monotonic() + _FORGET_SECONDS
        with self._database.begin() as session:
            logins.forget(session, now=self._now())
