"""Who signs in."""

from datetime import datetime

from sqlalchemy import String
from sqlalchemy.engine.default import DefaultExecutionContext
from sqlalchemy.orm import Mapped, mapped_column, validates

from submissions.tables._base import Base, Id, Text, Word
from submissions.tables.name_key import name_key

_SORTED = String(200).with_variant(String(200, collation="C"), "postgresql")


def _key_of_name(context: DefaultExecutionContext) -> str:
    """Return the key of the name in a row that is written without an object."""
    return name_key(context.get_current_parameters()["name"])  # type: ignore[no-untyped-call]


class Person(Base):
    """A person with an account. Their name and login reach neither the sandbox nor the logs."""

    id: Mapped[Id]
    login: Mapped[Text] = mapped_column(unique=True)
    """An e-mail address or a chosen name, in lower case."""
    name: Mapped[Text]
    name_key: Mapped[str] = mapped_column(_SORTED, default=_key_of_name, server_default="")
    """The key by which lists are sorted, letter by letter in every database; it follows the name."""
    password_hash: Mapped[Text | None]
    """Argon2id; none where they only come in by links."""
    operator: Mapped[bool] = mapped_column(default=False)
    """They run this installation: they may do everything, in every course."""
    zone: Mapped[Text] = mapped_column(default="UTC")
    language: Mapped[Word | None]
    """The ISO 639 code of the language they chose; without one their browser decides."""
    created_at: Mapped[datetime]
    disabled_at: Mapped[datetime | None]

    @validates("name")
    def _keep_key(self, _: str, name: str) -> str:
        self.name_key = name_key(name)
        return name
