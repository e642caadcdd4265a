"""Copies of the database: what was made, what was put back, and why not."""

from api.words import Message
from api.words.count import size
from submissions.storage.backups import Copy, CopyFailed, Failure, Restored


def made(path: str, copy: Copy) -> str:
    """A copy was written."""
    return (
        f"{path}: {size(copy.size)}, tables of version {copy.version}, read again and whole\n"
        "it holds files, grades, password hashes and keys: keep it as safe as the database itself"
    )


def put_back(path: str, restored: Restored) -> str:
    """A copy is the database now."""
    before = f"; what was there before is now {restored.aside}" if restored.aside else ""
    return (
        f"{path} was put back{before}\n`backgrade migrate` brings its tables up to date, where they are older"
    )


def failed(error: CopyFailed) -> Message:
    """Nothing was made, or nothing was put back."""
    return _MESSAGES[error.failure](error.detail)


def _exists(path: str) -> Message:
    return Message(f"{path} is there already", "name another file")


def _no_file(path: str) -> Message:
    return Message(f"there is no file {path}", "check the name")


def _not_written(why: str) -> Message:
    return Message(f"the copy could not be written: {why}", "name another place")


def _no_database(_: str) -> Message:
    return Message(
        "there is no database, or it does not answer", "`backgrade settings` shows which one is meant"
    )


def _no_program(name: str) -> Message:
    return Message(
        f"`{name}` was not found; it comes with PostgreSQL",
        "install its client programs (`postgresql-client` on Debian and Ubuntu), or add them to PATH",
    )


def _program_failed(said: str) -> Message:
    return Message(
        f"a program of PostgreSQL failed: {said}", "its version has to be that of the server, or newer"
    )


def _not_a_copy(_: str) -> Message:
    return Message(
        "the file is not a copy of a database of this kind",
        "a copy of SQLite goes back into SQLite, one of PostgreSQL into PostgreSQL",
    )


def _damaged(said: str) -> Message:
    return Message(
        f"the copy is damaged{f': {said}' if said else ''}", "take an older one; nothing was changed"
    )


def _unknown_version(version: str) -> Message:
    return Message(
        f"the copy has tables of version {version}, which this version of Backgrade does not know",
        "restore it with the version of Backgrade that made it, or a newer one",
    )


def _occupied(place: str) -> Message:
    return Message(f"there is a database already: {place}", "with --force it is moved aside, not deleted")


def _in_use(_: str) -> Message:
    return Message("the database is in use", "stop the service and all workers first")


def _not_whole(said: str) -> Message:
    return Message(
        f"the database failed its check after the copy was put back{f': {said}' if said else ''}",
        "take another copy; the database is as it was before",
    )


def _not_permitted(said: str) -> Message:
    return Message(
        f"the database refused it: {said}", "the account has to own the database; nothing was changed"
    )


_MESSAGES = {
    Failure.EXISTS: _exists,
    Failure.NO_FILE: _no_file,
    Failure.NOT_WRITTEN: _not_written,
    Failure.NO_DATABASE: _no_database,
    Failure.NO_PROGRAM: _no_program,
    Failure.PROGRAM_FAILED: _program_failed,
    Failure.NOT_A_COPY: _not_a_copy,
    Failure.DAMAGED: _damaged,
    Failure.UNKNOWN_VERSION: _unknown_version,
    Failure.OCCUPIED: _occupied,
    Failure.IN_USE: _in_use,
    Failure.NOT_WHOLE: _not_whole,
    Failure.NOT_PERMITTED: _not_permitted,
}
