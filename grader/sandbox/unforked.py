"""The back-end without a wall: submissions run in this very process.

For a worker of a browser, which is the only wall and is thrown away afterwards. Nothing here is safe against
a submission, and nothing says so: its level is `TRUSTED`. It can be told at which steps a process before this
one ended, and how; see `grader/harness/processes/unforked.py`.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext

from grader.harness.processes.unforked import Ended, Unforked
from grader.sandbox.channel import ZygoteGone
from grader.sandbox.level import Level
from grader.sandbox.limits import Limits
from grader.sandbox.plays import Source
from grader.sandbox.run import Run


class UnforkedSandbox:
    """Runs one submission after the other, each in this process."""

    level = Level.TRUSTED

    def __init__(
        self,
        limits: Limits | None = None,
        *,
        slower: float = 1.0,
        lost: Mapping[str, Ended] | None = None,
        begins: Callable[[str], object] = lambda _: None,
    ) -> None:
        self._limits = limits or Limits()
        self._slower, self._lost, self._begins = slower, lost, begins

    def room(self, _: Source) -> AbstractContextManager["_UnforkedRoom"]:
        """Return the room of one submission."""
        server = Unforked(
            step_cpu=self._limits.step_cpu,
            printed=self._limits.printed,
            shown=self._limits.shown,
            slower=self._slower,
            lost=self._lost,
            begins=self._begins,
        )
        return nullcontext(_UnforkedRoom(server, self._limits))

    def prove(self) -> dict[str, bool]:
        """Nothing is proven where nothing is promised."""
        return {}

    def close(self) -> None:
        """Nothing is left open."""


class _UnforkedRoom:
    """Where the children of one submission run."""

    def __init__(self, server: Unforked, limits: Limits) -> None:
        self._server, self._limits = server, limits

    @contextmanager
    def open(self, source: Source, *, needs_backward: bool) -> Iterator[Run]:
        """Load a submission in a child of its own."""
        run = Run(_UnforkedChannel(self._server), self._limits)
        run.send(source, needs_backward=needs_backward)
        try:
            yield run
        finally:
            run.close()


class _UnforkedChannel:
    """Gives messages to a server in this process, and its answers back."""

    def __init__(self, server: Unforked) -> None:
        self._server = server

    def send(self, kind: bytes, payload: bytes, *, deadline: float) -> None:
        """Have a message answered now."""
        del deadline
        self._server.take(kind, payload)

    def receive(self, *, deadline: float) -> tuple[bytes, bytes]:
        """The next message.

        Raises `ZygoteGone` if there is none: nobody else will say anything.
        """
        del deadline
        if not self._server.messages:
            raise ZygoteGone
        return self._server.messages.pop(0)

    def hang_up(self) -> None:
        """End the child."""
        self._server.close()
