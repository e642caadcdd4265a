"""How long somebody waits for the database before it counts as one that does not answer. All in seconds."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Patience:
    """How long one kind of caller waits."""

    connection: float
    """For a connection, or for the turn to write."""
    lock: float
    """For what another transaction has locked."""
    answer: float | None
    """For the answer to one statement, which a server that hangs never gives; None: as long as it takes."""
    silence: float = 15
    """For what we do within a transaction besides speaking to the database; then PostgreSQL ends the session.
    Shorter than a lease: a job that such a session holds is free when its lease ends."""
    pooled: bool = True
    """Whether connections are kept for the next time."""


REQUEST = Patience(connection=5, lock=5, answer=10)
"""Somebody waits for a page: they are told soon that it does not work."""
WORK = Patience(connection=60, lock=30, answer=60)
"""Grading waits: giving up would cost what was graded."""
PROBE = Patience(connection=2, lock=1, answer=2, pooled=False)
"""A probe asks whether the database answers; it shares no connection with those who may wait for one."""
MIGRATION = Patience(connection=60, lock=600, answer=None, pooled=False)
"""Large tables take as long as they take, and so does the machine that migrates before this one."""
