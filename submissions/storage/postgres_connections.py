"""Connections to PostgreSQL that notice when the other side is gone, and sessions that do not outlive us.

A network that is cut tells nobody. The client finds out by keepalives and by a limit for each answer; the
server by its own, and it ends a transaction whose client says nothing, because that holds rows.
"""

import json
from typing import Any, TypeVar

import psycopg
from psycopg.abc import PQGen
from psycopg.pq import TransactionStatus

from submissions.storage import durations
from submissions.storage.timeouts import Patience

APPLICATION = "backgrade"
"""The name of our sessions in `pg_stat_activity`."""

_INTERVAL = 0.1
_MILLISECONDS = 1000
_KEEPALIVES = 2
"""The keepalives without an acknowledgement after which the network counts as cut."""
_SET = """
    SELECT set_config(name, %(values)s::jsonb ->> name, false) FROM pg_settings
    WHERE name IN (SELECT jsonb_object_keys(%(values)s::jsonb))
"""
"""Only those that this server has: some came with later versions."""

_Value = TypeVar("_Value")


class TimedConnection(psycopg.Connection[Any]):
    """One that waits for each answer for a limited time, and is closed where none came."""

    answer: float | None = None

    def wait(self, gen: PQGen[_Value], interval: float = _INTERVAL, timeout: float | None = None) -> _Value:
        """Wait for the server as the driver does, but not longer than an answer may take."""
        try:
            return super().wait(gen, interval, self.answer if timeout is None else timeout)
        except psycopg.OperationalError:
            if timeout is None and self.pgconn.transaction_status == TransactionStatus.ACTIVE:
                self.pgconn.finish()  # the answer would come to the next statement
            raise


def connect_arguments(patience: Patience) -> dict[str, Any]:
    """Return the arguments that the driver needs beside the address."""
    return {
        "connect_timeout": max(durations.LEAST_CONNECT_SECONDS, int(patience.connection)),
        "application_name": APPLICATION,
        "keepalives": 1,
        **_signs_of_life(patience, "keepalives"),
    }


def connect(patience: Patience, *arguments: Any, **options: Any) -> TimedConnection:  # noqa: ANN401 - the driver's
    """A connection whose session ends by itself where it is forgotten."""
    connection = TimedConnection.connect(*arguments, **options)
    connection.answer = patience.answer
    connection.execute(_SET, {"values": _settings(patience)})
    connection.commit()
    return connection


def _settings(patience: Patience) -> str:
    waits = {
        "lock_timeout": patience.lock,
        "idle_in_transaction_session_timeout": patience.silence,
        "client_connection_check_interval": durations.CHECK_SECONDS,
    }
    milliseconds = {name: int(seconds * _MILLISECONDS) for name, seconds in waits.items()}
    return json.dumps(milliseconds | _signs_of_life(patience, "tcp_keepalives"))


def _signs_of_life(patience: Patience, prefix: str) -> dict[str, int]:
    """Return what client and server set alike on their ends, under the names of one of them."""
    idle = max(1, patience.cut // _KEEPALIVES)
    return {
        f"{prefix}_idle": idle,
        f"{prefix}_interval": max(1, idle // _KEEPALIVES),
        f"{prefix}_count": _KEEPALIVES,
        "tcp_user_timeout": patience.cut * _MILLISECONDS - durations.EARLIER_MILLISECONDS,
    }
