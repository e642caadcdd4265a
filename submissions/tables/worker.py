"""Processes that grade, as they report themselves."""

from datetime import datetime

from sqlalchemy.orm import Mapped, mapped_column

from submissions.tables._base import Base, Id, Text, Word


class Worker(Base):
    """A process that grades. One that was not seen for a while is gone."""

    id: Mapped[Id]
    host: Mapped[Text]
    process: Mapped[int]
    slots: Mapped[int]
    """Submissions it grades at a time."""
    level: Mapped[Word]
    """The level of its sandbox; empty where it has none that is safe."""
    trouble: Mapped[str] = mapped_column(default="")
    """Why it takes no work; empty where all is well."""
    started_at: Mapped[datetime]
    seen_at: Mapped[datetime] = mapped_column(index=True)
