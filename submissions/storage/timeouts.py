"""How long somebody waits for the database before it counts as one that does not answer. All in seconds."""

from grader.records import Frozen


class Patience(Frozen):
    """How long one kind of caller waits."""

    connection: float
    """The wait for a connection, or for the turn to write."""
    lock: float
    """The wait for what another transaction has locked."""
    answer: float | None
    """The wait for the answer to one statement, which may never come; None: as long as it takes."""
    silence: float = 15
    """The longest pause of ours between two statements of a transaction; then PostgreSQL ends the session.
    Shorter than a lease: a job that such a session holds is free when its lease ends."""
    cut: int = 20
    """The wait for the other machine to acknowledge anything; then the network counts as cut. The kernel
    acknowledges for a process that is slow or stopped. A machine without power does not."""
    pooled: bool = True
    """Whether connections are kept for the next time."""


REQUEST = Patience(connection=5, lock=5, answer=10)
"""Somebody waits for a page: they are told soon that it does not work."""
WORK = Patience(connection=60, lock=30, answer=60, cut=2)
"""Grading waits: giving up would cost what was graded. A machine that is gone is told from one that waits."""
PROBE = Patience(connection=2, lock=1, answer=2, pooled=False)
"""A probe asks whether the database answers; it shares no connection with those who may wait for one."""
MIGRATION = Patience(connection=60, lock=600, answer=None, pooled=False)
"""Large tables take as long as they take, and so does the machine that migrates before this one."""
