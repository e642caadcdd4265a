"""The application on a database of its own, without an engine."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from submissions.operating.service import Service
from submissions.operating.settings import Settings
from submissions.storage.database import Database
from tests.world.application import application
from tests.world.clock import NOW


@pytest.fixture
def service(database: Database, tmp_path: Path) -> Service:
    return Service(Settings(data_dir=tmp_path), database, lambda: NOW)


@pytest.fixture
def app(service: Service) -> FastAPI:
    return application(service)


@pytest.fixture
def client(app: FastAPI) -> Iterator[TestClient]:
    with closing(TestClient(app, base_url="http://localhost", client=("127.0.0.1", 5000))) as made:
        yield made
