"""Traces by OpenTelemetry: spans of ours, sent where its variables of the environment say; off without them.

Its SDK is not imported before that, and nothing is registered for the whole process: libraries that would
trace by themselves, with the paths that people asked for, find nobody to tell.
"""

import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.metadata import version
from typing import TYPE_CHECKING

from grader.spans import Attributes, TracedSpan, traced_by

if TYPE_CHECKING:
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.trace import Span as _Current

_LOG = logging.getLogger("backgrade.traces")
_ADDRESSES = ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT")


@contextmanager
def traced(environment: Mapping[str, str]) -> Iterator[None]:
    """Trace this process while this context lasts, if its environment asks for that."""
    if not _is_asked_for(environment):
        yield
        return
    try:
        provider = _provider()
    except ImportError:
        _LOG.warning("traces are asked for, but the extra `traces` is not installed (docs/operating.md)")
        yield
        return
    with collected_by(provider):
        yield


@contextmanager
def collected_by(provider: "TracerProvider") -> Iterator[None]:
    """Export the spans of this process to a provider, and close it at the end."""
    tracer = provider.get_tracer("backgrade", version("backgrade"))

    @contextmanager
    def begun(name: str, attributes: Attributes) -> Iterator[TracedSpan]:
        # The message of an exception can contain text of users, so a span has only its type.
        with tracer.start_as_current_span(
            name, record_exception=False, set_status_on_exception=False
        ) as current:
            described = _Described(current)
            described.describe(attributes)
            try:
                yield described
            except BaseException as error:
                described.failed(type(error).__name__)
                raise

    try:
        with traced_by(begun):
            yield
    finally:
        provider.shutdown()  # sends what was not sent yet; jobs were given back before


class _Described:
    """A span of OpenTelemetry as ours."""

    def __init__(self, current: "_Current") -> None:
        self._current = current

    def describe(self, attributes: Attributes, *, name: str | None = None) -> None:
        """Add what is known only now; perhaps a better name."""
        for key, value in attributes.items():
            if value is not None:
                self._current.set_attribute(key, value)
        if name is not None:
            self._current.update_name(name)

    def failed(self, kind: str) -> None:
        """Record that an exception of this kind was raised."""
        from opentelemetry.trace import StatusCode

        self._current.set_attribute("error.type", kind)
        self._current.set_status(StatusCode.ERROR)


def _is_asked_for(environment: Mapping[str, str]) -> bool:
    is_off = environment.get("OTEL_SDK_DISABLED", "").strip().lower() == "true"
    exporter = environment.get("OTEL_TRACES_EXPORTER", "").strip().lower()
    return not is_off and exporter in {"", "otlp"} and any(map(environment.get, _ADDRESSES))


def _provider() -> "TracerProvider":
    """Return a provider that reads the rest of its environment by itself.

    Raises:
        ImportError: without the extra.
    """
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.resources import OTELResourceDetector, Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    named = Resource.create({"service.name": "backgrade"}).merge(OTELResourceDetector().detect())
    provider = TracerProvider(resource=named, shutdown_on_exit=False)
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    return provider
