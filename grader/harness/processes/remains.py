"""Tries, from inside the lock, to read what the submission before left in memory.

A rehearsal of several submissions, by a zygote forked for it: all but the last are full of a secret that was
drawn after that fork, the last looks for the secret in all memory it can reach. That it looks well is proven
too: it has to find what was planted here before any fork, once as a small object and often in a large one.
"""

import marshal
import os
from collections.abc import Callable, Iterator
from functools import partial
from typing import NoReturn

from ..lock import lock
from ..lock.apart import result_of_child
from ..lock.machine import MACHINE
from ..lock.seccomp import TABLES
from ..wire.frames import frame, read_frame, whole_frames, write_all
from ..wire.messages import MessageCode
from ..wire.settings import HarnessSettings
from . import child, durations
from .supervisor import Host

PROPERTIES = ("earlier-submissions",)

Serve = Callable[[HarnessSettings, Host], None]

_LINES = (60, 150, 400, 200)
"""How many lines each of the earlier submissions has. A process that only frees such short texts leaves them
in memory. The next submission may be written over one of them, by chance: so there are several."""
_PLANTED_LINES = 2_000
_HALF = 12
"""Bytes."""


def _token() -> bytes:
    """Return random text that stands nowhere else in memory."""
    return os.urandom(_HALF).hex().encode()


_FIRST_HALF = _token()
"""The first half of all secrets, so that one search finds them all."""
_SMALL, _LARGE = (_token() for _ in range(2))
_PLANTED = _FIRST_HALF + _SMALL, b"\n".join([_FIRST_HALF + _LARGE] * _PLANTED_LINES)
"""The texts in the memory of every child that must be found."""

_HEADER = (
    b'{"name": "rehearsal.py", "notebook": false, "needs_backward": true, "definitions_only": false, '
    b'"again": false, "counted": false, "caller_seeds": false, "may_not_record": false, "class_name": "", '
    b'"reference": ""}\n'
)
_SPY = """
import builtins, marshal, types
look = types.FunctionType(marshal.loads({code!r}), {{"__builtins__": builtins}})
print(*look({first!r}, {seconds!r}, {set_signal_mask}))
"""


def run(settings: HarnessSettings, serve: Serve) -> dict[str, bool]:
    """The property, and whether it was proven just now of a zygote that serves like this."""
    if not settings.locked:
        return dict.fromkeys(PROPERTIES, False)
    # What is told does not depend on how patient the operator is.
    seconds = durations.SEARCH
    patient = settings._replace(
        step_cpu=seconds, step_wall=seconds, silence=seconds, printed=1 << 20, shown=1 << 20
    )
    return result_of_child(
        PROPERTIES,
        lambda _: dict.fromkeys(PROPERTIES, _nothing_remains(partial(serve, patient))),
        seconds=seconds,
    )


def _nothing_remains(serve: Callable[[Host], None]) -> bool:
    """Whether the last child finds nothing of what those before were given."""
    zygote, host = _zygote(serve)
    printed = _last_of_several(host)
    os.close(host.outgoing)
    os.waitpid(zygote, 0)
    try:
        count, small, large = map(int, printed.split())
    except ValueError:
        return False
    return count == 0 and small > 0 and large > _PLANTED_LINES // 2


def _last_of_several(host: Host) -> bytes:
    """Return what the last one prints: how often it found the secret of those before, and planted ones."""
    second_half = _token()
    secret = _FIRST_HALF + second_half
    for lines in _LINES:
        _loaded(host, b"# %b\n" % secret * lines + b"def %b(:\n" % secret)
    spy = _SPY.format(
        code=marshal.dumps(_look.__code__),
        first=_FIRST_HALF,  # away from the other half: what it is given is not what it looks for
        seconds=[second_half, _SMALL, _LARGE],
        set_signal_mask=TABLES[MACHINE].allowed["rt_sigprocmask"],
    )
    return _loaded(host, spy.encode())


def _zygote(serve: Callable[[Host], None]) -> tuple[int, Host]:
    """A copy of this zygote, and the descriptors by which it is spoken with."""
    incoming, to_zygote = os.pipe()
    from_zygote, outgoing = os.pipe()
    zygote = os.fork()
    if zygote == 0:
        _serve(serve, Host(incoming, outgoing), others=(to_zygote, from_zygote))
    os.close(incoming)
    os.close(outgoing)
    return zygote, Host(from_zygote, to_zygote)


