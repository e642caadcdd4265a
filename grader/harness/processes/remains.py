"""Tries, from inside the lock, to read what the submission before left in memory.

A rehearsal of several submissions, by a zygote forked for it: all but the last are full of a secret that was
drawn after that fork, the last looks for the secret in all memory it can reach. That it looks well is proven
too: it has to find what was planted here before any fork, once as a small object and often in a large one.
"""

import marshal
import os
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, NoReturn, cast

from ..lock import lock
from ..lock.apart import result_of_child
from ..lock.machine import MACHINE
from ..lock.seccomp import TABLES
from ..wire.frames import frame, read_frame, whole_frames, write_all
from ..wire.messages import MessageCode
from ..wire.settings import HarnessSettings
from . import child, durations, memory_search
from .supervisor import Host

if TYPE_CHECKING:
    from importlib.abc import InspectLoader

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
_SEARCH = marshal.dumps(cast("InspectLoader", memory_search.__loader__).get_code(memory_search.__name__))
"""Sent as code that has Python's own `id`: that of a submission gives no addresses."""
_SPY = """
import builtins, marshal
names = {{"__name__": "memory_search", "__builtins__": builtins}}
exec(marshal.loads({code!r}), names)
print(*names["look"]({first!r}, {seconds!r}, {set_signal_mask}))
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
        code=_SEARCH,
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
