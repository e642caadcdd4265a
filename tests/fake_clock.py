"""A clock that a test sets."""

from dataclasses import dataclass
from datetime import datetime, timedelta


@dataclass
class FakeClock:
    """Stands still until it is advanced."""

    now: datetime

    def __call__(self) -> datetime:
        return self.now

    def advance(self, **time: float) -> None:
        """So much later."""
        self.now += timedelta(**time)
