"""Why PostgreSQL refuses a connection: what its own words mean, and what to do."""

import re

from api.i18n import N_, gettext as _
from api.words import Message

PACKAGES = ("psycopg",)
"""The packages that a PostgreSQL database needs."""

_WHICH = N_("`backgrade settings` shows which database is used, and `backgrade doctor` tests it.")
_LONGEST = 300
_FORBIDDEN = "42501"
_KNOWN = (
    (
        r"password authentication failed|no password supplied",
        N_("The database rejects this user or password: {reason}"),
        N_("Correct BACKGRADE_DATABASE_URL. In a password, write `@` as %40, `:` as %3A and `/` as %2F."),
    ),
    (
        r'role "[^"]*" does not exist',
        N_("The database server does not know this user: {reason}"),
        N_("Create the user there (`createuser`), or correct BACKGRADE_DATABASE_URL."),
    ),
    (
        r'database "[^"]*" does not exist',
        N_("The database server does not have this database: {reason}"),
        N_("Create the database there (`createdb`), or correct BACKGRADE_DATABASE_URL."),
    ),
    (
        r"no pg_hba\.conf entry|authentication failed for user",
        N_("The database server does not let this user connect from here: {reason}"),
        N_("Allow this machine and this user in its pg_hba.conf."),
    ),
    (
        r"could not translate host name|[Nn]ame or service not known|failed to resolve host",
        N_("There is no machine with the name of the database server: {reason}"),
        N_("Correct the host in BACKGRADE_DATABASE_URL."),
    ),
    (
        r"[Cc]onnection refused|No such file or directory|timeout expired|timed out|No route to host",
        N_("No database server answers at this address: {reason}"),
        N_("Start PostgreSQL, or correct the host and the port in BACKGRADE_DATABASE_URL."),
    ),
    (
        r"too many (clients|connections)",
        N_("The database server has no free connection: {reason}"),
        N_("Increase its `max_connections`."),
    ),
    (
        r"server closed the connection|starting up|shutting down",
        N_("The database server is starting or stopping: {reason}"),
        N_("Try again in a few seconds."),
    ),
)
"""The patterns of what the server or its driver says, each with what that means and what to do."""


def unreachable(error: BaseException | None) -> Message:
    """Return why there is no connection to the database."""
    reason = _first_line(error)
    for pattern, seen, advice in _KNOWN:
        if re.search(pattern, reason):
            return Message(_(seen, reason=reason), f"{_(advice)} {_(_WHICH)}")
    if not reason:
        return Message(_("The database does not answer, or does not exist."), _(_WHICH))
    return Message(_("The database does not answer: {reason}", reason=reason), _(_WHICH))


def is_forbidden(error: BaseException | None) -> bool:
    """Whether the user lacks a permission."""
    return getattr(error, "sqlstate", None) == _FORBIDDEN


def forbidden(error: BaseException | None) -> Message:
    """The user of the database lacks a permission."""
    return Message(
        _("The database user has no permission for this: {reason}", reason=_first_line(error)),
        _("Make the user the owner of the database and its tables (`ALTER DATABASE ... OWNER TO ...`)."),
    )


def not_installed(package: str) -> Message:
    """A PostgreSQL database without its driver."""
    return Message(
        _(
            "A PostgreSQL database needs the Python package `{package}`, which is not installed.",
            package=package,
        ),
        _("Install the extra `cluster` of Backgrade, or leave BACKGRADE_DATABASE_URL empty to use SQLite."),
    )


def _first_line(error: BaseException | None) -> str:
    """Return the first line of an error: what was tried and why it failed."""
    lines = [line.strip() for line in str(error or "").splitlines() if line.strip()]
    return (lines[0] if lines else "")[:_LONGEST]
