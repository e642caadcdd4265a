"""The first process inside the sandbox: sets it up, and forks a supervisor for each submission.

It reads nothing: no descriptor is passed to it, no command, no byte of a submission. It forks, waits for
the end of what it forked, and forks again. So every child is a copy of what this process was before the
first submission, whatever was graded in between.

    zygote       preloads, encloses itself, forks supervisors             reads nothing, lives long
    supervisor   forks one child; then reads, relays and keeps limits     one submission
    child        locks itself, then reads, loads and plays                one submission
"""

import gc
import json
import os
import sys
from functools import partial
from typing import NoReturn

from ..loading import modules
from ..lock import container, landlock, lock, namespaces, selftest
from ..wire.frames import frame, write_all
from ..wire.messages import MessageCode
from ..wire.settings import HarnessSettings
from . import pages, preload, remains, supervisor
from .supervisor import Host, Turn


def serve(prepared: lock.Lock | None, settings: HarnessSettings, host: Host) -> None:
    """Fork one supervisor after the other, until one is told that nobody is left to serve.

    One serves and one waits for its turn, its child locked, so that no submission waits for a fork. The next
    is forked when one is gone: mostly between two submissions, and beside one only where there is no pause.
    A zygote that will serve one submission forks each when the one before is gone: the last is never needed.
    """
    self_test = partial(_self_test, prepared, settings)
    serving, its_turn = 0, None
    while True:
        if not settings.serves_many and not _has_served(serving):
            return
        next_turn, hand_over = os.pipe()
        pid = os.fork()
        if pid == 0:
            os.close(next_turn)
            supervisor.main(settings, prepared, host, self_test, Turn(its_turn, hand_over))
        os.close(hand_over)
        if its_turn is not None:
            os.close(its_turn)
        if settings.serves_many and not _has_served(serving):
            os.waitpid(pid, 0)
            return
        serving, its_turn = pid, next_turn


def _has_served(supervisor_pid: int) -> bool:
    """Wait for the end of a supervisor, if there is one (0: none yet); False where nobody is left to serve.

    One that ended otherwise may have left half a message unread: nobody may read the rest as a new one.
    """
    return not supervisor_pid or os.waitpid(supervisor_pid, 0)[1] == supervisor.SERVED


def _self_test(prepared: lock.Lock | None, settings: HarnessSettings) -> dict[str, bool]:
    """Each property of this sandbox, and whether it was proven just now."""
    results = dict.fromkeys(selftest.PROPERTIES, False) | selftest.run(prepared)
    results |= remains.run(settings, partial(serve, prepared))
    if settings.container is not None:
        results |= container.run(container.Promised(**settings.container))
    return results


def main(settings_text: str) -> NoReturn:
    """Set up the sandbox, say what it is made of, and serve."""
    settings = HarnessSettings(**json.loads(settings_text))
    enclosed = settings.locked and namespaces.unshare()
    # A new process namespace is for the next fork alone, so that fork has to become the zygote; this process
    # only hands its end on.
    if enclosed and (zygote := os.fork()):
        os._exit(os.waitstatus_to_exitcode(os.waitpid(zygote, 0)[1]) & 0xFF)
    if enclosed:
        lock.die_with_parent()
    # First whatever a submission may import: later there is no file to load it from.
    preload.preload(settings.imports, settings.numpy_folder)
    modules.shut_out_files()
    modules.hide_harness()
    # Children are copies of this process: what the service keeps in its variables, such as the address of its
    # database, must be gone before the first of them.
    os.environ.clear()
    if settings.serves_many:
        pages.learn()  # as long as there is a `/proc`
    enclosed = enclosed and namespaces.empty_root()
    prepared = lock.prepare(memory=settings.memory, cpu=settings.cpu) if settings.locked else None
    ready = {
        "python": sys.version.split()[0],
        "numpy": settings.numpy_folder is not None,
        "locked": settings.locked,
        "namespaces": enclosed,
        "landlock": landlock.abi() if settings.locked else 0,
        "uid": os.getuid(),
    }
    # Frozen objects are left alone by every collection. Without this the first one in a child would write
    # into each of them, and copy nearly all the memory that it shares with this process.
    gc.freeze()
    write_all(Host().outgoing, frame(MessageCode.READY, json.dumps(ready).encode()))
    serve(prepared, settings, Host())
    os._exit(0)
