"""The databases of this version from which tests upgrade: their size, and whether the code has newer tables.

`--write` makes them again, for the version in `pyproject.toml`: a demo term on SQLite and on PostgreSQL, each
dumped as SQL. A release does so as its last step. After it they never change: what was published stays.
"""

import gzip
import sqlite3
import tempfile
import tomllib
from collections.abc import Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from alembic.script import ScriptDirectory

from api.words.term import term_texts
from submissions.operating.term import make
from submissions.storage.database import Database, _alembic
from tests.world import postgres

STUDENTS = 3
NOW = datetime(2026, 11, 26, 12, tzinfo=UTC)
TOP = Path(__file__).parent.parent
PLACE = TOP / "tests" / "submissions" / "storage" / "tables"


def main(options: Sequence[str] = ()) -> None:
    """Print what is there, or make the databases of this version."""
    folder = PLACE / version()
    if "--write" in options:
        folder.mkdir(exist_ok=True)
        _write(folder / "sqlite.sql.gz", sqlite_dump())
        _write(folder / "postgresql.sql.gz", postgresql_dump())
    head = ScriptDirectory.from_config(_alembic(None)).get_current_head()
    for path in sorted(folder.glob("*.gz")):
        state = "current" if f"'{head}'" in script(path) else "older than the code"
        print(f"  {path.relative_to(TOP)}: {path.stat().st_size:,} bytes, {state}")


def version() -> str:
    """The version of the project."""
    return str(tomllib.loads((TOP / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"])


def script(path: Path) -> str:
    """The SQL of a dump."""
    return gzip.decompress(path.read_bytes()).decode()


def sqlite_dump() -> str:
    """A term on SQLite, as SQL."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "backgrade.db"
        _fill(f"sqlite:///{path}")
        with closing(sqlite3.connect(path)) as made:
            return "\n".join(made.iterdump()) + "\n"


def postgresql_dump() -> str:
    """A term on PostgreSQL, as SQL."""
    postgres.open_session()
    try:
        with postgres.fresh() as url:
            _fill(url)
            return postgres.dumped(url)
    finally:
        postgres.close_session()


def _fill(url: str) -> None:
    with closing(Database(url)) as database:
        database.migrate()
        make.make(database, term_texts(), STUDENTS, now=NOW, examiner=None)


def _write(path: Path, text: str) -> None:
    path.write_bytes(gzip.compress(text.encode(), mtime=0))
