"""Walks every route there is, as everybody there can be, into a course that is not theirs.

Nothing here names a route: whoever adds one has it walked. Where a route has a parameter of a new name, the
walk asks for what to put there (`_PLAIN`, or `ids` in `tests/two_courses.py`).
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser
from itertools import product
from typing import Any
from uuid import UUID

import pytest
from fastapi import FastAPI
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute
from fastapi.testclient import TestClient
from httpx2 import Response
from sqlalchemy import select

from api.web import cookies, csrf
from api.web.app import API
from api.web.routers import routers
from submissions import people, sessions, tokens
from submissions.policy import Caller, Scope
from submissions.service import Service
from submissions.tables import Base, Course, Person, Role
from submissions.tokens import Wanted
from tests.browsing import Browser
from tests.two_courses import EVERYTHING, SOMEBODYS, THEIRS, Whole, nothing, whole

Ids = Mapping[str, str]

_PLAIN = {
    "key": "no-such-key",
    "kind": "not-found",
    "name": "base.css",
    "secret": "no-such-secret",
    "slug": "diamond",
    "version": "x",
}
"""What to put where a route asks for something that belongs to no course."""

_READ = "GET"
_TO_SIGN_IN = "/sign-in"
_BUSY = 503
_MAY_BE_BUSY = frozenset({"/readyz"})
_PARAMETER = re.compile(r"\{(\w+)(?::\w+)?\}")
_CHANGING = ("csrf", "request")
_UNSTEADY = re.compile(r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|[0-9a-f]{32,64}")
"""Ids and numbers of requests: they differ between any two answers."""
_OWN_BUSINESS = frozenset({"throttle", "idempotent_answer", "secret", "audit_event", "web_session"})
"""Tables in which the walk itself leaves traces."""
