"""What one database of a process has compiled, the next one does not compile again."""

import shutil
from contextlib import closing
from pathlib import Path

from sqlalchemy import literal, select
from sqlalchemy.engine.interfaces import CacheStats

from submissions.storage.database import Database
from submissions.tables import Person


def _compiled(path: Path, template: Path) -> CacheStats:
    """How a new database came by a statement that no other test has."""
    url = f"sqlite:///{shutil.copy(template, path)}"
    with closing(Database(url)) as database, database.read() as session:
        asked = select(Person.id, literal(1).label("a_name_of_no_other_test"))
        return session.connection().execute(asked).context.cache_hit


def test_a_statement_is_compiled_for_one_database_and_serves_all(
    tmp_path: Path, sqlite_template: Path
) -> None:
    first, second = (_compiled(tmp_path / f"{number}.db", sqlite_template) for number in range(2))

    assert first in (CacheStats.CACHE_MISS, CacheStats.CACHE_HIT)  # a hit where the test is run again
    assert second is CacheStats.CACHE_HIT
