"""Frames to and from a zygote, with a deadline on every wait."""

import os
import select
import time
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Protocol

from grader.errors import HarnessProtocolError
from grader.harness.wire.frames import HEADER, frame
from grader.harness.wire.messages import MessageCode
from grader.sandbox import durations

_CHUNK = 1 << 18
_LARGEST = 64 << 20


class ZygoteGone(Exception):
    """The zygote closed its end, or did not take or give bytes in time."""


class ZygoteSilent(ZygoteGone):
    """Nothing was taken or given in time."""


class MessageLine(Protocol):
    """Messages to and from whoever serves a submission."""

    def send(self, kind: bytes, payload: bytes, *, deadline: float) -> None:
        """Send one."""

    def receive(self, *, deadline: float) -> tuple[bytes, bytes]:
        """The next one, its kind and its payload."""

    def hang_up(self) -> None:
        """End the submission's child."""


@dataclass
class Channel:
    """A pair of descriptors to one zygote. The writing one is non-blocking."""

    incoming: int
    outgoing: int
    _buffer: bytearray = field(default_factory=bytearray)
    _hung_up: bool = False

    def __post_init__(self) -> None:
        os.set_blocking(self.outgoing, False)

    def send(self, kind: bytes, payload: bytes, *, deadline: float) -> None:
        """Write one message.

        Raises `ZygoteGone` if it is not taken by the deadline (on `time.monotonic`).
        """
        view = memoryview(frame(kind, payload))
        while view:
            try:
                view = view[os.write(self.outgoing, view) :]
            except BlockingIOError:
                self._wait(self.outgoing, select.POLLOUT, deadline)
            except (BrokenPipeError, ConnectionResetError):
                raise ZygoteGone from None

    def receive(self, *, deadline: float) -> tuple[bytes, bytes]:
        """The next message.

        Raises:
            ZygoteSilent: if none comes by the deadline.
            ZygoteGone: if the other end is closed.
            HarnessProtocolError: if the bytes are not a message.
        """
        while (message := self._next()) is None:
            self._wait(self.incoming, select.POLLIN, deadline)
            self._buffer += self._read()
        return message

    def hang_up(self) -> None:
        """Have the zygote end its child, without waiting for it."""
        self.send(MessageCode.CLOSE, b"", deadline=time.monotonic() + durations.CLOSING)
        self._hung_up = True

    def read_to_hang_up(self) -> None:
        """Read past what the last child left, up to the zygote's word that it is gone."""
        deadline = time.monotonic() + durations.CLOSING
        while self._hung_up:
            self._hung_up = self.receive(deadline=deadline)[0] != MessageCode.CLOSE

    def close(self) -> None:
        """Close both ends."""
        for fd in (self.incoming, self.outgoing):
            os.close(fd)

    def finish(self, seconds: float) -> None:
        """Close both ends: the reading one when the other side has closed its own, or time is up.

        `Popen.wait` sees the end of a process later: it sleeps in between, twice as long each time.
        """
        os.close(self.outgoing)
        deadline = time.monotonic() + seconds
        with suppress(ZygoteGone):
            while True:
                self._wait(self.incoming, select.POLLIN, deadline)
                self._read()
        os.close(self.incoming)

    def _read(self) -> bytes:
        """Some of what has come.

        Raises `ZygoteGone` if the other end is closed.
        """
        try:
            data = os.read(self.incoming, _CHUNK)
        except ConnectionResetError:
            raise ZygoteGone from None
        if not data:
            raise ZygoteGone
        return data

    def _next(self) -> tuple[bytes, bytes] | None:
        if len(self._buffer) < HEADER.size:
            return None
        kind, length = HEADER.unpack_from(self._buffer)
        if length > _LARGEST:
            raise HarnessProtocolError
        end = HEADER.size + length
        if len(self._buffer) < end:
            return None
        payload = bytes(self._buffer[HEADER.size : end])
        del self._buffer[:end]
        return bytes([kind]), payload

    def _wait(self, fd: int, event: int, deadline: float) -> None:
        poll = select.poll()
        poll.register(fd, event)
        left = deadline - time.monotonic()
        if left <= 0 or not poll.poll(left * 1000):
            raise ZygoteSilent
