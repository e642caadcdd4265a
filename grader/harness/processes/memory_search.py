"""Looks for secrets in all memory of its process. A child gets this file as its submission, by `remains`."""

import ctypes
import errno
import itertools
import sys

_PAGE, _BLOCK = 1 << 12, 1 << 20
_POPULATE_READ = 22


class MemorySearch:
    """A search for `first` in memory; `remains` is what stands behind each, as many bytes as it has."""

    def __init__(self, first: bytes, set_signal_mask: int) -> None:
        self._first = first
        self._set_signal_mask = set_signal_mask
        self.remains: list[bytes] = []
        self.libc = ctypes.CDLL(None, use_errno=True)
        self.libc.sbrk.restype = self.libc.memmem.restype = ctypes.c_void_p
        pointer, size, number = ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int
        self.libc.madvise.argtypes = (pointer, size, number)
        self.libc.memmem.argtypes = (pointer, size, ctypes.c_char_p, size)
        self.libc.syscall.argtypes = (ctypes.c_long, number, pointer, pointer, size)

    def look_in(self, number: int) -> bool:
        """Search a block, at once: it is there now, and may be given back. Whether any of it was there."""
        pieces = self._readable(number)
        for start, end in pieces:
            self._search(start, end)
        return bool(pieces)

    def _readable(self, number: int) -> list[tuple[int, int]]:
        """Return what can be read of a block; page by page where not all of it can, or the kernel is old."""
        start, end = number * _BLOCK, (number + 1) * _BLOCK
        if self.libc.madvise(start, _BLOCK, _POPULATE_READ) == 0:
            return [(start, end)]
        # Pages in a row are one piece: a secret can begin in one and end in the next.
        pages = enumerate(filter(self._is_readable, range(start, end, _PAGE)))
        rows = [[*row] for _, row in itertools.groupby(pages, lambda each: each[1] - each[0] * _PAGE)]
        return [(row[0][1], row[-1][1] + _PAGE) for row in rows]

    def _is_readable(self, address: int) -> bool:
        # The kernel reads the mask before it sees that there is nothing it could do with it.
        self.libc.syscall(self._set_signal_mask, -1, address, None, 8)
        return ctypes.get_errno() == errno.EINVAL

    def _search(self, start: int, end: int) -> None:
        size = len(self._first)
        at: int | None = self.libc.memmem(start, end - start, self._first, size)
        while at is not None:
            at += size
            self.remains.append(ctypes.string_at(at, min(size, end - at)))
            at = self.libc.memmem(at, end - at, self._first, size)


def look(first: bytes, seconds: list[bytes], set_signal_mask: int) -> list[int]:
    """Return how often each secret, `first` and one of `seconds`, is in this process's memory."""
    memory = MemorySearch(first, set_signal_mask)
    buffers = [ctypes.create_string_buffer(1 << power) for power in range(18)]
    known = _blocks_in_use(buffers)
    for number in known:
        memory.look_in(number)
    number = memory.libc.sbrk(0) // _BLOCK  # the heap, down from its end
    while number in known or memory.look_in(number):
        number -= 1
    return [memory.remains.count(second) for second in seconds]


def _blocks_in_use(buffers: list[ctypes.Array[ctypes.c_char]]) -> set[int]:
    """Return the blocks where modules, made at all times of the start, and buffers of all sizes are."""
    modules = [*sys.modules.values()]
    blocks = {id(thing) // _BLOCK for module in modules for thing in (module, vars(module))}
    blocks |= {ctypes.addressof(buffer) // _BLOCK for buffer in buffers}
    return blocks | {number + side for number in blocks for side in (-1, 1)}  # Python's arenas cross over
