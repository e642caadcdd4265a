"""Why data cannot be stored or used: for the sender of a file, for an operator, for the user of a command."""

from pathlib import Path
from shlex import quote

from api.i18n import N_, gettext as _
from api.words import Message
from submissions.errors import StorageError, StorageFailure
from submissions.storage.database import FIRST_VERSION

_SEND_AGAIN = N_("Keep your file and send it again later. The operator of this service can see the reason.")
_FOR_SENDERS = {
    StorageFailure.FULL: N_("The disk of the service is full, so your request was not stored."),
    StorageFailure.READ_ONLY: N_("The disk of the service is read-only, so your request was not stored."),
    StorageFailure.NO_ACCESS: N_("The service cannot open its database, so your request was not stored."),
    StorageFailure.GONE: N_("The database of the service is missing, so your request was not stored."),
    StorageFailure.DAMAGED: N_("The database of the service is damaged, so your request was not stored."),
    StorageFailure.BROKEN: N_("The disk of the service reports an error, so your request was not stored."),
    StorageFailure.FILES: N_("The storage of files does not answer, so your request was not stored."),
    StorageFailure.FOREIGN: N_("The storage of files is not ours, so your request was not stored."),
}
_RESTORE = N_(
    "Stop the service. Put the file back, or run `backgrade restore COPY`. Then start the service again."
)
_CHECK_FILES = N_("`backgrade doctor` checks it, and shows which settings name it.")
_OTHER_STORAGE = N_(
    "Give each installation a bucket or a prefix of its own: set BACKGRADE_FILES_URL. Each deletes what it "
    "does not know."
)
_FOR_OPERATORS = {
    StorageFailure.FULL: (
        N_("The disk of the service is full."),
        N_("Free some space. The service refuses uploads until then, and accepts them again by itself."),
    ),
    StorageFailure.READ_ONLY: (
        N_("The disk of the service is read-only."),
        N_("Mount the disk for writing, or repair it."),
    ),
    StorageFailure.NO_ACCESS: (
        N_("The service cannot open its database."),
        N_("Give the account of the service permission to read and write the data folder."),
    ),
    StorageFailure.GONE: (N_("The database of the service is missing."), _RESTORE),
    StorageFailure.DAMAGED: (
        N_("The database of the service is damaged."),
        N_("Stop the service, then run `backgrade restore --force COPY`."),
    ),
    StorageFailure.BROKEN: (
        N_("The disk of the service reports an error."),
        N_("Check the kernel's log, the disk quotas and the limits of the process."),
    ),
    StorageFailure.FILES: (N_("The storage of files does not answer, or refuses us."), _CHECK_FILES),
    StorageFailure.FOREIGN: (N_("The storage of files is another installation's."), _OTHER_STORAGE),
}
_FOR_COMMANDS = {
    StorageFailure.FULL: (
        N_("{place} cannot be written: the disk is full."),
        N_("Free some space, then run the command again."),
    ),
    StorageFailure.READ_ONLY: (
        N_("{place} cannot be written: the file or its disk is read-only."),
        N_("Mount the disk for writing, or choose another folder with BACKGRADE_DATA_DIR."),
    ),
    StorageFailure.NO_ACCESS: (
        N_("{place} cannot be opened: this account has no permission, or a database cannot be stored there."),
        N_(
            "Change its owner (`chown`) or its permissions, or choose another folder with BACKGRADE_DATA_DIR."
        ),
    ),
    StorageFailure.GONE: (
        N_("{place} was removed or replaced while Backgrade was using it."),
        _RESTORE,
    ),
    StorageFailure.DAMAGED: (
        N_("{place} is damaged, or is not a database."),
        N_("`backgrade restore --force COPY` renames it and restores a backup."),
    ),
    StorageFailure.BROKEN: (
        N_("{place} cannot be read or written: the machine reports an error."),
        N_("Check the kernel's log, the disk quotas and the limits of the process."),
    ),
    StorageFailure.FILES: (N_("The storage of files does not answer, or refuses us."), _CHECK_FILES),
    StorageFailure.FOREIGN: (N_("The storage of files is another installation's."), _OTHER_STORAGE),
}


def refused(failure: StorageFailure) -> Message:
    """Tell the person whose file was not stored."""
    return Message(_(_FOR_SENDERS[failure]), _(_SEND_AGAIN))


def failing(failure: StorageFailure) -> Message:
    """Tell the operator of a running service."""
    seen, advice = _FOR_OPERATORS[failure]
    return Message(_(seen), _(advice))


def failed(error: StorageError) -> Message:
    """Tell the person who ran a command. A server's database has no place on this machine."""
    seen, advice = _FOR_COMMANDS[error.failure]
    return Message(_(seen, place=error.place or _("The database")), _(advice))


def outdated() -> Message:
    """The tables of a shared database, which no process changes by itself."""
    return Message(
        _("The database tables are from an older version of Backgrade."),
        _("Run `backgrade migrate` once, for all machines."),
    )


def unknown_tables(version: str) -> Message:
    """Tables that this version of the code cannot use: too new, or from before the first release."""
    if version < FIRST_VERSION:
        return _too_old(version)
    return Message(
        _(
            "The database tables have version {version}, which this version of Backgrade does not know.",
            version=version,
        ),
        _(
            "Start the version of Backgrade that created them, or a newer one. To use an older backup "
            "instead, run `backgrade restore --force COPY`."
        ),
    )


def _too_old(version: str) -> Message:
    """Tables that only code from before the first release can update."""
    return Message(
        _(
            "The database tables have version {version}, from before the first release of Backgrade.",
            version=version,
        ),
        _(
            "Install Backgrade from commit {commit} and run `backgrade migrate` once. Then install this "
            "version again.",
            commit=commit_that_updates(version),
        ),
    )


def commit_that_updates(version: str) -> str:
    """Return the last commit whose migrations know these tables from before the first release.

    The tables that the former of the two makes, the latter updates.
    """
    return "a8645e17" if version < "2026_11_27" else "d7e68f2c"


def open_to_others(path: Path) -> Message:
    """A path that not only the user of the service may open, and the command that mends it."""
    folder = path if path.is_dir() else path.parent
    return Message(
        _("Other users of this machine may open {path}.", path=path),
        _("Run `chmod -R go= {folder}`.", folder=quote(str(folder))),
    )
