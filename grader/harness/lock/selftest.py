"""Tries, from inside the lock, everything a submission must not be able to do.

Each property is proven by attempts that would succeed, or fail in another way, without the lock.
"""

import ctypes
import errno
import mmap
import os
import resource
import signal
from collections.abc import Callable
from functools import partial
from typing import Any

from . import lock
from .apart import result_of_child
from .calls import NUMBERS
from .machine import MACHINE

_AT_FDCWD = -100
_READ_EXECUTE = 5
_PRIVATE_ANONYMOUS = 0x22

Attempt = Callable[["_Probe"], bool]


class _Probe:
    """Raw system calls, so that no wrapper can refuse in the kernel's place."""

    def __init__(self, settings: lock.Lock, kept: frozenset[int]) -> None:
        self.kept = kept
        self.libc = ctypes.CDLL(None, use_errno=True)
        self.numbers = NUMBERS[MACHINE]
        self.settings = settings
        self.buffer = ctypes.create_string_buffer(4096)

    def denied(self, name: str, *arguments: Any) -> bool:
        """Whether the call was refused with EPERM."""
        ctypes.set_errno(0)
        result = self.libc.syscall(self.numbers[name], *arguments)
        return result == -1 and ctypes.get_errno() == errno.EPERM

    def files(self) -> bool:
        root = ctypes.c_char_p(b"/")
        return (
            self.denied("openat", _AT_FDCWD, root, os.O_RDONLY | os.O_DIRECTORY)
            and self.denied("newfstatat", _AT_FDCWD, root, self.buffer, 0)
            and self.denied("newfstatat", _AT_FDCWD, root, self.buffer, 0x1000)
            and self.denied("statx", _AT_FDCWD, root, 0, 0xFFF, self.buffer)
            and self.denied("getdents64", 0, self.buffer, 1024)
            and self.denied("readlinkat", _AT_FDCWD, root, self.buffer, 1024)
            and self.denied("mkdirat", _AT_FDCWD, ctypes.c_char_p(b"made"), 0o700)
        )

    def network(self) -> bool:
        families = {"unix": 1, "inet": 2, "inet6": 10, "netlink": 16, "packet": 17, "alg": 38, "vsock": 40}
        return all(
            self.denied("socket", family, kind, 0) for family in families.values() for kind in (1, 2)
        ) and (self.denied("socketpair", 1, 1, 0, self.buffer))

    def processes(self) -> bool:
        shell = ctypes.c_char_p(b"/bin/sh")
        return (
            self.denied("execve", shell, None, None)
            and self.denied("execveat", _AT_FDCWD, shell, None, None, 0)
            and self.denied("clone", signal.SIGCHLD, None, None, None, None)
            and self.denied("clone3", self.buffer, 64)
        )

    def other_processes(self) -> bool:
        parent = os.getpid()
        return (
            self.denied("kill", parent, 0)
            and self.denied("tgkill", parent, parent, 0)
            and self.denied("pidfd_open", parent, 0)
            and self.denied("ptrace", 0, 0, None, None)
            and self.denied("process_vm_readv", parent, self.buffer, 0, self.buffer, 0, 0)
        )

    def hidden_memory(self) -> bool:
        name = ctypes.c_char_p(b"hidden")
        return (
            self.denied("memfd_create", name, 0)
            and self.denied("shmget", 0, 1 << 20, 0o1600)
            and self.denied("mq_open", name, os.O_CREAT, 0o600, None)
            and self.denied("pipe2", self.buffer, 0)
        )

    def executable_memory(self) -> bool:
        size, flags = mmap.PAGESIZE, _PRIVATE_ANONYMOUS
        return self.denied("mmap", None, size, _READ_EXECUTE, flags, -1, 0)

    def privileges(self) -> bool:
        # Arguments that the kernel looks at before it asks for a capability, which would be EPERM too.
        nowhere = ctypes.c_void_p(1)
        return (
            os.getuid() != 0
            and os.geteuid() != 0
            and self.denied("setuid", -1)
            and self.denied("unshare", 0x10000000)
            and self.denied("setns", 0, 0)
            and self.denied("mount", nowhere, nowhere, nowhere, 0, None)
            and self.denied("chroot", nowhere)
            and self.denied("prctl", 38, 1, 0, 0, 0)
        )

    def limits(self) -> bool:
        return self.denied("prlimit64", 0, resource.RLIMIT_AS, self.buffer, None) and self.denied(
            "seccomp", 1, 0, self.buffer
        )

    def kernel_surface(self) -> bool:
        return (
            self.denied("bpf", 0, self.buffer, 16)
            and self.denied("io_uring_setup", 1, self.buffer)
            and self.denied("keyctl", 0, -3, 0)
            and self.denied("userfaultfd", 1)
            and self.denied("perf_event_open", self.buffer, 0, -1, -1, 0)
            and self.denied("inotify_init1", 0)
        )

    def memory_limit(self) -> bool:
        try:
            bytearray(self.settings.memory)
        except MemoryError:
            return True
        return False

    def environment(self) -> bool:
        return not os.environ and not os.environb

    def descriptors(self) -> bool:
        """Return whether only descriptors that were kept on purpose are open."""
        open_ones = [
            fd for fd in range(256) if self.libc.syscall(self.numbers["fstat"], fd, self.buffer) == 0
        ]
        return set(open_ones) <= self.kept


PROPERTIES: dict[str, Attempt] = {
    "files": _Probe.files,
    "network": _Probe.network,
    "processes": _Probe.processes,
    "other-processes": _Probe.other_processes,
    "hidden-memory": _Probe.hidden_memory,
    "executable-memory": _Probe.executable_memory,
    "privileges": _Probe.privileges,
    "limits": _Probe.limits,
    "kernel-surface": _Probe.kernel_surface,
    "memory-limit": _Probe.memory_limit,
    "environment": _Probe.environment,
    "descriptors": _Probe.descriptors,
}


def run(prepared: lock.Lock | None) -> dict[str, bool]:
    """Return each property and whether it was proven just now; no property without a lock."""
    if prepared is None:
        return dict.fromkeys(PROPERTIES, False)
    return result_of_child(PROPERTIES, partial(_try_everything, prepared))


def _try_everything(prepared: lock.Lock, answer_out: int) -> dict[str, bool]:
    empty_in, _ = os.pipe()
    for standard in (0, 1, 2):
        os.dup2(empty_in, standard)
    kept = frozenset({0, 1, 2, answer_out})
    prepared.close(keep=kept)
    probe = _Probe(prepared, kept)
    return {name: attempt(probe) for name, attempt in PROPERTIES.items()}
