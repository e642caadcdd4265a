"""Several sandboxes that serve one run each, as one that serves many threads."""

import queue
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress

from grader.errors import SandboxUnavailable
from grader.sandbox.level import Level
from grader.sandbox.plays import Source
from grader.sandbox.protocol import Room, Sandbox


class Several:
    """A submission has one of them for as long as it is played; the one that was used last goes first."""

    def __init__(self, sandboxes: Sequence[Sandbox], *, patience: float = 30.0) -> None:
        self._free: queue.LifoQueue[Sandbox] = queue.LifoQueue()
        self._patience = patience
        self._level: Level | None = None
        self._closed = False
        for sandbox in reversed(sandboxes):
            self._free.put(sandbox)

    @property
    def level(self) -> Level:
        """The strength of the sandboxes: all are alike."""
        if self._level is None:
            with self._taken() as sandbox:
                self._level = sandbox.level
        return self._level

    @contextmanager
    def room(self, source: Source) -> Iterator[Room]:
        """Open a room in a sandbox that is free; see `Sandbox.room`."""
        with self._taken() as sandbox:
            try:
                with sandbox.room(source) as room:
                    yield room
            except BaseException:
                self._level = None  # whatever serves next has to be proven again
                raise

    def prove(self) -> dict[str, bool]:
        """The self-test of one of them, now; see `Sandbox.prove`."""
        with self._taken() as sandbox:
            return sandbox.prove()

    def close(self) -> None:
        """End all that are free now, and the others when they are given back."""
        self._closed = True
        self._end_free()

    @contextmanager
    def _taken(self) -> Iterator[Sandbox]:
        try:
            sandbox = self._free.get(timeout=self._patience)
        except queue.Empty:
            raise SandboxUnavailable("no sandbox became free in time") from None
        try:
            yield sandbox
        finally:
            self._free.put(sandbox)
            if self._closed:
                self._end_free()

    def _end_free(self) -> None:
        with suppress(queue.Empty):
            while True:
                self._free.get_nowait().close()
