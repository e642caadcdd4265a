"""What `backgrade doctor` says about the data of a service."""

from pathlib import Path

from api.i18n import N_, gettext as _, ngettext, size
from api.words import Message, database, storage
from api.words.readiness import standstill
from submissions.errors import StorageFailure
from submissions.operating.checkup import LEAST_FREE, LOST, OUTDATED, CheckResult, CheckupPart

_DATABASES = {
    "none-yet": N_("There is no database yet. The first `backgrade serve` creates it."),
    "embedded": N_("The database answers. It is SQLite, so `backgrade serve` also grades the submissions."),
    "cluster": N_(
        "The database answers. It is PostgreSQL, so `backgrade worker` grades the submissions, on "
        "this machine or on others."
    ),
}


def checked(result: CheckResult) -> Message:
    """The state of a part, and what to do where something is wrong."""
    return _MESSAGES[result.part](result)


def _folder(result: CheckResult) -> Message:
    if result.well:
        return Message(_("The data folder {folder} can be written or created.", folder=result.seen))
    return Message(
        _("The data folder {folder} cannot be written.", folder=result.seen),
        _("Change its owner (`chown`), or choose another folder with BACKGRADE_DATA_DIR."),
    )


def _permissions(result: CheckResult) -> Message:
    if result.well:
        return Message(_("Only the user of the service can open the data folder and its database."))
    return storage.open_to_others(Path(result.seen))


def _file_system(result: CheckResult) -> Message:
    if not result.well:
        return Message(
            _(
                "The data folder is on a network file system ({file_system}), where SQLite loses data.",
                file_system=result.seen,
            ),
            _("Move it to a disk of this machine, or use PostgreSQL."),
        )
    if not result.seen:
        return Message(_("The data folder is not on a network file system."))
    return Message(
        _("The data folder is on a disk of this machine ({file_system}).", file_system=result.seen)
    )


def _disk(result: CheckResult) -> Message:
    free = _("The disk of the data folder has {size} of free space.", size=size(int(result.seen)))
    if result.well:
        return Message(free)
    return Message(free, _("Free some space: Backgrade needs at least {size}.", size=size(LEAST_FREE)))


def _database(result: CheckResult) -> Message:
    if result.seen == LOST:
        return Message(
            _("The database is missing or empty, but this folder had one before."),
            _("Put the file back, or run `backgrade restore COPY`."),
        )
    if result.well:
        return Message(_(_DATABASES[result.seen]))
    if result.seen in list(StorageFailure):
        return storage.failing(StorageFailure(result.seen))
    return Message(
        _("The database does not answer."), _("`backgrade settings` shows which database is used.")
    )


def _tables(result: CheckResult) -> Message:
    if not result.well and result.seen != OUTDATED:
        return storage.unknown_tables(result.seen)
    if not result.well:
        return storage.outdated()
    if result.seen:
        return Message(
            _(
                "The database tables are from an older version. The service updates them the next "
                "time it starts."
            )
        )
    return Message(_("The database tables are up to date."))


def _clock(result: CheckResult) -> Message:
    if result.well:
        return Message(_("The clock of this machine agrees with the database."))
    return Message(
        ngettext(
            "The clock of this machine differs from the database by {n} second.",
            "The clock of this machine differs from the database by {n} seconds.",
            int(result.seen),
        ),
        _("Synchronize the clocks of all machines with NTP."),
    )


def _workers(result: CheckResult) -> Message:
    host, _space, rest = result.seen.partition(" ")
    if result.well:
        return Message(_("The worker on {host} grades at sandbox level {level}.", host=host, level=rest))
    advice = _("Run `backgrade doctor` on that machine.")
    if not rest:
        return Message(_("The worker on {host} is starting and does not grade yet.", host=host), advice)
    return Message(_("The worker on {host} does not grade: {reason}", host=host, reason=rest), advice)


def _queue(result: CheckResult) -> Message:
    if result.well:
        return Message(_("The queue is empty, or its submissions are being graded."))
    return Message(
        standstill(int(result.seen)),
        _("Read the log of `backgrade serve` or `backgrade worker`, and restart it."),
    )


def _files(result: CheckResult) -> Message:
    if result.well:
        return Message(_("Submitted files can be stored in {url}, read and deleted.", url=result.seen))
    return Message(
        _("Submitted files cannot be stored in {url}.", url=result.seen),
        _("Check BACKGRADE_FILES_URL, BACKGRADE_FILES_ENDPOINT, and the credentials of the storage."),
    )


_MESSAGES = {
    CheckupPart.ENGINE: lambda result: database.not_installed(result.seen),
    CheckupPart.FOLDER: _folder,
    CheckupPart.PERMISSIONS: _permissions,
    CheckupPart.FILE_SYSTEM: _file_system,
    CheckupPart.DISK: _disk,
    CheckupPart.DATABASE: _database,
    CheckupPart.TABLES: _tables,
    CheckupPart.CLOCK: _clock,
    CheckupPart.WORKERS: _workers,
    CheckupPart.QUEUE: _queue,
    CheckupPart.FILES: _files,
}
