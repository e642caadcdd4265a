"""A channel over the stream that an engine attaches: the zygote's bytes come in pieces of the engine's."""

import os
import select
import socket
import struct
from contextlib import suppress
from dataclasses import dataclass, field

from grader.errors import HarnessProtocolError
from grader.sandbox.channel import Channel

_PIECE = struct.Struct("!BxxxI")
_OUTPUT = 1
_LARGEST = 1 << 20
"""An engine cuts at 32 KiB."""


@dataclass
class AttachedChannel(Channel):
    """A channel over one end of a socket, of which it has two descriptors."""

    _pieces: bytearray = field(default_factory=bytearray)

    def is_open(self) -> bool:
        """Whether the other end is still there, and has said nothing that nobody asked for."""
        poll = select.poll()
        poll.register(self.incoming, select.POLLIN)
        return not poll.poll(0)

    def close(self) -> None:
        """Hang up, whoever else has the connection open."""
        with socket.socket(fileno=os.dup(self.incoming)) as ours, suppress(OSError):
            ours.shutdown(socket.SHUT_RDWR)
        super().close()

    def _read(self) -> bytes:
        """Return what the zygote wrote, of what has come."""
        self._pieces += super()._read()
        output = bytearray()
        while (piece := self._next_piece()) is not None:
            output += piece
        return bytes(output)

    def _next_piece(self) -> bytes | None:
        if len(self._pieces) < _PIECE.size:
            return None
        stream, length = _PIECE.unpack_from(self._pieces)
        if stream != _OUTPUT or length > _LARGEST:
            raise HarnessProtocolError
        end = _PIECE.size + length
        if len(self._pieces) < end:
            return None
        piece = bytes(self._pieces[_PIECE.size : end])
        del self._pieces[:end]
        return piece
