"""Tries, from a process without the lock, what the container around the harness must keep by itself.

Where the container has a kernel of its own (gVisor), what only the host's kernel could tell is left out:
the engine's filter and the limits hold outside of it.
"""

import contextlib
import ctypes
import errno
import os
import resource
import stat
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from .apart import result_of_child
from .calls import NUMBERS
from .machine import MACHINE

_OWN_FILES = frozenset({"/etc/hosts", "/etc/hostname", "/etc/resolv.conf", "/sbin/docker-init", "/dev/init"})
"""The files that an engine puts into every container."""
_KERNEL_FOLDERS = ("proc", "sys", "dev")
_KERNEL_FILES = frozenset({"proc", "sysfs", "cgroup", "cgroup2", "tmpfs", "devtmpfs", "devpts", "mqueue"})
"""File systems with nothing of a disk in them."""
_DEVICES = frozenset({"null", "zero", "full", "random", "urandom", "tty", "ptmx", "console", "pts", "core"})
_VARIABLES = frozenset(
    {"PATH", "HOSTNAME", "HOME", "PYTHONHASHSEED", "OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"}
)
_OF_THE_HOST = frozenset({"ipc:[4026531839]", "uts:[4026531838]", "pid:[4026531836]"})
"""The kernel's names for the namespaces that it starts with."""
_CGROUPS = "/sys/fs/cgroup"


class Promised(NamedTuple):
    """The container's own limits, as the host asked for them."""

    memory: int
    processes: int
    cpus: float
    open_files: int
    own_kernel: bool


class _Mount(NamedTuple):
    point: str
    options: list[str]
    within: str
    """The folder or file of its file system that is mounted."""
    kind: str

    @property
    def is_read_only(self) -> bool:
        return "ro" in self.options


def user(_: Promised) -> bool:
    """Whether neither a user id nor a group of this process is that of root."""
    return 0 not in {*os.getresuid(), *os.getresgid(), *os.getgroups()}


def capabilities(_: Promised) -> bool:
    """Whether none are held, and none could be had again."""
    status = _status()
    sets = {status.get(name, "0") for name in ("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb")}
    return {int(node_set, 16) for node_set in sets} == {0} and "CapEff" in status


def privileges(promised: Promised) -> bool:
    """Whether no program that is started gains anything."""
    return promised.own_kernel or _status().get("NoNewPrivs") == "1"


def engine_filter(promised: Promised) -> bool:
    """Whether the engine's own system-call filter is there and denies what nothing in here needs."""
    if promised.own_kernel:
        return True
    return _status().get("Seccomp") == "2" and all(_denied(*call) for call in _needless_calls())


def _needless_calls() -> Iterator[tuple[Any, ...]]:
    """Yield one call of each kind, with arguments that do no harm should the filter let it through."""
    nowhere, buffer = ctypes.c_void_p(1), ctypes.create_string_buffer(64)
    for family in (1, 2, 10, 16, 17, 38, 40):
        yield from (("socket", family, kind, 0) for kind in (1, 2))
    yield "socketpair", 1, 1, 0, buffer
    yield "unshare", 0x10000000
    yield "setns", 0, 0
    yield "mount", nowhere, nowhere, nowhere, 0, None
    yield "setuid", -1
    yield "ptrace", 0, 0, None, None
    yield "process_vm_readv", os.getpid(), buffer, 0, buffer, 0, 0
    yield "pidfd_open", os.getpid(), 0
    yield "execveat", -100, nowhere, None, None, 0
    yield "memfd_create", nowhere, 0
    yield "shmget", 0, 4096, 0o1600
    yield "mq_open", nowhere, os.O_CREAT, 0o600, None
    yield "bpf", 0, buffer, 16
    yield "io_uring_setup", 1, buffer
    yield "keyctl", 0, -3, 0
    yield "userfaultfd", 1
    yield "perf_event_open", buffer, 0, -1, -1, 0
    yield "inotify_init1", 0


def network(_: Promised) -> bool:
    """Return whether there is no network but a loopback."""
    lines = _read("/proc/net/dev").splitlines()[2:]
    return {line.partition(":")[0].strip() for line in lines} <= {"lo"}


def files(promised: Promised) -> bool:
    """Return whether only what an engine always mounts is mounted, and none of it can be written to."""
    mounts = [_mount(line) for line in _read("/proc/self/mountinfo").splitlines()]
    return bool(mounts) and all(_is_harmless(mount, promised) for mount in mounts)


def devices(promised: Promised) -> bool:
    """Whether there is no device but the usual sinks and sources."""
    names = {
        entry.name
        for entry in os.scandir("/dev")
        if not entry.is_symlink() and stat.S_IFMT(entry.stat().st_mode) in (stat.S_IFCHR, stat.S_IFBLK)
    }
    return promised.own_kernel or names <= _DEVICES


def namespaces(promised: Promised) -> bool:
    """Return whether processes, host name and shared memory of others are invisible."""
    seen = [name for name in os.listdir("/proc") if name.isdecimal()]
    owners = set()
    for name in seen:
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            owners.add(os.stat(f"/proc/{name}").st_uid)
    return (
        owners <= {os.getuid()}
        and len(seen) <= promised.processes
        and (promised.own_kernel or not _OF_THE_HOST & {_namespace(name) for name in ("ipc", "uts", "pid")})
    )


