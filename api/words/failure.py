"""Failures of ours. None of them costs a submission anything."""

from api.words import Message
from grader.errors import (
    GraderError,
    HarnessProtocolError,
    MachineTooBusy,
    OracleDisagreement,
    OracleUnavailable,
    SandboxUnavailable,
    SelfTestFailed,
)

_TWO_WAYS = "run it on Linux or in Docker; or, for a file of your own, add --trust-this-file"

_ADVICE: dict[type[GraderError], str] = {
    HarnessProtocolError: "grade it again; `backgrade doctor` checks the sandbox",
    MachineTooBusy: "grade it again when other work is done, or with fewer workers at once",
    OracleDisagreement: "do not use this suite until the two agree",
    OracleUnavailable: "in a checkout, `make oracle` installs the right version; nothing else needs it",
    SandboxUnavailable: _TWO_WAYS,
    SelfTestFailed: f"`backgrade doctor` shows what holds; {_TWO_WAYS}",
}


FAULT = Message("this is a fault of Backgrade, not of the file", "please report it, with the lines above")


def failure(error: GraderError) -> Message:
    """What was seen and what to try."""
    return Message(str(error), _ADVICE.get(type(error), ""))


def in_use(process: str) -> Message:
    """Another process serves from the same SQLite database."""
    return Message(
        f"the database is in use by process {process or '?'}",
        "stop that one, or give this one another folder with BACKGRADE_DATA_DIR",
    )


def refused_by_the_machine(path: str, error: OSError) -> Message:
    """A file or a folder that this account may not use, or for which there is no room."""
    return Message(
        f"{path} cannot be used: {(error.strerror or str(error)).lower()}",
        "check the rights of the account and the room on the disk",
    )


def not_written(path: str, error: Exception) -> Message:
    """A file that a format was to be written to."""
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return Message(f"{path} could not be written: {reason.lower()}", "name another place")
