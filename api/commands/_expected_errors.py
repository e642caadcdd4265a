"""Errors that a command can meet and that are not bugs: shown in two lines, without a traceback."""

import errno

from api.i18n import gettext as _
from api.words import Message

_OF_THE_MACHINE = (errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EACCES, errno.EPERM)
"""The errors that a mistake in our code would not cause."""


def expected(error: Exception) -> Message | None:
    """Return what happened and what to do; None for an error that nobody expects."""
    from api.commands import CommandFailed
    from api.words import failure
    from grader.errors import GraderError

    match error:
        case CommandFailed():
            return error.message
        case GraderError():
            return failure.failure(error)
    return _of_a_process(error) or _of_the_storage(error) or _of_the_database(error) or _of_the_service(error)


def _of_a_process(error: Exception) -> Message | None:
    """Why one that serves or grades did not start."""
    from api.terminal.invocation import serve_at
    from api.web.listening import CannotListen
    from api.words import failure
    from submissions.storage.one_process import InUse

    match error:
        case InUse():
            return Message(
                _("Process {process} is using the database.", process=error.process or "?"),
                _("Stop that process, or set BACKGRADE_DATA_DIR to another folder."),
            )
        case CannotListen(free=int(free)):
            return Message(
                _("Another program listens on {host}:{port} already.", host=error.host, port=error.port),
                _("Choose another port: {command}", command=f"`{serve_at(free)}`"),
            )
        case CannotListen():
            return Message(
                _(
                    "Backgrade cannot listen on {host}:{port}: {reason}.",
                    host=error.host,
                    port=error.port,
                    reason=error.why.lower(),
                ),
                _("Choose another address with --host and --port."),
            )
        case OSError() if error.errno in _OF_THE_MACHINE and error.filename:
            return failure.refused_by_the_machine(str(error.filename), error)
    return None


def _of_the_storage(error: Exception) -> Message | None:
    """Why the data cannot be used."""
    from api.words import storage
    from submissions.errors import StorageError
    from submissions.operating.startup import Outdated
    from submissions.storage.data_folder import DatabaseLost
    from submissions.storage.database import UnknownTables

    match error:
        case Outdated():
            return storage.outdated()
        case UnknownTables():
            return storage.unknown_tables(error.version)
        case DatabaseLost():
            return Message(
                _(
                    "The database {file} is missing or empty, but this folder had one before.",
                    file=error.file,
                ),
                _(
                    "Put the file back, or run `backgrade restore COPY`. To start with an empty "
                    "database, run `backgrade serve --new-database`."
                ),
            )
        case StorageError():
            return storage.failed(error)
    return None


def _of_the_database(error: Exception) -> Message | None:
    """Why a server refuses a connection."""
    from sqlalchemy.exc import DBAPIError, OperationalError

    from api.words import database

    match error:
        case OperationalError():
            return database.unreachable(error.orig)
        case DBAPIError() if database.is_forbidden(error.orig):
            return database.forbidden(error.orig)
        case ImportError() if error.name in database.PACKAGES:
            return database.not_installed(error.name)
    return None


def _of_the_service(error: Exception) -> Message | None:
    from api.problems import details
    from api.words import backups, settings
    from submissions.errors import RequestError, Unusable
    from submissions.operating.settings import SettingsWrong
    from submissions.storage.backups import CopyFailed

    match error:
        case SettingsWrong():
            return settings.wrong(error)
        case CopyFailed():
            return backups.failed(error)
        case Unusable():  # its text says what to do; the usual advice is for programs
            return Message(details.message(error).seen)
        case RequestError():
            return details.message(error)
    return None
