"""Counts the requests that this process has answered."""

from collections.abc import Iterable

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Histogram,
    PlatformCollector,
    ProcessCollector,
    disable_created_metrics,
)

_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
_OTHER = "other"
"""Callers make methods up; nobody may make a new series of numbers by it."""
_BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)

# They are a second series for each, of which nobody makes use.
disable_created_metrics()  # type: ignore[no-untyped-call]  # the library has no types there


def known_method(method: str) -> str:
    """Return the method if it is one; callers make others up."""
    return method if method in _METHODS else _OTHER


class Traffic:
    """The numbers of one application, from its start on."""

    def __init__(self, buckets: Iterable[float] = _BUCKETS) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        PlatformCollector(registry=self.registry)
        self._answers = Counter(
            "backgrade_requests",
            "Requests answered by this process, by route and status.",
            ["method", "route", "status"],
            registry=self.registry,
        )
        self._seconds = Histogram(
            "backgrade_request_seconds",
            "Seconds to the end of an answer, by route.",
            ["route"],
            buckets=tuple(buckets),
            registry=self.registry,
        )

    def answered(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count one answer."""
        self._answers.labels(known_method(method), route, str(status)).inc()
        self._seconds.labels(route).observe(seconds)
