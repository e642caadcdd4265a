"""Chores: what is done again and again, by one process at a time."""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement
from sqlalchemy.orm import Session

from grader.records import Frozen
from submissions.jobs import claims
from submissions.jobs.claims import Claim
from submissions.jobs.crew import Handler
from submissions.jobs.host import JobHost
from submissions.storage.rows import insert_once
from submissions.tables import Job, JobKind

_LOOK = 2.0
_GRACE = 20.0


class Chore(Frozen):
    """Something that is done again and again."""

    name: str
    every: timedelta
    do: Callable[[], object]
    """Does it once. What is true means that there is more to do at once."""


class Chores(Handler):
    """Does the chores of one kind."""

    look, grace = _LOOK, _GRACE

    def __init__(self, host: JobHost, kind: JobKind, chores: Sequence[Chore]) -> None:
        self.kind = kind
        self._host = host
        self._chores = {each.name: each for each in chores}

    def enter(self, session: Session, now: datetime) -> None:
        """Write the job of each chore, where no process has yet."""
        for name in self._chores:
            insert_once(session, Job, kind=self.kind, chore=name, created_at=now)

    def also(self, _now: datetime) -> Sequence[ColumnElement[bool]]:
        """Take chores that are known here: another process may be of another version."""
        return (Job.chore.in_(self._chores),)

    def carry_out(self, claim: Claim) -> None:
        """Do the chore once, and requeue it for its next time."""
        chore = self._chores[claim.chore]
        pause = timedelta(0) if chore.do() else chore.every
        with self._host.database.begin() as session:
            if (job := claims.held(session, claim)) is not None:
                claims.come_back(session, job, until=self._host.moment(session) + pause)