def memory(promised: Promised) -> bool:
    """Whether memory ends where it was said to, and there is no swap behind it."""
    if promised.own_kernel:
        return True
    if unified := _limit("memory.max"):
        return _at_most(unified, promised.memory) and _limit("memory.swap.max") in ("0", "")
    both = _limit("memory/memory.memsw.limit_in_bytes")
    return _at_most(_limit("memory/memory.limit_in_bytes"), promised.memory) and (
        _at_most(both, promised.memory) if both else _has_no_swap()
    )


def processes(promised: Promised) -> bool:
    """Whether the number of processes and threads is bounded."""
    limit = _limit("pids.max") or _limit("pids/pids.max")
    return promised.own_kernel or _at_most(limit, promised.processes)


def processors(promised: Promised) -> bool:
    """Whether the share of the machine's processors is bounded."""
    if promised.own_kernel:
        return True
    quota, _, period = _limit("cpu.max").partition(" ")
    quota = quota or _limit("cpu/cpu.cfs_quota_us")
    period = period or _limit("cpu/cpu.cfs_period_us")
    return quota.isdecimal() and int(quota) <= promised.cpus * int(period)


def limits(promised: Promised) -> bool:
    """Whether there may be no core file, written file, locked memory or queue, and few open files."""
    most = {
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_FSIZE: 0,
        resource.RLIMIT_MEMLOCK: 0,
        resource.RLIMIT_MSGQUEUE: 0,
        resource.RLIMIT_NOFILE: promised.open_files,
    }
    return all(0 <= resource.getrlimit(what)[1] <= limit for what, limit in most.items())


def environment(_: Promised) -> bool:
    """Whether the engine gave no variable of the host's."""
    pairs = _read("/proc/self/environ").split("\0")
    return {pair.partition("=")[0] for pair in pairs if pair} <= _VARIABLES


PROPERTIES: dict[str, Callable[[Promised], bool]] = {
    "container-user": user,
    "container-capabilities": capabilities,
    "container-privileges": privileges,
    "container-filter": engine_filter,
    "container-network": network,
    "container-files": files,
    "container-devices": devices,
    "container-namespaces": namespaces,
    "container-memory": memory,
    "container-processes": processes,
    "container-processors": processors,
    "container-limits": limits,
    "container-environment": environment,
}


def run(promised: Promised) -> dict[str, bool]:
    """Return each property and whether it was proven just now."""
    return result_of_child(
        PROPERTIES, lambda _: {name: _holds(each, promised) for name, each in PROPERTIES.items()}
    )


def _holds(attempt: Callable[[Promised], bool], promised: Promised) -> bool:
    try:
        return attempt(promised)
    except (OSError, ValueError):
        return False


def _mount(line: str) -> _Mount:
    about, _, file_system = line.partition(" - ")
    _, _, _, within, point, options, *_ = about.split()
    return _Mount(point, options.split(","), within, file_system.split()[0])


def _is_harmless(mount: _Mount, promised: Promised) -> bool:
    if mount.point in ("/", "/sys") or mount.point in _OWN_FILES:
        return mount.is_read_only
    if promised.own_kernel and mount.point in ("/tmp", "/dev/shm"):  # noqa: S108 - gVisor's own memory
        return True
    if not _is_of_every_engine(mount):
        return False
    if mount.is_read_only or mount.within == "/null":
        return True
    if mount.point == "/dev/mqueue":  # everybody's; the engine's filter keeps anything from being made there
        return not _can_make_a_file(mount.point)
    return not os.access(mount.point, os.W_OK)


def _is_of_every_engine(mount: _Mount) -> bool:
    """Whether every container engine mounts this: a file system of the kernel, not a folder of the host."""
    top, _, name = mount.point[1:].partition("/")
    if top == "dev" and name and name not in _DEVICES | {"shm", "mqueue"}:
        return False
    return top in _KERNEL_FOLDERS and mount.kind in _KERNEL_FILES


def _can_make_a_file(folder: str) -> bool:
    name = f"{folder}/made"
    try:
        os.close(os.open(name, os.O_CREAT | os.O_EXCL | os.O_WRONLY))
        os.unlink(name)
    except OSError:
        return os.path.exists(name)
    return True


def _denied(name: str, *arguments: Any) -> bool:
    ctypes.set_errno(0)
    result = _LIBC.syscall(_CALLS[name], *arguments)
    return result == -1 and ctypes.get_errno() == errno.EPERM


def _status() -> dict[str, str]:
    lines = _read("/proc/self/status").splitlines()
    return {name: value.strip() for name, _, value in (line.partition(":") for line in lines)}


def _namespace(name: str) -> str:
    return os.readlink(f"/proc/self/ns/{name}")


def _limit(name: str) -> str:
    """Return the text of a control group's file; empty if there is no such file."""
    try:
        return _read(f"{_CGROUPS}/{name}").strip()
    except FileNotFoundError:
        return ""


def _at_most(number: str, limit: int) -> bool:
    return number.isdecimal() and int(number) <= limit


def _has_no_swap() -> bool:
    return any(line.split() == ["SwapTotal:", "0", "kB"] for line in _read("/proc/meminfo").splitlines())


def _read(path: str) -> str:
    with open(path, encoding="utf-8") as file:
        return file.read()


_LIBC = ctypes.CDLL(None, use_errno=True)
_CALLS = NUMBERS.get(MACHINE, {})
