"""Watches what the tests make Backgrade log: no line has a name, an e-mail address or a token."""

import logging
import re

from api.process.logs import JsonLines

_PERSONAL = re.compile(r"[\w.+-]+@[\w-]+\.[a-z]{2,}|bg_pat_[0-9a-f]{32}|Lovelace|Hopper|Turing")
"""The names are those of people in tests."""


class DiscreetLog(logging.Handler):
    """Keeps the lines that say too much."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.setFormatter(JsonLines())
        self.indiscreet: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Look at one line."""
        line = self.format(record)
        if _PERSONAL.search(line):
            self.indiscreet.append(line)
