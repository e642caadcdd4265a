"""Counts the queries that something takes."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Engine, event


@contextmanager
def counted() -> Iterator[list[str]]:
    """The statements that any database of ours is sent, without those that only begin transactions."""
    statements: list[str] = []

    def executed(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        if not statement.startswith("BEGIN"):
            statements.append(statement)

    event.listen(Engine, "before_cursor_execute", executed)
    try:
        yield statements
    finally:
        event.remove(Engine, "before_cursor_execute", executed)
