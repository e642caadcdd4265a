"""What is known of a copy, and how making or restoring one can fail."""

from enum import StrEnum

from grader.records import Frozen
from submissions.storage.database import known_versions


class Failure(StrEnum):
    """Why there is no copy, or why it was not put back."""

    EXISTS = "exists"
    NO_FILE = "no-file"
    NOT_WRITTEN = "not-written"
    NO_DATABASE = "no-database"
    NO_PROGRAM = "no-program"
    PROGRAM_FAILED = "program-failed"
    NOT_A_COPY = "not-a-copy"
    DAMAGED = "damaged"
    UNKNOWN_VERSION = "unknown-version"
    OCCUPIED = "occupied"
    IN_USE = "in-use"
    NOT_WHOLE = "not-whole"
    """The restored copy failed its check; the data from before is back."""
    NOT_PERMITTED = "not-permitted"


class CopyFailed(Exception):
    """a copy could not be made or put back; nothing was changed."""

    def __init__(self, failure: Failure, detail: str = "") -> None:
        super().__init__(f"{failure}: {detail}" if detail else str(failure))
        self.failure = failure
        self.detail = detail


class Copy(Frozen):
    """A copy that can be used."""

    version: str
    """The version of its tables."""
    size: int
    """Bytes."""

    @classmethod
    def of(cls, versions: list[str], size: int) -> "Copy":
        """The copy, if its tables are of a version that this code knows.

        Raises `CopyFailed` if they are not.
        """
        match versions:
            case [version] if version in known_versions():
                return cls(version, size)
            case [version]:
                raise CopyFailed(Failure.UNKNOWN_VERSION, version)
        raise CopyFailed(Failure.NOT_A_COPY)


class Restored(Frozen):
    """The result of a restore."""

    aside: str | None
    """Where that is now which was there before; None: nothing was."""
