"""The application for tests: routes are worked out once a process, not in each test; the document is read.

Routes take a fifth of a second of processor time, the document a second; neither depends on the service.
"""

import json
from functools import cache
from typing import Any

from fastapi import FastAPI
from starlette.routing import Route

from api.app import create_app, without_routes
from docs.describe import DOCUMENT
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
    app.openapi = document  # type: ignore[method-assign] # the way FastAPI documents
    return app


@cache
def template() -> FastAPI:
    """What all applications share. Nothing is asked of this one; its database is never opened."""
    return create_app(Service(Settings(), Database("sqlite:///never-opened.db")))


@cache
def document() -> dict[str, Any]:
    """What the interface says of itself, as committed: `test_openapi.py` works it out and compares."""
    read: dict[str, Any] = json.loads(DOCUMENT.read_bytes())
    return read
