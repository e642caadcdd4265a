"""Failures of ours. None of them costs a submission anything."""

from api.i18n import N_
from api.i18n import gettext as _
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

_ADVICE: dict[type[GraderError], str] = {
    HarnessProtocolError: N_("Grade the file again. `backgrade doctor` checks the sandbox."),
    MachineTooBusy: N_("Grade the file again when the machine is less busy, or with fewer workers."),
    OracleDisagreement: N_("Do not use this suite until the two agree."),
    OracleUnavailable: N_("In a checkout, `make oracle` installs the right version. Nothing else needs it."),
    SandboxUnavailable: N_(
        "Run it on Linux or in Docker. For a file of your own, you can add --trust-this-file."
    ),
    SelfTestFailed: N_(
        "`backgrade doctor` shows which checks pass. Run it on Linux or in Docker. "
        "For a file of your own, you can add --trust-this-file."
    ),
}


FAULT = Message(
    N_("This is an error in Backgrade, not in the file."), N_("Please report it with the lines above.")
)


def failure(error: GraderError) -> Message:
    """What happened and what to try."""
    advice = _ADVICE.get(type(error))
    return Message(str(error), _(advice) if advice else "")


def in_use(process: str) -> Message:
    """Another process serves from the same SQLite database."""
    return Message(
        _("Process {process} is using the database.", process=process or "?"),
        _("Stop that process, or set BACKGRADE_DATA_DIR to another folder."),
    )


def refused_by_the_machine(path: str, error: OSError) -> Message:
    """A file or a folder that this account may not use, or for which there is no room."""
    reason = error.strerror or str(error)
    return Message(
        _("{path} cannot be used: {reason}.", path=path, reason=reason),
        _("Check the permissions of this account and the free space on the disk."),
    )


def withheld(path: str) -> Message:
    """No result is given to another system for a file that we failed to grade."""
    return Message(
        _("Nothing was written to {path}, because Backgrade failed.", path=path),
        _("A result would cost the student points. Grade the file again."),
    )


def not_written(path: str, error: Exception) -> Message:
    """A file that a format was to be written to."""
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return Message(
        _("{path} could not be written: {reason}.", path=path, reason=reason), _("Choose another path.")
    )
