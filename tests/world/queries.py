"""Counts the queries that something takes."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, Engine, event, make_url

from submissions.storage.database import Database


@contextmanager
def counted(database: Database) -> Iterator[list[str]]:
    """The statements that a database is sent, without those that only begin transactions.

    By its name, since in the same process other threads may work on others.
    """
    name = make_url(database.url).database
    statements: list[str] = []

    def executed(connection: Connection, _cursor: Any, statement: str, *_: Any) -> None:
        if connection.engine.url.database == name and not statement.startswith("BEGIN"):
            statements.append(statement)

    event.listen(Engine, "before_cursor_execute", executed)
    try:
        yield statements
    finally:
        event.remove(Engine, "before_cursor_execute", executed)
