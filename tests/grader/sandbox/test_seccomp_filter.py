"""The system-call filter, read instruction by instruction for both architectures, and run on this kernel."""

import platform
import re
import signal
import struct
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from grader.harness.lock import calls, seccomp

HARNESS = Path(seccomp.__file__).parents[1]

ALLOW, KILL, EPERM = 0x7FFF0000, 0x80000000, 0x00050001
HIGHEST = 600
X32_BIT = 0x40000000
READ, WRITE, EXEC = 1, 2, 4

ARCHITECTURES = pytest.mark.parametrize("machine", sorted(seccomp.TABLES))

DANGEROUS = {
    "open", "openat", "openat2", "creat", "stat", "lstat", "newfstatat", "statx", "access", "faccessat",
    "faccessat2", "readlink", "readlinkat", "getdents", "getdents64", "getcwd", "chdir", "fchdir", "mkdir",
    "unlink", "rename", "link", "symlink", "mknod", "chmod", "chown", "truncate", "ftruncate", "pread64",
    "pwrite64", "sendfile", "splice", "socket", "socketpair", "connect", "accept", "bind", "listen", "sendto",
    "sendmsg", "recvmsg", "clone", "clone3", "fork", "vfork", "execve", "execveat", "kill", "tkill", "tgkill",
    "rt_sigqueueinfo", "rt_tgsigqueueinfo", "pidfd_open", "pidfd_getfd", "pidfd_send_signal", "ptrace",
    "process_vm_readv", "process_vm_writev", "prctl", "arch_prctl", "ioctl", "fcntl", "dup", "dup2", "dup3",
    "pipe", "pipe2", "memfd_create", "shmget", "shmat", "mq_open", "msgget", "semget", "unshare", "setns",
    "mount", "umount2", "pivot_root", "chroot", "sethostname", "setuid", "setgid", "setresuid", "setresgid",
    "setgroups", "capset", "setrlimit", "prlimit64", "sched_setaffinity", "setpriority", "setsid", "setpgid",
    "bpf", "seccomp", "io_uring_setup", "io_uring_enter", "keyctl", "add_key", "userfaultfd",
    "perf_event_open", "inotify_init1", "fanotify_init", "eventfd2", "signalfd4", "timerfd_create",
    "timer_create", "setitimer", "alarm", "epoll_create1", "poll", "select", "personality", "modify_ldt",
    "reboot", "kexec_load", "init_module", "swapon", "syslog", "uname", "sysinfo", "getppid", "wait4",
    "remap_file_pages", "pkey_mprotect", "shmctl", "name_to_handle_at", "open_by_handle_at",
}  # fmt: skip


class InvalidError(Exception):
    """The kernel would not take this program."""


def verdict(program: bytes, number: int, audit: int, arguments: tuple[int, ...] = ()) -> int:
    """What the kernel would do with a system call under this BPF program."""
    padded = (*arguments, *(0,) * (6 - len(arguments)))
    data = struct.pack("=IIQ6Q", number & 0xFFFFFFFF, audit, 0, *padded)
    instructions = list(struct.iter_unpack("=HBBI", program))
    accumulator, position = 0, 0
    while True:
        if position >= len(instructions):
            raise InvalidError("it runs off the end")
        code, if_true, if_false, operand = instructions[position]
        position += 1
        match code:
            case 0x20:
                (accumulator,) = struct.unpack_from("=I", data, operand)
            case 0x15:
                position += if_true if accumulator == operand else if_false
            case 0x35:
                position += if_true if accumulator >= operand else if_false
            case 0x45:
                position += if_true if accumulator & operand else if_false
            case 0x06:
                return int(operand)
            case _:
                raise InvalidError(f"unknown instruction {code:#x}")


@ARCHITECTURES
def test_every_number_up_to_600_is_allowed_or_refused_as_the_table_says(machine: str) -> None:
    table, program, rng = seccomp.TABLES[machine], seccomp.filter_for(machine), Random(machine)
    allowed = set(table.allowed.values())
    for number in set(range(HIGHEST + 1)) - set(table.without_exec.values()):
        arguments = tuple(rng.getrandbits(64) for _ in range(6))
        expected = ALLOW if number in allowed else EPERM
        assert verdict(program, number, table.audit, arguments) == expected, number


@ARCHITECTURES
def test_a_supervisor_may_do_everything_but_make_processes(machine: str) -> None:
    table, program = seccomp.TABLES[machine], seccomp.filter_against_processes(machine)
    refused = set(seccomp.MAKING_PROCESSES[machine].values())
    assert {calls.NUMBERS[machine][name] for name in ("clone", "clone3", "execve", "execveat")} <= refused
    for number in range(HIGHEST + 1):
        assert verdict(program, number, table.audit) == (EPERM if number in refused else ALLOW), number
    assert verdict(program, 1, 0x40000003) == KILL


@ARCHITECTURES
@pytest.mark.parametrize("call", ["mmap", "mprotect"])
def test_memory_can_be_mapped_but_never_to_be_executed(machine: str, call: str) -> None:
    table, program = seccomp.TABLES[machine], seccomp.filter_for(machine)
    number = table.without_exec[call]
    rng = Random(call)
    for protection in range(64):
        others = (
            rng.getrandbits(64),
            rng.getrandbits(64),
            protection,
            *(rng.getrandbits(64) for _ in range(3)),
        )
        expected = EPERM if protection & EXEC else ALLOW
        assert verdict(program, number, table.audit, others) == expected
    assert verdict(program, number, table.audit, (0, 4096, 1 << 40 | EXEC | READ)) == EPERM


