"""Runs migrations in the transaction that `Database.migrate` began."""

from typing import Any, Literal

from alembic import context

from submissions.tables import Base
from submissions.tables._base import Moment, Points

_PLAIN = {Moment: "sa.DateTime(timezone=True)", Points: "sa.BigInteger()"}


def _plain(kind: str, item: Any, _context: object) -> str | Literal[False]:  # noqa: ANN401 - as alembic calls it
    """A column's type in a new migration: the database's own, so that it needs none of our code later."""
    return _PLAIN.get(type(item), False) if kind == "type" else False


connection = context.config.attributes["connection"]
context.configure(
    connection=connection,
    target_metadata=Base.metadata,
    render_as_batch=connection.dialect.name == "sqlite",
    render_item=_plain,
    compare_type=True,
)
with context.begin_transaction():
    context.run_migrations()
