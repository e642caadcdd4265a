"""Failures of the grader itself. A student's failure is never one of these: it is part of the report.

    GraderError
    ├── HarnessFailed
    ├── HarnessProtocolError
    ├── MachineTooBusy
    ├── SandboxUnavailable
    └── SelfTestFailed

The docstring of each is its message where none is given.
"""

import inspect


class GraderError(Exception):
    """the grader failed."""

    def __init__(self, message: str | None = None) -> None:
        super().__init__(message or (inspect.getdoc(type(self)) or "").rstrip("."))


class HarnessFailed(GraderError):
    """a part of Backgrade failed while it ran a submission."""


class HarnessProtocolError(GraderError):
    """the sandbox did not answer as asked."""


class MachineTooBusy(GraderError):
    """this machine was too busy with other work to grade a submission."""


class SandboxUnavailable(GraderError):
    """no sandbox can be started here."""


class SelfTestFailed(GraderError):
    """the sandbox is not proven safe on this machine."""
