"""A clock that is set by hand."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

NOW = datetime(2026, 11, 23, 12, tzinfo=UTC)
"""A Monday at noon."""


@dataclass
class FakeClock:
    """Stands still unless it is moved."""

    now: datetime = NOW

    def __call__(self) -> datetime:
        return self.now

    def advance(self, **time: float) -> None:
        """Some time passes."""
        self.now += timedelta(**time)
