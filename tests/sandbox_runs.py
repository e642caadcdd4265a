"""One run of a submission in a sandbox, where a test needs no more of it."""

from collections.abc import Iterator
from contextlib import contextmanager

from grader.sandbox.plays import Source
from grader.sandbox.protocol import Sandbox
from grader.sandbox.run import Run


@contextmanager
def running(sandbox: Sandbox, source: Source) -> Iterator[Run]:
    """A submission with a backward pass, loaded in a child of its own."""
    with sandbox.room(source) as room, room.open(source, needs_backward=True) as run:
        yield run
