"""Sends grades to platforms, as jobs: each platform has one, so one request is under way to it at a time."""

import logging
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement
from sqlalchemy.exc import SQLAlchemyError

from submissions.connect.lms import logins, parcels
from submissions.connect.lms.courier import Courier
from submissions.connect.lms.parcels import GradeNote, Parcel
from submissions.connect.lms.services import Services
from submissions.jobs import claims
from submissions.jobs.chores import Chore
from submissions.jobs.claims import Claim
from submissions.jobs.crew import Crew, Handler
from submissions.jobs.host import JobHost
from submissions.outward.openid.outward import Outward, converse
from submissions.storage.database import Database
from submissions.tables import JobKind, PassbackState

_LOOK = 3.0
_FORGET = timedelta(minutes=10)
_MOST_IN_A_TURN = 50
"""Grades of one platform, before it is another's turn."""
_log = logging.getLogger("backgrade.lms")


class GradeSender(Handler):
    """Sends the grades that wait for a platform.

    At its end a request that is under way is not waited for long: its grade is sent again.
    """

    kind = JobKind.PASSBACK
    look = grace = _LOOK

    def __init__(
        self,
        host: JobHost,
        outward: Outward,
        comment: Callable[[GradeNote], str],
        now: Callable[[], datetime],
    ) -> None:
        self._host = host
        self._now = now
        self._outward = outward
        self._courier = Courier(host.database, Services(host.database, now), comment, now)

    def also(self, _now: datetime) -> Sequence[ColumnElement[bool]]:
        """Take platforms for which grades are due."""
        return (parcels.has_due(self._now()),)

    def carry_out(self, claim: Claim) -> None:
        """Send what is due, some at a time; what is left waits for the next turn."""
        for _ in range(_MOST_IN_A_TURN):
            with self._host.database.begin() as session:
                taken = parcels.take_parcel(session, claim, now=self._now())
            if taken is False:
                break
            if isinstance(taken, Parcel):
                self._carry(taken)
        with self._host.database.begin() as session:
            if (job := claims.held(session, claim)) is not None:
                claims.come_back(session, job, until=job.not_before or self._host.moment(session))

    def _carry(self, parcel: Parcel) -> None:
        try:
            converse(self._outward, self._courier.carry(parcel))
        except SQLAlchemyError:
            raise
        except Exception:  # noqa: BLE001 - a mistake of ours with one grade keeps no other back
            _log.exception("a grade could not be sent")
            with self._host.database.begin() as session:
                parcels.retry(session, parcel, "our-failure", PassbackState.REFUSED, now=self._now())


def passback_crew(
    host: JobHost, outward: Outward, comment: Callable[[GradeNote], str], now: Callable[[], datetime]
) -> Crew:
    """Make the crew that sends grades."""
    return Crew(host, GradeSender(host, outward, comment, now))


def chore(database: Database, now: Callable[[], datetime]) -> Chore:
    """Make the chore that deletes launches that have expired."""

    def forget() -> None:
        with database.begin() as session:
            logins.forget(session, now=now())

    return Chore("launches", _FORGET, forget)
