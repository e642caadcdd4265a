"""The tables of the cluster's engine, which belong to its library.

Which of the library's migrations were carried out is written in the comment of one of them.
"""

from importlib import resources

from psycopg import Connection as Driver
from sqlalchemy import Connection, text

_TABLE = "procrastinate_jobs"
_COMMENT = text("SELECT obj_description(to_regclass(:table), 'pg_class')")


def is_current(connection: Connection) -> bool:
    """Whether the tables are what the library that is installed needs."""
    return _applied(connection) == _migrations()[-1]


def apply(connection: Connection) -> None:
    """Bring the tables to what the library that is installed needs."""
    applied, known = _applied(connection), _migrations()
    if applied is None:
        _run(connection, _folder().joinpath("schema.sql").read_text(encoding="utf-8"))
    else:
        for name in known:
            if name > applied:
                _run(connection, _folder().joinpath("migrations", name).read_text(encoding="utf-8"))
    _run(connection, f"COMMENT ON TABLE {_TABLE} IS '{known[-1]}'")


def _applied(connection: Connection) -> str | None:
    """The last migration that was carried out; None where there are no tables."""
    comment = connection.execute(_COMMENT, {"table": _TABLE}).scalar()
    return None if comment is None else str(comment)


def _migrations() -> list[str]:
    files = _folder().joinpath("migrations").iterdir()
    return sorted(each.name for each in files if each.name.endswith(".sql"))


def _run(connection: Connection, statements: str) -> None:
    """Several statements at once, which only the driver itself takes."""
    driver = connection.connection.driver_connection
    assert isinstance(driver, Driver)
    driver.execute(statements.encode())


def _folder() -> resources.abc.Traversable:
    return resources.files("procrastinate.sql")
