"""Student numbers, names that sort, weights of the gradebook, and courses that are deleted later.

By the database's own statements: Alembic's way for SQLite makes a table anew, and deletes what refers to it.
"""

from typing import Any

import sqlalchemy as sa
from alembic import op

from submissions.tables.name_key import name_key

revision = "2026_11_23_roster"
down_revision = "2026_11_23_figures"

_PERSON = sa.table("person", sa.column("id", sa.Uuid()), sa.column("name"), sa.column("name_key"))
_SORTED = sa.String(200).with_variant(sa.String(200, collation="C"), "postgresql")
_AT_A_TIME = 1000


def upgrade() -> None:
    """Forward."""
    added: dict[str, tuple[sa.Column[Any], ...]] = {
        "enrolment": (sa.Column("sis_id", sa.String(64), nullable=False, server_default=""),),
        "person": (sa.Column("name_key", _SORTED, nullable=False, server_default=""),),
        "assignment": (sa.Column("grade_weight", sa.BigInteger(), nullable=True),),
        "course": (
            sa.Column("delete_at", sa.DateTime(timezone=True), nullable=True),
            sa.Column("keep_files_days", sa.Integer(), nullable=True),
            sa.Column("keep_reports_days", sa.Integer(), nullable=True),
        ),
    }
    for table, columns in added.items():
        for column in columns:
            op.add_column(table, column)
    _sort_names()


def _sort_names() -> None:
    """Give everybody there is the key of their name."""
    connection = op.get_bind()
    names = connection.execute(sa.select(_PERSON.c.id, _PERSON.c.name)).all()
    keys = [{"whose": id_, "key": name_key(name)} for id_, name in names]
    change = _PERSON.update().where(_PERSON.c.id == sa.bindparam("whose"))
    for start in range(0, len(keys), _AT_A_TIME):
        connection.execute(change.values(name_key=sa.bindparam("key")), keys[start : start + _AT_A_TIME])
