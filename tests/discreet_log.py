"""Watches what the tests make Backgrade log: no line has a name, an e-mail address, a token or a comment.

What looks like one is seen by its form; whatever a test writes down of people, by its very words.
"""

import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import event
from sqlalchemy.orm import QueryableAttribute

from api.process.logs import JsonLines
from submissions.tables import (
    CannedComment,
    Comment,
    Extension,
    Override,
    Person,
    RegradeRequest,
    StaffMessage,
    StaffNote,
)

_PERSONAL = re.compile(
    r"[\w.+-]+@[\w-]+\.[a-z]{2,}|bg_pat_[0-9a-f]{32}|whsec_|\beyJ[\w-]{16}|Lovelace|Hopper|Turing"
)
"""Addresses, tokens of ours and of platforms, secrets of webhooks, and the names of people in tests."""
_WRITTEN: tuple[QueryableAttribute[str], ...] = (
    Person.name,
    Comment.text,
    CannedComment.text,
    Extension.reason,
    Override.reason,
    RegradeRequest.reason,
    RegradeRequest.answer,
    StaffMessage.text,
    StaffNote.text,
)
_OURS = ("backgrade", "asyncio", "py.warnings", "sqlalchemy", "uvicorn")
"""Whose lines operators read."""


class DiscreetLog(logging.Handler):
    """Keeps the lines that say too much."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.setFormatter(JsonLines())
        self.indiscreet: list[str] = []
        self._written: set[str] = set()

    def emit(self, record: logging.LogRecord) -> None:
        """Look at one line."""
        line = self.format(record)
        if _PERSONAL.search(line) or any(text in line for text in self._written):
            self.indiscreet.append(line)

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Hear every line, and learn what is written down of people."""
        for attribute in _WRITTEN:
            event.listen(attribute, "set", self._learn)
        loggers = [logging.getLogger(name) for name in _OURS]
        for logger in loggers:
            logger.addHandler(self)
        root = logging.getLogger()
        level = root.level
        root.setLevel(logging.INFO)  # what operators read, if they change nothing
        yield
        root.setLevel(level)
        for logger in loggers:
            logger.removeHandler(self)
        for attribute in _WRITTEN:
            event.remove(attribute, "set", self._learn)

    @contextmanager
    def one_test(self) -> Iterator[None]:
        """What it writes down is forgotten afterwards, and what others made before it is not."""
        before = frozenset(self._written)
        self.indiscreet.clear()
        yield
        self._written &= before

    def _learn(self, _row: object, text: str, *_: object) -> None:
        """Of a single word, nobody can say where it comes from."""
        if " " in text.strip():
            self._written.add(text)
