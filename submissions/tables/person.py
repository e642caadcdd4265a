"""Who signs in."""

from datetime import datetime

from sqlalchemy.orm import Mapped, mapped_column

from submissions.tables._base import Base, Id, Text, Word


class Person(Base):
    """A person with an account. Their name and login reach neither the sandbox nor the logs."""

    __tablename__ = "person"

    id: Mapped[Id]
    login: Mapped[Text] = mapped_column(unique=True)
    """An e-mail address or a chosen name, in lower case."""
    name: Mapped[Text]
    password_hash: Mapped[Text | None]
    """Argon2id; none where they only come in by links."""
    operator: Mapped[bool] = mapped_column(default=False)
    """They run this installation: they may do everything, in every course."""
    zone: Mapped[Text] = mapped_column(default="UTC")
    language: Mapped[Word | None]
    """The ISO 639 code of the language they chose; without one their browser decides."""
    created_at: Mapped[datetime]
    disabled_at: Mapped[datetime | None]
