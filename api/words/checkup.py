"""What `backgrade doctor` tells of what a service keeps."""

from api.words import Message, storage
from api.words.count import size
from api.words.migration import newer
from submissions.errors import StorageFailure
from submissions.operating.checkup import LEAST_FREE, LOST, OUTDATED, CheckResult, CheckupPart

WELL = "well"
NOT_WELL = "NOT well"
TITLE = "the service on this machine"


def checked(found: CheckResult) -> Message:
    """How a part is; what to do where it is not well."""
    return _MESSAGES[found.part](found)


def _engine(found: CheckResult) -> Message:
    return Message(
        f"a PostgreSQL database needs the package `{found.seen}`, which is not installed",
        "install backgrade[cluster]",
    )


def _folder(found: CheckResult) -> Message:
    if found.well:
        return Message(f"the data folder {found.seen} can be written to, or made")
    return Message(f"the data folder {found.seen} cannot be written to", "name another: BACKGRADE_DATA_DIR")


def _file_system(found: CheckResult) -> Message:
    if found.well:
        return Message(f"it is on a disk of this machine{f' ({found.seen})' if found.seen else ''}")
    return Message(
        f"it is on a network file system ({found.seen}), where SQLite loses data",
        "put it on a disk of this machine, or use PostgreSQL",
    )


def _disk(found: CheckResult) -> Message:
    free = f"{size(int(found.seen))} are free there"
    return Message(free) if found.well else Message(free, f"make room: at least {size(LEAST_FREE)}")


def _database(found: CheckResult) -> Message:
    if found.seen == LOST:
        return Message(
            "the database is gone or empty, and this folder had one",
            "put the file back, or `backgrade restore COPY`",
        )
    if not found.well and found.seen in list(StorageFailure):
        return Message("the database cannot be used", storage.lacking(StorageFailure(found.seen)))
    if not found.well:
        return Message("the database does not answer", "`backgrade settings` shows which one is meant")
    kinds = {
        "none-yet": "there is no database yet; the first `backgrade serve` makes it",
        "embedded": "the database answers: SQLite; the service grades by itself",
        "cluster": "the database answers: PostgreSQL; `backgrade worker` grades, on any machine",
    }
    return Message(kinds[found.seen])


def _tables(found: CheckResult) -> Message:
    if not found.well and found.seen != OUTDATED:
        return newer(found.seen)
    if not found.well:
        return Message("its tables are of another version", "`backgrade migrate`")
    if found.seen:
        return Message(
            "its tables are of another version; the next start of the service brings them up to date"
        )
    return Message("its tables are of this version")


def _clock(found: CheckResult) -> Message:
    if found.well:
        return Message("the clock agrees with it")
    return Message(f"the clock is {found.seen} s away from it", "let the machines keep time by NTP")


def _workers(found: CheckResult) -> Message:
    host, _, rest = found.seen.partition(" ")
    if found.well:
        return Message(f"a worker on {host} grades at level {rest}")
    return Message(
        f"a worker on {host} takes no work: {rest or 'it is starting'}", "`backgrade doctor` there"
    )


def _queue(found: CheckResult) -> Message:
    if found.well:
        return Message("the queue moves, or is empty")
    return Message(
        f"the queue stands still: a file has waited for {found.seen} s, and none was begun since",
        "look at the log of whoever grades (`backgrade serve` or `backgrade worker`), and start it again",
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