def _serve(serve: Callable[[Host], None], host: Host, others: tuple[int, ...]) -> NoReturn:
    """Serve as a zygote would, in a process of its own."""
    try:
        lock.die_with_parent()
        for fd in others:
            os.close(fd)
        serve(host)
    finally:
        os._exit(0)


def _loaded(host: Host, text: bytes) -> bytes:
    """Open a submission and close it again; what it printed while it was loaded."""
    write_all(host.outgoing, frame(MessageCode.OPEN, _HEADER + text))
    printed = b"".join(
        payload for kind, payload in _replies(host, _ends_loading) if kind == MessageCode.PRINTED
    )
    write_all(host.outgoing, frame(MessageCode.CLOSE))
    for _ in _replies(host, lambda kind, _: kind == MessageCode.CLOSE):
        pass
    return printed


def _replies(host: Host, is_last: Callable[[bytes, bytes], bool]) -> Iterator[tuple[bytes, bytes]]:
    """Yield what the zygote says, up to the message that is the last one or to its end."""
    while (message := read_frame(host.incoming)) is not None:
        yield message
        if is_last(*message):
            return


def _ends_loading(kind: bytes, payload: bytes) -> bool:
    """Whether the child has loaded the submission, or is gone; before, it may tell how far it is."""
    return kind == MessageCode.ENDED or (
        kind == MessageCode.ANSWERS and whole_frames(payload, len(payload))[1].endswith(child.LAST_KINDS)
    )


def _look(first: bytes, seconds: list[bytes], set_signal_mask: int) -> list[int]:
    """How often each secret is in this process's memory. It is sent as code, and sees nothing around it."""
    import builtins
    import ctypes
    import errno
    import itertools
    import sys

    page, block, populate_read = 1 << 12, 1 << 20, 22
    libc = ctypes.CDLL(None, use_errno=True)
    libc.sbrk.restype = libc.memmem.restype = ctypes.c_void_p
    libc.madvise.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)
    libc.memmem.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_char_p, ctypes.c_size_t)
    libc.syscall.argtypes = (ctypes.c_long, ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t)

    def is_readable(address: int) -> bool:
        # The kernel reads the mask before it sees that there is nothing it could do with it.
        libc.syscall(set_signal_mask, -1, address, None, 8)
        return ctypes.get_errno() == errno.EINVAL

    def readable(number: int) -> list[tuple[int, int]]:
        """Return what can be read of a block; page by page where not all of it can, or the kernel is old."""
        start, end = number * block, (number + 1) * block
        if libc.madvise(start, block, populate_read) == 0:
            return [(start, end)]
        # Pages in a row are one piece: a secret can begin in one and end in the next.
        pages = enumerate(filter(is_readable, range(start, end, page)))
        rows = [[*row] for _, row in itertools.groupby(pages, lambda each: each[1] - each[0] * page)]
        return [(row[0][1], row[-1][1] + page) for row in rows]

    def search(start: int, end: int) -> None:
        at: int | None = libc.memmem(start, end - start, first, len(first))
        while at is not None:
            at += len(first)
            remains.append(ctypes.string_at(at, min(len(first), end - at)))
            at = libc.memmem(at, end - at, first, len(first))

    def look_in(number: int) -> bool:
        """Search a block, at once: it is there now, and may be given back. Whether any of it was there."""
        pieces = readable(number)
        for start, end in pieces:
            search(start, end)
        return bool(pieces)

    remains: list[bytes] = []
    # Where modules, made at all times of the start, and buffers are; then the heap, down from its end.
    modules = [*sys.modules.values()]
    buffers = [ctypes.create_string_buffer(1 << power) for power in range(18)]
    known = {builtins.id(thing) // block for module in modules for thing in (module, vars(module))}
    known |= {ctypes.addressof(buffer) // block for buffer in buffers}
    known |= {number + side for number in known for side in (-1, 1)}  # Python's arenas cross over
    for number in known:
        look_in(number)
    number = libc.sbrk(0) // block
    while number in known or look_in(number):
        number -= 1
    return [remains.count(second) for second in seconds]
