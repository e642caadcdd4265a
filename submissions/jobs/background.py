"""Work that a process does beside its requests: turn after turn, in a thread of its own."""

import logging
import threading
from abc import ABC, abstractmethod
from types import TracebackType
from typing import ClassVar, Self

from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from submissions.errors import StorageError


def is_our_turn(session: Session, lock: int) -> bool:
    """Say whether no other process is at it, until this transaction ends. SQLite has one process."""
    if session.get_bind().dialect.name == "sqlite":
        return True
    return bool(session.scalar(text("SELECT pg_try_advisory_xact_lock(:key)"), {"key": lock}))


class BackgroundTask(ABC):
    """Takes its turns while it is entered. A turn that the database fails is left to the next one."""

    log: ClassVar[logging.Logger]
    unanswered: ClassVar[str]
    """What the log says where the database did not answer."""

    def __init__(self, name: str, *, every: float, at_once: bool = False, grace: float | None = None) -> None:
        """`grace` is how long the end waits for the turn that is under way: with None, until it is over."""
        self._pause = every
        self._grace = grace
        self._is_busy = at_once
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Begin nothing more."""
        self._stopping.set()
        self._thread.join(self._grace)

    @abstractmethod
    def turn(self) -> bool:
        """Do what is due; whether the next turn should follow at once."""

    def _run(self) -> None:
        while not self._stopping.wait(0 if self._is_busy else self._pause):
            self._is_busy = False
            try:
                self._is_busy = self.turn()
            except StorageError:
                continue  # logged where it was noticed
            except SQLAlchemyError:
                self.log.exception(self.unanswered)
