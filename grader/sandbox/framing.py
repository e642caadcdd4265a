"""Messages between host and sandbox: one byte of kind, four of length, the payload.

Apart from what the payloads mean (`wire`), so that a zygote can be started before much is imported.
"""

import struct
from enum import Enum

HEADER = struct.Struct("!BI")


class MessageTag(bytes, Enum):
    """Tags between the host and a supervisor; `grader/harness/wire/messages.py` says what each holds."""

    OPEN = b"O"
    JOB = b"J"
    CLOSE = b"C"
    SELF_TEST = b"T"
    READY = b"R"
    ANSWERS = b"D"
    PRINTED = b"P"
    USED = b"U"
    ENDED = b"E"


def frame(kind: bytes, payload: bytes = b"") -> bytes:
    """A message as bytes."""
    return HEADER.pack(kind[0], len(payload)) + payload
