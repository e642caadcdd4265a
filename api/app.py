"""The web application: the REST interface, the pages, and what stands around both."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractContextManager, asynccontextmanager, closing, nullcontext
from importlib.metadata import version

from fastapi import Depends, FastAPI

from api.pages import _errors
from api.problems import answers
from api.process import descriptors
from api.web import csrf, forms, openapi
from api.web.address_limit import AddressLimit
from api.web.application import Application, Layer, routers
from api.web.body_limit import BodyLimit
from api.web.caller import caller_of_head
from api.web.compression import Compression
from api.web.csrf import FormCookies
from api.web.done import DoneNamed
from api.web.head import HeadLimit
from api.web.headers import SecurityHeaders
from api.web.idempotency import InFlightKeys
from api.web.language import RequestLanguage
from api.web.news_feed import MOST, NewsFeed
from api.web.probes import Probes
from api.web.proxy import ProxyHeaders
from api.web.request_log import RequestLog
from api.web.traffic import Traffic
from api.web.transport import Transport
from api.web.unexpected import Unexpected
from submissions.connect.lms.platforms import framing
from submissions.operating.service import Service
from submissions.outward.openid.outward import Internet
from submissions.outward.openid.outward_pool import OutwardPool

API = "/api/v1"


def create_app(
    service: Service, running: Callable[[], AbstractContextManager[object]] = nullcontext
) -> FastAPI:
    """The application on a service; `running` is entered while it serves: an engine, for example."""
    app = without_routes(service, running)
    for router in routers("api.rest"):
        app.include_router(router, prefix=API)
    for router in routers("api.ops"):
        app.include_router(router)
    for router in routers("api.pages"):
        app.include_router(router, include_in_schema=False, dependencies=[Depends(csrf.checked)])
    for router in routers("api.lti"):
        app.include_router(router, include_in_schema=False)
    openapi.install(app)
    return app


def without_routes(
    service: Service, running: Callable[[], AbstractContextManager[object]] = nullcontext
) -> FastAPI:
    """Return the application before it has routes, which depend on no service."""

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        with running(), closing(app.state.probes):
            yield

    traffic = Traffic()
    app = Application(
        layers=_layers(service, traffic),
        title="Backgrade",
        version=version("backgrade"),
        docs_url=None,
        redoc_url=None,
        openapi_url=f"{API}/openapi.json",
        generate_unique_id_function=openapi.operation_id,
        lifespan=lifespan,
        form_limits=forms.LIMITS,
    )
    app.state.service = service
    app.state.traffic = traffic
    app.state.in_flight = InFlightKeys()
    app.state.news_feed = NewsFeed(service.database, service.now, most=descriptors.streams(MOST))
    app.state.probes = Probes(service)
    app.state.error_page = _errors.page
    app.state.recognize = caller_of_head
    app.state.outward = Internet(private=service.settings.private_platforms)
    app.state.outward_pool = OutwardPool(service.now)
    answers.install(app)
    app.add_middleware(BodyLimit, files=service.settings.upload_bytes)
    app.add_middleware(Unexpected)
    return app


def _layers(service: Service, traffic: Traffic) -> list[Layer]:
    """Return what a request passes before it has a route, the outermost first."""
    settings = service.settings
    return [
        lambda inner: RequestLog(inner, prefix=API, answered=traffic.answered),
        RequestLanguage,
        HeadLimit,
        lambda inner: ProxyHeaders(inner, settings.trusted_proxies, settings.remote_user_header),
        lambda inner: AddressLimit(inner, settings.connections_per_address),
        lambda inner: SecurityHeaders(inner, lambda: framing(service.database)),
        lambda inner: Transport(inner, settings),
        Compression,
        FormCookies,
        DoneNamed,
    ]
