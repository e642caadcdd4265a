"""Tries, from inside the lock, everything a submission must not be able to do.

Each property is proven by attempts that would succeed, or fail in another way, without the lock.
"""

import ctypes
import errno
import json
import mmap
import os
import platform
import resource
import signal
from collections.abc import Callable
from typing import Any, NoReturn

from . import lock
from .frames import write_all

_SECONDS = 5
_AT_FDCWD = -100
_READ_EXECUTE = 5
_PRIVATE_ANONYMOUS = 0x22

# fmt: off
_NUMBERS = {
    "x86_64": {
        "openat": 257, "newfstatat": 262, "getdents64": 217, "readlinkat": 267, "mkdirat": 258, "statx": 332,
        "socket": 41, "socketpair": 53, "execve": 59, "execveat": 322, "clone": 56, "clone3": 435,
        "kill": 62, "tgkill": 234, "pidfd_open": 434, "ptrace": 101, "process_vm_readv": 310,
        "memfd_create": 319, "shmget": 29, "mq_open": 240, "pipe2": 293, "unshare": 272, "setns": 308,
        "mount": 165, "chroot": 161, "setuid": 105, "prlimit64": 302, "prctl": 157,
        "bpf": 321, "io_uring_setup": 425, "keyctl": 250, "userfaultfd": 323, "perf_event_open": 298,
        "inotify_init1": 294, "seccomp": 317, "fstat": 5, "mmap": 9,
    },
    "aarch64": {
        "openat": 56, "newfstatat": 79, "getdents64": 61, "readlinkat": 78, "mkdirat": 34, "statx": 291,
        "socket": 198, "socketpair": 199, "execve": 221, "execveat": 281, "clone": 220, "clone3": 435,
        "kill": 129, "tgkill": 131, "pidfd_open": 434, "ptrace": 117, "process_vm_readv": 270,
        "memfd_create": 279, "shmget": 194, "mq_open": 180, "pipe2": 59, "unshare": 97, "setns": 268,
        "mount": 40, "chroot": 51, "setuid": 146, "prlimit64": 261, "prctl": 167,
        "bpf": 280, "io_uring_setup": 425, "keyctl": 219, "userfaultfd": 282, "perf_event_open": 241,
        "inotify_init1": 26, "seccomp": 277, "fstat": 80, "mmap": 222,
    },
}
# fmt: on

Attempt = Callable[["_Probe"], bool]


class _Probe:
    """Raw system calls, so that no wrapper can refuse in the kernel's place."""

    def __init__(self, settings: lock.Lock, kept: frozenset[int]) -> None:
        self.kept = kept
        self.libc = ctypes.CDLL(None, use_errno=True)
        self.numbers = _NUMBERS[platform.machine()]
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
        """Nothing is open but what was kept on purpose."""
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
    """Each property and whether it was proven just now; none of them where there is no lock."""
    if prepared is None:
        return dict.fromkeys(PROPERTIES, False)
    answer_in, answer_out = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(answer_in)
        _try_everything(prepared, answer_out)
    os.close(answer_out)
    with os.fdopen(answer_in, "rb") as answer:
        text = answer.read()
    os.waitpid(pid, 0)
    try:
        held = json.loads(text)
    except ValueError:
        held = {}
    return {name: held.get(name) is True for name in PROPERTIES}


def _try_everything(prepared: lock.Lock, answer_out: int) -> NoReturn:
    try:
        signal.alarm(_SECONDS)
        empty_in, _ = os.pipe()
        for standard in (0, 1, 2):
            os.dup2(empty_in, standard)
        kept = frozenset({0, 1, 2, answer_out})
        prepared.close(keep=kept)
        probe = _Probe(prepared, kept)
        held = {name: attempt(probe) for name, attempt in PROPERTIES.items()}
        write_all(answer_out, json.dumps(held).encode())
    finally:
        os._exit(0)
