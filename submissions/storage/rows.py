"""Rows by their ids, as requests name them: one that belongs to something else is not found."""

from typing import TypeVar

from sqlalchemy.orm import Session

from submissions.errors import NotFound
from submissions.tables import Base

_Row = TypeVar("_Row", bound=Base)


def row_of(session: Session, table: type[_Row], key: object, **belongs_to: object) -> _Row:
    """Return the row of a key. Raises `NotFound` if there is none, or it belongs to something else."""
    row = session.get(table, key)
    if row is None or any(getattr(row, name) != value for name, value in belongs_to.items()):
        raise NotFound
    return row
