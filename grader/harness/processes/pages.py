"""Copies, before a submission comes, the pages of memory that its child is going to write to.

A child shares its pages with the process it was forked from until it writes to them, to count references
above all. Each first write stops it for some microseconds, in which the kernel copies the page. Up to the
last play 900 are written to, which takes a sixth of a check. Which they are is seen once, in a process that
rehearses a submission of ours and ends. A child that waits for a submission writes to them meanwhile.
"""

import ctypes
import os
import signal
from array import array
from collections.abc import Iterator
from typing import NoReturn

from ..loading import submission
from ..playing.play import GraphMessage, Player, PlayMessage
from ..repair.attempts import Attempts
from ..running.problem import Places
from ..wire.frames import write_all
from . import durations

_PAGE = 4096
_PRESENT, _EXCLUSIVE = 1 << 63, 1 << 56
_MOST_AT_ONCE = 1024
"""Pieces of memory that the kernel takes in one call."""
_LIBC = ctypes.CDLL(None, use_errno=True)

_SOURCE = os.path.join(os.path.dirname(__file__), "rehearsal.py")
"""Read by the process that rehearses alone: a submission finds no class in its memory that is not its own."""
_HEADER = {
    "name": "rehearsal.py", "notebook": False, "needs_backward": True, "definitions_only": False,
    "again": False, "counted": False, "caller_seeds": False, "may_not_record": False, "class_name": "",
    "reference": "", "of_networks": False,
}  # fmt: skip
_GRAPH = GraphMessage(
    labels=["a", "b"],
    nodes=5,
    steps=[("*", 2, [0, 1]), ("+", 3, [2, 0]), ("tanh", 4, [3]), ("backward", 4, [])],
    constants=[],
    about=[],
    drive="backward",
    replaced=None,
    seeds_itself=False,
    reuses_nodes=False,
)


_PLAYS = [PlayMessage(number, _GRAPH, [2.0, -3.0], number, reverse=False, order=[]) for number in range(3)]


class _Piece(ctypes.Structure):
    """A piece of memory, as the kernel wants it described."""

    _fields_ = (("address", ctypes.c_void_p), ("length", ctypes.c_size_t))


_pieces: list[ctypes.Array[_Piece]] = []
"""One byte of each page; known before the first fork, as all that children need."""


def learn() -> None:
    """See which pages a rehearsal writes to; none where the kernel does not show them."""
    pages_in, pages_out = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(pages_in)
        _rehearse(pages_out)
    os.close(pages_out)
    with os.fdopen(pages_in, "rb") as told:
        addresses = array("Q", told.read())
    os.waitpid(pid, 0)
    for start in range(0, len(addresses), _MOST_AT_ONCE):
        some = addresses[start : start + _MOST_AT_ONCE]
        _pieces.append((_Piece * len(some))(*(_Piece(address, 1) for address in some)))


def copy() -> None:
    """Write to each page what is there. The kernel stops at one that is gone, which harms nothing."""
    for pieces in _pieces:
        _LIBC.process_vm_writev(os.getpid(), pieces, len(pieces), pieces, len(pieces), 0)


def _rehearse(pages_out: int) -> NoReturn:
    """Play once as a submission does, and say which pages of memory that wrote to."""
    try:
        signal.setitimer(signal.ITIMER_REAL, durations.REHEARSAL)
        memory = list(_own_memory())
        _play()
        write_all(pages_out, array("Q", _written(memory)).tobytes())
    finally:
        os._exit(0)


def _play() -> None:
    """Do what every submission makes a child do."""
    places = Places()
    _, value_class, cells = submission.load(_read(_SOURCE), _HEADER, places)
    assert value_class is not None
    player = Player(value_class)
    player.operations.present()
    Attempts(player, cells, _HEADER, places)
    for play in _PLAYS:
        player.answer(play)


def _own_memory() -> Iterator[range]:
    """The numbers of the pages that this process may write to. What is forked from it gets copies of them."""
    for line in _read("/proc/self/maps").decode("utf-8", "replace").splitlines():
        addresses, permissions, *_ = line.split()
        if permissions == "rw-p":
            start, end = (int(address, 16) // _PAGE for address in addresses.split("-"))
            yield range(start, end)


def _written(memory: list[range]) -> Iterator[int]:
    """The addresses of the pages that are this process's alone by now."""
    with open("/proc/self/pagemap", "rb", buffering=0) as pagemap:
        for pages in memory:
            pagemap.seek(pages.start * 8)
            for number, entry in zip(pages, array("Q", pagemap.read(len(pages) * 8)), strict=False):
                if entry & _PRESENT and entry & _EXCLUSIVE:
                    yield number * _PAGE


def _read(path: str) -> bytes:
    """Return the content of a file."""
    with open(path, "rb") as file:
        return file.read()
