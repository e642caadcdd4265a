"""The protocol of a sandbox: what runs submissions where they can do no harm."""

from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Protocol

from grader.sandbox.level import Level
from grader.sandbox.plays import Source

if TYPE_CHECKING:
    from grader.sandbox.run import Run


class Room(Protocol):
    """Where the children of one submission run, one at a time."""

    def open(self, source: Source, *, needs_backward: bool) -> AbstractContextManager["Run"]:
        """Load a submission in a fresh child.

        Raises:
            SandboxUnavailable: if there is nothing to run it in.
            HarnessProtocolError: if the sandbox itself does not answer.
        """


class Sandbox(Protocol):
    """Runs submissions where they can do no harm."""

    @property
    def level(self) -> Level:
        """The strength of the sandbox."""

    def room(self, source: Source) -> AbstractContextManager[Room]:
        """Room for everything that is to be run of one submission; may wait until there is some.

        Raises:
            SandboxUnavailable: if there is none.
            SelfTestFailed: if it is not safe.
        """

    def prove(self) -> dict[str, bool]:
        """Each property of the sandbox, and whether it was proven just now."""

    def close(self) -> None:
        """End every process of it."""
