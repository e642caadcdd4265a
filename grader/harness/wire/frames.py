"""Messages on a descriptor: one byte of kind, four of length, the payload."""

import os
import struct

HEADER = struct.Struct("!BI")
LARGEST = 32 << 20


class BrokenFrameError(Exception):
    """The bytes are not a frame of an allowed size."""


def write_all(fd: int, data: bytes) -> None:
    """Write every byte; a pipe may take them in pieces."""
    view = memoryview(data)
    while view:
        view = view[os.write(fd, view) :]


def frame(kind: bytes, payload: bytes = b"") -> bytes:
    """A message as bytes."""
    return HEADER.pack(kind[0], len(payload)) + payload


def read_frame(fd: int) -> tuple[bytes, bytes] | None:
    """The next message as (kind, payload), or None at the end of the stream."""
    header = read_header(fd)
    if header is None:
        return None
    kind, length = header
    payload = read_payload(fd, length)
    return None if payload is None else (kind, payload)


def read_header(fd: int) -> tuple[bytes, int] | None:
    """Return the kind of the next message, and the length of its unread rest."""
    header = _read_exactly(fd, HEADER.size)
    if header is None:
        return None
    kind, length = HEADER.unpack(header)
    if length > LARGEST:
        raise BrokenFrameError
    return bytes([kind]), length


def read_payload(fd: int, length: int) -> bytes | None:
    """The rest of a message."""
    return _read_exactly(fd, length)


def whole_frames(buffer: bytes | bytearray, largest: int) -> tuple[int, bytes]:
    """How many bytes of the buffer are complete frames, and of which kinds these are.

    Raises `BrokenFrameError` if a frame says it is larger than `largest`.
    """
    position, kinds = 0, bytearray()
    while position + HEADER.size <= len(buffer):
        kind, length = HEADER.unpack_from(buffer, position)
        if length > largest:
            raise BrokenFrameError
        if position + HEADER.size + length > len(buffer):
            break
        kinds.append(kind)
        position += HEADER.size + length
    return position, bytes(kinds)


def _read_exactly(fd: int, size: int) -> bytes | None:
    pieces = bytearray()
    while len(pieces) < size:
        piece = os.read(fd, min(size - len(pieces), 1 << 20))
        if not piece:
            return None
        pieces += piece
    return bytes(pieces)
