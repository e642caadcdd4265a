"""Failures of ours. None of them costs a submission anything."""

from api.i18n import N_, gettext as _
from api.words import Message
from grader.errors import (
    GraderError,
    HarnessFailed,
    HarnessProtocolError,
    MachineTooBusy,
    SandboxUnavailable,
    SelfTestFailed,
)

_ADVICE: dict[type[GraderError], str] = {
    HarnessFailed: N_("Please report it, with what the log says and, if you may, with the file."),
    HarnessProtocolError: N_("Grade the file again. `backgrade doctor` checks the sandbox."),
    MachineTooBusy: N_("Grade the file again when the machine is less busy, or with fewer workers."),
    SandboxUnavailable: N_(
        "Run Backgrade on Linux or in Docker. If you wrote the file yourself, you can add --trust-this-file."
    ),
    SelfTestFailed: N_(
        "`backgrade doctor` shows which checks pass. Run Backgrade on Linux or in Docker. "
        "If you wrote the file yourself, you can add --trust-this-file."
    ),
}


_REASONS = (
    N_("a part of Backgrade failed while it ran a submission"),
    N_("the sandbox did not answer as asked"),
    N_("this machine was too busy with other work to grade a submission"),
    N_("the sandbox is not proven safe on this machine"),
    N_("numpy, which submissions may use, is not installed"),
    N_("the container engine must be reached over a Unix socket or plain TCP"),
    N_("what answers is no container engine"),
    N_("no sandbox became free in time"),
    N_("the sandbox process ended before it was ready"),
    N_("the sandbox did not finish its self-test"),
    N_("the sandbox is closed"),
)
"""The engine's texts without data. It knows no languages: its English is the key to a translation."""

FAULT = Message(
    N_("This is an error in Backgrade, not in the file."), N_("Please report it with the lines above.")
)


def failure(error: GraderError) -> Message:
    """Say what happened and what to try."""
    advice = _ADVICE.get(type(error))
    return Message(_(str(error)), _(advice) if advice else "")


def refused_by_the_machine(path: str, error: OSError) -> Message:
    """A file or a folder that this account may not use, or for which there is no room."""
    reason = error.strerror or str(error)
    return Message(
        _("{path} cannot be used: {reason}.", path=path, reason=reason),
        _("Check the permissions of this account and the free space on the disk."),
    )


def not_written(path: str, error: Exception) -> Message:
    """A file that a format was to be written to."""
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return Message(
        _("{path} could not be written: {reason}.", path=path, reason=reason), _("Choose another path.")
    )
