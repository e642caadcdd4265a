"""`GET /metrics`: numbers for Prometheus. Those of the queue come from the database."""

from collections.abc import Iterable, Iterator
from ipaddress import ip_address

from fastapi import APIRouter, Request, Response
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector
from sqlalchemy.exc import SQLAlchemyError

from api.web.caller import Given, caller_of
from api.web.probes import probes_of
from api.web.traffic import Traffic
from submissions.operating.metrics import Figures, figures, quantile
from submissions.operating.service import Service
from submissions.operating.settings import Settings
from submissions.people.access.policy import require_operator

router = APIRouter(tags=["operations"])

_QUANTILES = (0.5, 0.9, 0.99)
_FORWARDED = ("forwarded", "x-forwarded-for", "x-real-ip", "via")
"""Headers of proxies: behind one, everybody seems to be on this machine."""


@router.get(
    "/metrics",
    operation_id="metrics",
    summary="Numbers for Prometheus",
    openapi_extra={"security": [{}]},  # or none, on this machine
    response_class=Response,
    responses={200: {"description": "The text format of Prometheus.", "content": {CONTENT_TYPE_LATEST: {}}}},
)
async def metrics(request: Request, given: Given) -> Response:
    """Answer without a token on this machine only, and there only without a proxy; else answer operators."""
    probes = probes_of(request)
    return await probes.run(lambda: _answer(request, probes.service, given))


def _answer(request: Request, ours: Service, given: Given) -> Response:
    if not _is_beside(request, ours.settings):
        require_operator(caller_of(request, ours, given))
    traffic = request.app.state.traffic
    assert isinstance(traffic, Traffic)
    registry = CollectorRegistry()
    registry.register(_Queue(_read(ours)))
    return Response(
        generate_latest(registry) + generate_latest(traffic.registry),
        media_type=CONTENT_TYPE_LATEST,
        headers={"Cache-Control": "no-store"},
    )


def _is_beside(request: Request, settings: Settings) -> bool:
    """Whether who asks is on this machine, and can be told from everybody else."""
    proxied = settings.public_url is not None or settings.trusted_proxies
    if proxied or any(name in request.headers for name in _FORWARDED) or request.client is None:
        return False
    try:
        return ip_address(request.client.host).is_loopback
    except ValueError:
        return False


def _read(ours: Service) -> Figures | None:
    try:
        with ours.database.read() as session:
            return figures(session, now=ours.now())
    except (SQLAlchemyError, OSError):
        return None


class _Queue(Collector):
    """The figures as Prometheus has them; without them, that the database does not answer."""

    def __init__(self, figures: Figures | None) -> None:
        self._figures = figures

    def collect(self) -> Iterator[Metric]:
        """Yield all metrics."""
        up = float(self._figures is not None)
        yield _gauge("backgrade_database_up", "Whether the database answers.", [((), up)])
        if self._figures is not None:
            yield from _families(self._figures)


def _families(figures: Figures) -> Iterator[Metric]:
    yield _gauge(
        "backgrade_jobs",
        "Jobs by state, of those that are kept.",
        [((state,), count) for state, count in figures.jobs.items()],
        "state",
    )
    yield _gauge(
        "backgrade_oldest_waiting_seconds",
        "How long the job has waited that has waited longest.",
        [((), figures.oldest_seconds)],
    )
    for name, said, seconds in (
        (
            "backgrade_wait_seconds",
            "From a file to the start of its grading, of the latest jobs.",
            figures.waited,
        ),
        ("backgrade_grading_seconds", "From there to the report, of the latest jobs.", figures.graded_in),
    ):
        yield _gauge(name, said, [((str(q),), quantile(seconds, q)) for q in _QUANTILES], "quantile")
    yield _gauge(
        "backgrade_workers",
        "Processes that grade, by the level of their sandbox; empty where they take no work.",
        [((level.level,), level.processes) for level in figures.workers],
        "level",
    )
    yield _gauge(
        "backgrade_worker_slots",
        "Files that can be graded at a time, by level.",
        [((level.level,), level.slots) for level in figures.workers],
        "level",
    )


def _gauge(
    name: str, said: str, values: Iterable[tuple[tuple[str, ...], float]], *labels: str
) -> GaugeMetricFamily:
    family = GaugeMetricFamily(name, said, labels=labels)
    for names, value in values:
        family.add_metric(names, value)
    return family
