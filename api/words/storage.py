"""Why nothing can be stored: to whoever hands something in, to whoever watches, and to whoever starts it."""

from pathlib import Path

from api.words import Message
from submissions.errors import StorageError, StorageFailure

_REFUSED = {
    StorageFailure.FULL: "the disk of the service is full",
    StorageFailure.READ_ONLY: "the disk of the service cannot be written to",
    StorageFailure.NO_ACCESS: "the service cannot open its database",
    StorageFailure.GONE: "the database of the service is gone",
    StorageFailure.DAMAGED: "the database of the service is damaged",
    StorageFailure.BROKEN: "the disk of the service reports an error",
}
_RESTORE = "stop the service, put the file back or run `backgrade restore COPY`, then start it again"
_WATCHED = {
    StorageFailure.FULL: "make room: uploads are refused until there is some, then taken again",
    StorageFailure.READ_ONLY: "mount the disk for writing, or repair it",
    StorageFailure.NO_ACCESS: "give the account of the service the right to read and write the data folder",
    StorageFailure.GONE: _RESTORE,
    StorageFailure.DAMAGED: "stop the service, and run `backgrade restore --force COPY`",
    StorageFailure.BROKEN: "look at the kernel's log, at quotas and at limits of the process",
}
_AT_START = {
    StorageFailure.FULL: ("the disk of {place} is full", "make room, then try again"),
    StorageFailure.READ_ONLY: (
        "{place} cannot be written to: the file or its disk is read-only",
        "mount the disk for writing, or name another folder with BACKGRADE_DATA_DIR",
    ),
    StorageFailure.NO_ACCESS: (
        "{place} cannot be opened by this account, or is no place for a database",
        "change its owner (`chown`) or its rights, or name another folder with BACKGRADE_DATA_DIR",
    ),
    StorageFailure.GONE: ("{place} was removed or replaced while it was in use", _RESTORE),
    StorageFailure.DAMAGED: (
        "{place} is damaged, or no database",
        "`backgrade restore --force COPY` moves it aside and puts a backup in its place",
    ),
    StorageFailure.BROKEN: (
        "{place} cannot be read or written: the machine reports an error",
        "look at the kernel's log, at quotas and at limits of the process",
    ),
}
_SERVER = "the database"
"""What has no place on this machine."""


def refused(failure: StorageFailure) -> Message:
    """Whoever handed something in: it was not taken."""
    return Message(
        f"{_REFUSED[failure]}, so nothing was stored; what you sent was not taken",
        "keep your file and send it again later; whoever runs the service can see the reason",
    )


def lacking(failure: StorageFailure | None) -> str:
    """Whoever watches over the service."""
    return f"{_REFUSED[failure]}: {_WATCHED[failure]}" if failure else "nothing can be stored"


def failed(error: StorageError) -> Message:
    """Whoever started a command."""
    seen, advice = _AT_START[error.failure]
    return Message(seen.format(place=error.place or _SERVER), advice)


def lost(file: Path) -> Message:
    """The folder had a database."""
    return Message(
        f"the database {file} is gone or empty, and this folder had one",
        "put the file back, or run `backgrade restore COPY`; `backgrade serve --new-database` begins with "
        "an empty one",
    )
