"""Inserts that may meet a row of another machine, in the dialects that we know."""

from typing import Any

from sqlalchemy import Insert
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from submissions.tables import Base


def insert_once(session: Session, table: type[Base], **values: Any) -> None:  # noqa: ANN401 - of any column
    """A row, unless there is one with its key: then that one stays as it is."""
    session.execute(dialect_insert(session, table).values(**values).on_conflict_do_nothing())


def dialect_insert(session: Session, table: type[Base]) -> "sqlite.Insert | postgresql.Insert":
    """An insert that knows `on conflict`, which both dialects write alike."""
    embedded = session.get_bind().dialect.name == "sqlite"
    statement: Insert = sqlite.insert(table) if embedded else postgresql.insert(table)
    assert isinstance(statement, sqlite.Insert | postgresql.Insert)
    return statement
