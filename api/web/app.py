"""The web application: the REST interface, the pages, and what stands around both."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractContextManager, asynccontextmanager, nullcontext
from importlib.metadata import version

from fastapi import Depends, FastAPI

from api.web import csrf, openapi, problems
from api.web.application import Application
from api.web.body_limit import BodyLimit
from api.web.csrf import FormCookies
from api.web.events import Watcher
from api.web.headers import SecurityHeaders
from api.web.idempotency import InFlightKeys
from api.web.proxy import ProxyHeaders
from api.web.request_log import RequestLog
from api.web.routers import routers
from api.web.traffic import Traffic
from api.web.transport import Transport
from api.web.unexpected import Unexpected
from submissions.service import Service

API = "/api/v1"


def create_app(
    service: Service, running: Callable[[], AbstractContextManager[object]] = nullcontext
) -> FastAPI:
    """The application on a service; `running` is entered while it serves: an engine, for example."""

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        with running():
            yield

    traffic = Traffic()
    app = Application(
        layers=[
            lambda inner: RequestLog(inner, prefix=API, answered=traffic.answered),
            lambda inner: ProxyHeaders(inner, service.settings.trusted_proxies),
            SecurityHeaders,
            lambda inner: Transport(inner, service.settings),
            FormCookies,
        ],
        title="Backgrade",
        version=version("backgrade"),
        docs_url=None,
        redoc_url=None,
        openapi_url=f"{API}/openapi.json",
        lifespan=lifespan,
        form_limits={"max_part_size": service.settings.upload_bytes},  # a text is too long for intake to say
    )
    app.state.service = service
    app.state.traffic = traffic
    app.state.in_flight = InFlightKeys()
    app.state.watcher = Watcher(service.database)
    problems.install(app)
    app.add_middleware(BodyLimit, limit=service.settings.upload_bytes)
    app.add_middleware(Unexpected)
    for router in routers("api.rest"):
        app.include_router(router, prefix=API)
    for router in routers("api.ops"):
        app.include_router(router)
    for router in routers("api.pages"):
        app.include_router(router, include_in_schema=False, dependencies=[Depends(csrf.checked)])
    openapi.install(app)
    return app
