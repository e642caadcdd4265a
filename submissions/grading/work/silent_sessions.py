"""Sessions of PostgreSQL that hold a job and say nothing any more: their client is gone, and nobody told.

The server ends them by itself (`idle_in_transaction_session_timeout`). Where something between us and it
keeps that setting away, such as a pooler, the housekeeper ends them: a lease can be taken all the same.
"""

from sqlalchemy import text
from sqlalchemy.orm import Session

SILENT_SECONDS = 20.0
"""Longer than the server waits by itself."""

_END = text(
    """
    SELECT count(pg_terminate_backend(pid)) FROM (
        SELECT DISTINCT activity.pid FROM job
        JOIN pg_stat_activity AS activity ON activity.backend_xid = job.xmax
        WHERE job.state IN ('waiting', 'running')
          AND activity.usename = current_user
          AND activity.wait_event_type = 'Client'
          AND activity.state_change < clock_timestamp() - make_interval(secs => :seconds)
    ) AS silent
    """
)


def end_silent_sessions(session: Session, seconds: float = SILENT_SECONDS) -> int:
    """End them; how many there were. What they held is free a moment later."""
    if session.get_bind().dialect.name == "sqlite":
        return 0
    return session.scalar(_END, {"seconds": seconds}) or 0
