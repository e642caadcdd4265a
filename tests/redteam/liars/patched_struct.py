# Writes other bytes than it is told to.
import struct

_pack = struct.pack


def _packed(layout, *values):
    return _pack(layout, *(0.125 if isinstance(value, float) else value for value in values))


struct.pack = _packed
Value.backward = lambda self: setattr(self, "grad", 7.0)
