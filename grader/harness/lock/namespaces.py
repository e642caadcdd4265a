"""Namespaces of its own for the zygote: an empty read-only root, no network, no other processes.

Done once, before any submission; what the kernel or the operator forbids is left out and reported.
"""

import ctypes
import os
from collections.abc import Callable

from .machine import MACHINE

_NEWNS, _NEWCGROUP, _NEWUTS, _NEWIPC = 0x00020000, 0x02000000, 0x04000000, 0x08000000
_NEWUSER, _NEWPID, _NEWNET = 0x10000000, 0x20000000, 0x40000000
_ALL = _NEWNS | _NEWCGROUP | _NEWUTS | _NEWIPC | _NEWPID | _NEWNET
_MS_RDONLY, _MS_NOSUID, _MS_NODEV, _MS_NOEXEC, _MS_REMOUNT = 1, 2, 4, 8, 32
_MS_REC, _MS_PRIVATE = 1 << 14, 1 << 18
_DETACH = 2
_PIVOT_ROOT = {"x86_64": 155, "aarch64": 41}


def unshare() -> bool:
    """Enter new namespaces; the *next* fork is process 1 of them. False where that is forbidden."""
    libc = ctypes.CDLL(None, use_errno=True)
    if MACHINE not in _PIVOT_ROOT:
        return False
    if os.geteuid() == 0:
        return bool(libc.unshare(_ALL) == 0)
    return _works_in_a_child(libc) and _as_user(libc)


def _works_in_a_child(libc: ctypes.CDLL) -> bool:
    """Whether a child gets the namespaces and the maps: without the maps, nobody could go back out."""
    if pid := os.fork():
        return os.waitpid(pid, 0)[1] == 0
    os._exit(not _as_user(libc))


def _as_user(libc: ctypes.CDLL) -> bool:
    uid, gid = os.getuid(), os.getgid()
    if libc.unshare(_ALL | _NEWUSER) != 0:
        return False
    try:
        _write("/proc/self/setgroups", "deny")
        _write("/proc/self/uid_map", f"{uid} {uid} 1")
        _write("/proc/self/gid_map", f"{gid} {gid} 1")
    except OSError:
        return False
    return True


def empty_root() -> bool:
    """Make an empty, read-only root folder the only one, or return False. Import what is needed before."""
    libc = ctypes.CDLL(None, use_errno=True)
    flags = _MS_NOSUID | _MS_NODEV | _MS_NOEXEC
    options = ctypes.c_char_p(b"size=4k,nr_inodes=2,mode=555")
    steps: tuple[Callable[[], int], ...] = (
        lambda: libc.mount(None, b"/", None, _MS_REC | _MS_PRIVATE, None),
        lambda: libc.mount(b"empty", b"/tmp", b"tmpfs", flags, options),
        lambda: libc.chdir(b"/tmp"),
        lambda: libc.syscall(_PIVOT_ROOT[MACHINE], b".", b"."),
        lambda: libc.umount2(b".", _DETACH),
        lambda: libc.chdir(b"/"),
        lambda: libc.mount(None, b"/", None, _MS_REMOUNT | _MS_RDONLY | flags, None),
    )
    return all(step() == 0 for step in steps)


def _write(path: str, text: str) -> None:
    fd = os.open(path, os.O_WRONLY)
    try:
        os.write(fd, text.encode())
    finally:
        os.close(fd)
