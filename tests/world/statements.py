"""Statements are compiled once a process, and not for each database that a test opens.

SQLAlchemy keeps what it compiled with the engine, by the dialect as an object; a service has one of each, and
tests have thousands, all of which compile to the same. Here, what one has compiled serves all of its name.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

from sqlalchemy import Engine
from sqlalchemy.util import LRUCache

from submissions.storage import database
from submissions.tables import Base

_MOST = 4000


class OneForAll(LRUCache[Any, Any]):
    """Compiled statements by the name of the dialect."""

    def get(self, key: Any, default: Any = None) -> Any:
        return super().get(_named(key), default)

    def __getitem__(self, key: Any) -> Any:
        return super().__getitem__(_named(key))

    def __setitem__(self, key: Any, value: Any) -> None:
        super().__setitem__(_named(key), value)


def _named(key: Any) -> Any:
    dialect, *rest = key
    return getattr(dialect, "name", dialect), *rest


@cache
def share() -> None:
    """Let all databases of this process, from now on, share what they compile."""
    kept: OneForAll = OneForAll(_MOST)
    database.create_engine = _sharing(database.create_engine, kept)  # type: ignore[attr-defined]
    for mapper in Base.registry.mappers:  # what is inserted and updated by the unit of work
        mapper.base_mapper.__dict__["_compiled_cache"] = OneForAll(_MOST)


def _sharing(create: Callable[..., Engine], kept: OneForAll) -> Callable[..., Engine]:
    def made(*where: Any, **how: Any) -> Engine:
        engine = create(*where, **how)
        engine._compiled_cache = kept
        return engine

    return made
