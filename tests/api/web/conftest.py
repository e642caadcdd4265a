"""The application, browsers, and somebody with an account."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI

from grader.records import replace
from submissions.operating.service import Service
from submissions.operating.settings import Settings
from submissions.people.access import passwords, people
from submissions.storage.database import Database
from submissions.tables import Person
from tests.patience import DATABASE
from tests.world.application import application
from tests.world.browser import Browser, browser
from tests.world.clock import NOW, FakeClock

WORDS = "a few good words"
"""Of everybody here who has one."""


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def service(sqlite_url: str, tmp_path: Path, clock: FakeClock) -> Iterator[Service]:
    with closing(Database(sqlite_url, DATABASE)) as database:
        yield Service(Settings(data_dir=tmp_path), database, clock)


@pytest.fixture
def app(service: Service) -> FastAPI:
    return application(service)


@pytest.fixture
def visit(app: FastAPI) -> Iterator[Callable[..., Browser]]:
    """Opens browsers."""
    with ExitStack() as opened:
        yield lambda **how: opened.enter_context(browser(app, **how))


@pytest.fixture
def here(visit: Callable[..., Browser]) -> Browser:
    """A browser that nobody is signed in with."""
    return visit()


@pytest.fixture
def ada(service: Service) -> Person:
    """Somebody with a password."""
    with service.database.begin() as session:
        return people.add(session, "ada", "Ada", password_hash=_kept(), now=NOW)


@pytest.fixture
def signed_in(here: Browser, ada: Person) -> Browser:
    """Ada's browser."""
    assert here.sign_in(ada.login, WORDS).status == 303
    return here


def with_settings(service: Service, **given: Any) -> FastAPI:
    """The application with other settings."""
    return application(replace(service, settings=service.settings.model_copy(update=given)))


@cache
def _kept() -> str:
    return passwords.hashed(WORDS)
