"""A strict system-call filter: what a running interpreter needs, and nothing that opens anything.

No file, socket, process, thread, signal to others, or executable memory can be had under it. All
else answers EPERM, which a student sees as an ordinary `PermissionError`. A foreign architecture
(32-bit calls, x32) kills the process. `newfstatat` is left out although `fstat` uses it: with an
absolute path it would tell which files exist.

Numbers: the kernel's tables for x86_64 and for aarch64 (asm-generic).
"""

import ctypes
import struct
from typing import NamedTuple

_LOAD, _JUMP_EQUAL, _JUMP_AT_LEAST, _JUMP_ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_KILL_PROCESS, _ALLOW, _ERRNO = 0x80000000, 0x7FFF0000, 0x00050000
_EPERM = 1
_NUMBER_AT, _ARCHITECTURE_AT, _ARGUMENTS_AT = 0, 4, 16
_PROT_EXEC = 4
_X32_BIT = 0x40000000

_PR_SET_SECCOMP, _PR_SET_NO_NEW_PRIVS, _MODE_FILTER = 22, 38, 2


class Table(NamedTuple):
    """One architecture: its audit number, allowed calls, and those that take no PROT_EXEC."""

    audit: int
    allowed: dict[str, int]
    without_exec: dict[str, int]


# fmt: off
TABLES = {
    "x86_64": Table(0xC000003E, {
        "read": 0, "write": 1, "close": 3, "fstat": 5, "lseek": 8, "munmap": 11, "brk": 12,
        "rt_sigaction": 13, "rt_sigprocmask": 14, "rt_sigreturn": 15, "writev": 20, "sched_yield": 24,
        "mremap": 25, "madvise": 28, "nanosleep": 35, "getpid": 39, "exit": 60, "gettimeofday": 96,
        "getrusage": 98, "getuid": 102, "getgid": 104, "geteuid": 107, "getegid": 108,
        "sigaltstack": 131, "gettid": 186, "futex": 202, "restart_syscall": 219,
        "clock_gettime": 228, "clock_getres": 229, "clock_nanosleep": 230, "exit_group": 231,
        "getrandom": 318, "rseq": 334,
    }, {"mmap": 9, "mprotect": 10}),
    "aarch64": Table(0xC00000B7, {
        "close": 57, "lseek": 62, "read": 63, "write": 64, "writev": 66, "fstat": 80, "exit": 93,
        "exit_group": 94, "futex": 98, "nanosleep": 101, "clock_gettime": 113, "clock_getres": 114,
        "clock_nanosleep": 115, "sched_yield": 124, "restart_syscall": 128, "sigaltstack": 132,
        "rt_sigaction": 134, "rt_sigprocmask": 135, "rt_sigreturn": 139, "getrusage": 165,
        "gettimeofday": 169, "getpid": 172, "getuid": 174, "geteuid": 175, "getgid": 176,
        "getegid": 177, "gettid": 178, "brk": 214, "munmap": 215, "mremap": 216, "madvise": 233,
        "getrandom": 278, "rseq": 293,
    }, {"mmap": 222, "mprotect": 226}),
}
# fmt: on

MAKING_PROCESSES = {
    "x86_64": {"clone": 56, "fork": 57, "vfork": 58, "execve": 59, "execveat": 322, "clone3": 435},
    "aarch64": {"clone": 220, "execve": 221, "execveat": 281, "clone3": 435},
}
"""All the calls by which a process copies itself or becomes another."""

_LIBC = ctypes.CDLL(None, use_errno=True)


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("instructions", ctypes.c_char_p))


def filter_for(machine: str) -> bytes:
    """The BPF program for such a machine, as an array of 8-byte instructions.

    Raises:
        KeyError: for an architecture without a table.
    """
    table = TABLES[machine]
    program = _of_this_architecture(machine)
    # A list of what is allowed, never of what is forbidden: a call that a newer kernel adds is refused too.
    for number in table.allowed.values():
        program += [_instruction(_JUMP_EQUAL, number, if_false=1), _instruction(_RETURN, _ALLOW)]
    for number in table.without_exec.values():
        program += _allow_without_exec(number)
    # An error, not a kill: numpy and the standard library probe for calls and go on without, and a student
    # who opens a file is told so by an exception with a line.
    program.append(_instruction(_RETURN, _ERRNO | _EPERM))
    return b"".join(program)


def filter_against_processes(machine: str) -> bytes:
    """A program that allows everything but new processes and programs.

    Raises:
        KeyError: for an architecture without a table.
    """
    program = _of_this_architecture(machine)
    for number in MAKING_PROCESSES[machine].values():
        program += [_instruction(_JUMP_EQUAL, number, if_false=1), _instruction(_RETURN, _ERRNO | _EPERM)]
    program.append(_instruction(_RETURN, _ALLOW))
    return b"".join(program)


def install(program: bytes) -> None:
    """Install the filter in this process, for good.

    Raises `OSError` if the kernel refuses.
    """
    bpf = _Program(len(program) // 8, program)
    # Without it the kernel takes filters from root alone: otherwise a program with the set-user-id bit could
    # be started under a filter that makes its own checks fail.
    if _LIBC.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "no_new_privs")
    if _LIBC.prctl(_PR_SET_SECCOMP, _MODE_FILTER, ctypes.byref(bpf), 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "seccomp")


def _of_this_architecture(machine: str) -> list[bytes]:
    """Kills who calls by another architecture's numbers, and loads the number.

    This comes first: the same number is another call there, so nothing could be said of it. To be refused
    with EPERM would leave room to try on; whoever gets here does not do so by accident.
    """
    program = [
        _instruction(_LOAD, _ARCHITECTURE_AT),
        _instruction(_JUMP_EQUAL, TABLES[machine].audit, if_true=1),
        _instruction(_RETURN, _KILL_PROCESS),
        _instruction(_LOAD, _NUMBER_AT),
    ]
    if machine == "x86_64":  # x32 has the same audit number, and a bit in the call's
        program += [_instruction(_JUMP_AT_LEAST, _X32_BIT, if_false=1), _instruction(_RETURN, _KILL_PROCESS)]
    return program


def _allow_without_exec(number: int) -> list[bytes]:
    """Allow a call unless its third argument has PROT_EXEC in it (its low word; little-endian)."""
    # The interpreter needs memory all the time, but no new machine code: with executable pages, a bug in a
    # library would be enough to run calls of one's own making.
    return [
        _instruction(_JUMP_EQUAL, number, if_false=4),
        _instruction(_LOAD, _ARGUMENTS_AT + 2 * 8),
        _instruction(_JUMP_ANY_BIT, _PROT_EXEC, if_true=1),
        _instruction(_RETURN, _ALLOW),
        _instruction(_RETURN, _ERRNO | _EPERM),
    ]


def _instruction(code: int, operand: int, *, if_true: int = 0, if_false: int = 0) -> bytes:
    return struct.pack("=HBBI", code, if_true, if_false, operand)
