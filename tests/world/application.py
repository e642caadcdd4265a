"""The application for tests: routes and their document are worked out once a process, not in each test.

That takes a fifth of a second of processor time, the document two seconds; neither depends on the service.
"""

from functools import cache

from fastapi import FastAPI
from starlette.routing import Route

from api.app import create_app, without_routes
from submissions.operating.service import Service
from submissions.operating.settings import Settings
from submissions.storage.database import Database


def application(service: Service) -> FastAPI:
    """The application on a service, with the routes of all others in this process.

    Its dependencies cannot be overridden: who wants that builds one of its own.
    """
    app = without_routes(service)
    own = app.router.routes  # the document alone, which says something of this application
    assert all(isinstance(route, Route) for route in own)
    own += template().router.routes[len(own) :]
    app.openapi = template().openapi  # type: ignore[method-assign] # the way FastAPI documents
    return app


@cache
def template() -> FastAPI:
    """What all applications share. Nothing is asked of this one; its database is never opened."""
    return create_app(Service(Settings(), Database("sqlite:///never-opened.db")))
