"""Migrated databases for tests: SQLite, and a real PostgreSQL."""

import shutil
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from submissions.storage.database import Database
from tests.patience import DATABASE
from tests.world import postgres

DIALECTS = ("sqlite", "postgresql")


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A migrated file to copy."""
    path = tmp_path_factory.mktemp("template") / "backgrade.db"
    with closing(Database(f"sqlite:///{path}")) as made:
        made.migrate()
    return path


@pytest.fixture
def sqlite_url(sqlite_template: Path, tmp_path: Path) -> str:
    """A migrated SQLite database, and nothing in it."""
    return f"sqlite:///{shutil.copy(sqlite_template, tmp_path / 'backgrade.db')}"


@pytest.fixture
def postgres_url() -> Iterator[str]:
    """A migrated PostgreSQL database, and nothing in it."""
    if lack := postgres.lacking():
        pytest.skip(lack)
    with postgres.fresh(postgres.TEMPLATE) as url:
        yield url


@pytest.fixture(scope="module", params=DIALECTS)
def kept_database(
    request: pytest.FixtureRequest, sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Database]:
    """Each of both, for all tests of a file: none of them changes what another looks at."""
    with (
        _migrated(request.param, sqlite_template, tmp_path_factory) as url,
        closing(Database(url, DATABASE)) as made,
    ):
        yield made


@pytest.fixture(params=DIALECTS)
def database_url(request: pytest.FixtureRequest) -> str:
    """Each of both, for what must hold on both."""
    url: str = request.getfixturevalue("sqlite_url" if request.param == "sqlite" else "postgres_url")
    return url


@pytest.fixture
def database(database_url: str) -> Iterator[Database]:
    """Each of both, open."""
    with closing(Database(database_url, DATABASE)) as made:
        yield made


@contextmanager
def _migrated(dialect: str, template: Path, factory: pytest.TempPathFactory) -> Iterator[str]:
    if dialect == "sqlite":
        yield f"sqlite:///{shutil.copy(template, factory.mktemp('kept') / 'backgrade.db')}"
        return
    if lack := postgres.lacking():
        pytest.skip(lack)
    with postgres.fresh(postgres.TEMPLATE) as url:
        yield url
