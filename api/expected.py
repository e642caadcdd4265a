"""What a command may run into that is no fault of Backgrade's code: told in two lines, not by a traceback."""

import errno

from api.words import Message

_OF_THE_MACHINE = (errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EACCES, errno.EPERM)
"""What a mistake in our code would not cause."""


def told(error: Exception) -> Message | None:
    """What was seen and what to try; None for what nobody expects."""
    from api.words import failure
    from grader.errors import GraderError

    if isinstance(error, GraderError):
        return failure.failure(error)
    return _of_a_process(error) or _of_the_storage(error) or _of_the_database(error) or _of_the_service(error)


def _of_a_process(error: Exception) -> Message | None:
    """Why one that serves or grades did not start."""
    from api.web.listening import CannotListen
    from api.words import failure, serving
    from submissions.storage.one_process import InUse

    match error:
        case InUse():
            return failure.in_use(error.process)
        case CannotListen():
            return serving.cannot_listen(error.host, error.port, error.why)
        case OSError() if error.errno in _OF_THE_MACHINE and error.filename:
            return failure.refused_by_the_machine(str(error.filename), error)
    return None


def _of_the_storage(error: Exception) -> Message | None:
    """Why the data that is there cannot be used."""
    from api.words import migration, serving, storage
    from submissions.errors import StorageError
    from submissions.operating.startup import Outdated
    from submissions.storage.data_folder import DatabaseLost
    from submissions.storage.database import Newer

    match error:
        case Outdated():
            return serving.OUTDATED
        case Newer():
            return migration.newer(error.version)
        case DatabaseLost():
            return storage.lost(error.file)
        case StorageError():
            return storage.failed(error)
    return None


def _of_the_database(error: Exception) -> Message | None:
    """Why a server does not let us in."""
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
    from api.words import copies, settings
    from submissions.errors import RequestError
    from submissions.operating.settings import SettingsWrong
    from submissions.storage.backups import CopyFailed

    match error:
        case SettingsWrong():
            return settings.wrong(error)
        case CopyFailed():
            return copies.failed(error)
        case RequestError():
            return details.message(error)
    return None
