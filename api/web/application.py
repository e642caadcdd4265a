"""FastAPI with layers around all of it, also around its own errors; and the routers of a package."""

from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from fastapi import APIRouter, FastAPI
from fastapi.telemetry import TelemetryConfig
from starlette.types import ASGIApp, Receive, Scope, Send

Layer = Callable[[ASGIApp], ASGIApp]


_TELLS_NOTHING: TelemetryConfig = {
    "tracing": False,
    "metrics": False,
    "logs": False,
    "auto_configure": False,
}
"""FastAPI would send paths, and keys that sign in are paths. `api/process/traces.py` sends routes."""


class Application(FastAPI):
    """The layers come around what `add_middleware` adds, the first one outermost."""

    def __init__(self, *, layers: Sequence[Layer], **options: Any) -> None:  # noqa: ANN401 - FastAPI's own
        super().__init__(telemetry=_TELLS_NOTHING, **options)
        self._layers = layers

    def build_middleware_stack(self) -> ASGIApp:
        """Wrap the usual layers in ours, once, before the first request."""
        usual = layered = super().build_middleware_stack()
        for layer in reversed(self._layers):
            layered = layer(layered)

        async def stack(scope: Scope, receive: Receive, send: Send) -> None:
            # The start and the end of the service are no requests: no layer of ours sees them.
            await (layered if scope["type"] == "http" else usual)(scope, receive, send)

        return stack


def routers(package: str) -> Iterator[APIRouter]:
    """The routers of all modules of a package, in the order of their names."""
    path = import_module(package).__path__
    for module in sorted(info.name for info in iter_modules(path) if not info.name.startswith("_")):
        router = import_module(f"{package}.{module}").router
        assert isinstance(router, APIRouter)
        yield router
