"""The web application: the REST interface, the pages, and what stands around both."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractContextManager, asynccontextmanager, nullcontext
from importlib.metadata import version

from fastapi import FastAPI

from api.web import problems
from api.web.routers import routers
from submissions.service import Service

API = "/api/v1"


def create_app(
    service: Service, running: Callable[[], AbstractContextManager[object]] = nullcontext
) -> FastAPI:
    """The application on a service; `running` is entered while it serves: the embedded engine, for example."""

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        with running():
            yield

    app = FastAPI(
        title="Backgrade",
        version=version("backgrade"),
        docs_url=None,
        redoc_url=None,
        openapi_url=f"{API}/openapi.json",
        lifespan=lifespan,
        max_body_size=service.settings.upload_bytes,
    )
    app.state.service = service
    problems.install(app)
    for router in routers("api.rest"):
        app.include_router(router, prefix=API)
    for router in routers("api.pages"):
        app.include_router(router, include_in_schema=False)
    return app
