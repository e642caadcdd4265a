"""The lock a child closes behind itself before it touches a submission. There is no key."""

import ctypes
import os
import resource
import signal
import struct
from collections.abc import Collection
from itertools import pairwise
from typing import NamedTuple

from . import landlock, seccomp
from .machine import MACHINE

_PR_SET_PDEATHSIG, _PR_SET_DUMPABLE, _PR_SET_NO_NEW_PRIVS = 1, 4, 38
_NOBODY = 65534
_OPEN_FILES = 16
_HIGHEST_DESCRIPTOR = 1024

# Made once, before the forks: each child would pay for its own.
_LIBC = ctypes.CDLL(None, use_errno=True)
_CAPABILITY_HEADER = struct.pack("=Ii", 0x20080522, 0)
_NO_CAPABILITIES = bytes(24)


class Lock(NamedTuple):
    """Prepared once in the zygote, closed in each child."""

    memory: int
    """Bytes of address space."""
    cpu: int
    """Seconds of processor time, after which the kernel kills."""
    program: bytes
    ruleset: int | None
    no_processes: bytes
    """The filter of a supervisor."""

    def close(self, keep: Collection[int]) -> None:
        """Lock this process, for good; it keeps only these descriptors.

        Raises `OSError` if a part of the lock cannot be closed; the child must then end.
        """
        # The order matters. Root is left first: the limit on processes does not bind it, and a process that
        # changes its user no longer dies with its parent until it asks for that again.
        _leave_root()
        _limit(memory=self.memory, cpu=self.cpu)
        die_with_parent()
        _LIBC.prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)
        _drop_capabilities()
        # Landlock and the filter are for everybody, but only for who can gain no rights any more.
        _LIBC.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
        if self.ruleset is not None:
            landlock.restrict(self.ruleset)
        _close_all_but(keep)
        # Last: under it nothing of the above could be called.
        seccomp.install(self.program)

    def forbid_processes(self) -> None:
        """Forbid this process, for good, to fork or to start a program.

        Raises `OSError` if the kernel refuses.
        """
        seccomp.install(self.no_processes)


def prepare(*, memory: int, cpu: int) -> Lock:
    """Build the filters and the rules this machine has."""
    version = landlock.abi()
    ruleset = landlock.create_ruleset(version) if version else None
    return Lock(memory, cpu, seccomp.filter_for(MACHINE), ruleset, seccomp.filter_against_processes(MACHINE))


def _close_all_but(keep: Collection[int]) -> None:
    edges = sorted({-1, *keep, _HIGHEST_DESCRIPTOR})
    for low, high in pairwise(edges):
        # An empty range that ends at 0 would close everything: its last, -1, is taken as unsigned.
        if low + 1 < high:
            os.closerange(low + 1, high)


def die_with_parent() -> None:
    """Have the kernel kill this process when the one that forked it ends."""
    _LIBC.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)


def _leave_root() -> None:
    """A limit on processes and the ownership of files mean nothing to uid 0."""
    if os.geteuid() != 0:
        return
    os.setgroups([])
    os.setresgid(_NOBODY, _NOBODY, _NOBODY)
    os.setresuid(_NOBODY, _NOBODY, _NOBODY)


def _limit(*, memory: int, cpu: int) -> None:
    for what, most in (
        (resource.RLIMIT_AS, memory),
        (resource.RLIMIT_CPU, cpu),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_NOFILE, _OPEN_FILES),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_NPROC, 0),
        (resource.RLIMIT_MEMLOCK, 0),
        (resource.RLIMIT_MSGQUEUE, 0),
    ):
        if resource.getrlimit(what) != (most, most):  # gVisor refuses to set some of them at all
            resource.setrlimit(what, (most, most))


def _drop_capabilities() -> None:
    if _LIBC.capset(_CAPABILITY_HEADER, _NO_CAPABILITIES) != 0:
        raise OSError(ctypes.get_errno(), "capset")