@ARCHITECTURES
def test_calls_of_another_architecture_kill(machine: str) -> None:
    table, program, rng = seccomp.TABLES[machine], seccomp.filter_for(machine), Random(1)
    i386, arm, other = 0x40000003, 0x40000028, {t.audit for t in seccomp.TABLES.values()} - {table.audit}
    foreign = [i386, arm, 0, *other, *(rng.getrandbits(32) for _ in range(50))]
    for audit in set(foreign) - {table.audit}:
        for number in (*table.allowed.values(), *table.without_exec.values(), 20, X32_BIT + 39):
            assert verdict(program, number, audit) == KILL


def test_x32_calls_kill() -> None:
    table, program = seccomp.TABLES["x86_64"], seccomp.filter_for("x86_64")
    for number in (*range(HIGHEST + 1), 0x3FFFFFFF, 0xBFFFFFFF):
        assert verdict(program, X32_BIT | number, table.audit) == KILL
    assert verdict(program, 0xFFFFFFFF, table.audit) == KILL
    assert verdict(program, X32_BIT - 1, table.audit) == EPERM


@ARCHITECTURES
def test_the_table_is_small_and_without_repetitions(machine: str) -> None:
    table = seccomp.TABLES[machine]
    numbers = [*table.allowed.values(), *table.without_exec.values()]
    assert len(numbers) == len(set(numbers)) == len({*table.allowed, *table.without_exec}) == 35
    assert set(table.without_exec) == {"mmap", "mprotect"}


@ARCHITECTURES
def test_nothing_dangerous_is_in_the_table(machine: str) -> None:
    table = seccomp.TABLES[machine]
    assert not DANGEROUS & {*table.allowed, *table.without_exec}
    tried = {number: name for name, number in calls.NUMBERS[machine].items()}
    harmless = {
        tried[number] for number in {*table.allowed.values(), *table.without_exec.values()} & set(tried)
    }
    assert harmless == {"fstat", "mmap"}


def test_both_architectures_allow_the_same() -> None:
    x86, arm = seccomp.TABLES["x86_64"], seccomp.TABLES["aarch64"]
    assert set(x86.allowed) == set(arm.allowed)
    assert set(x86.without_exec) == set(arm.without_exec)
    assert set(calls.NUMBERS["x86_64"]) == set(calls.NUMBERS["aarch64"])


@pytest.mark.parametrize(
    ("machine", "header"),
    [
        ("x86_64", "/usr/include/x86_64-linux-gnu/asm/unistd_64.h"),
        ("aarch64", "/usr/include/asm-generic/unistd.h"),
    ],
)
def test_numbers_are_those_of_the_kernel(machine: str, header: str) -> None:
    if not Path(header).exists():
        pytest.skip(f"the kernel's headers are not installed: no {header}")
    text = Path(header).read_text(encoding="utf-8")
    found = {name: int(number) for name, number in re.findall(r"#define __NR(?:3264)?_(\w+)\s+(\d+)", text)}
    table = seccomp.TABLES[machine]
    ours = {
        **table.allowed,
        **table.without_exec,
        **calls.NUMBERS[machine],
        **seccomp.MAKING_PROCESSES[machine],
    }
    found.setdefault("newfstatat", found.get("fstatat", -1))  # its other name
    assert {name: found[name] for name in ours} == ours


def test_an_architecture_without_a_table_has_no_filter() -> None:
    with pytest.raises(KeyError):
        seccomp.filter_for("riscv64")


# --- On the running kernel --------------------------------------------------------------------------------

RUN_MACHINE_CODE = """
import ctypes, mmap, sys
sys.path.insert(0, sys.argv[1])
from harness.lock import seccomp
code = bytes.fromhex(sys.argv[2])
page = mmap.mmap(-1, mmap.PAGESIZE, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
page.write(code)
call = ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(page)))
if sys.argv[3] == "locked":
    seccomp.install(seccomp.filter_for("x86_64"))
sys.stdout.write(str(call()))
sys.stdout.flush()
"""

INT_80_GETPID = "b814000000cd80c3"
"""mov eax, 20; int 0x80; ret"""
X32_GETPID = "b8270000400f05c3"
"""mov eax, 0x40000027; syscall; ret"""
GETPID = "b8270000000f05c3"
"""mov eax, 39; syscall; ret"""


def run_machine_code(code: str, how: str) -> subprocess.CompletedProcess[str]:
    program = [sys.executable, "-I", "-S", "-B", "-c", RUN_MACHINE_CODE, str(HARNESS.parent), code, how]
    return subprocess.run(program, capture_output=True, text=True, check=False, timeout=30)


@pytest.mark.skipif(platform.machine() != "x86_64", reason="machine code for x86_64")
@pytest.mark.parametrize(("code", "is_ours"), [(GETPID, True), (INT_80_GETPID, False), (X32_GETPID, False)])
def test_a_call_by_another_door_dies_of_sigsys(code: str, is_ours: bool) -> None:  # noqa: FBT001 - a parameter
    bare = run_machine_code(code, "bare")
    if bare.returncode != 0:
        pytest.skip(
            f"this kernel does not take such calls, or gives no executable memory: {bare.stderr[-200:]}"
        )
    locked = run_machine_code(code, "locked")
    assert locked.returncode == (0 if is_ours else -signal.SIGSYS)
    assert bool(locked.stdout) is is_ours
