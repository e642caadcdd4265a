"""Why a backup was not written, or not restored."""

from api.i18n import N_, gettext as _
from api.words import Message
from api.words.storage import commit_that_updates
from submissions.storage.backups import CopyFailed, Failure
from submissions.storage.database import FIRST_VERSION

_TEXTS = {
    Failure.EXISTS: (N_("{detail} already exists, so nothing was written."), N_("Choose another file name.")),
    Failure.NO_FILE: (N_("The file {detail} does not exist."), N_("Check the name.")),
    Failure.NOT_WRITTEN: (N_("The backup could not be written: {detail}."), N_("Choose another place.")),
    Failure.NO_DATABASE: (
        N_("There is no database, or it does not answer."),
        N_("`backgrade settings` shows which database is used."),
    ),
    Failure.NO_PROGRAM: (
        N_("The program `{detail}` was not found. It is part of PostgreSQL."),
        N_("Install its client programs (`postgresql-client` on Debian and Ubuntu), or add them to PATH."),
    ),
    Failure.PROGRAM_FAILED: (
        N_("A PostgreSQL program failed: {detail}"),
        N_("Check that this program is at least as new as the PostgreSQL server."),
    ),
    Failure.NOT_A_COPY: (
        N_("This backup was made from another kind of database."),
        N_("Restore a backup of SQLite into SQLite, and a backup of PostgreSQL into PostgreSQL."),
    ),
    Failure.DAMAGED: (
        N_("The backup is damaged, so nothing was changed. {detail}"),
        N_("Use an older backup."),
    ),
    Failure.UNKNOWN_VERSION: (
        N_("The backup has tables of version {detail}, which this version of Backgrade does not know."),
        N_("Restore it with the version of Backgrade that wrote it, or with a newer one."),
    ),
    Failure.OCCUPIED: (
        N_("A database already exists at {detail}, so nothing was changed."),
        N_("Add --force to rename that database and restore the backup. The old database is not deleted."),
    ),
    Failure.IN_USE: (
        N_("The database is in use, so nothing was changed."),
        N_("Stop the service and all workers first."),
    ),
    Failure.NOT_WHOLE: (
        N_("The restored database failed its check, so the service still has the old database. {detail}"),
        N_("Use another backup."),
    ),
    Failure.NOT_PERMITTED: (
        N_("The database denied permission, so nothing was changed. {detail}"),
        N_("Make the database account the owner of the database."),
    ),
}
"""The message by the kind of failure: what happened, and what to do."""


def failed(error: CopyFailed) -> Message:
    """Return why nothing was written, or nothing was restored."""
    if error.failure is Failure.UNKNOWN_VERSION and error.detail < FIRST_VERSION:
        return _too_old(error.detail)
    seen, advice = _TEXTS[error.failure]
    return Message(_(seen, detail=error.detail).strip(), _(advice))


def _too_old(version: str) -> Message:
    """A backup that only code from before the first release can update."""
    return Message(
        _(
            "The backup has tables of version {version}, from before the first release of Backgrade.",
            version=version,
        ),
        _(
            "Install Backgrade from commit {commit}, run `backgrade restore COPY` and `backgrade migrate` "
            "there, and make a new backup.",
            commit=commit_that_updates(version),
        ),
    )
