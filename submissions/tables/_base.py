"""What every table is made of: the naming of constraints, and columns for moments, points and ids."""

import re
from datetime import UTC, datetime
from decimal import Decimal
from typing import Annotated, Any
from uuid import UUID

from sqlalchemy import BigInteger, DateTime as SqlDateTime, Dialect, ForeignKey, MetaData, String
from sqlalchemy.orm import DeclarativeBase, MappedColumn, declared_attr, mapped_column
from sqlalchemy.types import TypeDecorator

from submissions.tables.identity import new_id

PLACES = Decimal("0.0001")
"""The precision to which points are kept."""
YEARS = range(2000, 2200)
"""The years of moments that every database and every time zone can hold."""

_WORD = re.compile("(?<!^)(?=[A-Z])")
"""The beginning of each word in the name of a class, but for the first."""


class Moment(TypeDecorator[datetime]):
    """A point in time, with its zone: UTC in storage and in hand."""

    impl = SqlDateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Return the moment in UTC, without a zone where the database keeps none."""
        if value is None:
            return None
        if value.tzinfo is None:
            message = f"{value} has no time zone"
            raise ValueError(message)
        utc = value.astimezone(UTC)
        return utc.replace(tzinfo=None) if dialect.name == "sqlite" else utc

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Return the moment in UTC with its zone."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if dialect.name == "sqlite" else value.astimezone(UTC)


class Points(TypeDecorator[Decimal]):
    """Points to four decimals, exact and sortable in every database: kept as whole ten-thousandths."""

    impl = BigInteger
    cache_ok = True

    def process_bind_param(self, value: Decimal | None, dialect: Dialect) -> int | None:  # noqa: ARG002
        """Return points as a number of ten-thousandths, rounded to the nearest."""
        return None if value is None else int(value.quantize(PLACES) / PLACES)

    def process_result_value(self, value: int | None, dialect: Dialect) -> Decimal | None:  # noqa: ARG002
        """Return points from a number of ten-thousandths."""
        return None if value is None else value * PLACES


Id = Annotated[UUID, mapped_column(primary_key=True, default=new_id)]
Text = Annotated[str, mapped_column(String(200))]
"""A line that a person wrote: a name, a title."""
Word = Annotated[str, mapped_column(String(40))]
"""One of a few values that the code knows."""
Digest = Annotated[str, mapped_column(String(64))]
"""A SHA-256 in hexadecimal digits."""


def belongs_to(
    table: str, *, primary_key: bool = False, index: bool | None = None, unique: bool | None = None
) -> MappedColumn[Any]:
    """Return the column for the id of the row that one belongs to, and with which it is deleted."""
    owner = ForeignKey(f"{table}.id", ondelete="CASCADE")
    return mapped_column(owner, primary_key=primary_key, index=index, unique=unique)


class Base(DeclarativeBase):
    """The base class of all tables."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(column_0_N_label)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
            "pk": "pk_%(table_name)s",
        }
    )
    type_annotation_map = {datetime: Moment, Decimal: Points}  # noqa: RUF012 - as the library asks

    @declared_attr.directive
    def __tablename__(cls) -> str:  # noqa: N805 - the library hands in the class
        """The name of the class in small letters: `web_session` of `WebSession`."""
        return _WORD.sub("_", cls.__name__).lower()
