"""What `backgrade doctor` says about the data of a service."""

from api.i18n import N_, ngettext, size
from api.i18n import gettext as _
from api.words import Message, database, storage
from api.words.readiness import standstill
from submissions.errors import StorageFailure
from submissions.operating.checkup import LEAST_FREE, LOST, OUTDATED, CheckResult, CheckupPart

_DATABASES = {
    "none-yet": N_("There is no database yet. The first `backgrade serve` creates it."),
    "embedded": N_("The database answers. It is SQLite, so the service grades by itself."),
    "cluster": N_("The database answers. It is PostgreSQL, so `backgrade worker` grades, on any machine."),
}


def checked(found: CheckResult) -> Message:
    """The state of a part, and what to do where something is wrong."""
    return _MESSAGES[found.part](found)


def _engine(found: CheckResult) -> Message:
    return database.not_installed(found.seen)


def _folder(found: CheckResult) -> Message:
    if found.well:
        return Message(_("The data folder {folder} can be written or created.", folder=found.seen))
    return Message(
        _("The data folder {folder} cannot be written.", folder=found.seen),
        _("Change its owner (`chown`), or choose another folder with BACKGRADE_DATA_DIR."),
    )


def _file_system(found: CheckResult) -> Message:
    if not found.well:
        return Message(
            _(
                "The data folder is on a network file system ({file_system}), where SQLite loses data.",
                file_system=found.seen,
            ),
            _("Move it to a disk of this machine, or use PostgreSQL."),
        )
    if not found.seen:
        return Message(_("The data folder is not on a network file system."))
    return Message(_("The data folder is on a disk of this machine ({file_system}).", file_system=found.seen))


def _disk(found: CheckResult) -> Message:
    free = _("The disk of the data folder has {size} of free space.", size=size(int(found.seen)))
    if found.well:
        return Message(free)
    return Message(free, _("Free some space: Backgrade needs at least {size}.", size=size(LEAST_FREE)))


def _database(found: CheckResult) -> Message:
    if found.seen == LOST:
        return Message(
            _("The database is missing or empty, but this folder had one before."),
            _("Put the file back, or run `backgrade restore COPY`."),
        )
    if found.well:
        return Message(_(_DATABASES[found.seen]))
    if found.seen in list(StorageFailure):
        return storage.failing(StorageFailure(found.seen))
    return Message(
        _("The database does not answer."), _("`backgrade settings` shows which database is used.")
    )


def _tables(found: CheckResult) -> Message:
    if not found.well and found.seen != OUTDATED:
        return storage.newer(found.seen)
    if not found.well:
        return storage.outdated()
    if found.seen:
        return Message(
            _("The database tables are from an older version. The service updates them when it starts next.")
        )
    return Message(_("The database tables are up to date."))


def _clock(found: CheckResult) -> Message:
    if found.well:
        return Message(_("The clock of this machine agrees with the database."))
    return Message(
        ngettext(
            "The clock of this machine differs from the database by {n} second.",
            "The clock of this machine differs from the database by {n} seconds.",
            int(found.seen),
        ),
        _("Synchronize the clocks of all machines with NTP."),
    )


def _workers(found: CheckResult) -> Message:
    host, _space, rest = found.seen.partition(" ")
    if found.well:
        return Message(_("The worker on {host} grades at sandbox level {level}.", host=host, level=rest))
    advice = _("Run `backgrade doctor` on that machine.")
    if not rest:
        return Message(_("The worker on {host} is starting and does not grade yet.", host=host), advice)
    return Message(_("The worker on {host} does not grade: {reason}", host=host, reason=rest), advice)


def _queue(found: CheckResult) -> Message:
    if found.well:
        return Message(_("The queue is empty or moving."))
    return Message(
        standstill(int(found.seen)),
        _("Read the log of `backgrade serve` or `backgrade worker`, and restart it."),
    )


_MESSAGES = {
    CheckupPart.ENGINE: _engine,
    CheckupPart.FOLDER: _folder,
    CheckupPart.FILE_SYSTEM: _file_system,
    CheckupPart.DISK: _disk,
    CheckupPart.DATABASE: _database,
    CheckupPart.TABLES: _tables,
    CheckupPart.CLOCK: _clock,
    CheckupPart.WORKERS: _workers,
    CheckupPart.QUEUE: _queue,
}
