"""Numbers of system calls that a self-test tries and that must be refused."""

# fmt: off
NUMBERS = {
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
