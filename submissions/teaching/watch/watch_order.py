"""The watch list in an order: by urgency, student, assignment, attempts or the latest attempt."""

from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from typing import Any

from grader.records import Frozen
from submissions.tables.name_key import name_key
from submissions.teaching.results.table_order import in_table_order
from submissions.teaching.watch.watch_list import WatchEntry


class WatchColumn(StrEnum):
    """The columns by which the watch list is sorted."""

    URGENCY = "urgency"
    STUDENT = "student"
    ASSIGNMENT = "assignment"
    ATTEMPTS = "attempts"
    LATEST = "latest"


class WatchOrder(Frozen):
    """A column, and which way round. Of equals the most urgent is first; what has none is last."""

    by: WatchColumn = WatchColumn.URGENCY
    descending: bool = False

    def sorted(self, entries: Iterable[WatchEntry]) -> list[WatchEntry]:
        """Sort entries that come with the most urgent first."""
        return in_table_order(entries, _KEYS[self.by], descending=self.descending)


_KEYS: Mapping[WatchColumn, Callable[[WatchEntry], Any]] = {
    WatchColumn.URGENCY: lambda entry: entry.urgency,
    WatchColumn.STUDENT: lambda entry: name_key(entry.name),
    WatchColumn.ASSIGNMENT: lambda entry: name_key(entry.assignment.title),
    WatchColumn.ATTEMPTS: lambda entry: entry.attempts,
    WatchColumn.LATEST: lambda entry: entry.last_at,
}
