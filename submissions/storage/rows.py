"""Rows as requests name them, long lists of ids in parts, pages of lists, and inserts that may meet a row."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, Generic, TypeVar
from uuid import UUID

from sqlalchemy import Insert
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from grader.records import Frozen
from submissions.errors import NotFound
from submissions.tables import Base

_Row = TypeVar("_Row", bound=Base)
AT_A_TIME = 500
_Item = TypeVar("_Item")


def row_of(session: Session, table: type[_Row], key: object, **belongs_to: object) -> _Row:
    """Return the row of a key. Raises `NotFound` if there is none, or it belongs to something else."""
    row = session.get(table, key)
    if row is None or any(getattr(row, name) != value for name, value in belongs_to.items()):
        raise NotFound
    return row


def batches(ids: Iterable[UUID], size: int = AT_A_TIME) -> Iterator[list[UUID]]:
    """Yield the ids in their order, in batches of `size`."""
    rest = iter(ids)
    while some := list(islice(rest, size)):
        yield some


class ListPage(Frozen, Generic[_Item]):
    """The rows of a page, and where it is."""

    rows: Sequence[_Item]
    found: int
    """The length of the whole list."""
    page: int
    pages: int


def cut(found: int, page: int, size: int) -> tuple[int, int, slice]:
    """Return the number of this page, or of the last one, of how many, and the part of the list on it."""
    pages = max(1, -(-found // size))
    page = min(max(1, page), pages)
    return page, pages, slice((page - 1) * size, page * size)


def insert_once(session: Session, table: type[Base], **values: Any) -> None:  # noqa: ANN401 - of any column
    """A row, unless there is one with its key: then that one stays as it is."""
    session.execute(dialect_insert(session, table).values(**values).on_conflict_do_nothing())


def dialect_insert(session: Session, table: type[Base]) -> "sqlite.Insert | postgresql.Insert":
    """An insert that knows `on conflict`, which both dialects write alike."""
    embedded = session.get_bind().dialect.name == "sqlite"
    statement: Insert = sqlite.insert(table) if embedded else postgresql.insert(table)
    assert isinstance(statement, sqlite.Insert | postgresql.Insert)
    return statement
