"""The numbers of one play, and the bytes that carry them."""

import struct
from dataclasses import dataclass
from typing import Any, NamedTuple

from ..model.find_class import ValueClass

_HEADER = struct.Struct("!IBI")


@dataclass
class Values:
    """The numbers that a play gave, all nodes in order: data when made, data afterwards, gradients."""

    numbers: list[float]
    kinds: bytes


NOTHING = Values([], b"")

ANSWERED, MISSING, FORWARD_ERROR, BACKWARD_ERROR, NOT_APPLICABLE = range(5)
"""The statuses of plays, as the host knows them."""


class PlayOutcome(NamedTuple):
    """The outcome of a play."""

    status: int
    values: Values
    detail: dict[str, Any]
    """The facts for the host beside the numbers: an obstacle, what was watched, nothing."""


class ForwardValues:
    """The data of each node, read before gradients are first asked for after it was made."""

    def __init__(self, value_class: ValueClass) -> None:
        self.numbers: list[float] = []
        self.kinds = b""
        self.name = value_class.data_name
        self.attributes = value_class.reader.attributes

    def read(self, slots: list[Any], count: int) -> None:
        """Read the nodes that are there and were not read yet."""
        new = [node for node in slots[len(self.numbers) : count] if node is not None]
        if new:
            numbers, kinds = self.attributes(new, self.name)
            self.numbers += numbers
            self.kinds += kinds


def encode(number: int, status: int, values: Values) -> bytes:
    """Return header, one byte of kind a reading, then one float64 a reading."""
    count = len(values.numbers)
    return _HEADER.pack(number, status, count) + values.kinds + struct.pack(f"<{count}d", *values.numbers)
