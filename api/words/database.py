"""Why PostgreSQL does not let us in, in its own words and with what to do about it."""

import re

from api.words import Message

PACKAGES = ("psycopg", "procrastinate")
"""What a PostgreSQL database needs."""

_WHICH = "`backgrade settings` shows which one is meant; `backgrade doctor` tries it"
_LONGEST = 300
_FORBIDDEN = "42501"
_KNOWN = (
    (
        r"password authentication failed|no password supplied",
        "it refuses the password or the user",
        "correct BACKGRADE_DATABASE_URL; in a password, `@` is written %40, `:` %3A and `/` %2F",
    ),
    (
        r'role "[^"]*" does not exist',
        "it has no such user",
        "create the user there (`createuser`), or correct BACKGRADE_DATABASE_URL",
    ),
    (
        r'database "[^"]*" does not exist',
        "it has no such database",
        "create it there (`createdb`), or correct BACKGRADE_DATABASE_URL",
    ),
    (
        r"no pg_hba\.conf entry|authentication failed for user",
        "it does not let this user in from here",
        "let its pg_hba.conf allow this machine and this user",
    ),
    (
        r"could not translate host name|[Nn]ame or service not known|failed to resolve host",
        "there is no machine of that name",
        "correct the host in BACKGRADE_DATABASE_URL",
    ),
    (
        r"[Cc]onnection refused|No such file or directory|timeout expired|timed out|No route to host",
        "nothing answers at its address",
        "start PostgreSQL, or correct host and port in BACKGRADE_DATABASE_URL",
    ),
    (r"too many (clients|connections)", "it has no connection left", "raise its `max_connections`"),
    (
        r"server closed the connection|starting up|shutting down",
        "it is just stopping or starting",
        "try again",
    ),
)
"""What the server or its driver says, what that means, and what to do."""


def unreachable(error: BaseException | None) -> Message:
    """There is no connection to the database."""
    said = _line(error)
    for pattern, seen, advice in _KNOWN:
        if re.search(pattern, said):
            return Message(f"the database does not answer: {seen} ({said})", f"{advice}; {_WHICH}")
    return Message(f"the database does not answer{f': {said}' if said else ', or there is none'}", _WHICH)


def is_forbidden(error: BaseException | None) -> bool:
    """Whether the user lacks a right."""
    return getattr(error, "sqlstate", None) == _FORBIDDEN


def forbidden(error: BaseException | None) -> Message:
    """The user of the database lacks a right."""
    return Message(
        f"the database does not allow this to its user: {_line(error)}",
        "let the user own the database and its tables (`ALTER DATABASE ... OWNER TO ...`)",
    )


def not_installed(package: str | None) -> Message:
    """A PostgreSQL database without its driver."""
    return Message(
        f"a PostgreSQL database needs the package `{package}`, which is not installed",
        "install backgrade[cluster], or leave BACKGRADE_DATABASE_URL empty for SQLite",
    )


def _line(error: BaseException | None) -> str:
    """The first line of it, which says what was tried and why it failed."""
    lines = [line.strip() for line in str(error or "").splitlines() if line.strip()]
    return (lines[0] if lines else "")[:_LONGEST]
